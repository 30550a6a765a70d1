/* pseudo_transient.h: finds equilibria without joints by pseudo-transient continuation. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_NEWTON_PSEUDO_TRANSIENT_H
#define FS_SOLVE_NEWTON_PSEUDO_TRANSIENT_H

#include <fs/solve.h>

/* StageSolvePseudoTransient - Moves s->x from 0 along a viscous motion under the loads.

   Output:
     info          iterations are added
     close_enough  whether the unbalanced forces are below 1e-6 of those at the start
   Overwrites s->r. Collective. */
PetscErrorCode StageSolvePseudoTransient(FsStage s, FsStageInfo *info, PetscBool *close_enough);

/* StageAddDiagonal - Adds sigma times the weights of the unknowns to the diagonal of A.

   Displacements have weight 1 and rotations the square of a length of their node [m2].
   Overwrites s->r. Collective. */
PetscErrorCode StageAddDiagonal(FsStage s, PetscReal sigma, Mat A);

#endif
