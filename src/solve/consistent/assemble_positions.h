/* assemble_positions.h: moves the initial configuration onto the constraints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSISTENT_ASSEMBLE_POSITIONS_H
#define FS_SOLVE_CONSISTENT_ASSEMBLE_POSITIONS_H

#include <fs/solve.h>

/* StageMoveOntoConstraints - Moves state->q onto the constraints.

   Initial joint coordinates move to their targets in steps. Each step finds the nearest
   configuration (NearestConfigurationFind), and FsSystemAcceptInitialState accepts it.
   Input:
     tolerance  largest acceptable error, see StagePositionError
     state      initial state; its rotation vectors are 0
   Output:
     state      q on the constraints
     error      remaining error
   On return s->b has the remaining errors, as StagePositionError sets it. Collective. Input error:
   initial coordinates cannot be reached. */
PetscErrorCode StageMoveOntoConstraints(FsStage s, PetscReal tolerance, FsState *state,
                                        PetscReal *error);

#endif
