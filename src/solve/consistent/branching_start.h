/* branching_start.h: starts a motion in a change point, a position of a mechanism from which it can
   move in several ways (branches). The initial velocities choose the branch. All functions are
   collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSISTENT_BRANCHING_START_H
#define FS_SOLVE_CONSISTENT_BRANCHING_START_H

#include "solve/stage_parts.h"
#include "solve/consistent/redundancy/constraint_gram.h"

typedef struct _n_BranchingStart *BranchingStart;

/* BranchingStartCreate - Determines whether the assembled initial position is a change point, and
   records this. In a change point some constraint equations depend on each other, although they are
   independent in positions nearby. More than one motion can start there.

   The motion is chosen later: FsStageAssembleVelocities decides which motion starts, and
   FsStageLeaveBranchingStart starts it. Until then one equation for each null vector is left out.
   Input:
     g      the gradient G of the constraints at the state, with rows scaled to length 1
     z      [k] orthonormal left null vectors of G, which combine dependent equations; copied
     names  the names of the joints whose equations occur in z, for messages; copied
   Output:
     out    the record, which the caller destroys by BranchingStartDestroy; NULL if the equations
            stay dependent in all motions that the constraints allow, or if nothing moves */
PetscErrorCode BranchingStartCreate(ConstraintSolver s, ConstraintGram g, const FsState *state,
                                    PetscInt k, Vec z[], const char names[], BranchingStart *out);
PetscErrorCode BranchingStartDestroy(BranchingStart *b);

/* BranchingStartDecide - Decides which of the motions that are possible in a change point (a
   position from which a mechanism can move in several ways) the velocities of a state belong to.

   Changed:
     state  its velocities are corrected by their round-off
   Does nothing if the start of the stage is no change point (s->branching is NULL). Input error:
   the velocities belong to no possible motion, or to several. */
PetscErrorCode BranchingStartDecide(ConstraintSolver s, FsState *state);

/* branching_start_rows - Returns how many constraint equations are left out because they depend on
   others in the initial position alone. Returns 0 before velocities have chosen a motion, and if b
   is NULL. Not collective. */
PetscInt branching_start_rows(BranchingStart b);

#endif
