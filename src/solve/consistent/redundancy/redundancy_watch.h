/* redundancy_watch.h: watches the rank of redundant constraints while a model moves. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSISTENT_REDUNDANCY_REDUNDANCY_WATCH_H
#define FS_SOLVE_CONSISTENT_REDUNDANCY_REDUNDANCY_WATCH_H

#include <fs/solve.h>

typedef struct _n_RedundancyWatch *RedundancyWatch;

PetscErrorCode RedundancyWatchDestroy(RedundancyWatch *r);

/* What FsStageMinimumNormReactions keeps from call to call. */
typedef struct _n_LeastReactions *LeastReactions;

PetscErrorCode LeastReactionsDestroy(LeastReactions *r);

/* StageCheckBifurcation - Checks whether constraints lose rank at a state, where motions branch.

   It checks all constraints, and also that dropped rows are satisfied. The first call only starts
   the watch of the rank. If a check fails, info->ok becomes PETSC_FALSE. last is the last accepted
   state, see FsStageCheckRedundancy. Collective. */
PetscErrorCode StageCheckBifurcation(FsStage s, const FsState *last, const FsState *state,
                                     const FsLoading *loading, FsStageInfo *info);

#endif
