/* displacement_residual.c: computes residuals that depend on displacements only.

   Nodes have four numbers, x, y, z and an unused one, so that one instruction reads or adds them.
   The displacements become positions. Then elements compute the forces on nodes, LANES at a time.
   At the end the forces are added to the dofs.

   Several ranks read and add to local vectors. One rank reads and adds to the global vectors
   themselves, because a copy would be one more pass through memory. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "batched_elements.h"
#include "model/parts/block.h"
#include "element/element.h"

enum { SIZE = LANES };
typedef double NodeVector
  __attribute__((vector_size(SIZE * sizeof(double)), aligned(sizeof(double))));

struct _n_DisplacementResidual {
  /* [nnodes] index of x in local vectors; y and z follow (DetectDisplacementsOnly()); -1 for
     none */
  PetscInt *dof;
  /* [nnodes] on one rank: the same in global vectors; -1 if the dofs of a node are not all free */
  PetscInt   *free;
  PetscInt    nsupported;
  PetscInt   *supported; /* [nsupported] the nodes with dofs that are not all free */
  NodeVector *x;         /* [nnodes] positions [m] */
  NodeVector *force;     /* [nnodes] [N] */
  PetscInt    nblocks;
  /* [nblocks][elements][nodes of an element]; the last element is repeated to fill its group; NULL
     for linear blocks */
  int **nodes;
};

/* Lists the nodes of the elements of a block. */
static PetscErrorCode ListNodes(const Geometry *g, const Block *b, int **nodes)
{
  const size_t nn = (size_t)shape_nodes(b->kernel->shape),
               n  = (size_t)(b->ncells + LANES - 1) / LANES * LANES;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(nn * n, nodes));
  for (size_t e = 0; e < n; e++) {
    const PetscInt cell = b->cells[PetscMin((PetscInt)e, b->ncells - 1)];

    PetscCall(PetscArraycpy(*nodes + nn * e, g->conn + g->offset[cell], nn));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the index of x in global vectors if x, y, z are free and follow each other, or -1. */
static PetscInt first_free(const PetscInt global[], PetscInt dof)
{
  if (dof < 0) return -1;
  for (int c = 0; c < 3; c++)
    if (global[dof + c] < 0 || global[dof + c] != global[dof] + c) return -1;
  return global[dof];
}

static PetscErrorCode CreateDisplacementResidual(Model model, DisplacementResidual *out)
{
  const size_t         n = (size_t)model->mesh->g.nnodes;
  DisplacementResidual p;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&p));
  *out       = p;
  p->nblocks = model->nblocks;
  PetscCall(PetscMalloc1(n, &p->dof));
  PetscCall(PetscMalloc1(n, &p->free));
  PetscCall(PetscMalloc1(n, &p->supported));
  for (size_t i = 0; i < n; i++) {
    p->dof[i]  = model->layout.dof[COMPONENTS * i];
    p->free[i] = first_free(model->layout.global, p->dof[i]);
    if (p->dof[i] >= 0 && p->free[i] < 0) p->supported[p->nsupported++] = (PetscInt)i;
  }
  PetscCall(PetscMalloc1(n, &p->x));
  PetscCall(PetscMalloc1(n, &p->force));
  PetscCall(PetscCalloc1(p->nblocks, &p->nodes));
  for (PetscInt k = 0; k < p->nblocks; k++)
    if (model->block[k].nonlinear)
      PetscCall(ListNodes(&model->mesh->g, &model->block[k], &p->nodes[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode DisplacementResidualDestroy(DisplacementResidual *residual)
{
  PetscFunctionBeginUser;
  if (!*residual) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt k = 0; k < (*residual)->nblocks; k++) PetscCall(PetscFree((*residual)->nodes[k]));
  PetscCall(PetscFree((*residual)->nodes));
  PetscCall(PetscFree((*residual)->dof));
  PetscCall(PetscFree((*residual)->free));
  PetscCall(PetscFree((*residual)->supported));
  PetscCall(PetscFree((*residual)->x));
  PetscCall(PetscFree((*residual)->force));
  PetscCall(PetscFree(*residual));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the positions from the displacements u, and the forces to 0. The three dofs of node i start
   at u[at[i]]; the displacement is 0 if at[i] is negative. */
SIMD_CLONES static void set_positions(const Geometry *g, const PetscInt at[], const PetscScalar u[],
                                      DisplacementResidual p)
{
  for (int i = 0; i < g->nnodes; i++) {
    const PetscScalar *own = u + at[i];
    const NodeVector   x   = {g->x[i][0], g->x[i][1], g->x[i][2], 0};

    p->x[i]     = at[i] < 0 ? x : x + (NodeVector){own[0], own[1], own[2], 0};
    p->force[i] = (NodeVector){0};
  }
}

/* Adds the displacements of nodes whose dofs are not all free: free ones from q, a global vector of
   one rank, and the others from u, a local vector. */
static void set_supported_positions(const PetscInt global[], const PetscScalar q[],
                                    const PetscScalar u[], DisplacementResidual p)
{
  for (PetscInt k = 0; k < p->nsupported; k++) {
    const PetscInt i = p->supported[k], dof = p->dof[i];

    for (int c = 0; c < 3; c++) p->x[i][c] += global[dof + c] < 0 ? u[dof + c] : q[global[dof + c]];
  }
}

/* Adds sign times the forces to r, whose index at[] is that of set_positions(). */
SIMD_CLONES static void add_to_dofs(PetscInt n, const PetscInt at[], double sign,
                                    DisplacementResidual p, PetscScalar r[])
{
  for (PetscInt i = 0; i < n; i++)
    for (int c = 0; c < 3 && at[i] >= 0; c++) r[at[i] + c] += sign * p->force[i][c];
}

/* Adds the forces on the free dofs of nodes whose dofs are not all free. */
static void add_to_supported_nodes(const PetscInt global[], DisplacementResidual p, PetscScalar r[])
{
  for (PetscInt k = 0; k < p->nsupported; k++) {
    const PetscInt i = p->supported[k], *at = global + p->dof[i];

    for (int c = 0; c < 3; c++)
      if (at[c] >= 0) r[at[c]] += p->force[i][c];
  }
}

/* Gathers the data and positions of n <= LANES elements with nn nodes each, from the first on. All
   other members of e must be set. */
static ALWAYS_INLINE void gather_lanes(const Block *b, PetscInt first, int n, int nn,
                                       const int nodes[], const NodeVector x[], ElementLanes *e)
{
  for (int k = 0; k < LANES; k++)
    e->data[k] = b->data + (size_t)(first + PetscMin(k, n - 1)) * (size_t)b->kernel->ndata;
  for (int i = 0; i < nn; i++) {
    Lanes row[LANES] = {x[nodes[i]], x[nodes[nn + i]], x[nodes[2 * nn + i]], x[nodes[3 * nn + i]]};

    lanes_transpose(row);
    for (int c = 0; c < 3; c++) e->x[i][c] = row[c];
  }
}

/* Adds r[nn][3] of the first n lanes to the forces of their nodes. */
static ALWAYS_INLINE void scatter_lanes(int n, int nn, const int nodes[], const Lanes r[],
                                        NodeVector force[])
{
  for (int i = 0; i < nn; i++, r += 3) {
    Lanes row[LANES] = {r[0], r[1], r[2], lanes_fill(0)};

    lanes_transpose(row);
    for (int k = 0; k < n; k++) force[nodes[nn * k + i]] += row[k];
  }
}

/* Adds the forces of the elements of a block, with nn nodes each, to those of the nodes; if energy
   is not NULL, adds their energies to *energy instead. Lanes beyond the last element repeat it and
   are not added. Several groups are gathered before they are computed, so that the square roots and
   quotients of one group do not wait for those of another. */
static ALWAYS_INLINE void add_elements(const Block *b, int nn, const int nodes[], double factor,
                                       DisplacementResidual p, double *energy)
{
  enum { GROUPS = 4 };
  ElementLanes e[GROUPS];
  Lanes        r[GROUPS][3 * SHAPE_MAX_NODES], energies_of_lanes;

  for (int k = 0; k < GROUPS; k++)
    e[k] = (ElementLanes){.kernel = b->kernel, .prop = b->prop, .factor = factor};
  for (PetscInt first = 0; first < b->ncells;
       first += GROUPS * LANES, nodes += GROUPS * LANES * nn) {
    const PetscInt remaining = PetscMin(b->ncells - first, GROUPS * LANES);
    const int full = (int)remaining / LANES, rest = (int)remaining % LANES, n = full + (rest > 0);

    for (int k = 0; k < full; k++)
      gather_lanes(b, first + LANES * k, LANES, nn, nodes + LANES * nn * k, p->x, &e[k]);
    if (rest)
      gather_lanes(b, first + LANES * full, rest, nn, nodes + LANES * nn * full, p->x, &e[full]);
    for (int k = 0; k < n && energy; k++) {
      b->kernel->type->lanes_energy(&e[k], &energies_of_lanes);
      for (int lane = 0; lane < (k < full ? LANES : rest); lane++)
        *energy += energies_of_lanes[lane];
    }
    if (energy) continue;
    for (int k = 0; k < n; k++) b->kernel->type->lanes_forces(&e[k], r[k]);
    for (int k = 0; k < full; k++) scatter_lanes(LANES, nn, nodes + LANES * nn * k, r[k], p->force);
    if (rest) scatter_lanes(rest, nn, nodes + LANES * nn * full, r[full], p->force);
  }
}

SIMD_CLONES static void add_block_elements(const Block *b, const int nodes[], double factor,
                                           DisplacementResidual p, double *energy)
{
  switch (shape_nodes(b->kernel->shape)) { /* constants unroll the loops */
  case 2:
    add_elements(b, 2, nodes, factor, p, energy);
    break;
  case 3:
    add_elements(b, 3, nodes, factor, p, energy);
    break;
  default:
    add_elements(b, 4, nodes, factor, p, energy);
  }
}

/* Adds the forces of all nonlinear blocks to those of the nodes. */
static PetscErrorCode AddBlocks(const Evaluation *ev, DisplacementResidual p)
{
  const Model model = ev->assembly->model;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nblocks; k++) {
    const Block *b = &model->block[k];
    PetscReal    factor;

    if (!b->nonlinear) continue;
    PetscCall(TermFactor(ev, b->time, &b->harmonic, &factor));
    PetscCall(PetscLogEventBegin(b->event, 0, 0, 0, 0));
    add_block_elements(b, p->nodes[k], factor, p, NULL);
    PetscCall(PetscLogEventEnd(b->event, 0, 0, 0, 0));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the forces to r, a global vector of one rank. */
static PetscErrorCode AddOnOneRank(DisplacementResidual p, const Evaluation *ev, Vec r)
{
  const Geometry    *g      = &ev->assembly->model->mesh->g;
  const PetscInt    *global = ev->assembly->model->layout.global;
  const PetscScalar *q;
  PetscScalar       *to;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(ev->s->q, &q));
  set_positions(g, p->free, q, p);
  set_supported_positions(global, q, ev->displacements, p);
  PetscCall(VecRestoreArrayRead(ev->s->q, &q));
  PetscCall(AddBlocks(ev, p));
  PetscCall(VecGetArray(r, &to));
  add_to_dofs(g->nnodes, p->free, 1, p, to);
  add_to_supported_nodes(global, p, to);
  PetscCall(VecRestoreArray(r, &to));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode DisplacementResidualAdd(DisplacementResidual *residual, const Evaluation *ev, Vec r,
                                       PetscScalar local[])
{
  const Model model = ev->assembly->model;

  PetscFunctionBeginUser;
  if (!*residual) PetscCall(CreateDisplacementResidual(model, residual));
  if (!local) {
    PetscCall(AddOnOneRank(*residual, ev, r));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  set_positions(&model->mesh->g, (*residual)->dof, ev->displacements, *residual);
  PetscCall(AddBlocks(ev, *residual));
  add_to_dofs(model->mesh->g.nnodes, (*residual)->dof, 1, *residual, local);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode DisplacementResidualBalance(DisplacementResidual *residual, const Evaluation *ev,
                                           PetscReal *strain, PetscScalar applied[])
{
  const Model model = ev->assembly->model;
  PetscBool   loads = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (!*residual) PetscCall(CreateDisplacementResidual(model, residual));
  set_positions(&model->mesh->g, (*residual)->dof, ev->displacements, *residual);
  for (PetscInt k = 0; k < model->nblocks; k++) {
    const Block *b = &model->block[k];
    PetscReal    factor;

    if (!b->nonlinear) continue;
    PetscCall(TermFactor(ev, b->time, &b->harmonic, &factor));
    if (b->time) loads = PETSC_TRUE;
    if (b->time || b->kernel->type->energy)
      add_block_elements(b, (*residual)->nodes[k], factor, *residual, b->time ? NULL : strain);
  }
  if (loads) add_to_dofs(model->mesh->g.nnodes, (*residual)->dof, -1, *residual, applied);
  PetscFunctionReturn(PETSC_SUCCESS);
}
