/* newton_loop.c: the iteration of Newton's method, with full steps or a line search of SNES.
   Kelley, Solving Nonlinear Equations with Newton's Method, 2003, ch. 1. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "newton_loop.h"
#include "direct/dense_solve.h"
#include "newton.h"

/* Sets f->line: whether the SNES has a line search. */
static PetscErrorCode FindLineSearch(NewtonLoop *f, SNES snes)
{
  SNESLineSearch     search;
  SNESLineSearchType type;
  PetscBool          none;

  PetscFunctionBeginUser;
  PetscCall(SNESGetLineSearch(snes, &search));
  PetscCall(SNESLineSearchGetType(search, &type));
  PetscCall(PetscStrcmp(type, SNESLINESEARCHNONE, &none));
  f->line = (PetscBool)!none;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NewtonLoopSetUp(NewtonLoop *f, SNES snes, const NewtonProblem *problem,
                               void *context)
{
  PetscFunctionBeginUser;
  f->problem = *problem;
  f->context = context;
  PetscCall(SolverHasOptionsOf("snes_", &f->by_user));
  PetscCall(SolverHasUserOptions(&f->solver_by_user));
  PetscCall(PetscOptionsHasName(NULL, NULL, "-snes_type", &f->petsc));
  PetscCall(FindLineSearch(f, snes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NewtonLoopDestroy(NewtonLoop *f) { return VecDestroy(&f->step); }

PetscErrorCode NewtonLoopSetLineSearch(NewtonLoop *f, SNES snes, PetscBool search)
{
  PetscFunctionBeginUser;
  PetscCall(NewtonSetLineSearch(snes, search));
  PetscCall(FindLineSearch(f, snes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NewtonLoopGetStep(const NewtonLoop *f, SNES snes, Vec *step)
{
  PetscFunctionBeginUser;
  if (!f->petsc) *step = f->step;
  else PetscCall(SNESGetSolutionUpdate(snes, step));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Passes an iterate on to the monitors that the user has asked for, and to the test of convergence.
   size: norm of the step. */
static PetscErrorCode TestIterate(NewtonLoop *f, SNES snes, PetscInt iteration, Vec x,
                                  PetscReal size, PetscReal norm, SNESConvergedReason *reason)
{
  PetscReal sum = 0;

  PetscFunctionBeginUser;
  PetscCall(SNESSetFunctionNorm(snes, norm));
  if (PetscIsInfOrNanReal(norm)) *reason = SNES_DIVERGED_FUNCTION_NANORINF;
  if (*reason) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SNESSetIterationNumber(snes, iteration));
  if (f->by_user) {
    PetscCall(SNESMonitor(snes, iteration, norm));
    PetscCall(VecNorm(x, NORM_2, &sum));
  }
  PetscCall(f->problem.converged(snes, iteration, sum, size, norm, reason, f->context));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves A step = r with the tangent at x. */
static PetscErrorCode FindStep(NewtonLoop *f, SNES snes, KSP ksp, Vec x, Vec r,
                               SNESConvergedReason *reason)
{
  KSPConvergedReason solved;
  PetscInt           iterations;
  Mat                A, P;

  PetscFunctionBeginUser;
  PetscCall(SNESGetJacobian(snes, &A, &P, NULL, NULL));
  PetscCall(f->problem.tangent(snes, x, A, P, f->context));
  if (f->dense) {
    PetscCall(DenseSolve(P, r, f->step, &f->dense));
    f->linear += f->dense ? 1 : 0;
    if (f->dense) PetscFunctionReturn(PETSC_SUCCESS);
    PetscCall(f->problem.tangent(snes, x, A, P, f->context)); /* prepares the KSP, too */
  }
  PetscCall(KSPSetOperators(ksp, A, P));
  PetscCall(KSPSolve(ksp, r, f->step));
  PetscCall(KSPGetIterationNumber(ksp, &iterations));
  PetscCall(KSPGetConvergedReason(ksp, &solved));
  f->linear += iterations;
  if (solved < 0) *reason = SNES_DIVERGED_LINEAR_SOLVE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Subtracts the step from x, or the part of the step that the line search finds, and evaluates the
   residual r there. The norm is that of r, before and after. The size is the norm of the step, or 0
   if the user has set no option of SNES. */
static PetscErrorCode TakeStep(NewtonLoop *f, SNES snes, Vec x, Vec r, PetscReal *norm,
                               PetscReal *size, SNESConvergedReason *reason)
{
  SNESLineSearch       search;
  SNESLineSearchReason found;

  PetscFunctionBeginUser;
  *size = 0;
  if (!f->line) {
    PetscCall(VecAXPY(x, -1, f->step));
    PetscCall(f->problem.residual(snes, x, r, f->context));
    PetscCall(VecNorm(r, NORM_2, norm));
    if (f->by_user) PetscCall(VecNorm(f->step, NORM_2, size));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(SNESGetLineSearch(snes, &search));
  PetscCall(SNESLineSearchApply(search, x, r, norm, f->step));
  PetscCall(SNESLineSearchGetReason(search, &found));
  PetscCall(SNESLineSearchGetNorms(search, NULL, norm, size));
  if (found != SNES_LINESEARCH_SUCCEEDED && !PetscIsInfOrNanReal(*norm))
    *reason = SNES_DIVERGED_LINE_SEARCH;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The loop, called as SNESSolve. */
static PetscErrorCode Iterate(SNES snes, Vec x, void *context)
{
  NewtonLoop         *f      = context;
  SNESConvergedReason reason = SNES_CONVERGED_ITERATING;
  PetscReal           norm, size;
  PetscInt            most;
  KSP                 ksp;
  Mat                 P;
  Vec                 r, solution;

  PetscFunctionBeginUser;
  if (f->by_user || f->line) PetscCall(SNESSetUp(snes));
  PetscCall(SNESGetKSP(snes, &ksp));
  PetscCall(SNESGetFunction(snes, &r, NULL, NULL));
  PetscCall(SNESGetTolerances(snes, NULL, NULL, NULL, &most, NULL));
  PetscCall(SNESGetSolution(snes, &solution));
  if (solution != x) PetscCall(SNESSetSolution(snes, x));
  PetscCall(SNESSetConvergedReason(snes, reason));
  PetscCall(SNESSetIterationNumber(snes, 0));
  if (!f->step) PetscCall(VecDuplicate(x, &f->step));
  f->linear = 0;
  if (f->may_be_dense && !f->solver_by_user && !f->line) {
    PetscCall(SNESGetJacobian(snes, NULL, &P, NULL, NULL));
    PetscCall(DenseSolveServes(ksp, P, &f->dense));
  }
  PetscCall(f->problem.residual(snes, x, r, f->context));
  PetscCall(VecNorm(r, NORM_2, &norm));
  PetscCall(TestIterate(f, snes, 0, x, 0, norm, &reason));
  for (PetscInt k = 1; !reason && k <= most; k++) {
    PetscCall(FindStep(f, snes, ksp, x, r, &reason));
    if (!reason) PetscCall(TakeStep(f, snes, x, r, &norm, &size, &reason));
    if (!reason) PetscCall(TestIterate(f, snes, k, x, size, norm, &reason));
  }
  PetscCall(SNESSetConvergedReason(snes, reason ? reason : SNES_DIVERGED_MAX_IT));
  if (!f->by_user) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SNESConvergedReasonViewFromOptions(snes));
  PetscCall(SNESViewFromOptions(snes, NULL, "-snes_view"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NewtonLoopSolve(NewtonLoop *f, SNES snes, Vec x, PetscInt *iterations,
                               PetscInt *linear, SNESConvergedReason *reason)
{
  PetscFunctionBeginUser;
  f->dense = PETSC_FALSE;
  PetscCall(SolverSolveNonlinear(snes, f->petsc ? NULL : Iterate, f, x, reason));
  PetscCall(SNESGetIterationNumber(snes, iterations));
  if (f->petsc) PetscCall(SNESGetLinearSolveIterations(snes, linear));
  else *linear = f->linear;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- line search ----------------------------------------------------------------------------- */

/* Searches a critical point of the energy along a Newton step.

   It finds a factor lambda of the step y at which |r(x - lambda y) . y| is at most half of its
   initial value, by secants that go downhill. If a secant leads beyond MAX_LAMBDA, the search
   ends at the present lambda. PETSc's search for critical points (SNESLINESEARCHCP) continues to
   its bound in that case since 3.24; stick-slip transitions then cycle. */

/* SUFFICIENT_DECREASE: part of the first slope at which the search ends. MAX_LAMBDA, MIN_LAMBDA:
   parts of the full step. */
static const PetscReal SUFFICIENT_DECREASE = 0.5, MAX_LAMBDA = 2, MIN_LAMBDA = 1e-12;
enum { MAX_SECANTS = 5 };

/* Computes the component of r along y at x - lambda y; r is the residual there. */
static PetscErrorCode ComputeSlope(SNES snes, Vec x, Vec y, PetscReal lambda, Vec at, Vec r,
                                   PetscReal *slope)
{
  PetscScalar product;

  PetscFunctionBeginUser;
  PetscCall(VecWAXPY(at, -lambda, y, x));
  PetscCall(SNESComputeFunction(snes, at, r));
  PetscCall(VecDot(r, y, &product));
  *slope = PetscRealPart(product);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns where the secant through two points leads downhill. NaN if both slopes are equal. */
static PetscReal secant(PetscReal lambda, PetscReal slope, PetscReal before, PetscReal slope_before)
{
  const PetscReal curvature = -PetscAbsReal((slope - slope_before) / (lambda - before));
  const PetscReal next      = lambda - slope / curvature;

  return next < MIN_LAMBDA ? lambda + slope / curvature : next;
}

static PetscErrorCode LineSearchApply_Energy(SNESLineSearch search, void *context)
{
  PetscReal   lambda, before = 0, slope = 0, slope_before, first;
  PetscScalar product;
  Vec         x, r, y, at;
  SNES        snes;

  PetscFunctionBeginUser;
  (void)context;
  PetscCall(SNESLineSearchGetSNES(search, &snes));
  PetscCall(SNESLineSearchGetVecs(search, &x, &r, &y, &at, NULL));
  PetscCall(SNESLineSearchGetLambda(search, &lambda));
  PetscCall(SNESLineSearchSetReason(search, SNES_LINESEARCH_SUCCEEDED));
  PetscCall(VecDot(r, y, &product));
  first = slope_before = PetscRealPart(product);
  for (PetscInt k = 0; k < MAX_SECANTS; k++) {
    PetscReal next;

    PetscCall(ComputeSlope(snes, x, y, lambda, at, r, &slope));
    if (PetscAbsReal(slope) < SUFFICIENT_DECREASE * PetscAbsReal(first) ||
        PetscAbsReal(lambda - before) < MIN_LAMBDA * lambda)
      break;
    next = secant(lambda, slope, before, slope_before);
    if (!(next <= MAX_LAMBDA)) break; /* also if next is NaN */
    before       = lambda;
    lambda       = next;
    slope_before = slope;
  }
  PetscCall(VecAXPY(x, -lambda, y));
  PetscCall(SNESComputeFunction(snes, x, r));
  PetscCall(SNESLineSearchComputeNorms(search));
  PetscCall(SNESLineSearchSetLambda(search, lambda));
  if (lambda <= MIN_LAMBDA)
    PetscCall(SNESLineSearchSetReason(search, SNES_LINESEARCH_FAILED_REDUCT));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NewtonSetLineSearch(SNES snes, PetscBool search)
{
  SNESLineSearch line;

  PetscFunctionBeginUser;
  PetscCall(SNESGetLineSearch(snes, &line));
  PetscCall(SNESLineSearchSetType(line, search ? SNESLINESEARCHSHELL : SNESLINESEARCHNONE));
  if (search) PetscCall(SNESLineSearchShellSetApply(line, LineSearchApply_Energy, NULL));
  PetscCall(SNESLineSearchSetFromOptions(line));
  PetscFunctionReturn(PETSC_SUCCESS);
}
