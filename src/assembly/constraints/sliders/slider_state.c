/* slider_state.c: finds the feet of sliders and computes their rows, forces and tangents.

   The formulas are in element/joint/slider.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "slider_state.h"

enum { N = SLIDER_DOFS, ROWS = SLIDER_ROWS };

SliderTerm *AssemblySliders(Assembly a)
{
  for (PetscInt k = 0; k < a->nterms; k++)
    if (a->term[k]->kind->has_sliders) return a->term[k]->data;
  return NULL;
}

static PetscErrorCode GatherSliders(const Evaluation *ev, double slack)
{
  const Sliders all = ev->assembly->model->sliders;
  SliderTerm   *t   = AssemblySliders(ev->assembly);

  PetscFunctionBeginUser;
  PetscCall(PetscSFBcastBegin(all->nodes, t->node, ev->nodes, t->states, MPI_REPLACE));
  PetscCall(PetscSFBcastEnd(all->nodes, t->node, ev->nodes, t->states, MPI_REPLACE));
  for (PetscInt i = 0; i < all->n; i++) {
    const Slider     *s  = &all->slider[i];
    SliderEvaluation *at = &t->at[i];

    *at = (SliderEvaluation){
      .slider = s->node < 0 ? NULL : s, .line = t->line[i], .state.xi = t->xi[i]};
    if (!at->slider) continue;
    at->has_no_foot =
      (PetscBool)SliderFindFoot(s, t->states + s->leaf, slack, &at->line, &at->state);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SlidersGather(const Evaluation *ev)
{
  /* Relative to the length of a line. It is larger than the overshoot of a step that ends there,
     and too small to change results. tests/model/sliders.py has paths with borders of lines,
     where the order of schemes stays. */
  const double slack = 1e-6;

  PetscFunctionBeginUser;
  PetscCall(GatherSliders(ev, slack));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SlidersGatherNextStep(const Evaluation *ev)
{
  PetscFunctionBeginUser;
  PetscCall(GatherSliders(ev, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void SliderMultipliers(const Layout *l, const Slider *s, const PetscScalar array[], double lambda[])
{
  for (int k = 0; k < s->nrows; k++) lambda[k] = array[l->global[s->dof[k]] - l->first];
}

void SliderRows(const SliderEvaluation *at, FsConstraintLevel level, double rows[])
{
  if (level == FS_CONSTRAINT_POSITION) slider_position(&at->state, rows);
  else if (level == FS_CONSTRAINT_VELOCITY) slider_velocity(&at->state, rows);
  else slider_acceleration(&at->state, rows);
  for (int k = 0; k < at->slider->nrows && at->has_no_foot; k++) rows[k] = NAN;
}

double *SlidersOpenForces(Assembly a)
{
  SliderTerm *t = AssemblySliders(a);

  memset(t->force, 0, COMPONENTS * (size_t)a->model->sliders->nleaves * sizeof(double));
  return (double *)t->force;
}

PetscErrorCode SlidersCloseForces(Assembly a, double (**sum)[COMPONENTS])
{
  const Sliders all = a->model->sliders;
  SliderTerm   *t   = AssemblySliders(a);

  PetscFunctionBeginUser;
  PetscCall(PetscArrayzero((double *)t->node_force, COMPONENTS * a->model->mesh->g.nnodes));
  PetscCall(PetscSFReduceBegin(all->nodes, t->force_type, t->force, t->node_force, MPIU_SUM));
  PetscCall(PetscSFReduceEnd(all->nodes, t->force_type, t->force, t->node_force, MPIU_SUM));
  *sum = t->node_force;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SlidersGatherColumns(const Evaluation *ev, const ChartColumns columns[])
{
  const Sliders all = ev->assembly->model->sliders;
  SliderTerm   *t   = AssemblySliders(ev->assembly);

  PetscFunctionBeginUser;
  PetscCall(PetscSFBcastBegin(all->nodes, t->columns, columns, t->leaf_columns, MPI_REPLACE));
  PetscCall(PetscSFBcastEnd(all->nodes, t->columns, columns, t->leaf_columns, MPI_REPLACE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void SliderColumns(const SliderTerm *t, const SliderEvaluation *at, const ChartColumns *of_node[])
{
  const ChartColumns *of = t->leaf_columns + at->slider->leaf;

  of_node[0] = of;
  of_node[1] = of + 1 + at->line;
  of_node[2] = of + 2 + at->line;
}
