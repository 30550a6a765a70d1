/* kinematic_solve.h: solves for the state of a mechanism whose drivers prescribe all of its motion,
   so that forces do not influence the motion.

   All functions are collective, and are for systems with constraints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_KINEMATIC_SOLVE_H
#define FS_KINEMATIC_SOLVE_H

#include <fs/stage_info.h>

/* FsStageSolveKinematic - Finds the state at the time state->t of a mechanism whose constraints and
   drivers leave no independent motion.

   On entry, displacements in q must be within 0.1 of the model size of the solution, and rotations
   within 0.1 rad; v is a guess, which need not be good. On return, q, v, a and the multipliers
   satisfy the constraints and the equations of motion up to round-off. If the joints cannot follow
   the drivers, or are in a position where they lock or the motion branches, info->ok becomes
   PETSC_FALSE, and info->place names a joint. */
FS_EXTERN PetscErrorCode FsStageSolveKinematic(FsStage s, FsState *state, FsStageInfo *info);

/* FsStageGetMobility - Counts the independent motions that the constraints allow: the number of
   free dofs minus the number of independent constraints. Constraints that follow from others do not
   count, because they are dropped (system_redundancy.h). */
FS_EXTERN PetscErrorCode FsStageGetMobility(FsStage s, PetscInt *mobility);

/* FsStageSuggestDrivers - Suggests joint coordinates whose motion drivers could prescribe, so that
   the mechanism has no independent motion left at a state.

   Output:
     names  [size] the names of the coordinates, such as "crank.angle, ram.displacement"
     n      the number of coordinates */
FS_EXTERN PetscErrorCode FsStageSuggestDrivers(FsStage s, const FsState *state, char names[],
                                               size_t size, PetscInt *n);

#endif
