/* equilibrium_bridge.c: finds the equilibrium in a change point from equilibria on both sides.

   Their levels are symmetric about the point: reactions that grow without bound have opposite signs
   on both sides. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "equilibrium.h"

/* Lagrange's weights of the levels at -3, -2, ... 3 times the distance; the one in the middle is
   the level that is wanted. The error is (distance)^6/20 of the sixth derivative. */
enum { SIDE = 3, LEVELS = 2 * SIDE + 1 };
static const PetscReal weight[LEVELS] = {0.05, -0.3, 0.75, 0, 0.75, -0.3, 0.05};

/* Sets q to the sum of the equilibria. The last one is behind the point. */
static PetscErrorCode Interpolate(LoadPath *path, LoadPathSolver solve, PetscReal level,
                                  const FsState *s, Vec q, FsStageInfo *info)
{
  const PetscReal distance = (level - path->level) / (SIDE + 1);

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(q));
  for (int k = 0; k < LEVELS; k++) {
    if (k == SIDE) continue;
    PetscCall(solve(path, level + (k - SIDE) * distance, s, info));
    if (!info->ok) break;
    PetscCall(VecAXPY(q, weight[k], path->trial.q));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LoadPathBridge(LoadPath *path, LoadPathSolver solve, const FsLoading *loading,
                              PetscReal level, const FsState *s, FsStageInfo *info)
{
  const FsStageInfo failure = *info;
  Vec               q;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(s->q, &q));
  PetscCall(Interpolate(path, solve, level, s, q, info));
  if (info->ok) {
    path->trial.t = path->factor ? s->t : level;
    PetscCall(VecCopy(q, path->trial.q));
    PetscCall(FsStageBridgeEquilibrium(path->stage, loading, &path->trial, info));
  }
  if (!info->ok) {
    const PetscInt newton = info->newton, linear = info->linear;

    *info        = failure;
    info->newton = newton;
    info->linear = linear;
  }
  PetscCall(VecDestroy(&q));
  PetscFunctionReturn(PETSC_SUCCESS);
}
