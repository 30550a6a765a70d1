/* hidden_pair.c: finds out whether two critical points may hide in a step of a path. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "continuation_step.h"
#include "critical_search.h"

/* Distance of the states whose difference is the slope of the stiffness, relative to the step. The
   error of the slope is about the square, 1e-6, and that of round-off 1e-13. The slope decides
   whether a step is repeated with a smaller size: tests/analysis/buckling_tension.py (test_near)
   has pairs of critical points in one step. */
static const PetscReal BESIDE = 1e-3;

/* *index = number of negative eigenvalues of B of the step that ends at c->s. */
static PetscErrorCode CountMiddle(Continuation *c, PetscReal size, Mat slope, PetscInt *index)
{
  Mat end;

  PetscFunctionBeginUser;
  PetscCall(MatDuplicate(c->pencil->K, MAT_COPY_VALUES, &end));
  PetscCall(MatAXPY(c->pencil->K, -size / 2, slope, SAME_NONZERO_PATTERN));
  PetscCall(PencilFactor(c->pencil, 0, index));
  c->factorizations++;
  PetscCall(MatCopy(end, c->pencil->K, SAME_NONZERO_PATTERN));
  PetscCall(MatDestroy(&end));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the eigenvalue nearest to 0 at c->s, and its slope. slope_of_K: that of the stiffness.
   c->pencil has the factors of K. */
static PetscErrorCode FindSoftest(Continuation *c, Mat slope_of_K, PetscReal *mu, PetscReal *slope)
{
  enum { MODES = 4 };
  CriticalModes modes;

  PetscFunctionBeginUser;
  PetscCall(CriticalModesCreate(c, MODES, &modes));
  PetscCall(CriticalModesFind(c, 1, &modes));
  *mu = modes.mu[0];
  PetscCall(MatMult(slope_of_K, modes.x[0], c->a));
  PetscCall(VecDot(c->a, modes.x[0], slope));
  *slope /= PetscSqr(c->length);
  PetscCall(CriticalModesDestroy(&modes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether the cubic with these values and slopes at 0 and 1 reaches 0 in between. */
static PetscBool cubic_reaches_zero(const PetscReal value[2], const PetscReal slope[2])
{
  enum { POINTS = 64 };

  for (int k = 1; k < POINTS; k++) {
    const PetscReal s = (PetscReal)k / POINTS, r = 1 - s;
    const PetscReal at = r * r * ((1 + 2 * s) * value[0] + s * slope[0]) +
                         s * s * ((1 + 2 * r) * value[1] - r * slope[1]);

    if (at * value[0] <= 0) return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

/* Computes the softest direction at the start of the step, unless the last step has done so. *here:
   c->s is the start then, else the end. */
static PetscErrorCode FindSoftestAtStart(Continuation *c, PetscReal size, PetscBool *here,
                                         PetscBool *ok)
{
  Mat slope;

  PetscFunctionBeginUser;
  *ok   = PETSC_TRUE;
  *here = (PetscBool)(c->soft_arc != c->from_arc);
  if (!*here) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ContinuationRevert(c));
  PetscCall(ContinuationTangent(c, c->from_tangent, c->from_rate, ok));
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ContinuationStiffnessSlope(c, BESIDE * size, &slope));
  PetscCall(FindSoftest(c, slope, &c->soft_mu, &c->soft_slope));
  c->soft_arc = c->arc;
  PetscCall(MatDestroy(&slope));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Tests whether the eigenvalue nearest to 0 may reach 0 inside the step. The test uses its values
   and slopes at both ends. If *reaches, the step is undone. slope: slope of the stiffness at the
   end of the step. */
static PetscErrorCode SoftestReachesZero(Continuation *c, PetscReal size, Mat slope,
                                         PetscBool *reaches)
{
  PetscReal mu[2], of_mu[2], cosine;
  PetscInt  below, iterations;
  PetscBool at_start, ok;

  PetscFunctionBeginUser;
  PetscCall(PencilFactor(c->pencil, 0, &below));
  c->factorizations++;
  PetscCall(FindSoftest(c, slope, &mu[1], &of_mu[1]));
  PetscCall(FindSoftestAtStart(c, size, &at_start, &ok));
  mu[0]    = c->soft_mu;
  of_mu[0] = c->soft_slope * size;
  of_mu[1] *= size;
  /* eigenvalues of different signs belong to different directions */
  *reaches = (PetscBool)(!ok || (mu[0] * mu[1] > 0 && cubic_reaches_zero(mu, of_mu)));
  if (*reaches && !at_start) PetscCall(ContinuationRevert(c));
  if (!*reaches && at_start) {
    PetscCall(ContinuationTryStep(c, size, &iterations, &cosine, &ok));
    *reaches = (PetscBool)!ok;
  }
  if (*reaches) PetscFunctionReturn(PETSC_SUCCESS);
  c->soft_arc   = c->arc;
  c->soft_mu    = mu[1];
  c->soft_slope = of_mu[1] / size;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode HiddenPairCheck(Continuation *c, PetscReal size, PetscBool *hides)
{
  const PetscInt index = c->index;
  PetscInt       middle;
  Mat            slope;

  PetscFunctionBeginUser;
  *hides = PETSC_FALSE;
  PetscCall(ContinuationStiffnessSlope(c, BESIDE * size, &slope));
  PetscCall(CountMiddle(c, size, slope, &middle));
  if (middle != index) PetscCall(SoftestReachesZero(c, size, slope, hides));
  PetscCall(MatDestroy(&slope));
  PetscFunctionReturn(PETSC_SUCCESS);
}
