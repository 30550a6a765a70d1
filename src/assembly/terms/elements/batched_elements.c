/* batched_elements.c: computes residuals and tangents of several elements at once.

   The matrices of LANES elements are separated when they are added to the matrix of the system. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "batched_elements.h"
#include "assembly/terms/terms.h"

enum { MAX = ELEMENT_MAX_DOFS, SQUARE = MAX * MAX };

void add_group_forces(Model model, const Block *b, const Evaluation *ev, PetscScalar local[])
{
  for (PetscInt first = 0; first < b->ncells; first += LANES) {
    double        re[LANES][MAX];
    double *const of[LANES] = {re[0], re[1], re[2], re[3]};
    Lanes         r[MAX];
    ElementGroup  group;
    const int n = (int)BlockGatherGroup(model, b, first, ev->inertial, ev->gravity, NULL, &group);

    b->kernel->type->group_forces(&group, r, NULL, NULL, NULL);
    lanes_scatter(r, (int)b->nd, n, of);
    for (int k = 0; k < n; k++) scatter(b->nd, BlockDofs(b, first + k), 1, re[k], local);
  }
}

double group_energy(Model model, const Block *b, const Evaluation *ev)
{
  double sum = 0;

  for (PetscInt first = 0; first < b->ncells; first += LANES) {
    ElementGroup group;
    Lanes        energy;
    const int    n = (int)BlockGatherGroup(model, b, first, ev->nodes, ev->gravity, NULL, &group);

    b->kernel->type->group_energy(&group, &energy);
    for (int k = 0; k < n; k++) sum += energy[k];
  }
  return sum;
}

void group_weight_path(Model model, const Block *b, const Evaluation *ev, PetscReal path[])
{
  const ElementLineLoad weight = {.kind = LINE_LOAD_WEIGHT};

  for (PetscInt first = 0; first < b->ncells; first += LANES) {
    ElementGroup group;
    Lanes        own[3];
    const int    n = (int)BlockGatherGroup(model, b, first, ev->nodes, ev->gravity, NULL, &group);

    b->kernel->type->line_load(&group, &weight, own, NULL, NULL);
    for (int c = 0; c < 3; c++)
      for (int k = 0; k < n; k++) path[c] += own[c][k];
  }
}

PetscErrorCode AddGroupTangents(const TangentContext *t, const Block *b, const double strain[],
                                Location location)
{
  const Geometry *g = &t->model->mesh->g;

  PetscFunctionBeginUser;
  for (PetscInt first = 0; first < b->ncells; first += LANES) {
    const ChartColumns *columns[ELEMENT_MAX_NODES][LANES];
    double              values[LANES][SQUARE];
    double *const       of[LANES] = {values[0], values[1], values[2], values[3]};
    Lanes               r[MAX], K[SQUARE], C[SQUARE], M[SQUARE], A[SQUARE];
    ElementGroup        group;
    const int           n =
      (int)BlockGatherGroup(t->model, b, first, t->ev->inertial, t->ev->gravity, strain, &group);

    for (int k = 0; k < LANES; k++)
      for (int i = 0; i < shape_nodes(b->kernel->shape); i++)
        columns[i][k] = &t->columns[g->conn[g->offset[b->cells[first + PetscMin(k, n - 1)]] + i]];
    b->kernel->type->group_forces(&group, r, K, C, M);
    CombineGroup(b->nd, columns, t->shift, K, C, M, A);
    lanes_scatter(A, (int)(b->nd * b->nd), n, of);
    for (int k = 0; k < n; k++) PetscCall(LocationAdd(location, first + k, values[k], t->A));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
