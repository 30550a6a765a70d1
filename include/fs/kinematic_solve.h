/* kinematic_solve.h: solves for the state of a mechanism whose drivers prescribe all motion.

   All functions are collective, and are for systems with constraints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_KINEMATIC_SOLVE_H
#define FS_KINEMATIC_SOLVE_H

#include <fs/stage_info.h>

/* FsStageSolveKinematic - Finds the state at state->t if constraints leave no mobility.

   On entry, displacements in q must be within 0.1 of the model size of the solution, and rotations
   within 0.1 rad. v is any guess. On return, q, v, a and the multipliers are exact to round-off. If
   the position is singular or does not exist, info->ok becomes PETSC_FALSE, and info->place names a
   joint. */
FS_EXTERN PetscErrorCode FsStageSolveKinematic(FsStage s, FsState *state, FsStageInfo *info);

/* FsStageGetMobility - Counts the independent motions that the constraints allow: the free dofs
   minus the rows of constraints that are not dropped (system_redundancy.h). */
FS_EXTERN PetscErrorCode FsStageGetMobility(FsStage s, PetscInt *mobility);

/* FsStageSuggestDrivers - Suggests joint coordinates that drivers could prescribe at a state.

   Output:
     names  [size] names of the coordinates, such as "crank.angle, ram.displacement"
     n      number of coordinates */
FS_EXTERN PetscErrorCode FsStageSuggestDrivers(FsStage s, const FsState *state, char names[],
                                               size_t size, PetscInt *n);

#endif
