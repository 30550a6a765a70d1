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
#include "diagnosis/members/bow_doubt.h"
#include "base/lapack.h"
#include "model/joints/joint_cell_iterator.h"
#include "model/parts/block.h"
#include "math/vector.h"
#include "solve/solve.h"
#include "element/element.h"

/* MOST: number of Lanczos vectors at most. Models that are far from buckling, as most are, stop
   one or two. */
enum { MOST = 20 };

/* ---- models ---------------------------------------------------------------------------------- */

/* Returns whether this rank's joints have no geometric stiffness: they are supports, or releases at
   the ends of members, whose two nodes are at one place. Forces on a lever have one. */
static PetscBool are_hinges(Model model)
{
  const PetscReal round_off = 1e-12; /* of coordinates */
  const Geometry *g         = &model->mesh->g;

  for (JointCell c = FirstJointCell(model); c.joint; NextJointCell(&c)) {
    PetscInt node[2];

    if (c.joint->support >= 0) continue;
    JointCellNodes(&c, node);
    if (node[0] < 0 || !(c.joint->own_type || joint_is_bushing(c.joint->type))) return PETSC_FALSE;
    if (distance_between(g->x[node[0]], g->x[node[1]]) > round_off * norm(g->x[node[1]]))
      return PETSC_FALSE;
  }
  return PETSC_TRUE;
}

/* Returns whether K_g of the model is known: whether all parts with several nodes are linearized
   elements without strains of their own, and joints have none. Springs have no K_g. The membrane
   forces of a shell whose section couples stretching and bending follow from both, not from the
   stretching alone. */
static PetscErrorCode IsKnown(FsSystem sys, FsStage stage, PetscBool *known)
{
  const Model model = AssemblyModel(AssemblyOf(sys));
  PetscBool   any   = PETSC_FALSE;

  PetscFunctionBeginUser;
  *known = (PetscBool)(model->linearize && !model->couplings && !model->sliders && !model->ties &&
                       are_hinges(model));
  for (PetscInt k = 0; k < model->nparts && *known; k++) {
    const Block *b = &model->block[k];

    if (b->linearized) any = PETSC_TRUE;
    else if (shape_nodes(b->kernel->shape) > 1 && !b->kernel->type->lumped) *known = PETSC_FALSE;
    if (b->unstrained || b->kernel->coupled) *known = PETSC_FALSE;
  }
  if (!any) *known = PETSC_FALSE;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, known, 1, MPIU_BOOL, MPI_LAND, model->comm));
  if (*known && !sys->traits.linear) PetscCall(StageHasFactors(sys, stage, known));
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
   largest eigenvalue, and the margin shrinks fast. The first vector is the response to forces that
   look random, in which the motion of the largest eigenvalue has a small part; its Ritz value may
   be negative, because other motions have negative eigenvalues, and must be small itself. */
static PetscBool is_enough(PetscInt n, PetscReal mu)
{
  if (n == 1) return (PetscBool)(PetscAbsReal(mu) < 1e-4);
  return (PetscBool)(mu * (1 + 1000 / PetscPowRealInt((PetscReal)n, 4)) < 1);
}

/* Solves K w = force. Joints make the system nonlinear, whose last tangent has their rows. */
static PetscErrorCode SolveStiffness(FsSystem sys, FsStage stage, Vec force, Vec w, PetscBool *ok)
{
  const KSP          ksp = FsStageLinearSolver(stage);
  KSPConvergedReason reason;

  PetscFunctionBeginUser;
  if (sys->traits.linear) {
    PetscCall(StageSolveStiffness(stage, force, w, ok));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(KSPSolve(ksp, force, w));
  PetscCall(KSPGetConvergedReason(ksp, &reason));
  *ok = (PetscBool)(reason > 0);
  PetscFunctionReturn(PETSC_SUCCESS);
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

    PetscCall(SolveStiffness(sys, stage, force, w, &ok));
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
  PetscCall(IsKnown(sys, stage, &use));
  if (!use || !loading->quasistatic) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(GeometricCreate(sys, s, loading, &G, &use));
  if (!use) {
    PetscCall(GeometricDestroy(&G));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
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
