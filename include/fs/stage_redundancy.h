/* stage_redundancy.h: treats redundant rows of constraints while a motion proceeds.

   The functions do nothing if no rows are dropped (system_redundancy.h), except
   FsStageCheckRedundancy if the constraints close loops. All are collective. The argument loading
   is the loading of the argument state. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STAGE_REDUNDANCY_H
#define FS_STAGE_REDUNDANCY_H

#include <fs/stage_info.h>

/* FsStageDescribeRedundancy - Writes how many rows are dropped, and the names of their joints,
   into text[size]. text is empty if no row is dropped. */
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
   info->ok becomes PETSC_FALSE if a dropped row is violated. It also becomes PETSC_FALSE if the
   rank of the constraints falls between the two states, because motions branch there. */
FS_EXTERN PetscErrorCode FsStageCheckRedundancy(FsStage s, const FsState *last,
                                                const FsState *state, const FsLoading *loading,
                                                FsStageInfo *info);

/* FsStageReselectRedundantRows - Drops other rows if the kept rows become dependent.

   Call it whenever a candidate is accepted. state is this candidate, which
   FsStageCheckRedundancy checked last. The multipliers in state->a become zero in the dropped rows,
   but exert the same forces as before. */
FS_EXTERN PetscErrorCode FsStageReselectRedundantRows(FsStage s, FsState *state);

#endif
