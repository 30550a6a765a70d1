/* branching_start.h: starts a motion in a change point, on the branch of its initial velocities.

   All functions are collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSISTENT_BRANCHING_START_H
#define FS_SOLVE_CONSISTENT_BRANCHING_START_H

#include <fs/solve.h>
#include "constraint_gram.h"

typedef struct _n_BranchingStart *BranchingStart;

/* BranchingStartCreate - Determines whether the assembled initial position is a change point, in
   which constraints depend on each other only there, and records this.

   FsStageAssembleVelocities then decides which motion starts, and FsStageLeaveBranchingStart starts
   it. Until then the constraint rows of all null vectors are dropped.
   Input:
     g      the gradient G of the constraints at the state
     z      [k] orthonormal left null vectors of G with rows of length 1; copied
     names  the joints with rows in them
   Output:
     out    NULL if all motions that the constraints allow keep the null vectors, or if nothing
            moves; to be destroyed by BranchingStartDestroy */
PetscErrorCode BranchingStartCreate(FsStage s, ConstraintGram g, const FsState *state, PetscInt k,
                                    Vec z[], const char names[], BranchingStart *out);
PetscErrorCode BranchingStartDestroy(BranchingStart *b);

/* BranchingStartDecide - Decides which motion the velocities of a state belong to.

   Does nothing if s->branching is NULL. Corrects the velocities by what is rounding. Input error:
   they belong to no motion, or to several. */
PetscErrorCode BranchingStartDecide(FsStage s, FsState *state);

/* branching_start_rows - Returns the number of dropped rows that depend on others only in the
   initial position, once velocities have chosen a motion; otherwise 0. b may be NULL. Not
   collective. */
PetscInt branching_start_rows(BranchingStart b);

#endif
