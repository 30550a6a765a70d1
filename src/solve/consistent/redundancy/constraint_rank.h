/* constraint_rank.h: determines the rank of the constraints and drops redundant rows. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSISTENT_REDUNDANCY_CONSTRAINT_RANK_H
#define FS_SOLVE_CONSISTENT_REDUNDANCY_CONSTRAINT_RANK_H

#include <fs/solve.h>

/* StageDropRedundant - Drops the constraint rows that follow from others, by FsSystemDropRows.

   Input:
     state  a state that satisfies the position constraints
   Collective. Input errors: there are more redundant rows than can be dropped; rows are redundant
   only in this state, or nearly redundant; a driver prescribes a redundant motion. */
PetscErrorCode StageDropRedundant(FsStage s, const FsState *state);

/* StageIsDependent - Determines whether the constraint rows are dependent at a state, or nearly.

   They are if the smallest singular value of their gradient is about 1e-5 or less. The rows of the
   gradient are scaled to length 1. Collective. */
PetscErrorCode StageIsDependent(FsStage s, const FsState *state, PetscBool *dependent);

#endif
