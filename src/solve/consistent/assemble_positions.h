/* assemble_positions.h: moves the initial configuration onto the constraints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSISTENT_ASSEMBLE_POSITIONS_H
#define FS_SOLVE_CONSISTENT_ASSEMBLE_POSITIONS_H

#include <fs/solve.h>

/* StageMoveOntoConstraints - Moves state->q onto the constraints.

   Each step finds the nearest configuration (NearestConfigurationFind). Initial joint coordinates
   move to their targets by such steps, each from the result of the last one, which
   FsSystemAcceptInitialState accepts.
   Input:
     tolerance  position error that is acceptable
     state      initial state with rotations 0
   Output:
     state      q
     error      remaining error; s->b as StagePositionError sets it
   Collective. Input error: initial coordinates that cannot be reached. */
PetscErrorCode StageMoveOntoConstraints(FsStage s, PetscReal tolerance, FsState *state,
                                        PetscReal *error);

#endif
