/* rank_watch.h: watches the rank of the constraints while a model moves.

   G is the scaled gradient of all constraints (constraint_gram.h). Motions branch where its rank
   falls. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSISTENT_RANK_WATCH_H
#define FS_SOLVE_CONSISTENT_RANK_WATCH_H

#include <fs/solve.h>

typedef struct _n_RankWatch *RankWatch;

/* RankWatchDestroy - Ends a watch. StageWatchRank begins it. */
PetscErrorCode RankWatchDestroy(RankWatch *p);

/* RankWatchArchive - Saves or restores what the watch of a stage remembers of accepted states.

   A watch of redundant constraints is not saved: FsStageWatchRedundancy begins it anew.
   Collective. */
PetscErrorCode RankWatchArchive(FsStage s, FsArchive a);

/* StageWatchRank - Checks the constraints on the way from the last accepted state to a candidate.

   Input:
     last     last accepted state, or NULL before the first one; then the watch begins at the
              candidate
     state    candidate
     loading  loading of the candidate
   Output:
     info     ok becomes PETSC_FALSE if a dropped row is violated, or if the rank falls between the
              two states and the motion does not continue along its branch (ChangePointCross)
   Overwrites b and x of the stage. Collective. Raises PETSC_ERR_NOT_CONVERGED if the matrix of the
   constraints cannot be factored. */
PetscErrorCode StageWatchRank(FsStage s, const FsState *last, const FsState *state,
                              const FsLoading *loading, FsStageInfo *info);

#endif
