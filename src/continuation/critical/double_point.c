/* double_point.c: finds the direction in which a branch leaves a double bifurcation.

   Two shapes a and b span the directions. On a small circle about the point, at the angle x from
   a to b, an equilibrium can be found in all directions but the one along the circle. The force
   F(x) along the circle that it leaves is 0 where a branch is. If the structure is nearly as
   stiff to all sides, F is far smaller than all other forces, but so is the stiffness along the
   circle, so that Newton's method does not find a branch from another angle. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "continuation/continuation_step.h"

typedef struct {
  Continuation *c;
  Vec           a, b;   /* the shapes, of length 1; a has the sign of the branch */
  Vec           along;  /* the direction at the last angle */
  Vec           across; /* the direction of the circle there */
  PetscReal     size;   /* radius of the circle, as a length of the path */
} Circle;

static PetscErrorCode CopyUnit(const Continuation *c, Vec from, PetscReal sign, Vec to)
{
  PetscReal square;

  PetscFunctionBeginUser;
  PetscCall(VecCopy(from, to));
  PetscCall(ContinuationDot(c, to, to, &square));
  PetscCall(VecScale(to, sign / PetscSqrtReal(square)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes F at an angle [rad], and the trial state there. *ok: Newton's method has converged. */
static PetscErrorCode ForceAlongCircle(Circle *x, PetscReal angle, PetscReal *force, PetscBool *ok)
{
  const PetscReal cosine = PetscCosReal(angle), sine = PetscSinReal(angle);
  Continuation   *c = x->c;
  PetscInt        iterations;

  PetscFunctionBeginUser;
  PetscCall(VecCopy(x->a, x->along));
  PetscCall(VecAXPBY(x->along, sine, cosine, x->b));
  PetscCall(VecCopy(x->b, x->across));
  PetscCall(VecAXPBY(x->across, -sine, cosine, x->a));
  PetscCall(VecCopy(x->across, c->neutral[0]));
  c->nneutral = 1;
  PetscCall(ContinuationCorrect(c, x->along, 0, x->size, 0, &iterations));
  c->nneutral = 0;
  PetscCall(VecDot(c->r, x->across, force));
  *ok = (PetscBool)(iterations > 0 && !PetscIsInfOrNanReal(*force));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the interval of the circle nearest to the angle 0 in which F changes its sign. */
static PetscErrorCode BracketBranch(Circle *x, PetscReal end[2], PetscReal force[2],
                                    PetscBool *found)
{
  enum { INTERVALS = 12 }; /* of a quarter of the circle, to either side */
  const PetscReal width   = PETSC_PI / 2 / INTERVALS;
  PetscReal       last[2] = {0, 0}, start;
  PetscBool       ok;

  PetscFunctionBeginUser;
  PetscCall(ForceAlongCircle(x, 0, &start, &ok));
  *found  = PETSC_FALSE;
  last[0] = last[1] = start;
  for (int k = 1; k <= INTERVALS && ok && !*found; k++)
    for (int side = 0; side < 2 && ok && !*found; side++) {
      const PetscReal way = side ? -width : width;

      end[0]   = (k - 1) * way;
      end[1]   = k * way;
      force[0] = last[side];
      PetscCall(ForceAlongCircle(x, end[1], &force[1], &ok));
      *found     = (PetscBool)(ok && force[0] * force[1] <= 0);
      last[side] = force[1];
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the zero of F in an interval, by the rule of false position (Illinois). x->along is the
   direction there. */
static PetscErrorCode FindZero(Circle *x, PetscReal end[2], PetscReal force[2], PetscBool *ok)
{
  enum { MAX_EVALUATIONS = 30 };
  /* An error of the angle [rad] that Newton's method removes, although the state lies beside the
     branch: the interval is 1e5 times as wide. */
  const PetscReal small = 1e-6;
  PetscReal       middle, between;

  PetscFunctionBeginUser;
  *ok = PETSC_TRUE;
  for (int k = 0; k < MAX_EVALUATIONS && *ok && PetscAbsReal(end[1] - end[0]) > small; k++) {
    if (force[1] == 0) break;
    middle = end[1] - force[1] * (end[1] - end[0]) / (force[1] - force[0]);
    PetscCall(ForceAlongCircle(x, middle, &between, ok));
    if (between * force[1] <= 0) {
      end[0]   = end[1];
      force[0] = force[1];
    } else force[0] /= 2;
    if (PetscAbsReal(middle - end[1]) <= small) k = MAX_EVALUATIONS;
    end[1]   = middle;
    force[1] = between;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode DoublePointFindBranch(Continuation *c, const CriticalPoint *at, PetscInt shape,
                                     PetscReal sign, PetscReal size, Vec along,
                                     PetscInt *iterations)
{
  Circle     x      = {.c = c, .along = along, .size = size};
  Vec *const all[]  = {&x.a, &x.b, &x.across};
  PetscReal  end[2] = {0, 0}, force[2] = {0, 0};
  PetscBool  ok;

  PetscFunctionBeginUser;
  *iterations = 0;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++)
    PetscCall(VecDuplicate(along, all[k]));
  if (!c->neutral[0]) PetscCall(VecDuplicate(along, &c->neutral[0]));
  PetscCall(CopyUnit(c, at->shape[shape], sign, x.a));
  PetscCall(CopyUnit(c, at->shape[1 - shape], 1, x.b));
  PetscCall(BracketBranch(&x, end, force, &ok));
  if (ok) PetscCall(FindZero(&x, end, force, &ok));
  if (ok) PetscCall(ContinuationCorrect(c, along, 0, size, 0, iterations));
  if (!ok) PetscCall(VecCopy(x.a, along));
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++) PetscCall(VecDestroy(all[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}
