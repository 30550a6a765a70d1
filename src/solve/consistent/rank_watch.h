/* rank_watch.h: watches the rank of the scaled gradient of all constraint equations while a model
   moves, because motions can branch where this rank falls. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSISTENT_RANK_WATCH_H
#define FS_SOLVE_CONSISTENT_RANK_WATCH_H

#include "solve/stage_parts.h"

typedef struct _n_RankWatch *RankWatch;

/* RankWatchDestroy - Frees a watch of the rank of the constraint gradient, which the first
   StageWatchRank has created. */
PetscErrorCode RankWatchDestroy(RankWatch *p);

/* RankWatchArchive - Saves in a checkpoint, or restores, what the watch of the rank of the
   constraint gradient remembers of accepted states. A watch of redundant constraints is not saved,
   because FsStageWatchRedundancy begins it anew. Collective. */
PetscErrorCode RankWatchArchive(ConstraintSolver s, FsArchive a);

/* StageWatchRank - Checks whether the constraint equations become dependent on the way from the
   last accepted state to a the candidate for the next state.

   Input:
     last     last accepted state, or NULL before the first one; then the watch begins at the
              candidate
     state    candidate
     loading  loading of the candidate
   Output:
     info     ok becomes PETSC_FALSE if a redundant equation that solves leave out is violated, or
              if the rank falls between the two states and the motion does not continue along its
              branch (ChangePointCross)
   Collective. Raises PETSC_ERR_NOT_CONVERGED if the matrix of the constraints cannot be
   factored. */
PetscErrorCode StageWatchRank(ConstraintSolver s, const FsState *last, const FsState *state,
                              const FsLoading *loading, FsStageInfo *info);

#endif
