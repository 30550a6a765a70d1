/* stage_redundancy.h: treats redundant rows of constraints while a motion proceeds.

   The functions do nothing if no rows are dropped (system_redundancy.h), except
   FsStageCheckRedundancy if the constraints close loops. All are collective. loading is that of
   the state. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STAGE_REDUNDANCY_H
#define FS_STAGE_REDUNDANCY_H

#include <fs/stage_info.h>

/* FsStageDescribeRedundancy - Writes how many rows are dropped, and the names of their joints,
   into text[size]. text is empty if no row is dropped. */
FS_EXTERN PetscErrorCode FsStageDescribeRedundancy(FsStage s, size_t size, char text[]);

/* FsStageMinimumNormReactions - Replaces the multipliers in state->a by those of least norm that
   exert the same forces.

   The norm uses moments divided by the model size. Use it for states that are printed or
   written. Schemes continue with multipliers that are zero in the dropped rows. */
FS_EXTERN PetscErrorCode FsStageMinimumNormReactions(FsStage s, const FsLoading *loading,
                                                     FsState *state);

/* FsStageWatchRedundancy - Starts to watch the dropped rows at an accepted state. */
FS_EXTERN PetscErrorCode FsStageWatchRedundancy(FsStage s, const FsState *state,
                                                const FsLoading *loading);

/* FsStageCheckRedundancy - Checks that the dropped rows are satisfied at a candidate state.

   Input:
     last   the last accepted state
     state  the candidate, in the order of the motion
   info->ok becomes PETSC_FALSE if a dropped row is violated, or if the rank of the constraints
   falls between the two states, where motions branch. */
FS_EXTERN PetscErrorCode FsStageCheckRedundancy(FsStage s, const FsState *last,
                                                const FsState *state, const FsLoading *loading,
                                                FsStageInfo *info);

/* FsStageReselectRedundantRows - Drops other rows if the kept rows become dependent.

   state is the candidate that was checked last, when it is accepted; always call it then. The
   multipliers become zero in the dropped rows, and their forces do not change. */
FS_EXTERN PetscErrorCode FsStageReselectRedundantRows(FsStage s, FsState *state);

#endif
