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

static PetscInt tie_of_slider(Model model, PetscInt i)
{
  (void)model, (void)i;
  return 0;
}

static void slider_table(Model model, PetscInt i, ConstraintTable *t)
{
  const Sliders all = model->sliders;
  const Slider *s   = &all->slider[i];

  *t = (ConstraintTable){.ncells   = s->node < 0 ? 0 : s->nlines,
                         .nvisited = s->node < 0 ? 0 : 1,
                         .nd       = N,
                         .nrows    = s->nrows,
                         .n        = SLIDER_LINE_DOFS,
                         .dofs     = all->dofs + SLIDER_LINE_DOFS * s->first_line,
                         .global   = all->global};
}

static PetscInt slider_items(Model model, PetscInt i, PetscInt *all)
{
  *all = 1;
  return model->sliders->slider[i].node >= 0;
}

enum { DISPLACEMENT, FORCE, RESULTS };

static ConstraintResult slider_result(Model model, PetscInt i, int k)
{
  static const ConstraintResult results[RESULTS] = {
    [DISPLACEMENT] = {"displacement", 1, PETSC_FALSE},
      [FORCE] = {"force",        3, PETSC_FALSE}
  };

  (void)model, (void)i;
  return k < RESULTS ? results[k] : (ConstraintResult){NULL, 0, PETSC_FALSE};
}

/* The displacement is the distance of the sliding node along the path [m], and the force [N] is
   that of the path on the sliding node. */
static PetscErrorCode SliderValue(const Evaluation *ev, PetscInt i, PetscInt item, int k,
                                  PetscReal value[])
{
  const SliderEvaluation *at = &AssemblySliders(ev->assembly)->at[i];
  double                  G[SLIDER_ROWS][N], lambda[SLIDER_ROWS];
  const PetscScalar      *a;

  PetscFunctionBeginUser;
  (void)item;
  if (k == DISPLACEMENT) {
    value[0] = at->slider->arc_length[at->line] + at->state.xi * at->state.length;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  slider_gradient(&at->state, G);
  PetscCall(VecGetArrayRead(ev->s->a, &a));
  SliderMultipliers(&ev->assembly->model->layout, at->slider, a, lambda);
  PetscCall(VecRestoreArrayRead(ev->s->a, &a));
  for (int c = 0; c < 3; c++) value[c] = 0;
  for (int r = 0; r < at->slider->nrows; r++)
    for (int c = 0; c < 3; c++) value[c] -= lambda[r] * G[r][c];
  PetscFunctionReturn(PETSC_SUCCESS);
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

static void describe_slider_row(Model model, PetscInt dof, char text[], size_t size)
{
  const Sliders all = model->sliders;

  for (PetscInt i = 0; all && i < all->n; i++)
    for (int k = 0; k < all->slider[i].nrows && all->slider[i].cell >= 0; k++)
      if (model->layout.global[all->slider[i].dof[k]] == dof)
        snprintf(text, size, "slider '%s'", all->slider[i].name);
}

static void gather_slider(const Evaluation *ev, ConstraintCell *c)
{
  c->slider = &AssemblySliders(ev->assembly)->at[c->index];
  c->e      = c->slider->line;
  c->dofs   = c->table.dofs + c->e * c->table.n;
}

static void slider_rows(const ConstraintCell *c, FsConstraintLevel level, double rows[], double G[])
{
  SliderRows(c->slider, level, rows);
  if (G) slider_gradient(&c->slider->state, (double(*)[N])G);
}

static void stiffness_of_slider(const ConstraintCell *c, const double lambda[], double G[],
                                double K[])
{
  slider_gradient(&c->slider->state, (double(*)[N])G);
  slider_stiffness(&c->slider->state, lambda, K);
}

static void slider_slopes(const ConstraintCell *c, FsConstraintLevel level, double D[])
{
  (level == FS_CONSTRAINT_VELOCITY ? slider_velocity_slope
                                   : slider_acceleration_slope)(&c->slider->state, (double(*)[N])D);
}

static void slider_errors(const ConstraintCell *c, double rows[], double G[])
{
  slider_rows(c, FS_CONSTRAINT_POSITION, rows, G);
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
                                          .of_tie           = tie_of_slider,
                                          .table            = slider_table,
                                          .is_length        = slider_is_length,
                                          .order            = OrderSliders,
                                          .place            = describe_slider_row,
                                          .option           = "-sliders",
                                          .items            = slider_items,
                                          .result           = slider_result,
                                          .value            = SliderValue,
                                          .exchange         = SlidersGather,
                                          .exchange_columns = SlidersGatherColumns,
                                          .gather           = gather_slider,
                                          .rows             = slider_rows,
                                          .stiffness        = stiffness_of_slider,
                                          .slopes           = slider_slopes,
                                          .errors           = slider_errors,
                                          .columns          = slider_columns,
                                          .forces_open      = SlidersOpenForces,
                                          .forces_close     = SlidersCloseForces};
