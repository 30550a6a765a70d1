/* nodal_inertia.c: sums the inertia of nodes over their elements, and computes accelerations. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "nodal_inertia.h"
#include "term.h"
#include "element_forces.h"
#include "model/parts/element_iterator.h"
#include "element/element.h"

/* A node of this rank that rotates freely. */
typedef struct {
  PetscInt node;
  /* index of each component in this rank's part of global vectors; -1 if not free */
  PetscInt    at[COMPONENTS];
  int         free; /* bits of the free components */
  NodeInertia inertia;
} RotatingMass;

struct _n_NodalInertia {
  PetscBool is_nodal; /* all inertia belongs to nodes, and every free dof has inertia */
  /* mass of displacements of nodes that do not rotate; infinite for those in rotating */
  Vec           mass;
  PetscInt      n;
  RotatingMass *rotating; /* [n] */
};

PetscBool HasNodalInertia(NodalInertia nodal) { return (PetscBool)(nodal && nodal->is_nodal); }

PetscErrorCode NodalInertiaDestroy(NodalInertia *nodal)
{
  PetscFunctionBeginUser;
  if (!*nodal) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDestroy(&(*nodal)->mass));
  PetscCall(PetscFree((*nodal)->rotating));
  PetscCall(PetscFree(*nodal));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- sums over elements ---- */

/* Computes the momenta p[nd] of the nonlinear part of an element in the reference configuration.
   All nodes move along component c at rate 1. */
static void unit_momenta(Model model, const Block *b, PetscInt e, int c, double p[])
{
  double       x[ELEMENT_MAX_NODES][3];
  NodeState    node[ELEMENT_MAX_NODES];
  ElementState s = {
    .kernel = b->kernel, .prop = b->prop, .data = b->data + (size_t)e * (size_t)b->kernel->ndata};

  geometry_cell_coordinates(&model->mesh->g, (int)b->cells[e], x);
  for (int i = 0; i < shape_nodes(b->kernel->shape); i++) {
    node[i]                                = node_at_rest(x[i]);
    (c < 3 ? node[i].v : node[i].w)[c % 3] = 1;
    s.node[i]                              = &node[i];
  }
  b->kernel->type->momentum(&s, p);
}

/* Computes the moments of momentum at the nodes for unit rates of component c of all nodes; other
   entries of sum have no meaning. */
static PetscErrorCode SumMoments(Model model, int c, Vec local, Vec sum)
{
  PetscScalar *x;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(local));
  PetscCall(VecGetArray(local, &x));
  for (ElementIterator it = ModelElements(model); NextElement(&it);) {
    const Block *b                   = it.block;
    double       p[ELEMENT_MAX_DOFS] = {0};

    if (!b->nonlinear || !b->kernel->type->momentum) continue;
    unit_momenta(model, b, it.element, c, p);
    scatter(b->nd, BlockDofs(b, it.element), 1, p, x);
  }
  PetscCall(VecRestoreArray(local, &x));
  PetscCall(VecZeroEntries(sum));
  PetscCall(DMLocalToGlobal(model->mesh->dm, local, ADD_VALUES, sum));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the diagonal of the constant mass matrices; *diagonal is PETSC_TRUE if they have no
   other entries. */
static PetscErrorCode SumMasses(Model model, Vec local, Vec mass, PetscBool *diagonal)
{
  enum { N2 = ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS };
  PetscScalar *x;

  PetscFunctionBeginUser;
  *diagonal = PETSC_TRUE;
  PetscCall(VecZeroEntries(local));
  PetscCall(VecGetArray(local, &x));
  for (ElementIterator it = ModelElements(model); *diagonal && NextElement(&it);) {
    const Block *b = it.block;
    double       M[N2], C[N2], K[N2], m[ELEMENT_MAX_DOFS];

    if (!BlockHasLinearPart(b)) continue;
    PetscCall(BlockLinearPart(model, b, it.element, M, C, K));
    for (PetscInt i = 0; i < b->nd * b->nd; i++)
      if (i / b->nd != i % b->nd && M[i] != 0) *diagonal = PETSC_FALSE;
    for (PetscInt i = 0; i < b->nd; i++) m[i] = M[i * (b->nd + 1)];
    scatter(b->nd, BlockDofs(b, it.element), 1, m, x);
  }
  PetscCall(VecRestoreArray(local, &x));
  PetscCall(VecZeroEntries(mass));
  PetscCall(DMLocalToGlobal(model->mesh->dm, local, ADD_VALUES, mass));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Lists n->rotating, without inertia. */
static PetscErrorCode FindRotatingNodes(Model model, NodalInertia n)
{
  const Layout *l = &model->layout;
  const Mesh    m = model->mesh;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(m->nowned, &n->rotating));
  for (PetscInt i = 0; i < m->g.nnodes; i++) {
    RotatingMass *t = &n->rotating[n->n];

    if (!m->owned[i] || !(l->components[i] & ROTATIONS)) continue;
    *t = (RotatingMass){.node = i};
    for (int c = 0; c < COMPONENTS; c++) {
      const PetscInt dof = l->dof[COMPONENTS * i + c], at = dof < 0 ? -1 : l->global[dof];

      t->at[c] = at < 0 ? -1 : at - l->first;
      if (at >= 0) t->free |= 1 << c;
    }
    if (t->free & ROTATIONS) n->n++;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets column c of the relation between the moments of a node and its rates: s x e_c for a
   displacement, J e_c for a rotation. Rows that are not free are unknown and not needed. */
static void set_inertia_column(RotatingMass *t, int c, const PetscScalar sum[])
{
  for (int k = 0; k < 3; k++) {
    const int    last  = 3 - k - c % 3; /* the third of 0, 1, 2 */
    const double value = t->at[3 + k] < 0 ? 0 : sum[t->at[3 + k]];

    if (c >= 3) t->inertia.J[3 * k + c - 3] = value;
    else if (k != c && value != 0) t->inertia.s[last] = (k + 1) % 3 == last ? value : -value;
  }
}

/* Sums the inertia of rotating nodes, and replaces their masses by infinity; *resists becomes
   PETSC_FALSE if the inertia of a node is singular. */
static PetscErrorCode SumRotatingInertia(Model model, Vec local, NodalInertia n, PetscBool *resists)
{
  const PetscScalar *sum;
  PetscScalar       *mass;
  Vec                moments;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(n->mass, &moments));
  for (int c = 0; c < COMPONENTS; c++) {
    PetscCall(SumMoments(model, c, local, moments));
    PetscCall(VecGetArrayRead(moments, &sum));
    for (PetscInt k = 0; k < n->n; k++) set_inertia_column(&n->rotating[k], c, sum);
    PetscCall(VecRestoreArrayRead(moments, &sum));
  }
  PetscCall(VecDestroy(&moments));
  PetscCall(VecGetArray(n->mass, &mass));
  for (PetscInt k = 0; k < n->n; k++) {
    RotatingMass *t = &n->rotating[k];

    for (int c = 0; c < COMPONENTS; c++) {
      if (c < 3 && t->at[c] >= 0) t->inertia.mass[c] = mass[t->at[c]];
      if (t->at[c] >= 0) mass[t->at[c]] = INFINITY;
    }
    if (!node_inertia_is_regular(&t->inertia, t->free)) *resists = PETSC_FALSE;
  }
  PetscCall(VecRestoreArray(n->mass, &mass));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateNodalInertia(Assembly a)
{
  PetscBool rotates = (PetscBool)(ConfigurationChart(a->configuration)->n > 0),
            resists = PETSC_TRUE;
  PetscReal    least;
  Vec          local;
  NodalInertia n;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&n));
  a->nodal = n;
  PetscCall(DMCreateGlobalVector(a->model->mesh->dm, &n->mass));
  PetscCall(DMCreateLocalVector(a->model->mesh->dm, &local));
  PetscCall(SumMasses(a->model, local, n->mass, &n->is_nodal));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &n->is_nodal, 1, FS_MPI_BOOL, MPI_LAND, a->model->comm));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &rotates, 1, FS_MPI_BOOL, MPI_LOR, a->model->comm));
  if (n->is_nodal && rotates) {
    PetscCall(FindRotatingNodes(a->model, n));
    PetscCall(SumRotatingInertia(a->model, local, n, &resists));
  }
  PetscCall(VecDestroy(&local));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &resists, 1, FS_MPI_BOOL, MPI_LAND, a->model->comm));
  PetscCall(VecMin(n->mass, NULL, &least));
  n->is_nodal = (PetscBool)(n->is_nodal && resists && least > 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode Nodal_Assembly(FsSystem sys, PetscBool *nodal)
{
  Assembly a = AssemblyOf(sys);

  PetscFunctionBeginUser;
  if (!a->nodal) PetscCall(CreateNodalInertia(a));
  *nodal = a->nodal->is_nodal;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- accelerations ---- */

/* Computes a = -r / mass and v += h a; returns the sum of squares of a. */
SIMD_CLONES static PetscReal accelerate_translations(PetscInt n, PetscReal h, const PetscScalar r[],
                                                     const PetscScalar mass[],
                                                     PetscScalar *restrict v,
                                                     PetscScalar *restrict a)
{
  PetscReal sum[LANES] = {0}; /* independent sums */
  PetscInt  i          = 0;

  for (; i + LANES <= n; i += LANES)
    for (int k = 0; k < LANES; k++) {
      a[i + k] = -r[i + k] / mass[i + k];
      v[i + k] += h * a[i + k];
      sum[k] += a[i + k] * a[i + k];
    }
  for (; i < n; i++) {
    a[i] = -r[i] / mass[i];
    v[i] += h * a[i];
    sum[0] += a[i] * a[i];
  }
  return sum[0] + sum[1] + sum[2] + sum[3];
}

/* Computes a and v of n <= LANES rotating nodes; returns the sum of squares of a. The acceleration
   is NaN if a node has none, so the step fails on all ranks. */
static PetscReal accelerate_rotations(PetscInt n, const RotatingMass t[], PetscReal h,
                                      const NodeState nodes[], const PetscScalar r[],
                                      PetscScalar v[], PetscScalar a[])
{
  double             force[LANES][COMPONENTS], acceleration[LANES][COMPONENTS];
  const double      *of_force[LANES];
  double            *of_acceleration[LANES];
  const NodeInertia *inertia[LANES];
  const NodeState   *node[LANES];
  PetscReal          sum = 0;
  int                free[LANES], failed;

  for (int k = 0; k < LANES; k++) {
    const RotatingMass *own = &t[PetscMin(k, n - 1)];

    for (int c = 0; c < COMPONENTS; c++) force[k][c] = own->at[c] < 0 ? 0 : r[own->at[c]];
    inertia[k]         = &own->inertia;
    node[k]            = &nodes[own->node];
    free[k]            = own->free;
    of_force[k]        = force[k];
    of_acceleration[k] = acceleration[k];
  }
  failed = node_accelerations(inertia, free, node, h, of_force, of_acceleration);
  for (PetscInt k = 0; k < n; k++)
    for (int c = 0; c < COMPONENTS; c++) {
      const PetscInt at = t[k].at[c];

      if (at < 0) continue;
      a[at] = failed >> k & 1 ? NAN : acceleration[k][c];
      v[at] += h * a[at];
      sum += a[at] * a[at];
    }
  return sum;
}

PetscErrorCode NodalInertiaAccelerate(NodalInertia nodal, const NodeState nodes[], PetscReal h,
                                      Vec residual, Vec v, Vec a, PetscReal *norm)
{
  const PetscScalar *r, *mass;
  PetscScalar       *xd, *xdd;
  PetscReal          sum;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(residual, &n));
  PetscCall(VecGetArrayRead(residual, &r));
  PetscCall(VecGetArrayRead(nodal->mass, &mass));
  PetscCall(VecGetArray(v, &xd));
  PetscCall(VecGetArray(a, &xdd));
  sum = accelerate_translations(n, h, r, mass, xd, xdd);
  for (PetscInt k = 0; k < nodal->n; k += LANES)
    sum += accelerate_rotations(PetscMin(LANES, nodal->n - k), &nodal->rotating[k], h, nodes, r, xd,
                                xdd);
  PetscCall(VecRestoreArray(a, &xdd));
  PetscCall(VecRestoreArray(v, &xd));
  PetscCall(VecRestoreArrayRead(nodal->mass, &mass));
  PetscCall(VecRestoreArrayRead(residual, &r));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &sum, 1, MPIU_REAL, MPI_SUM,
                              PetscObjectComm((PetscObject)residual)));
  *norm = PetscSqrtReal(sum);
  PetscFunctionReturn(PETSC_SUCCESS);
}
