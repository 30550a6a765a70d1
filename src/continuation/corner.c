/* corner.c: turns a corner of a path of equilibria, where a law of forces changes its slope.

   Steps along the tangent fail at a corner, because the equilibria beyond it may lie behind the
   plane through the end of the step. A state on the tangent just beyond the corner is no
   equilibrium, but its stiffness is that of the new part of the path, and so is the tangent that
   follows from it. The next equilibrium is looked for in the two directions of this tangent, with
   iterations that start beyond the corner. One direction leads along the new part of the path. The
   other one leads back along the old part, or to no equilibrium. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "continuation_step.h"

/* NEAREST, FARTHEST: distances of the state beyond the corner, relative to the longest step; the
   corner is nearer than the shortest step, which is 1e-6. FACTOR: ratio of two of them. */
static const PetscReal NEAREST = 8e-6, FARTHEST = 1e-2, FACTOR = 8;
/* ALONG: smallest cosine of the angle between the step and the tangent beyond the corner. NEARER: 1
   less this cosine, relative to 1 less the cosine of the angle between the step and the way back.
   STRAIGHT: smallest cosine of the last step (Continuation), which is short before a corner; a path
   that is bent there is too curved for its steps. */
static const PetscReal ALONG = 0.9, NEARER = 0.1, STRAIGHT = 0.999;

/* Computes the tangent beyond the corner, by a state at a distance ahead. */
static PetscErrorCode ComputeTangentAhead(Continuation *c, PetscReal distance, Vec along,
                                          PetscReal *rate, PetscBool *ok)
{
  PetscFunctionBeginUser;
  PetscCall(ContinuationCopyState(c->s, &c->trial));
  PetscCall(ContinuationMoveState(c, &c->trial, distance, c->tangent));
  c->trial.t += distance * c->rate;
  PetscCall(ContinuationAcceptTrial(c, distance));
  PetscCall(ContinuationTangent(c, c->from_tangent, c->from_rate, ok));
  PetscCall(VecCopy(c->tangent, along));
  *rate = c->rate;
  PetscCall(ContinuationRevert(c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Steps along a direction, if it leads to an equilibrium of the new part of the path. */
static PetscErrorCode TryDirection(Continuation *c, Vec along, PetscReal rate, PetscReal size,
                                   PetscInt *iterations, PetscBool *ok)
{
  PetscReal dt, square, step, forward, turned;

  PetscFunctionBeginUser;
  *ok = PETSC_FALSE;
  PetscCall(ContinuationCorrect(c, along, rate, size, size, iterations));
  if (!*iterations) PetscFunctionReturn(PETSC_SUCCESS);
  dt = c->trial.t - c->s->t;
  PetscCall(ContinuationProduct(c, c->delta, dt, c->delta, dt, &square));
  PetscCall(ContinuationProduct(c, c->delta, dt, along, rate, &forward));
  PetscCall(ContinuationProduct(c, c->delta, dt, c->tangent, c->rate, &turned));
  step = PetscSqrtReal(square);
  if (forward < ALONG * step || step - forward > NEARER * (step + turned))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ContinuationAcceptTrial(c, size));
  PetscCall(ContinuationTangent(c, along, rate, ok));
  if (*ok) PetscCall(ContinuationProduct(c, along, rate, c->tangent, c->rate, &forward));
  if (*ok && forward >= ALONG) PetscFunctionReturn(PETSC_SUCCESS);
  *ok = PETSC_FALSE;
  PetscCall(ContinuationRevert(c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationTurnCorner(Continuation *c, PetscInt *iterations, PetscBool *turned)
{
  Vec along;

  PetscFunctionBeginUser;
  *turned = PETSC_FALSE;
  if (c->cosine < STRAIGHT) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicate(c->tangent, &along));
  for (PetscReal part = NEAREST; part < FARTHEST && !*turned; part *= FACTOR) {
    const PetscReal size = part * c->max_size;
    PetscReal       rate = 0;
    PetscBool       ok   = PETSC_FALSE;

    PetscCall(ComputeTangentAhead(c, size, along, &rate, &ok));
    for (int sign = 1; ok && sign >= -1 && !*turned; sign -= 2) {
      PetscCall(TryDirection(c, along, rate, size, iterations, turned));
      PetscCall(VecScale(along, -1));
      rate = -rate;
    }
    if (*turned) c->size = size;
  }
  PetscCall(VecDestroy(&along));
  if (*turned) c->cosine = 0; /* the step has a corner */
  if (*turned && c->index != c->from_index) c->missed++;
  PetscFunctionReturn(PETSC_SUCCESS);
}
