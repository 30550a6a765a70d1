/* singularity_watch.h: detects singular positions of models with independent constraints.

   Motions branch in such a position. All functions are collective except SingularityWatchAccept. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSISTENT_SINGULARITY_WATCH_H
#define FS_SOLVE_CONSISTENT_SINGULARITY_WATCH_H

#include <fs/solve.h>

typedef struct _n_SingularityWatch *SingularityWatch;

PetscErrorCode SingularityWatchCreate(FsStage s, SingularityWatch *p);
PetscErrorCode SingularityWatchDestroy(SingularityWatch *p);

/* SingularityWatchArchive - Saves or restores what is remembered between accepted states. */
PetscErrorCode SingularityWatchArchive(SingularityWatch p, FsArchive a);

/* SingularityWatchCheck - Checks the motion from the last accepted state to a candidate.

   Input:
     last, state  accepted state and candidate; only t and q are used
   Output:
     info         ok is false if a singular position lies between them
   Overwrites s->b. Raises PETSC_ERR_NOT_CONVERGED if the constraint matrix cannot be factored. */
PetscErrorCode SingularityWatchCheck(SingularityWatch p, const FsState *last, const FsState *state,
                                     const FsLoading *loading, FsStageInfo *info);

/* SingularityWatchAccept - Declares the state that was checked last accepted. */
void SingularityWatchAccept(SingularityWatch p);

#endif
