/* step_check.c: checks that a small step of Newton's method is a solution of its linear system, and
   that its iterate satisfies the constraints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "newton.h"
#include "linear/solver.h"
#include "system/force_units.h"

/* Determines at the first call whether the user has set options of solvers. */
static PetscErrorCode IsByUser(StepCheck *check, PetscBool *by_user)
{
  PetscFunctionBeginUser;
  if (!check->asked) PetscCall(SolverHasUserOptions(&check->by_user));
  check->asked = PETSC_TRUE;
  *by_user     = check->by_user;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StepCheckRecord(StepCheck *check, FsSystem sys, SNES snes, PetscInt iteration)
{
  PetscBool by_user = PETSC_FALSE;
  PetscReal norm;
  Vec       x, r;

  PetscFunctionBeginUser;
  PetscCall(IsByUser(check, &by_user));
  if (!by_user) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SNESGetSolution(snes, &x));
  PetscCall(SNESGetFunction(snes, &r, NULL, NULL));
  PetscCall(FsSystemForceNorm(sys, r, NORM_2, &norm));
  if (!iteration) {
    check->first  = norm;
    check->failed = 0;
  }
  check->last = norm;
  if (!check->x) {
    PetscCall(VecDuplicate(x, &check->x));
    PetscCall(VecDuplicate(r, &check->r));
  }
  PetscCall(VecCopy(x, check->x));
  PetscCall(VecCopy(r, check->r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sums over the rows of A. R and C are the factors of rows and columns that leave no unit. */
enum { RR, PP, PR, XX, SUMS }; /* (R r)^2, (R p)^2, R p R r, ((|d| + |x|) / C)^2 */

/* Sets R and C to the factors of Equilibration, or, if the entries of A are not stored, to those of
   FsSystemForceUnits. */
static PetscErrorCode FactorsOf(FsSystem sys, Mat A, Equilibration *e)
{
  PetscBool stored;

  PetscFunctionBeginUser;
  PetscCall(MatHasOperation(A, MATOP_GET_ROW_MAX_ABS, &stored));
  if (stored) PetscCall(EquilibrationCreate(sys, A, e));
  else {
    PetscCall(EquilibrationCreateFactors(A, e));
    PetscCall(FsSystemForceUnits(sys, e->row));
    PetscCall(VecCopy(e->row, e->column));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SumRows(FsSystem sys, Mat A, Vec r, Vec p, Vec d, Vec x, PetscReal sum[SUMS])
{
  const PetscScalar *residual, *product, *step, *iterate, *of_row, *of_column;
  PetscInt           n;
  Equilibration      e;

  PetscFunctionBeginUser;
  PetscCall(PetscArrayzero(sum, SUMS));
  PetscCall(FactorsOf(sys, A, &e));
  PetscCall(VecGetLocalSize(r, &n));
  PetscCall(VecGetArrayRead(e.row, &of_row));
  PetscCall(VecGetArrayRead(e.column, &of_column));
  PetscCall(VecGetArrayRead(r, &residual));
  PetscCall(VecGetArrayRead(p, &product));
  PetscCall(VecGetArrayRead(d, &step));
  PetscCall(VecGetArrayRead(x, &iterate));
  for (PetscInt i = 0; i < n; i++) {
    const PetscReal length = PetscAbsScalar(step[i]) + PetscAbsScalar(iterate[i]);

    sum[RR] += PetscSqr(of_row[i] * residual[i]);
    sum[PP] += PetscSqr(of_row[i] * product[i]);
    sum[PR] += PetscSqr(of_row[i]) * product[i] * residual[i];
    if (of_column[i] > 0) sum[XX] += PetscSqr(length / of_column[i]);
  }
  PetscCall(VecRestoreArrayRead(x, &iterate));
  PetscCall(VecRestoreArrayRead(d, &step));
  PetscCall(VecRestoreArrayRead(p, &product));
  PetscCall(VecRestoreArrayRead(r, &residual));
  PetscCall(VecRestoreArrayRead(e.column, &of_column));
  PetscCall(VecRestoreArrayRead(e.row, &of_row));
  PetscCall(EquilibrationDestroy(&e));
  PetscCallMPI(
    MPIU_Allreduce(MPI_IN_PLACE, sum, SUMS, MPIU_REAL, MPIU_SUM, PetscObjectComm((PetscObject)r)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether A d = factor r for a factor that is not tiny, or A d = r up to the round-off of x. */
static PetscBool is_solution(const PetscReal sum[SUMS])
{
  /* least_factor: smallest part of a full step that a line search may take; the radius or damping
     of a solver that does nothing is far smaller. The limit contraction is the largest part of
     factor r across r that the product may have; a solver with a loose tolerance stays below. The
     limit round_off is relative to the size of the products of |A| and the iterate, which is the
     residual of an exact step in a stiff model. All are ratios of sums over rows that are scaled
     (SumRows). The script tests/solve/unsolved.py has solvers that do nothing, and stiff models. */
  const PetscReal least_factor = 0.01, contraction = 0.5, round_off = 1e-12;
  const PetscReal factor = sum[RR] > 0 ? sum[PR] / sum[RR] : 1;
  const PetscReal across = PetscSqrtReal(PetscMax(0, sum[PP] - factor * sum[PR]));
  const PetscReal error  = PetscSqrtReal(PetscMax(0, sum[PP] - 2 * sum[PR] + sum[RR]));

  return (PetscBool)((factor >= least_factor &&
                      across <= contraction * factor * PetscSqrtReal(sum[RR])) ||
                     error <= round_off * PetscSqrtReal(sum[XX]));
}

/* Determines whether the step d from check->x to the present iterate solves A d = r. */
static PetscErrorCode IsLinearSolution(const StepCheck *check, FsSystem sys, SNES snes,
                                       PetscBool *solves)
{
  PetscReal sum[SUMS];
  KSP       ksp;
  Mat       A;
  Vec       x, d, product;

  PetscFunctionBeginUser;
  PetscCall(SNESGetKSP(snes, &ksp));
  PetscCall(KSPGetOperators(ksp, &A, NULL));
  PetscCall(SNESGetSolution(snes, &x));
  PetscCall(VecDuplicate(x, &d));
  PetscCall(VecDuplicate(x, &product));
  PetscCall(VecWAXPY(d, -1, x, check->x));
  PetscCall(MatMult(A, d, product));
  PetscCall(SumRows(sys, A, check->r, product, d, x, sum));
  PetscCall(VecDestroy(&product));
  PetscCall(VecDestroy(&d));
  *solves = is_solution(sum);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StepCheckApply(StepCheck *check, FsSystem sys, SNES snes, PetscBool trusted,
                              PetscBool *passed)
{
  /* Norm of the residual, as forces, relative to the first one and to the last one. A step that has
     been solved reduces it by far more; a solver that does nothing leaves it
     (tests/solve/unsolved.py). */
  const PetscReal part = 1e-3, contraction = 0.5;
  PetscBool       by_user = PETSC_FALSE;
  PetscReal       norm;
  Vec             r;

  PetscFunctionBeginUser;
  PetscCall(IsByUser(check, &by_user));
  *passed = (PetscBool)(!by_user || trusted);
  if (*passed) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SNESGetFunction(snes, &r, NULL, NULL));
  PetscCall(FsSystemForceNorm(sys, r, NORM_2, &norm));
  *passed = (PetscBool)(norm <= part * check->first && norm <= contraction * check->last);
  if (!*passed && check->x) PetscCall(IsLinearSolution(check, sys, snes, passed));
  if (!*passed) check->failed++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StepCheckDestroy(StepCheck *check)
{
  PetscFunctionBeginUser;
  PetscCall(VecDestroy(&check->x));
  PetscCall(VecDestroy(&check->r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- constraints ----------------------------------------------------------------------------- */

/* Sets test->unit to 1 over the characteristic length in rows of constraints that are lengths, to 1
   in those of angles, and to 0 elsewhere. */
static PetscErrorCode CreateConstraintUnits(NewtonTest *test)
{
  const FsSystem     sys = test->sys;
  const PetscScalar *w;
  PetscScalar       *unit;
  PetscInt           n;
  Vec                weights;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(sys->vec, &weights));
  PetscCall(VecDuplicate(sys->vec, &test->unit));
  PetscCall(FsSystemWeights(sys, weights)); /* 0: the rows of constraints */
  PetscCall(sys->constraints->lengths(sys, test->unit));
  PetscCall(VecGetLocalSize(weights, &n));
  PetscCall(VecGetArrayRead(weights, &w));
  PetscCall(VecGetArray(test->unit, &unit));
  for (PetscInt i = 0; i < n; i++)
    unit[i] = w[i] != 0 ? 0 : unit[i] > 0 ? 1 / FsSystemCharacteristicLength(sys) : 1;
  PetscCall(VecRestoreArray(test->unit, &unit));
  PetscCall(VecRestoreArrayRead(weights, &w));
  PetscCall(VecDestroy(&weights));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NewtonTestConstraints(NewtonTest *test, PetscReal scale, Vec r,
                                     SNESConvergedReason *reason)
{
  /* Root mean square, relative to the characteristic length, and in rad. Newton's steps end at
     1e-10, and the errors of constraints are of second order in them. */
  const PetscReal    rounding = 1e-9;
  const PetscScalar *unit, *entry;
  PetscReal          square = 0;
  PetscInt           n;

  PetscFunctionBeginUser;
  if (*reason <= 0 || !test->sys->constraints) PetscFunctionReturn(PETSC_SUCCESS);
  if (!test->unit) PetscCall(CreateConstraintUnits(test));
  PetscCall(VecGetLocalSize(r, &n));
  PetscCall(VecGetArrayRead(r, &entry));
  PetscCall(VecGetArrayRead(test->unit, &unit));
  for (PetscInt i = 0; i < n; i++) square += PetscSqr(unit[i] * entry[i]);
  PetscCall(VecRestoreArrayRead(test->unit, &unit));
  PetscCall(VecRestoreArrayRead(r, &entry));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &square, 1, MPIU_REAL, MPI_SUM, test->sys->comm));
  if (!(square <= PetscSqr(rounding * scale) * (PetscReal)test->dofs))
    *reason = SNES_CONVERGED_ITERATING;
  PetscFunctionReturn(PETSC_SUCCESS);
}
