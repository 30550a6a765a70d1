/* singularity_watch.h: whether steps of models with independent constraints pass positions in which motions branch. Used by redundancy_watch.c.
   Collective, but for Accept. */
#ifndef FS_SOLVE_CONSISTENT_SINGULARITY_WATCH_H
#define FS_SOLVE_CONSISTENT_SINGULARITY_WATCH_H

#include "solve/stage.h"

PetscErrorCode SingularityWatchCreate(FsStage s, SingularityWatch *p);
PetscErrorCode SingularityWatchDestroy(SingularityWatch *p);

/* What is remembered between accepted states. */
PetscErrorCode SingularityWatchArchive(SingularityWatch p, FsArchive a);

/* info->ok becomes false where such a position is between the last accepted state and this one; state, last: their t and q. Overwrites
   s->b. Raises PETSC_ERR_NOT_CONVERGED if the constraints' matrix cannot be factored. */
PetscErrorCode SingularityWatchCheck(SingularityWatch p, const FsState *last, const FsState *state,
                                     const FsLoading *loading, FsStageInfo *info);
/* The state that was checked last is the last accepted one now. */
void SingularityWatchAccept(SingularityWatch p);

#endif
