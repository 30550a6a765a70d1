/* equilibrium_check.h: determines whether a state is in equilibrium, up to round-off. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_EQUILIBRIUM_CHECK_H
#define FS_ANALYSIS_EQUILIBRIUM_CHECK_H

#include <fs/solve.h>

/* EquilibriumCheck - Determines whether s is in equilibrium under a loading, up to round-off.

   Output:
     r         the unbalanced forces (FsStageUnbalancedForces); the caller creates this Vec
     balanced  PETSC_TRUE if r is zero up to round-off
   Collective, as are all other functions of this header. */
PetscErrorCode EquilibriumCheck(FsSystem sys, FsStage stage, const FsLoading *loading,
                                const FsState *s, Vec r, PetscBool *balanced);

/* EquilibriumCheckLoads - Determines whether a state at rest is in equilibrium at s->t.

   Input:
     loads           the loading
     s               the state, whose velocities s->v must be zero
   Output:
     in_equilibrium  PETSC_TRUE if s is in equilibrium under the loads, up to round-off
     unloaded        PETSC_TRUE if the unbalanced forces at s are the same without the loads */
PetscErrorCode EquilibriumCheckLoads(FsSystem sys, FsStage stage, const FsLoading *loads,
                                     const FsState *s, PetscBool *in_equilibrium,
                                     PetscBool *unloaded);

/* EquilibriumCheckJoints - Determines whether a model with joints is in equilibrium at s when the
   joint forces balance the loads, for example a pendulum that hangs down.

   The joint forces that prevent accelerations are computed. If they balance the loads, the function
   stores them as the multipliers in s->a, because without joint forces the tangent may be singular
   at s.
   Output:
     in_equilibrium  PETSC_TRUE if the joint forces balance the loads */
PetscErrorCode EquilibriumCheckJoints(FsSystem sys, FsStage stage, const FsLoading *loads,
                                      FsState *s, PetscBool *in_equilibrium);

/* EquilibriumCheckTurn - Rejects a load step in which a support or a driver prescribes a rotation
   of half a turn or more.

   From its start and its end alone, such a step cannot be distinguished from one that turns the
   other way, and a whole turn cannot be distinguished from no rotation.
   Input:
     from, to       the times at the start and the end of the step
     before, after  the loadings at the start and the end of the step
   Changed:
     info           if the step is rejected, ok becomes PETSC_FALSE and reason says why; otherwise
                    info does not change */
PetscErrorCode EquilibriumCheckTurn(FsSystem sys, PetscReal from, const FsLoading *before,
                                    PetscReal to, const FsLoading *after, FsStageInfo *info);

#endif
