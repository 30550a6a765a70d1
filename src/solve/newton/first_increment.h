/* first_increment.h: keeps the first increment of Newton's method at an equilibrium, and computes
   the forces along it.

   The increment is the linear response to a load step. How the stiffness along it changes shows a
   limit load that is near. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_NEWTON_FIRST_INCREMENT_H
#define FS_SOLVE_NEWTON_FIRST_INCREMENT_H

#include <fs/solve.h>

/* StageKeepFirstIncrement - Sets where the next solves by Newton's method copy the increment of
   their first iteration.

   Input:
     x  a global vector for displacements and scaled multipliers, borrowed; NULL ends the copying
   Returns PETSC_FALSE if nothing is copied, also because the stage holds free rigid motions
   (FsStageHoldRigid), for which it solves several times. Not collective. */
PetscBool StageKeepFirstIncrement(FsStage s, Vec x);

/* StageForceAlong - Computes the internal force along an increment, x . (r(from + factor x) -
   r(from)), where r is the residual under the same loads in both states.

   If the stiffness does not change, the force is factor times x . K x.
   Input:
     t        the time at which loads and moved supports are evaluated
     from     the state in which the increment starts, at rest
     x        an increment of StageKeepFirstIncrement
   Output:
     force    the force times the length of the increment [N m]
   Collective. */
PetscErrorCode StageForceAlong(FsStage s, const FsLoading *loading, PetscReal t,
                               const FsState *from, Vec x, PetscReal factor, PetscReal *force);

#endif
