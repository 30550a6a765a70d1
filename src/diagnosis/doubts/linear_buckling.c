/* linear_buckling.c: warns if the loads of a linear model are beyond its buckling load.

   Buckling factors of K x = p (-K_g) x are 1/mu, where mu are the eigenvalues of K^-1 (-K_g). This
   operator is symmetric in the inner product x . K y. Lanczos' method in this inner product
   (Parlett, The Symmetric Eigenvalue Problem, 1998, ch. 13 and 15) needs one solve with the factors
   of the analysis for each vector, and no factorization of its own. Its largest Ritz value is a
   Rayleigh quotient, and therefore a lower bound of the largest mu: if it exceeds 1, the loads are
   beyond the buckling load. A count of the negative eigenvalues of K + K_g would be as certain, but
   needs a factorization with pivots, which most models with -linearize never need. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "linear_buckling.h"
#include "assembly/evaluation.h"
#include "base/lapack.h"
#include "math/rotation.h"
#include "math/small_dense.h"
#include "solve/solve.h"
#include "math/vector.h"

/* MOST: number of Lanczos vectors at most. Models that are far from buckling, as most are, stop
   after FEWEST. */
enum { MOST = 20, FEWEST = 2 };

/* GeometricStiffness - The product -K_g x of a model at an equilibrium q.

   Only the mean strains of each element along its line or in its surface count, that is its axial
   or membrane forces. The derivative of the tangent with respect to all of q would also have the
   terms of rotations and curvatures before buckling. To first order these make a tangent
   indefinite that is not, because the terms of second order, which restore it, are missing.
   The product is the mixed second derivative of the elements' forces with respect to these strains
   and x, which is a central difference of forces at four states. All members are owned, except for
   model. */
typedef struct {
  Model      model;
  NodeState *q;        /* [nnodes] x is the displacement of q [m] */
  PetscReal  size;     /* factor of q in differences */
  Vec        local[2]; /* vectors with ghosts: x and the product */
} GeometricStiffness;

/* ---- models ---------------------------------------------------------------------------------- */

/* Returns whether K_g of the model is known: whether all parts with several nodes are linearized
   elements without strains of their own. Springs have no K_g. */
static PetscErrorCode IsKnown(FsSystem sys, PetscBool *known)
{
  const Model model = AssemblyModel(AssemblyOf(sys));
  PetscBool   any   = PETSC_FALSE;

  PetscFunctionBeginUser;
  *known = (PetscBool)(sys->traits.linear && model->linearize && !sys->constraints);
  for (PetscInt k = 0; k < model->nparts && *known; k++) {
    const Block *b = &model->block[k];
    PetscBool    spring;

    PetscCall(PetscStrcasecmp(b->kernel->name, "spring", &spring));
    if (BlockIsLinearized(model, b)) any = PETSC_TRUE;
    else if (shape_nodes(b->kernel->shape) > 1 && !spring) *known = PETSC_FALSE;
    if (b->unstrained) *known = PETSC_FALSE;
  }
  if (!any) *known = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- geometric stiffness --------------------------------------------------------------------- */

/* Angles and strains of both steps of a difference. */
static const PetscReal SMALL = 1e-3;

/* Creates the displacements of the nodes. *moved is PETSC_FALSE if nothing moves. */
static PetscErrorCode GeometricCreate(FsSystem sys, const FsState *s, const FsLoading *loading,
                                      GeometricStiffness *G, PetscBool *moved)
{
  const PetscReal length = FsSystemCharacteristicLength(sys);
  const Geometry *g;
  PetscReal       most = 0;
  Evaluation      ev;

  PetscFunctionBeginUser;
  *G = (GeometricStiffness){.model = AssemblyModel(AssemblyOf(sys))};
  g  = &G->model->mesh->g;
  PetscCall(AssemblyEvaluate(AssemblyOf(sys), s, loading, PETSC_TRUE, &ev));
  PetscCall(PetscMalloc1(g->nnodes, &G->q));
  for (int i = 0; i < g->nnodes; i++) {
    G->q[i] = ev.nodes[i];
    for (int c = 0; c < 3; c++) {
      G->q[i].x[c] -= g->x[i][c];
      most = PetscMax(most, PetscAbsReal(G->q[i].x[c]) / length);
    }
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &most, 1, MPIU_REAL, MPIU_MAX, sys->comm));
  *moved  = (PetscBool)(most > 0 && !PetscIsInfOrNanReal(most));
  G->size = *moved ? SMALL / most : 0;
  for (int k = 0; k < 2; k++) PetscCall(DMCreateLocalVector(G->model->mesh->dm, &G->local[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GeometricDestroy(GeometricStiffness *G)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(G->q));
  for (int k = 0; k < 2; k++) PetscCall(VecDestroy(&G->local[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes two orthogonal unit vectors t of a cell at its mean tangents: along a line, which has
   one, or in a surface. Returns 0 if the cell has no such vectors. */
static int cell_axes(int dimension, const double tangent[2][3], double t[2][3])
{
  double across[3];

  memcpy(t, tangent, 2 * sizeof *t);
  if (!(norm(t[0]) > 0)) return 0;
  normalize(t[0]);
  if (dimension < 2) return 1;
  cross(t[0], tangent[1], across);
  if (!(norm(across) > 0)) return 0;
  normalize(across);
  cross(across, t[0], t[1]);
  return 2;
}

/* Computes the displacements u[nn][3] of a cell that have the mean strains of the displacements of
   q, and neither its rotation nor its curvature. */
static void strain_displacements(const GeometricStiffness *G, const Block *b, PetscInt e,
                                 double u[ELEMENT_MAX_NODES][3])
{
  const Geometry *g    = &G->model->mesh->g;
  const int      *conn = g->conn + g->offset[b->cells[e]], nn = shape_nodes(b->kernel->shape);
  double     tangent[2][3] = {{0}}, slope[2][3] = {{0}}, t[2][3], J[4] = {1, 0, 0, 1}, H[4] = {0};
  double     middle[3] = {0};
  ShapePoint points[SHAPE_MAX_POINTS];
  const int  npoints = shape_points(b->kernel->shape, 0, points);
  int        n;

  for (int i = 0; i < nn; i++)
    for (int c = 0; c < 3; c++) {
      middle[c] += g->x[conn[i]][c] / nn;
      u[i][c] = 0;
      for (int k = 0; k < npoints; k++)
        for (int d = 0; d < shape_dimension(b->kernel->shape); d++) {
          tangent[d][c] += points[k].dN[i][d] * g->x[conn[i]][c];
          slope[d][c] += points[k].dN[i][d] * G->q[conn[i]].x[c];
        }
    }
  n = cell_axes(shape_dimension(b->kernel->shape), (const double(*)[3])tangent, t);
  /* gradients H: slope = J H, with both in the axes t */
  for (int d = 0; d < n; d++)
    for (int k = 0; k < n; k++) {
      J[2 * d + k] = dot(tangent[d], t[k]);
      H[2 * d + k] = dot(slope[d], t[k]);
    }
  if (!n || small_solve(2, 2, J, 2, H) == 0) return;
  H[1] = H[2] = (H[1] + H[2]) / 2;
  for (int i = 0; i < nn; i++) {
    const double r[3] = {g->x[conn[i]][0] - middle[0], g->x[conn[i]][1] - middle[1],
                         g->x[conn[i]][2] - middle[2]};

    for (int k = 0; k < n; k++)
      for (int d = 0; d < n; d++)
        for (int c = 0; c < 3; c++) u[i][c] += t[k][c] * H[2 * k + d] * dot(r, t[d]);
  }
}

/* Sets the states of an element's nodes to those at displacements factor[0] u and at factor[1] x.
 */
static void displace_nodes(const GeometricStiffness *G, const Block *b, PetscInt e,
                           const PetscReal factor[2], const double u[ELEMENT_MAX_NODES][3],
                           const PetscScalar x[], NodeState node[ELEMENT_MAX_NODES])
{
  const Geometry *g    = &G->model->mesh->g;
  const int      *conn = g->conn + g->offset[b->cells[e]], nc = b->kernel->nc;
  double          turn[ELEMENT_MAX_NODES][3] = {{0}};

  for (int n = 0; n < b->nd / nc; n++) {
    node[n] = node_at_rest(g->x[conn[n]]);
    for (int c = 0; c < 3; c++) node[n].x[c] += factor[0] * u[n][c];
  }
  for (PetscInt i = 0; i < b->nd; i++) {
    const PetscInt dof = BlockDofs(b, e)[i];
    const int      c   = BlockComponent(b, i);

    if (dof >= 0) *(c < 3 ? &node[i / nc].x[c] : &turn[i / nc][c - 3]) += factor[1] * x[dof];
  }
  for (int n = 0; n < b->nd / nc; n++) {
    rotation_exp(turn[n], node[n].q);
    rotation_matrix(node[n].q, node[n].R);
  }
}

/* Adds -K_g x of an element to y; size is the factor of x. */
static void add_element(const GeometricStiffness *G, const Block *b, PetscInt e, PetscReal size,
                        const PetscScalar x[], PetscScalar y[])
{
  static const double none[3] = {0, 0, 0};
  double              r[4][ELEMENT_MAX_DOFS], u[ELEMENT_MAX_NODES][3];

  strain_displacements(G, b, e, u);
  for (int k = 0; k < 4; k++) {
    const PetscReal factor[2] = {k & 1 ? -G->size : G->size, k & 2 ? -size : size};
    NodeState       node[ELEMENT_MAX_NODES];
    ElementState    s;

    displace_nodes(G, b, e, factor, (const double(*)[3])u, x, node);
    BlockGather(G->model, b, e, G->q, 1, none, &s);
    for (int n = 0; n < b->nd / b->kernel->nc; n++) s.node[n] = &node[n];
    for (PetscInt i = 0; i < b->nd; i++) r[k][i] = 0;
    if (b->kernel->type->forces(&s, r[k], NULL, NULL, NULL)) return;
  }
  for (PetscInt i = 0; i < b->nd; i++)
    if (BlockDofs(b, e)[i] >= 0)
      y[BlockDofs(b, e)[i]] -= (r[0][i] - r[1][i] - r[2][i] + r[3][i]) / (4 * G->size * size);
}

/* Computes y = -K_g x. */
static PetscErrorCode GeometricProduct(FsSystem sys, const GeometricStiffness *G, Vec x, Vec y)
{
  const DM           dm = G->model->mesh->dm;
  const PetscScalar *from;
  PetscScalar       *to;
  PetscReal          size;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(FsSystemNorm(sys, x, &size));
  PetscCall(VecGetSize(x, &n));
  size /= FsSystemCharacteristicLength(sys) * PetscSqrtReal((PetscReal)n); /* mean angle */
  PetscCall(VecZeroEntries(G->local[0])); /* supported dofs do not move */
  PetscCall(VecZeroEntries(G->local[1]));
  PetscCall(DMGlobalToLocal(dm, x, INSERT_VALUES, G->local[0]));
  PetscCall(VecGetArrayRead(G->local[0], &from));
  PetscCall(VecGetArray(G->local[1], &to));
  for (PetscInt k = 0; k < G->model->nparts; k++)
    for (PetscInt e = 0; e < G->model->block[k].ncells; e++)
      if (BlockIsLinearized(G->model, &G->model->block[k]))
        add_element(G, &G->model->block[k], e, SMALL / size, from, to);
  PetscCall(VecRestoreArray(G->local[1], &to));
  PetscCall(VecRestoreArrayRead(G->local[0], &from));
  PetscCall(VecZeroEntries(y));
  PetscCall(DMLocalToGlobal(dm, G->local[1], ADD_VALUES, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- Lanczos' method ------------------------------------------------------------------------- */

/* Lanczos - Vectors v that are orthonormal in the inner product of K, their products K v, and the
   projection T of K^-1 (-K_g). */
typedef struct {
  PetscInt    n;
  Vec         v[MOST + 1], Kv[MOST + 1]; /* [n] owned */
  PetscScalar T[MOST * MOST];            /* [n][n], with a row length of MOST */
} Lanczos;

/* Sets force to numbers that look random and depend on the places of the nodes alone, so that they
   are the same on any number of ranks. */
static PetscErrorCode StartForces(FsSystem sys, Model model, Vec force)
{
  const Layout   *l    = &model->layout;
  const Geometry *g    = &model->mesh->g;
  const PetscReal size = FsSystemCharacteristicLength(sys);
  PetscScalar    *f;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(force));
  PetscCall(VecGetArray(force, &f));
  for (int i = 0; i < g->nnodes; i++)
    for (int c = 0; c < COMPONENTS && model->mesh->owned[i]; c++) {
      const PetscInt dof = l->dof[COMPONENTS * i + c];
      const double  *x = g->x[i], phase = (5.1 * x[0] + 7.3 * x[1] + 11.7 * x[2]) / size;

      if (dof < 0 || l->global[dof] < 0) continue;
      f[l->global[dof] - l->first] = sin(phase + 1.3 * c + 0.4) * (c < 3 ? 1 : 0.3 * size);
    }
  PetscCall(VecRestoreArray(force, &f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Makes the solution w of K w = force orthogonal to the vectors, and adds it to them. *grown is
   PETSC_FALSE if nothing is left of it. */
static PetscErrorCode AddVector(Lanczos *l, Vec w, Vec force, PetscBool *grown)
{
  const PetscReal round_off = 1e-20; /* of the square of its norm */
  PetscReal       before, norm = 0;

  PetscFunctionBeginUser;
  *grown = PETSC_FALSE;
  PetscCall(VecDot(w, force, &before));
  for (int twice = 0; twice < 2; twice++)
    for (PetscInt k = 0; k < l->n; k++) {
      PetscScalar part;

      PetscCall(VecDot(l->v[k], force, &part));
      PetscCall(VecAXPY(w, -part, l->v[k]));
      PetscCall(VecAXPY(force, -part, l->Kv[k]));
    }
  PetscCall(VecDot(w, force, &norm));
  if (!(norm > round_off * before)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicate(w, &l->v[l->n]));
  PetscCall(VecDuplicate(w, &l->Kv[l->n]));
  PetscCall(VecCopy(w, l->v[l->n]));
  PetscCall(VecCopy(force, l->Kv[l->n]));
  PetscCall(VecScale(l->v[l->n], 1 / PetscSqrtReal(norm)));
  PetscCall(VecScale(l->Kv[l->n], 1 / PetscSqrtReal(norm)));
  l->n++;
  *grown = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the largest Ritz value of the first n vectors, and its vector in the basis. */
static PetscErrorCode LargestRitz(const Lanczos *l, PetscInt n, PetscReal *mu, PetscScalar y[])
{
  PetscScalar A[MOST * MOST];
  PetscReal   value[MOST];

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; i++)
    for (PetscInt k = 0; k < n; k++) A[n * i + k] = l->T[MOST * i + k];
  PetscCall(LapackEigen(n, A, value));
  *mu = value[n - 1];
  for (PetscInt k = 0; k < n; k++) y[k] = A[n * (n - 1) + k];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether n vectors with the largest Ritz value mu show that the model has not buckled.
   Ritz values grow with each vector: in random frames, two vectors find at least a fiftieth of the
   largest eigenvalue, and the margin shrinks fast. */
static PetscBool is_enough(PetscInt n, PetscReal mu)
{
  return (PetscBool)(n >= FEWEST && mu * (1 + 1000 / PetscPowRealInt((PetscReal)n, 4)) < 1);
}

/* Looks for a motion x that proves that the model has buckled, and continues until the largest Ritz
   value *mu, which is then the ratio of the loads to the buckling load, has two digits. */
static PetscErrorCode Search(FsSystem sys, FsStage stage, const GeometricStiffness *G, Lanczos *l,
                             Vec w, Vec force, PetscReal *mu, Vec x)
{
  const PetscReal converged = 1e-3; /* change of the Ritz value in a step */
  PetscScalar     y[MOST];
  PetscReal       before = 0;
  PetscInt        known  = 0;
  PetscBool       ok, grown = PETSC_TRUE;

  PetscFunctionBeginUser;
  *mu = 0;
  while (grown && l->n <= MOST) {
    const PetscInt n = l->n; /* rows of T that are known */

    PetscCall(StageSolveStiffness(stage, force, w, &ok));
    if (!ok) break;
    PetscCall(AddVector(l, w, force, &grown));
    if (!grown || n == MOST) break;
    PetscCall(GeometricProduct(sys, G, l->v[n], force));
    for (PetscInt k = 0; k <= n; k++) {
      PetscCall(VecDot(l->v[k], force, &l->T[MOST * n + k]));
      l->T[MOST * k + n] = l->T[MOST * n + k];
    }
    known = n + 1;
    PetscCall(LargestRitz(l, known, mu, y));
    if (is_enough(known, *mu) || (*mu > 1 && *mu - before < converged * *mu)) break;
    before = *mu;
  }
  PetscCall(VecZeroEntries(x));
  if (*mu > 1) PetscCall(VecMAXPY(x, known, y, l->v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode WarnLinearBuckling(FsSystem sys, FsStage stage, const FsState *s,
                                  const FsLoading *loading)
{
  GeometricStiffness G;
  Lanczos            l = {.n = 0};
  PetscBool          use;
  PetscReal          mu;
  char               place[160];
  Vec                w, force, x;

  PetscFunctionBeginUser;
  PetscCall(IsKnown(sys, &use));
  if (!use || !loading->quasistatic) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(GeometricCreate(sys, s, loading, &G, &use));
  if (!use) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicate(sys->vec, &w));
  PetscCall(VecDuplicate(sys->vec, &force));
  PetscCall(VecDuplicate(sys->vec, &x));
  PetscCall(StartForces(sys, G.model, force));
  PetscCall(Search(sys, stage, &G, &l, w, force, &mu, x));
  if (mu > 1) {
    PetscCall(FsSystemDescribeLargestDof(sys, x, place, sizeof place));
    PetscCall(PetscFPrintf(
      sys->comm, stderr,
      "fsolve: warning: at t = %.6g the loads are %.2g times those at which the model buckles; its "
      "motion is largest at %s. A linear model does not show this: leave out -linearize, or "
      "compute "
      "the factor of the loads by -analysis buckling\n",
      (double)s->t, (double)mu, place));
  }
  for (PetscInt k = 0; k < l.n; k++) {
    PetscCall(VecDestroy(&l.v[k]));
    PetscCall(VecDestroy(&l.Kv[k]));
  }
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&force));
  PetscCall(VecDestroy(&w));
  PetscCall(GeometricDestroy(&G));
  PetscFunctionReturn(PETSC_SUCCESS);
}
