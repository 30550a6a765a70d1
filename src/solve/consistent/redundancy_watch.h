/* redundancy_watch.h: watches the rank of redundant constraints while a model moves. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSISTENT_REDUNDANCY_WATCH_H
#define FS_SOLVE_CONSISTENT_REDUNDANCY_WATCH_H

#include <fs/solve.h>

typedef struct _n_RedundancyWatch *RedundancyWatch;

PetscErrorCode RedundancyWatchDestroy(RedundancyWatch *r);

/* StageCheckBifurcation - Checks a state as FsStageCheckRedundancy, also without redundant rows.

   Independent constraints are watched for a loss of rank. Collective. A loss sets info->ok to
   false. */
PetscErrorCode StageCheckBifurcation(FsStage s, const FsState *state, const FsLoading *loading,
                                     FsStageInfo *info);

#endif
