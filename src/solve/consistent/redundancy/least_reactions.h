/* least_reactions.h: computes the reactions of least norm of redundant constraints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSISTENT_REDUNDANCY_LEAST_REACTIONS_H
#define FS_SOLVE_CONSISTENT_REDUNDANCY_LEAST_REACTIONS_H

#include <fs/solve.h>

/* What FsStageMinimumNormReactions keeps from call to call. */
typedef struct _n_LeastReactions *LeastReactions;

PetscErrorCode LeastReactionsDestroy(LeastReactions *r);

#endif
