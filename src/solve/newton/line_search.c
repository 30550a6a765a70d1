/* line_search.c: searches a critical point of the energy along a Newton step.

   It finds a factor lambda of the step y at which |r(x - lambda y) . y| is at most half of its
   initial value, by secants that go downhill. If a secant leads beyond MAX_LAMBDA, the search ends
   at the present lambda. PETSc's search for critical points (SNESLINESEARCHCP) continues to its
   bound in that case since 3.24; stick-slip transitions then cycle. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "newton.h"

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
