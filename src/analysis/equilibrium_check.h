/* equilibrium_check.h: determines whether a state is in equilibrium, up to round-off. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_EQUILIBRIUM_CHECK_H
#define FS_ANALYSIS_EQUILIBRIUM_CHECK_H

#include <fs/solve.h>

/* EquilibriumCheck - Determines whether s is in equilibrium under a loading, up to round-off.

   Output:
     r         unbalanced forces (FsStageUnbalancedForces); the caller creates this Vec
     balanced  whether r is zero up to round-off */
PetscErrorCode EquilibriumCheck(FsSystem sys, FsStage stage, const FsLoading *loading,
                                const FsState *s, Vec r, PetscBool *balanced);

/* EquilibriumCheckLoads - Determines whether a state at rest is in equilibrium at s->t.

   Input:
     s               s->v must be zero
   Output:
     in_equilibrium  whether s is in equilibrium under the loads, up to round-off
     unloaded        whether the unbalanced forces at s are the same without the loads */
PetscErrorCode EquilibriumCheckLoads(FsSystem sys, FsStage stage, const FsLoading *loads,
                                     const FsState *s, PetscBool *in_equilibrium,
                                     PetscBool *unloaded);

/* EquilibriumCheckJoints - Determines whether a model with constraints is in equilibrium at s, as a
   pendulum that hangs down.

   The joint forces that prevent accelerations must balance the loads. If they do, stores them in
   s->a. A tangent without these forces may be singular there. */
PetscErrorCode EquilibriumCheckJoints(FsSystem sys, FsStage stage, const FsLoading *loads,
                                      FsState *s, PetscBool *in_equilibrium);

/* EquilibriumCheckTurn - Rejects a load step in which supports or drivers turn by half a turn.

   Such a step looks like one that turns the other way, and a whole turn like none.
   Input:
     from, to       times at the start and the end of the step
     before, after  loadings there
   Output:
     info           ok becomes PETSC_FALSE, with a reason; else it does not change */
PetscErrorCode EquilibriumCheckTurn(FsSystem sys, PetscReal from, const FsLoading *before,
                                    PetscReal to, const FsLoading *after, FsStageInfo *info);

#endif
