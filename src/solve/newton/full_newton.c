/* full_newton.c: Newton's method with full steps: the loop of SNESNEWTONLS without a line search.
   Kelley, Solving Nonlinear Equations with Newton's Method, 2003, ch. 1. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "full_newton.h"
#include "direct/dense_solve.h"

PetscErrorCode FullNewtonSetUp(FullNewton *f, const NewtonProblem *problem, void *context)
{
  PetscFunctionBeginUser;
  f->problem = *problem;
  f->context = context;
  PetscCall(SolverHasOptionsOf("snes_", &f->by_user));
  PetscCall(SolverHasUserOptions(&f->solver_by_user));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FullNewtonDestroy(FullNewton *f)
{
  PetscFunctionBeginUser;
  PetscCall(VecDestroy(&f->step));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FullNewtonSetLineSearch(FullNewton *f, SNES snes, PetscBool search)
{
  PetscFunctionBeginUser;
  f->search = search;
  PetscCall(NewtonSetLineSearch(snes, search));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FullNewtonGetStep(const FullNewton *f, SNES snes, Vec *step)
{
  PetscFunctionBeginUser;
  if (f->active) *step = f->step;
  else PetscCall(SNESGetSolutionUpdate(snes, step));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Evaluates the residual r at x and its norm. */
static PetscErrorCode Evaluate(FullNewton *f, SNES snes, Vec x, Vec r, PetscReal *norm,
                               SNESConvergedReason *reason)
{
  PetscFunctionBeginUser;
  PetscCall(f->problem.residual(snes, x, r, f->context));
  PetscCall(VecNorm(r, NORM_2, norm));
  PetscCall(SNESSetFunctionNorm(snes, *norm));
  if (PetscIsInfOrNanReal(*norm)) *reason = SNES_DIVERGED_FUNCTION_NANORINF;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves P step = r with the tangent at x. */
static PetscErrorCode FindStep(FullNewton *f, SNES snes, KSP ksp, Vec x, Vec r,
                               SNESConvergedReason *reason)
{
  KSPConvergedReason solved;
  PetscInt           iterations;
  Mat                P;

  PetscFunctionBeginUser;
  PetscCall(SNESGetJacobian(snes, NULL, &P, NULL, NULL));
  PetscCall(f->problem.tangent(snes, x, P, P, f->context));
  if (f->dense) {
    PetscCall(DenseSolve(P, r, f->step, &f->dense));
    f->linear += f->dense ? 1 : 0;
    if (f->dense) PetscFunctionReturn(PETSC_SUCCESS);
    PetscCall(f->problem.tangent(snes, x, P, P, f->context)); /* prepares the KSP, too */
  }
  PetscCall(KSPSetOperators(ksp, P, P));
  PetscCall(KSPSetReusePreconditioner(ksp, PETSC_FALSE)); /* SNES may have kept levels */
  PetscCall(KSPSolve(ksp, r, f->step));
  PetscCall(KSPGetIterationNumber(ksp, &iterations));
  PetscCall(KSPGetConvergedReason(ksp, &solved));
  f->linear += iterations;
  if (solved < 0) *reason = SNES_DIVERGED_LINEAR_SOLVE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The loop, called as SNESSolve. The norms of x and of the step are for -snes_stol alone. */
static PetscErrorCode Iterate(SNES snes, Vec x, void *context)
{
  FullNewton         *f      = context;
  SNESConvergedReason reason = SNES_CONVERGED_ITERATING;
  PetscReal           norm;
  PetscInt            most;
  KSP                 ksp;
  Mat                 P;
  Vec                 r, solution;

  PetscFunctionBeginUser;
  PetscCall(SNESGetKSP(snes, &ksp));
  PetscCall(SNESGetFunction(snes, &r, NULL, NULL));
  PetscCall(SNESGetTolerances(snes, NULL, NULL, NULL, &most, NULL));
  PetscCall(SNESGetSolution(snes, &solution));
  if (solution != x) PetscCall(SNESSetSolution(snes, x));
  PetscCall(SNESSetIterationNumber(snes, 0));
  if (!f->step) PetscCall(VecDuplicate(x, &f->step));
  f->linear = 0;
  if (f->may_be_dense && !f->solver_by_user) {
    PetscCall(SNESGetJacobian(snes, NULL, &P, NULL, NULL));
    PetscCall(DenseSolveServes(ksp, P, &f->dense));
  }
  PetscCall(Evaluate(f, snes, x, r, &norm, &reason));
  if (!reason) PetscCall(f->problem.converged(snes, 0, 0, 0, norm, &reason, f->context));
  for (PetscInt k = 1; !reason && k <= most; k++) {
    PetscCall(FindStep(f, snes, ksp, x, r, &reason));
    if (reason) break;
    PetscCall(VecAXPY(x, -1, f->step));
    PetscCall(Evaluate(f, snes, x, r, &norm, &reason));
    if (reason) break;
    PetscCall(SNESSetIterationNumber(snes, k));
    PetscCall(f->problem.converged(snes, k, 0, 0, norm, &reason, f->context));
  }
  PetscCall(SNESSetConvergedReason(snes, reason ? reason : SNES_DIVERGED_MAX_IT));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FullNewtonSolve(FullNewton *f, SNES snes, PetscBool factors, Vec x,
                               PetscInt *iterations, PetscInt *linear, SNESConvergedReason *reason)
{
  PetscFunctionBeginUser;
  f->active = (PetscBool)(factors && !f->search && !f->by_user);
  f->dense  = PETSC_FALSE;
  PetscCall(SolverSolveNonlinear(snes, f->active ? Iterate : NULL, f, x, reason));
  PetscCall(SNESGetIterationNumber(snes, iterations));
  if (f->active) *linear = f->linear;
  else PetscCall(SNESGetLinearSolveIterations(snes, linear));
  PetscFunctionReturn(PETSC_SUCCESS);
}
