/* rigid_hold.h: solves for equilibria of systems that can move as rigid bodies. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_RIGID_HOLD_H
#define FS_SOLVE_RIGID_HOLD_H

#include <fs/solve.h>

/* A solve for the equilibrium near a state, as FsStageSolveStatic without a hold. */
typedef PetscErrorCode (*StaticSolve)(FsStage s, const FsLoading *loading, FsState *state,
                                      FsStageInfo *info);

/* RigidHoldSolve - Solves for the equilibrium near a state, and holds free rigid motions (see
   FsRigidHold).

   Input:
     solve  is called with the tangent in which FreeMotionsFixDofs has fixed dofs
   Overwrites s->r. Collective. */
PetscErrorCode RigidHoldSolve(FsStage s, StaticSolve solve, const FsLoading *loading,
                              FsState *state, FsStageInfo *info);

#endif
