/* slider_constraints.c: adds the rows and forces of sliders to those of constraints.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "slider_state.h"

enum { N = SLIDER_DOFS, ROWS = SLIDER_ROWS, ND = SLIDER_LINE_DOFS };

/* Sets at[ND] to the global dofs of the slider and of the line that has its foot. */
static void slider_global_dofs(const Sliders all, const SliderEvaluation *s, PetscInt at[])
{
  const PetscInt *dofs = all->dofs + ND * s->cell;

  for (int k = 0; k < ND; k++) at[k] = dofs[k] < 0 ? -1 : all->global[dofs[k]];
}

PetscErrorCode SlidersAddBorder(const Evaluation *ev, PetscReal factor, Mat A)
{
  const Sliders all = ev->assembly->model->sliders;
  SliderTerm   *t   = AssemblySliders(ev->assembly);

  PetscFunctionBeginUser;
  if (!t) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SlidersGather(ev));
  for (PetscInt i = 0; i < all->n; i++) {
    double   G[ROWS][N], T[N * ROWS];
    PetscInt at[ND];

    if (!t->at[i].slider) continue;
    slider_gradient(&t->at[i].state, G);
    slider_global_dofs(all, &t->at[i], at);
    for (int n = 0; n < N; n++)
      for (int k = 0; k < t->at[i].slider->nrows; k++)
        T[n * t->at[i].slider->nrows + k] = G[k][n] *= factor;
    PetscCall(MatSetValues(A, t->at[i].slider->nrows, at + N, N, at, (double *)G, ADD_VALUES));
    PetscCall(MatSetValues(A, N, at, t->at[i].slider->nrows, at + N, T, ADD_VALUES));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SlidersAddForces(const Evaluation *ev, Vec lambda, PetscScalar local[])
{
  const Model model = ev->assembly->model;
  SliderTerm *t     = AssemblySliders(ev->assembly);

  PetscFunctionBeginUser;
  if (!t) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SlidersGather(ev));
  PetscCall(SlidersComputeForces(ev, lambda));
  for (PetscInt i = 0; i < model->mesh->g.nnodes; i++)
    scatter(COMPONENTS, model->layout.dof + COMPONENTS * i, 1, t->node_force[i], local);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SlidersAddTangent(const Evaluation *ev, const ChartColumns columns[], Vec lambda,
                                 PetscReal factor, FsConstraintLevel level, PetscReal scale,
                                 FsShift shift, Mat A)
{
  const Sliders      all = ev->assembly->model->sliders;
  SliderTerm        *t   = AssemblySliders(ev->assembly);
  const PetscScalar *value;

  PetscFunctionBeginUser;
  if (!t) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SlidersGather(ev));
  PetscCall(SlidersGatherColumns(ev, columns));
  PetscCall(VecGetArrayRead(lambda, &value));
  for (PetscInt i = 0; i < all->n; i++) {
    double   of_row[ROWS], values[ND * N];
    PetscInt at[ND];

    if (!t->at[i].slider) continue;
    SliderMultipliers(&ev->assembly->model->layout, t->at[i].slider, value, of_row);
    for (int k = 0; k < ROWS; k++) of_row[k] *= factor;
    SliderTangent(t, &t->at[i], of_row, level, scale, shift, values);
    slider_global_dofs(all, &t->at[i], at);
    PetscCall(MatSetValues(A, ND, at, N, at, values, ADD_VALUES));
  }
  PetscCall(VecRestoreArrayRead(lambda, &value));
  PetscFunctionReturn(PETSC_SUCCESS);
}
