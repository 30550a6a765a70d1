/* batched_elements.c: computes residuals and tangents of several elements at once.

   The matrices of LANES elements are separated when they are added to the matrix of the system. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "batched_elements.h"
#include "assembly/terms/terms.h"
#include "math/rotation.h"
#include "math/vector.h"
#include "model/parts/block.h"
#include "element/element.h"
#include <math.h>

enum { MAX = ELEMENT_MAX_DOFS, SQUARE = MAX * MAX };

void add_group_forces(Model model, const Block *b, const Evaluation *ev, const double strain[],
                      PetscScalar local[])
{
  for (PetscInt first = 0; first < b->ncells; first += LANES) {
    double        re[LANES][MAX];
    double *const of[LANES] = {re[0], re[1], re[2], re[3]};
    Lanes         r[MAX];
    ElementGroup  group;
    const int n = (int)BlockGatherGroup(model, b, first, ev->inertial, ev->gravity, strain, &group);

    b->kernel->type->group_forces(&group, r, NULL, NULL, NULL);
    lanes_scatter(r, (int)b->nd, n, of);
    for (int k = 0; k < n; k++) scatter(b->nd, BlockDofs(b, first + k), 1, re[k], local);
  }
}

void add_block_forces(Model model, const Block *b, const Evaluation *ev, PetscReal factor,
                      const double strain[], PetscScalar local[])
{
  if (b->kernel->type->group_forces) add_group_forces(model, b, ev, strain, local);
  for (PetscInt e = 0; e < b->ncells && !b->kernel->type->group_forces; e++) {
    double       re[MAX] = {0};
    ElementState s;

    BlockGather(model, b, e, ev->inertial, ev->s->t, factor, ev->gravity, &s);
    if (strain) s.strain = strain + (size_t)e * (size_t)b->kernel->nstrain;
    if (b->kernel->type->forces(&s, re, NULL, NULL, NULL))
      /* a collapsed element: NaN makes Newton's method fail on all ranks */
      for (PetscInt i = 0; i < b->nd; i++) re[i] = NAN;
    scatter(b->nd, BlockDofs(b, e), 1, re, local);
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

/* Computes Q[9], the mean rotation of the nodes of an element from the middle of a step to its end.
 */
static void turn_to_end(const ElementGroup *e, int nn, int lane, double Q[9])
{
  double mean[3] = {0, 0, 0}, turn[3], q[4];

  for (int i = 0; i < nn; i++) {
    mat_vec(e->node[i][lane]->R, e->node[i][lane]->turn, turn);
    for (int c = 0; c < 3; c++) mean[c] += turn[c] / nn;
  }
  rotation_exp(mean, q);
  rotation_matrix(q, Q);
}

/* Replaces the derivatives K of the forces in the middle of a step by displacements there by those
   at the end of the step. Stresses follow from the strains at the end, whose derivatives are those
   in the middle if the displacements rotate with the element. */
static void turn_displacements(const ElementGroup *e, int nd, Lanes K[])
{
  const int nn = nd / COMPONENTS;

  for (int lane = 0; lane < LANES; lane++) {
    double Q[9];

    turn_to_end(e, nn, lane, Q);
    for (int row = 0; row < nd; row++)
      for (int i = 0; i < nn; i++) {
        Lanes *const by   = K + row * nd + COMPONENTS * i;
        const double k[3] = {by[0][lane], by[1][lane], by[2][lane]};

        for (int c = 0; c < 3; c++) by[c][lane] = dot(Q + 3 * c, k);
      }
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
    if (t->ev->s->midpoint && b->kernel->type->strains) turn_displacements(&group, (int)b->nd, K);
    CombineGroup(b->nd, columns, t->shift, K, C, M, A);
    lanes_scatter(A, (int)(b->nd * b->nd), n, of);
    for (int k = 0; k < n; k++) PetscCall(LocationAdd(location, first + k, values[k], t->A));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
