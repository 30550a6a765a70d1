/* initial_state.h: makes the initial state of a system consistent with its constraints.

   All functions are collective. Constraints that follow from others are dropped
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
   Joint coordinates that the input gives (FsCoordinateSet) keep their values. Does nothing
   without constraints. Input errors, which name joints: the constraints contradict each other,
   or depend on each other only in this position or almost; a driver prescribes a motion that is
   fixed already; the model cannot be assembled. */
FS_EXTERN PetscErrorCode FsStageAssemblePositions(FsStage s, PetscBool correct, FsState *state);

/* FsStageAssembleVelocities - Makes the velocities of the initial state satisfy the constraints,
   after FsStageAssemblePositions.

   correct and the errors are those of FsStageAssemblePositions. If the input gives rates of
   joints, velocity errors of any size are corrected, and the rates hold afterwards. */
FS_EXTERN PetscErrorCode FsStageAssembleVelocities(FsStage s, PetscBool correct, FsState *state);

/* FsConstraintRank - The rank of the gradient of the constraints, with rows scaled to length 1. */
typedef struct {
  PetscInt  rows, independent; /* all rows, and how many are independent */
  PetscReal conditioning;      /* largest over smallest nonzero singular value; 0 without rows */
} FsConstraintRank;

/* FsStageConstraintRank - Determines the rank of the gradient of the constraints at a state.

   Output:
     dropped  1 in the rows that FsStageAssemblePositions would drop there, 0 elsewhere
     rank     the rank and the conditioning
   Input error: more rows depend on others than can be dropped. */
FS_EXTERN PetscErrorCode FsStageConstraintRank(FsStage s, const FsState *state, Vec dropped,
                                               FsConstraintRank *rank);

/* FsSystemInitializeFriction - Initializes the friction forces at the initial state s.

   Friction then has the values after one step of h [s] by the implicit Euler method
   (FsSystemHistoryOps.reset). It starts without force if no such step is found. s must be the
   last accepted state and does not change. Does nothing without friction. */
FS_EXTERN PetscErrorCode FsSystemInitializeFriction(FsSystem sys, PetscReal h, const FsState *s);

#endif
