/* rigid_hold.h: solves for equilibria of systems that can move as rigid bodies. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_RIGID_HOLD_H
#define FS_SOLVE_RIGID_HOLD_H

#include <fs/solve.h>

/* A function that changes a state to the equilibrium near it under a loading. It sets info->ok to
   PETSC_FALSE if no equilibrium is found. */
typedef PetscErrorCode (*StaticSolve)(FsStage s, const FsLoading *loading, FsState *state,
                                      FsStageInfo *info);

/* RigidHoldSolve - Changes a state to the equilibrium near it, for a system that can move as a
   rigid body, whose free rigid motions are held (FsRigidHold).

   Input:
     solve  the function that solves for the equilibrium. During its call, dofs are fixed in the
            tangent so that no rigid motion is free (FreeMotionsFixDofs)
   Overwrites s->r. Collective. */
PetscErrorCode RigidHoldSolve(FsStage s, StaticSolve solve, const FsLoading *loading,
                              FsState *state, FsStageInfo *info);

#endif
