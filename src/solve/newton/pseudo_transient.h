/* pseudo_transient.h: finds equilibria of systems without joints by pseudo-transient continuation:
   the steps of a viscous motion that comes to rest in an equilibrium. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_NEWTON_PSEUDO_TRANSIENT_H
#define FS_SOLVE_NEWTON_PSEUDO_TRANSIENT_H

#include <fs/solve.h>

/* StageSolvePseudoTransient - Moves s->x from 0 towards an equilibrium by a viscous motion.

   Output:
     info          the iterations are added
     close_enough  PETSC_TRUE if the unbalanced forces have fallen below 1e-6 of their initial norm
   Overwrites s->r. Collective. */
PetscErrorCode StageSolvePseudoTransient(FsStage s, FsStageInfo *info, PetscBool *close_enough);

/* StageAddDiagonal - Adds sigma times the weight of each unknown to the diagonal of A.

   The weight is 1 for a displacement and 0 for a multiplier. For a rotation it is the square of a
   length at its node [m2]. Overwrites s->r. Collective. */
PetscErrorCode StageAddDiagonal(FsStage s, PetscReal sigma, Mat A);

#endif
