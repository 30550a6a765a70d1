/* stage_redundancy.h: treats redundant rows of constraints while a motion proceeds.

   The functions do nothing if no rows are dropped (system_redundancy.h), except
   FsStageCheckRedundancy if the constraints close loops. All that return an error code are
   collective. The argument loading
   is the loading of the argument state. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STAGE_REDUNDANCY_H
#define FS_STAGE_REDUNDANCY_H

#include <fs/stage_info.h>

/* FsStageDescribeRedundancy - Writes how many rows are dropped, and the names of their joints,
   into text[size]. text is empty if no row is dropped, or before a motion leaves the change point
   in which it starts. */
FS_EXTERN PetscErrorCode FsStageDescribeRedundancy(FsStage s, size_t size, char text[]);

/* FsStageMinimumNormReactions - Replaces the multipliers in state->a by the multipliers of least
   norm that exert the same forces.

   In the norm, moments are divided by the model size. Use the result only for output. Schemes must
   continue with multipliers that are zero in the dropped rows. */
FS_EXTERN PetscErrorCode FsStageMinimumNormReactions(FsStage s, const FsLoading *loading,
                                                     FsState *state);

/* FsStageWatchRedundancy - Starts the checks of FsStageCheckRedundancy at an accepted state. */
FS_EXTERN PetscErrorCode FsStageWatchRedundancy(FsStage s, const FsState *state,
                                                const FsLoading *loading);

/* FsStageCheckRedundancy - Checks that the dropped rows are satisfied at a candidate state.

   Input:
     last   the last accepted state
     state  the candidate, which is not yet accepted
   info->ok becomes PETSC_FALSE if a dropped row is violated. The rank of the constraints may fall
   between the two states, because motions branch there. Then info->ok becomes PETSC_FALSE if the
   candidate does not continue the motion, or if motions stop at change points. For equilibria, v of
   both states is the secant of q that leads to it, both for the same increment of the load. v of
   last is NULL if none is known. */
FS_EXTERN PetscErrorCode FsStageCheckRedundancy(FsStage s, const FsState *last,
                                                const FsState *state, const FsLoading *loading,
                                                FsStageInfo *info);

/* FsChangePoints - The positions that a motion has passed in which other branches cross its own. */
typedef struct {
  PetscInt  count;
  PetscReal first_time;                 /* [s] */
  char      first_place[FS_PLACE_SIZE]; /* a joint */
} FsChangePoints;

/* FsStageIsInChangePoint - Returns whether the last accepted state is in a change point. Not
   collective. */
FS_EXTERN PetscBool FsStageIsInChangePoint(FsStage s);

/* FsStageStopAtChangePoints - Decides whether motions end at change points. By default they
   continue along their branch. Not collective. */
FS_EXTERN void FsStageStopAtChangePoints(FsStage s, PetscBool stop);

/* FsStageBridgeChangePoint - Finds a state in or near a change point, where solves fail.

   Input:
     last    the last accepted state
     behind  the candidate that FsStageCheckRedundancy or FsStageSolveKinematic has just checked
     state   its t lies between the two
   Output:
     state   q, v and a are interpolated and satisfy the constraints; multipliers have least norm
   info->ok becomes PETSC_FALSE if behind is not behind a change point, or no such state exists. */
FS_EXTERN PetscErrorCode FsStageBridgeChangePoint(FsStage s, const FsState *last,
                                                  const FsState *behind, FsState *state,
                                                  FsStageInfo *info);

/* FsStageBridgeEquilibrium - Finds an equilibrium in or near a change point, where solves fail.

   Input:
     state  q is interpolated from equilibria on both sides, of which FsStageCheckRedundancy has
            checked one behind the point last
   Output:
     state  q satisfies the constraints; multipliers have least norm
   info->ok becomes PETSC_FALSE if the last check has found no change point, or no such state
   exists. */
FS_EXTERN PetscErrorCode FsStageBridgeEquilibrium(FsStage s, const FsLoading *loading,
                                                  FsState *state, FsStageInfo *info);

/* FsStageStartBranches - Returns whether the position that FsStageAssemblePositions has assembled
   is a change point, which the motion has not yet left. Not collective. */
FS_EXTERN PetscBool FsStageStartBranches(FsStage s);

/* FsStageRejectBranchingStart - Raises an input error if the position that
   FsStageAssemblePositions has assembled is a change point. Call it if no initial velocities can
   choose a motion. Otherwise FsStageAssembleVelocities lets them choose. */
FS_EXTERN PetscErrorCode FsStageRejectBranchingStart(FsStage s);

/* FsStageLeaveBranchingStart - Lets a motion leave the change point in which it starts.

   Input:
     state  the initial state, after FsStageAcceleration
   Output:
     state  accelerations belong to the motion that the velocities have chosen
     info   ok becomes PETSC_FALSE if the accelerations cannot be found
   Does nothing if the start is not a change point. */
FS_EXTERN PetscErrorCode FsStageLeaveBranchingStart(FsStage s, FsState *state, FsStageInfo *info);

/* FsStageChangePoints - Returns the change points of accepted states, borrowed. Not collective. */
FS_EXTERN const FsChangePoints *FsStageChangePoints(FsStage s);

/* FsStageReselectRedundantRows - Drops other rows if the kept rows become dependent.

   Call it whenever a candidate is accepted. state is this candidate, which
   FsStageCheckRedundancy checked last. The multipliers in state->a become zero in the dropped rows,
   but exert the same forces as before. */
FS_EXTERN PetscErrorCode FsStageReselectRedundantRows(FsStage s, FsState *state);

#endif
