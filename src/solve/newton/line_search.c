/* line_search.c: a line search for the critical point of the energy along a Newton step y: the factor lambda at which r(x - lambda y) . y is half of what
   it was, or nearer to 0, by secants, each of them downhill. A secant that leads beyond MAX_LAMBDA ends it where it is. PETSc's search for critical points
   (SNESLINESEARCHCP) went on to its bound in that case from 3.24 on, so that steps of what sticks and slips go to and fro for ever. */
#include "newton.h"

static const PetscReal SUFFICIENT_DECREASE = 0.5, MAX_LAMBDA = 2, MIN_LAMBDA = 1e-12,
                       NOTHING = 1e-15;
enum { MAX_SECANTS = 5 };

/* The size of r at x - lambda y along y, with r there. */
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

/* Where the secant through two points goes, the way down. */
static PetscReal secant(PetscReal lambda, PetscReal slope, PetscReal before, PetscReal slope_before)
{
  const PetscReal curvature = -PetscAbsReal((slope - slope_before) / (lambda - before));
  const PetscReal next      = lambda - slope / curvature;

  return next < MIN_LAMBDA ? lambda + slope / curvature : next;
}

static PetscErrorCode LineSearchApply_Energy(SNESLineSearch search, void *context)
{
  PetscReal   lambda, before = 0, slope = 0, slope_before, first, size;
  PetscScalar product;
  Vec         x, r, y, at;
  SNES        snes;

  PetscFunctionBeginUser;
  (void)context;
  PetscCall(SNESLineSearchGetSNES(search, &snes));
  PetscCall(SNESLineSearchGetVecs(search, &x, &r, &y, &at, NULL));
  PetscCall(SNESLineSearchGetLambda(search, &lambda));
  PetscCall(SNESLineSearchSetReason(search, SNES_LINESEARCH_SUCCEEDED));
  PetscCall(VecNorm(y, NORM_2, &size));
  PetscCall(VecDot(r, y, &product));
  first = slope_before = PetscRealPart(product);
  for (PetscInt k = 0; k < MAX_SECANTS; k++) {
    PetscReal next;

    PetscCall(ComputeSlope(snes, x, y, lambda, at, r, &slope));
    if (PetscAbsReal(slope) < SUFFICIENT_DECREASE * PetscAbsReal(first) ||
        PetscAbsReal(lambda - before) < MIN_LAMBDA * lambda)
      break;
    if (k && PetscAbsReal(slope) < NOTHING * size) break;
    next = secant(lambda, slope, before, slope_before);
    if (!(next <= MAX_LAMBDA)) break; /* nor a number that is none */
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
