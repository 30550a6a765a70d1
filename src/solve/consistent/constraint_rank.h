/* constraint_rank.h: determines the rank of the constraints and drops redundant rows. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSISTENT_CONSTRAINT_RANK_H
#define FS_SOLVE_CONSISTENT_CONSTRAINT_RANK_H

#include <fs/solve.h>

/* StageDropRedundant - Drops the constraint rows that follow from others (FsSystemDropRows).

   Input:
     state  assembled state
   Collective. Input errors: more redundant rows than can be dropped; rows that are redundant only
   in this state, or nearly redundant; a redundant motion that a driver prescribes. */
PetscErrorCode StageDropRedundant(FsStage s, const FsState *state);

/* StageIsDependent - Determines whether the constraint gradient is singular, or nearly.

   It is if singular values are about 1e-5 or less, with rows scaled to length 1. Collective. */
PetscErrorCode StageIsDependent(FsStage s, const FsState *state, PetscBool *dependent);

#endif
