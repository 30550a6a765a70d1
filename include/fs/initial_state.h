/* initial_state.h: makes the initial state of a system consistent with its constraints.

   All functions are collective. They drop constraints that follow from other constraints
   (FsSystemDropRows). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INITIAL_STATE_H
#define FS_INITIAL_STATE_H

#include <fs/stage_info.h>

/* FsStageAssemblePositions - Makes the positions of the initial state satisfy the constraints,
   by the smallest motion in the norm of the mass matrix.

   Input:
     correct  PETSC_TRUE (-assemble) corrects errors of any size. PETSC_FALSE corrects errors of
              the size of round-off in the input; larger errors are input errors
   Joint coordinates get the values that the input gives (FsCoordinateSet). Does nothing without
   constraints. Input errors, which name joints:
   - the constraints contradict each other, or the model cannot be assembled
   - the constraints are nearly dependent, or dependent only in this position
   - a driver prescribes a motion that is fixed already */
FS_EXTERN PetscErrorCode FsStageAssemblePositions(FsStage s, PetscBool correct, FsState *state);

/* FsStageAssembleVelocities - Makes the velocities of the initial state satisfy the constraints,
   after FsStageAssemblePositions.

   Input:
     correct  PETSC_TRUE corrects errors of any size; PETSC_FALSE corrects only round-off
     t_end    end of the run [s]. Round-off is relative to the motion that the constraints prescribe
              until then
   If the input gives rates of joints, velocity errors of any size are corrected, and the joints
   have these rates afterwards. Input errors as in FsStageAssemblePositions. */
FS_EXTERN PetscErrorCode FsStageAssembleVelocities(FsStage s, PetscBool correct, PetscReal t_end,
                                                   FsState *state);

/* FsConstraintRank - The rank of the gradient of the constraints, with rows scaled to length 1. */
typedef struct {
  PetscInt  rows, independent; /* all rows, and how many are independent */
  PetscReal conditioning;      /* largest over smallest nonzero singular value; 0 without rows */
} FsConstraintRank;

/* FsStageConstraintRank - Determines the rank of the gradient of the constraints at a state.

   Output:
     dropped  1 in the rows that FsStageAssemblePositions would drop at state, 0 elsewhere
     rank     the rank and the conditioning
   Input error: more rows depend on others than can be dropped. */
FS_EXTERN PetscErrorCode FsStageConstraintRank(FsStage s, const FsState *state, Vec dropped,
                                               FsConstraintRank *rank);

/* FsSystemInitializeFriction - Initializes the friction forces at the initial state s.

   The forces become those after one step of h [s] by the implicit Euler method
   (FsSystemHistoryOps.reset). If no such step is found, the forces start from zero. s becomes the
   last accepted state, and does not change. Does nothing without friction. Collective. */
FS_EXTERN PetscErrorCode FsSystemInitializeFriction(FsSystem sys, PetscReal h, const FsState *s);

/* FsSystemReverseFriction - Does the same for coordinates that have slid and reverse at s.

   Their friction then either balances the other forces, or has its limit in the new direction. s is
   the last accepted state. Other friction does not change. Collective, with one reduction. */
FS_EXTERN PetscErrorCode FsSystemReverseFriction(FsSystem sys, PetscReal h, const FsState *s);

#endif
