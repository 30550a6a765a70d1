/* slider_constraint.c: sliders as a kind of constraint. The formulas are in element/joint/slider.c.

   The nodes of a cell are the sliding node and the two nodes of the line that has the foot. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "assembly/constraints/constraint_kind.h"

enum { N = SLIDER_DOFS };

static PetscInt count_sliders(Model model) { return model->sliders ? model->sliders->n : 0; }

static const char *slider_name(Model model, PetscInt i) { return model->sliders->slider[i].name; }

static const char *slider_noun(Model model, PetscInt i)
{
  (void)model, (void)i;
  return "slider";
}

static PetscBool find_slider(ConstraintCell *c)
{
  const Sliders all    = c->model->sliders;
  PetscInt      before = 0, line = 0; /* sliders of this rank before slider i, and their lines */

  for (PetscInt i = 0; all && i < all->n; i++) {
    if (all->slider[i].node < 0) continue;
    if (before++ < c->number) {
      line += all->slider[i].nlines;
      continue;
    }
    c->index  = i;
    c->nd     = N;
    c->nrows  = all->slider[i].nrows;
    c->dofs   = all->dofs + SLIDER_LINE_DOFS * line;
    c->global = all->global;
    return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

static PetscBool slider_is_length(const ConstraintCell *c, int k)
{
  (void)c, (void)k;
  return PETSC_TRUE;
}

static PetscErrorCode OrderSliders(Model model, PetscInt *before, PetscScalar value[])
{
  const Sliders all = model->sliders;
  const Layout *l   = &model->layout;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; all && i < all->n; i++, *before += SLIDER_ROWS)
    for (int k = 0; k < all->slider[i].nrows && all->slider[i].cell >= 0; k++)
      value[l->global[all->slider[i].dof[k]] - l->first] = (PetscScalar)(*before + k);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void gather_slider(const Evaluation *ev, ConstraintCell *c)
{
  c->slider = &AssemblySliders(ev->assembly)->at[c->index];
  c->dofs   = c->model->sliders->dofs + SLIDER_LINE_DOFS * c->slider->cell;
}

static void slider_rows(const ConstraintCell *c, FsConstraintLevel level, double rows[])
{
  SliderRows(c->slider, level, rows);
}

static void gradient_of_slider(const ConstraintCell *c, double G[])
{
  slider_gradient(&c->slider->state, (double(*)[N])G);
}

static void stiffness_of_slider(const ConstraintCell *c, const double lambda[], double K[])
{
  slider_stiffness(&c->slider->state, lambda, K);
}

static void slider_slopes(const ConstraintCell *c, FsConstraintLevel level, double scale,
                          double K[], double C[], double M[])
{
  SliderRowSlopes(c->slider, level, scale, K, C, M);
}

static void slider_errors(const ConstraintCell *c, double rows[], double G[])
{
  SliderRows(c->slider, FS_CONSTRAINT_POSITION, rows);
  gradient_of_slider(c, G);
}

static void slider_columns(const Evaluation *ev, const ConstraintCell *c,
                           const ChartColumns columns[], const ChartColumns *of_node[])
{
  (void)columns;
  SliderColumns(AssemblySliders(ev->assembly), c->slider, of_node);
}

const ConstraintKind slider_constraint = {.count            = count_sliders,
                                          .name             = slider_name,
                                          .noun             = slider_noun,
                                          .find             = find_slider,
                                          .is_length        = slider_is_length,
                                          .order            = OrderSliders,
                                          .exchange         = SlidersGather,
                                          .exchange_columns = SlidersGatherColumns,
                                          .gather           = gather_slider,
                                          .rows             = slider_rows,
                                          .gradient         = gradient_of_slider,
                                          .stiffness        = stiffness_of_slider,
                                          .slopes           = slider_slopes,
                                          .errors           = slider_errors,
                                          .columns          = slider_columns,
                                          .forces_open      = SlidersOpenForces,
                                          .forces_close     = SlidersCloseForces};
