/* constraint_gram.c: multiplies with the constraint gradient and with the inverse of its Gram
   matrix. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "solve/consistent/redundancy/constraint_gram.h"
#include "linear/solver.h"
#include "solve/constraint_solver.h"
#include "solve/stage_matrix.h"
#include "system/force_units.h"

struct _n_ConstraintGram {
  FsSystem  sys;
  PetscReal regularization;
  Mat       A;
  KSP       ksp;
  Vec       weights, factor, x;

  const FsSystemConstraints *constraints;
};

PetscErrorCode ConstraintGramSetRandom(ConstraintGram g, int seed, PetscBool rows, Vec x)
{
  const PetscScalar *w;
  PetscScalar       *value;
  PetscInt           first, last;

  PetscFunctionBeginUser;
  PetscCall(VecGetOwnershipRange(x, &first, &last));
  PetscCall(VecGetArrayRead(g->weights, &w));
  PetscCall(VecGetArray(x, &value));
  for (PetscInt i = 0; i < last - first; i++) {
    const PetscReal noise =
      43758.5453 * PetscSinReal(78.233 * (PetscReal)(first + i) + 1 + 12.9898 * seed);

    value[i] = (w[i] == 0) == rows ? 2 * (noise - PetscFloorReal(noise)) - 1 : 0;
  }
  PetscCall(VecRestoreArray(x, &value));
  PetscCall(VecRestoreArrayRead(g->weights, &w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Scales A = [0 G^T; G 0] in place: columns of dofs, then rows of constraints, to length 1;
   g->factor gets the factors. */
static PetscErrorCode ScaleGradient(ConstraintGram g)
{
  const PetscScalar *w;
  PetscScalar       *d, *factor;
  PetscInt           first, last;
  Vec                scale;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(g->weights, &scale));
  PetscCall(MatGetOwnershipRange(g->A, &first, &last));
  PetscCall(VecGetArrayRead(g->weights, &w));
  for (int pass = 0; pass < 2; pass++) {
    PetscCall(VecGetArray(g->factor, &factor));
    PetscCall(VecGetArray(scale, &d));
    for (PetscInt row = first; row < last; row++) {
      PetscReal          square = 0;
      PetscInt           n;
      const PetscScalar *values;

      PetscCall(MatGetRow(g->A, row, &n, NULL, &values));
      for (PetscInt k = 0; k < n && pass; k++) square += values[k] * values[k];
      PetscCall(MatRestoreRow(g->A, row, &n, NULL, &values));
      d[row - first] = 1;
      if ((w[row - first] == 0) != pass) continue;
      if (!pass) factor[row - first] = 1 / PetscSqrtReal(w[row - first]);
      else factor[row - first] = square > 0 ? 1 / PetscSqrtReal(square) : 1;
      d[row - first] = factor[row - first];
    }
    PetscCall(VecRestoreArray(scale, &d));
    PetscCall(VecRestoreArray(g->factor, &factor));
    PetscCall(MatDiagonalScale(g->A, scale, scale));
  }
  PetscCall(VecRestoreArrayRead(g->weights, &w));
  PetscCall(VecDestroy(&scale));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the diagonal: 1 in dofs, -regularization in rows. */
static PetscErrorCode SetDiagonal(ConstraintGram g, PetscReal regularization)
{
  const PetscScalar *w;
  PetscScalar       *d;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(g->weights, &n));
  PetscCall(VecGetArrayRead(g->weights, &w));
  PetscCall(VecGetArray(g->x, &d));
  for (PetscInt i = 0; i < n; i++) d[i] = w[i] > 0 ? 1 : -regularization;
  PetscCall(VecRestoreArray(g->x, &d));
  PetscCall(VecRestoreArrayRead(g->weights, &w));
  PetscCall(MatDiagonalSet(g->A, g->x, ADD_VALUES));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConstraintGramUpdate(ConstraintGram g, const FsState *state,
                                    const FsLoading *loading)
{
  const FsState at = {.t = state->t, .q = state->q};

  PetscFunctionBeginUser;
  PetscCall(MatZeroEntries(g->A));
  PetscCall(g->constraints->gradient(g->sys, &at, loading, 1, g->A));
  PetscCall(ScaleGradient(g));
  PetscCall(SetDiagonal(g, g->regularization));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConstraintGramArchive(ConstraintGram g, FsArchive a)
{
  PetscFunctionBeginUser;
  PetscCall(FsArchivePushScope(a, "gram"));
  PetscCall(FsArchiveMat(a, "A", g->A));
  PetscCall(FsArchiveVec(a, "factor", g->factor));
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConstraintGramCreate(ConstraintSolver s, const FsSystemConstraints *constraints,
                                    PetscReal regularization, ConstraintGram *out)
{
  ConstraintGram g;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&g));
  *g = (struct _n_ConstraintGram){
    .sys = s->sys, .constraints = constraints, .regularization = regularization};
  PetscCall(VecDuplicate(s->sys->vec, &g->weights));
  PetscCall(VecDuplicate(s->sys->vec, &g->factor));
  PetscCall(VecDuplicate(s->sys->vec, &g->x));
  PetscCall(FsSystemWeights(s->sys, g->weights));
  PetscCall(MatDuplicate(*s->pattern, MAT_DO_NOT_COPY_VALUES, &g->A));
  PetscCall(KSPCreate(s->sys->comm, &g->ksp));
  PetscCall(KSPSetOperators(g->ksp, g->A, g->A));
  PetscCall(SolverSetDirect(g->ksp, g->A, PETSC_TRUE));
  PetscCall(SystemSetMultifrontal(s->work, g->ksp, g->A));
  *out = g;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConstraintGramDestroy(ConstraintGram *out)
{
  ConstraintGram g = *out;

  PetscFunctionBeginUser;
  if (!g) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(KSPDestroy(&g->ksp));
  PetscCall(MatDestroy(&g->A));
  PetscCall(VecDestroy(&g->weights));
  PetscCall(VecDestroy(&g->factor));
  PetscCall(VecDestroy(&g->x));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConstraintGramSolve(ConstraintGram g, Vec b, Vec x)
{
  PetscBool solved;

  PetscFunctionBeginUser;
  PetscCall(SolverSolve(g->ksp, b, x, &solved));
  PetscCheck(solved, g->sys->comm, PETSC_ERR_NOT_CONVERGED,
             "the constraints cannot be checked, because their matrix cannot be factored (more "
             "workspace: -mat_mumps_icntl_14; another solver: -pc_factor_mat_solver_type)");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConstraintGramSolveDofs(ConstraintGram g, Vec b, Vec x)
{
  PetscFunctionBeginUser;
  PetscCall(ConstraintGramSolve(g, b, x));
  PetscCall(g->sys->constraints->add_multipliers(g->sys, -1, x, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConstraintGramApplyInverse(ConstraintGram g, Vec z)
{
  PetscFunctionBeginUser;
  PetscCall(ConstraintGramSolve(g, z, g->x));
  PetscCall(VecZeroEntries(z));
  PetscCall(g->sys->constraints->add_multipliers(g->sys, -1, g->x, z));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConstraintGramMultTranspose(ConstraintGram g, Vec z, Vec f)
{
  PetscFunctionBeginUser;
  PetscCall(MatMult(g->A, z, f));
  PetscCall(g->sys->constraints->add_multipliers(g->sys, -1, f, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConstraintGramMult(ConstraintGram g, Vec z)
{
  PetscFunctionBeginUser;
  PetscCall(ConstraintGramMultTranspose(g, z, g->x));
  PetscCall(MatMult(g->A, g->x, z)); /* dofs contain g->x */
  PetscCall(VecAXPY(z, -1, g->x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Orthonormalizes z[n] by modified Gram-Schmidt. */
static PetscErrorCode Orthonormalize(PetscInt n, Vec z[])
{
  PetscScalar *dot;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n, &dot));
  for (PetscInt k = 0; k < n; k++) {
    PetscCall(VecNormalize(z[k], NULL));
    for (int twice = 0; twice < 2;
         twice++) { /* the second pass removes the round-off of the first */
      PetscCall(VecMDot(z[k], k, z, dot));
      for (PetscInt i = 0; i < k; i++) dot[i] = -dot[i];
      PetscCall(VecMAXPY(z[k], k, dot, z));
      PetscCall(VecNormalize(z[k], NULL));
    }
  }
  PetscCall(PetscFree(dot));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConstraintGramIterateInverse(ConstraintGram g, int iterations, PetscInt n, Vec z[])
{
  PetscFunctionBeginUser;
  for (int i = 0; i < iterations; i++) {
    for (PetscInt k = 0; k < n; k++) PetscCall(ConstraintGramApplyInverse(g, z[k]));
    PetscCall(Orthonormalize(n, z));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConstraintGramTakeMultipliers(ConstraintGram g, FsState *state, Vec lambda)
{
  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(lambda));
  PetscCall(g->sys->constraints->add_multipliers(g->sys, 1, state->a, lambda));
  PetscCall(g->sys->constraints->add_multipliers(g->sys, -1, lambda, state->a));
  PetscCall(VecPointwiseDivide(lambda, lambda, g->factor));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConstraintGramPutMultipliers(ConstraintGram g, Vec lambda, FsState *state)
{
  PetscFunctionBeginUser;
  PetscCall(VecPointwiseMult(lambda, lambda, g->factor));
  PetscCall(g->sys->constraints->add_multipliers(g->sys, 1, lambda, state->a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

Vec ConstraintGramGetScaling(ConstraintGram g) { return g->factor; }
