/* singularity_watch.h: detects singular positions of models with independent constraints.

   Motions branch in such a position. All functions are collective except
   SingularityWatchAccept and SingularityWatchForget. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSISTENT_SINGULARITY_WATCH_H
#define FS_SOLVE_CONSISTENT_SINGULARITY_WATCH_H

#include <fs/solve.h>

typedef struct _n_SingularityWatch *SingularityWatch;

PetscErrorCode SingularityWatchCreate(FsStage s, SingularityWatch *p);
PetscErrorCode SingularityWatchDestroy(SingularityWatch *p);

/* SingularityWatchArchive - Saves or restores what the watch remembers of accepted states. */
PetscErrorCode SingularityWatchArchive(SingularityWatch p, FsArchive a);

/* SingularityWatchCheck - Checks the motion from the last accepted state to a candidate.

   Input:
     last     last accepted state; only t and q are used
     state    candidate; only t and q are used
     loading  loading of the candidate
   Output:
     info     ok becomes PETSC_FALSE if a singular position lies between the two states
   Overwrites b of the stage. Raises PETSC_ERR_NOT_CONVERGED if the constraint matrix cannot be
   factored. */
PetscErrorCode SingularityWatchCheck(SingularityWatch p, const FsState *last, const FsState *state,
                                     const FsLoading *loading, FsStageInfo *info);

/* SingularityWatchForget - Forgets the earlier position. The next check takes one anew. */
void SingularityWatchForget(SingularityWatch p);

/* SingularityWatchAccept - Records that the candidate of the last check has been accepted. */
void SingularityWatchAccept(SingularityWatch p);

#endif
