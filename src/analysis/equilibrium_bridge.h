/* equilibrium_bridge.h: finds the equilibrium in a change point of a mechanism from equilibria on
   both sides of the point.

   A change point is a position in which the constraint equations are linearly dependent, for
   example a four-bar linkage whose bars lie on one line. No solve converges there. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_EQUILIBRIUM_BRIDGE_H
#define FS_ANALYSIS_EQUILIBRIUM_BRIDGE_H

#include "equilibrium.h"

/* LoadPathSolver - Solves for the equilibrium path->trial at a level, and starts from the
   equilibrium s at path->level. If the solve fails, it sets info->ok to PETSC_FALSE. */
typedef PetscErrorCode (*LoadPathSolver)(LoadPath *path, PetscReal level, const FsState *s,
                                         FsStageInfo *info);

/* LoadPathBridge - Finds the equilibrium path->trial at a level at which solve has failed, if the
   equilibrium is in a change point.

   The equilibrium is interpolated from six others, whose levels are equally spaced: three of them
   lie between path->level and level, and three behind level.
   Input:
     solve    the solver, which is called for the six equilibria
     loading  the loading at level
     level    the level of the equilibrium
     s        the equilibrium at path->level
   Changed:
     info     on entry it describes why solve failed at level. If the equilibrium is found, info->ok
              becomes PETSC_TRUE; otherwise only the iterations of the six solves are added
   Collective. */
PetscErrorCode LoadPathBridge(LoadPath *path, LoadPathSolver solve, const FsLoading *loading,
                              PetscReal level, const FsState *s, FsStageInfo *info);

#endif
