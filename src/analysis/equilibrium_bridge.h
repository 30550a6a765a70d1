/* equilibrium_bridge.h: finds the equilibrium in a change point from equilibria on both sides. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_EQUILIBRIUM_BRIDGE_H
#define FS_ANALYSIS_EQUILIBRIUM_BRIDGE_H

#include "equilibrium.h"

/* LoadPathSolver - Solves for path->trial at a level, from the equilibrium s at path->level. */
typedef PetscErrorCode (*LoadPathSolver)(LoadPath *path, PetscReal level, const FsState *s,
                                         FsStageInfo *info);

/* LoadPathBridge - Finds path->trial at a level where solve fails, if it is in a change point.

   In the point the constraints depend on each other, so no solve converges. The state is
   interpolated from three equilibria before the level, beyond that of s, and three behind it.
   Input:
     solve    a solver of the other levels
     loading  the loading at level
     info     the failure
   Output:
     info     ok if the level is in a change point; otherwise the failure, with all iterations
   Collective. */
PetscErrorCode LoadPathBridge(LoadPath *path, LoadPathSolver solve, const FsLoading *loading,
                              PetscReal level, const FsState *s, FsStageInfo *info);

#endif
