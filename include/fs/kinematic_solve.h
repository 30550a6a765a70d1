/* kinematic_solve.h: solves for the state of a mechanism whose drivers prescribe all motion.

   All functions are collective, and are for systems with constraints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_KINEMATIC_SOLVE_H
#define FS_KINEMATIC_SOLVE_H

#include <fs/stage_info.h>

/* FsStageSolveKinematic - Finds the state at state->t if constraints leave no mobility.

   On entry, q must be less than 0.1 of the model size and less than 0.1 rad from the solution; v
   is any guess. On return, q, v, a and the multipliers are exact to round-off. If the position
   is singular or does not exist, info->ok becomes PETSC_FALSE and info->place names a joint. */
FS_EXTERN PetscErrorCode FsStageSolveKinematic(FsStage s, FsState *state, FsStageInfo *info);

/* FsStageGetMobility - Returns the number of independent motions that the constraints allow. */
FS_EXTERN PetscErrorCode FsStageGetMobility(FsStage s, PetscInt *mobility);

/* FsStageSuggestDrivers - Suggests joint coordinates that drivers could prescribe at a state.

   Output:
     names  names of the coordinates, such as "crank.angle, ram.displacement"
     n      their number */
FS_EXTERN PetscErrorCode FsStageSuggestDrivers(FsStage s, const FsState *state, char names[],
                                               size_t size, PetscInt *n);

#endif
