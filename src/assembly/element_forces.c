/* element_forces.c: computes the forces of one element on its nodes, linear and nonlinear part.

   The linear part is M (a - g) + C v + K q, with accelerations against inertial space if the frame
   rotates. It is the sum of linear_elements.c, gravity_term.c and spin_term.c in terms/. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "element_forces.h"
#include "kinematics/rotating_frame.h"
#include "element/element.h"
#include "model/parts/block.h"
#include "term.h"
#include <math.h>
#include <string.h>

PetscBool ElementForcesNeedNodes(Assembly a)
{
  return (PetscBool)(a->local || a->model->spin.active);
}

PetscBool BlockHasLinearPart(const Block *b)
{
  return (PetscBool)(b->kernel->type->matrices || b->linearized);
}

void DofMotion(const Evaluation *ev, const DofValues *x, PetscInt node, int c, PetscInt dof,
               double y[3])
{
  const PetscInt at = dof < 0 ? -1 : x->at ? x->at[dof] : dof;

  for (int k = 0; k < 3; k++) y[k] = at < 0 ? 0 : x->x[k][at];
  if (c >= 3) return;
  if (ev->assembly->model->spin.active) y[2] = ev->inertial[node].a[c];
  y[2] -= ev->gravity[c];
}

static void add_linear(const Evaluation *ev, const DofValues *x, const Block *b, PetscInt e,
                       const LinearPart *part, double r[])
{
  const Geometry *g    = &ev->assembly->model->mesh->g;
  const int      *conn = g->conn + g->offset[b->cells[e]], nc = b->kernel->nc;
  const PetscInt *dofs = BlockDofs(b, e);

  for (PetscInt j = 0; j < b->nd; j++) {
    double y[3];

    DofMotion(ev, x, conn[j / nc], BlockComponent(b, j), dofs[j], y);
    for (PetscInt i = 0; i < b->nd; i++) {
      const PetscInt ij = i * b->nd + j;

      r[i] += part->K[ij] * y[0] + part->C[ij] * y[1] + part->M[ij] * y[2];
    }
  }
}

/* Adds the forces at ev->motion->base, and their derivatives times the motion. At rest the nodes
   have displacements, but no velocities and accelerations, and there is no gravity. */
static void add_linearized(const Evaluation *ev, const Block *b, PetscInt e, PetscReal factor,
                           PetscBool at_rest, double r[])
{
  static const double none[3] = {0, 0, 0};
  enum { MAX_SQUARE = ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS };
  const Geometry *g    = &ev->assembly->model->mesh->g;
  const int      *conn = g->conn + g->offset[b->cells[e]], nc = b->kernel->nc;
  double          K[3][MAX_SQUARE]; /* derivatives by displacements, velocities, accelerations */
  const PetscBool spins     = (PetscBool)(ev->assembly->model->spin.active && !at_rest);
  const RotatingFrame frame = RotatingFrameOf(ev->assembly->model, ev->loading);
  const NodeState    *relative[ELEMENT_MAX_NODES];
  NodeState           inertial[ELEMENT_MAX_NODES];
  ElementState        s;

  memset(K, 0, sizeof K);
  BlockGather(ev->assembly->model, b, e, ev->motion->base, ev->s->t, factor,
              at_rest ? none : ev->gravity, &s);
  memcpy(relative, s.node, sizeof relative);
  if (spins) rotating_frame_states(&frame, (int)b->nd / nc, s.node, inertial);
  if (b->kernel->type->forces(&s, r, K[0], K[1], K[2]))
    for (PetscInt i = 0; i < b->nd; i++) r[i] = NAN;
  if (spins) rotating_frame_derivatives(&frame, (int)b->nd, nc, relative, K[0], K[1], K[2]);
  for (PetscInt j = 0; j < b->nd; j++) {
    const NodeState *step = &ev->motion->step[conn[j / nc]], *now = &ev->nodes[conn[j / nc]];
    const int        c = BlockComponent(b, j), turn = c - 3;
    const double x[3] = {turn < 0 ? step->v[c] : step->w[turn], turn < 0 ? now->v[c] : now->w[turn],
                         turn < 0 ? now->a[c] : now->wd[turn]};

    for (PetscInt i = 0; i < b->nd; i++)
      for (int k = 0; k < (at_rest ? 1 : 3); k++) r[i] += K[k][i * b->nd + j] * x[k];
  }
}

void ElementAddNonlinearForces(const Evaluation *ev, const Block *b, PetscInt e, PetscReal factor,
                               double r[])
{
  ElementState s;

  if (ev->motion) {
    add_linearized(ev, b, e, factor, PETSC_FALSE, r);
    return;
  }
  BlockGather(ev->assembly->model, b, e, ev->inertial, ev->s->t, factor, ev->gravity, &s);
  if (b->kernel->type->forces(&s, r, NULL, NULL, NULL))
    for (PetscInt i = 0; i < b->nd; i++) r[i] = NAN;
}

void ElementInternalForces(const Evaluation *ev, const Block *b, PetscInt e, double r[])
{
  static const double none[3] = {0, 0, 0};
  NodeState           node[ELEMENT_MAX_NODES];
  ElementState        s;

  for (PetscInt i = 0; i < b->nd; i++) r[i] = 0;
  if (ev->motion) {
    add_linearized(ev, b, e, 1, PETSC_TRUE, r);
    return;
  }
  BlockGather(ev->assembly->model, b, e, ev->nodes, ev->s->t, 1, none, &s);
  for (PetscInt n = 0; n < b->nd / b->kernel->nc; n++) {
    node[n] = *s.node[n];
    for (int c = 0; c < 3; c++) node[n].v[c] = node[n].a[c] = node[n].w[c] = node[n].wd[c] = 0;
    s.node[n] = &node[n];
  }
  b->kernel->type->forces(&s, r, NULL, NULL, NULL);
}

/* Computes the forces of elements that depend on the positions of their nodes only. */
static void static_forces(const Evaluation *ev, const Block *b, const PetscInt element[LANES],
                          PetscReal factor, Lanes r[])
{
  const Geometry *g = &ev->assembly->model->mesh->g;
  ElementLanes    e = {.kernel = b->kernel, .prop = b->prop, .factor = factor};

  for (int k = 0; k < LANES; k++) {
    const int *conn = g->conn + g->offset[b->cells[element[k]]];

    e.data[k] = b->data + (size_t)element[k] * (size_t)b->kernel->ndata;
    for (int i = 0; i < shape_nodes(b->kernel->shape); i++)
      for (int c = 0; c < 3; c++) e.x[i][c][k] = ev->inertial[conn[i]].x[c];
  }
  b->kernel->type->lanes_forces(&e, r);
}

void ElementNonlinearForces(const Evaluation *ev, const Block *b, PetscInt n,
                            const PetscInt element[LANES], PetscReal factor,
                            double r[LANES][ELEMENT_MAX_DOFS])
{
  double *const to[LANES] = {r[0], r[1], r[2], r[3]};
  Lanes         all[ELEMENT_MAX_DOFS];
  ElementGroup  group;

  if (b->kernel->type->group_forces && !ev->motion) {
    BlockGatherElements(ev->assembly->model, b, element, ev->inertial, ev->gravity, NULL, &group);
    b->kernel->type->group_forces(&group, all, NULL, NULL, NULL);
  } else if (b->kernel->type->lanes_forces && !ev->motion && !BlockTraits(b).velocity) {
    static_forces(ev, b, element, factor, all);
  } else {
    memset(r, 0, (size_t)n * sizeof r[0]);
    for (PetscInt k = 0; k < n; k++) ElementAddNonlinearForces(ev, b, element[k], factor, r[k]);
    return;
  }
  lanes_scatter(all, (int)b->nd, (int)n, to);
}

void ElementForces(const Evaluation *ev, const DofValues *x, const Block *b, PetscInt e,
                   const LinearPart *part, PetscReal factor, double r[])
{
  for (PetscInt i = 0; i < b->nd; i++) r[i] = 0;
  if (b->nonlinear) ElementAddNonlinearForces(ev, b, e, factor, r);
  if (part->M) add_linear(ev, x, b, e, part, r);
}

PetscErrorCode LinearPartCreate(Model model, const Block *b, PetscInt e, LinearPart *part)
{
  const size_t n = (size_t)(b->nd * b->nd);

  PetscFunctionBeginUser;
  *part = (LinearPart){NULL, NULL, NULL};
  if (!BlockHasLinearPart(b)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc3(n, &part->M, n, &part->C, n, &part->K));
  PetscCall(BlockLinearPart(model, b, e, part->M, part->C, part->K));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LinearPartDestroy(LinearPart *part) { return PetscFree3(part->M, part->C, part->K); }
