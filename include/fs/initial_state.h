/* initial_state.h: makes the initial state of a system consistent with its constraints.

   All functions are collective. The functions of a stage drop constraints that follow from other
   constraints, because multipliers would not be unique otherwise (FsSystemDropRows). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INITIAL_STATE_H
#define FS_INITIAL_STATE_H

#include <fs/stage_info.h>

/* FsStageAssemblePositions - Makes the positions of the initial state satisfy the constraints, by
   the smallest motion in the norm of the mass matrix. Does nothing without constraints.

   Input:
     correct  PETSC_TRUE (-assemble) corrects errors of any size. PETSC_FALSE corrects errors of the
              size of round-off in the input; larger errors are input errors
   Changed:
     state    the initial state, whose q is corrected. Joint coordinates get the values that the
              input gives
   Input errors, which name joints:
   - the constraints contradict each other, or the model cannot be assembled
   - the constraints are nearly dependent, or dependent only in this position
   - a driver prescribes a motion that is fixed already */
FS_EXTERN PetscErrorCode FsStageAssemblePositions(FsStage s, PetscBool correct, FsState *state);

/* FsStageAssembleVelocities - Makes the velocities of the initial state satisfy the constraints,
   after FsStageAssemblePositions. Does nothing without constraints.

   Input:
     correct  PETSC_TRUE corrects errors of any size. PETSC_FALSE corrects errors of the size of
              round-off; larger errors are input errors
     t_end    the end of the run [s]. Round-off is measured relative to the motion that the
              constraints prescribe until then
   Changed:
     state    the initial state, whose v is corrected. If the input gives rates of joint
              coordinates, v is corrected by any amount so that the coordinates have these rates
   Input errors, which name joints: the velocities contradict the constraints or each other. */
FS_EXTERN PetscErrorCode FsStageAssembleVelocities(FsStage s, PetscBool correct, PetscReal t_end,
                                                   FsState *state);

/* FsConstraintRank - The rank of the gradient G = dPhi/dq of the constraints, after the rows of G
   are scaled to length 1. */
typedef struct {
  /* the number of rows of G, and the number of rows that are independent of each other */
  PetscInt rows, independent;
  /* the largest singular value of G divided by the smallest nonzero one; 0 if G has no rows */
  PetscReal conditioning;
} FsConstraintRank;

/* FsStageConstraintRank - Determines the rank of the gradient of the constraints at a state, and
   which constraints follow from others.

   Output:
     dropped  a global vector: 1 in the rows of constraints that FsStageAssemblePositions would drop
              in this state, 0 elsewhere
     rank     the rank and the conditioning
   Input error: the number of redundant constraints of joints is larger than the function can find;
   the message asks for joints with fewer constraints. */
FS_EXTERN PetscErrorCode FsStageConstraintRank(FsStage s, const FsState *state, Vec dropped,
                                               FsConstraintRank *rank);

/* FsSystemInitializeFriction - Finds the friction forces of joints in the initial state s. Without
   this function they would start from zero, and parts that friction supports would begin to fall.

   The system gets the friction forces that balance the other forces, within the limits of friction.
   They are found in short trial steps of h/100 by the implicit Euler method, where h [s] is the
   size of the steps that follow. If a trial cannot be solved, the friction forces stay as they are,
   initially zero. The state s becomes the last accepted state, and its values do not change. Does
   nothing without friction. Collective. */
FS_EXTERN PetscErrorCode FsSystemInitializeFriction(FsSystem sys, PetscReal h, const FsState *s);

/* FsSystemReverseFriction - Finds the friction forces of joint coordinates that have slid until the
   last accepted state s, and whose velocity reverses in s. Other friction forces do not change.

   After the call, the friction of such a coordinate either balances the other forces, so that the
   coordinate sticks, or it has its limit in the new direction. h [s] is the size of the next step.
   Does nothing without friction. Collective, with one reduction. */
FS_EXTERN PetscErrorCode FsSystemReverseFriction(FsSystem sys, PetscReal h, const FsState *s);

#endif
