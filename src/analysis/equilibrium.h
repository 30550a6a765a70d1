/* equilibrium.h: finds equilibria by load steps.
   The level of a load path is either the time t, or a factor from 0 to 1 at fixed t. The factor
   interpolates between two loadings. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_EQUILIBRIUM_H
#define FS_ANALYSIS_EQUILIBRIUM_H

#include <fs/options.h>
#include <fs/control.h>

/* LoadPath - A path of equilibria.

   The caller sets sys, stage, factor, level, end, grid and the step sizes, and also from and to if
   factor is true. All other members must be zero. The grid consists of the levels start + k grid,
   k = 1, 2, ..., and of end. A step ends at a level of the grid, unless it is too short to reach
   the next one. If step_max equals grid, the path has a state at every level of the grid. */
typedef struct {
  FsSystem  sys;        /* borrowed */
  FsStage   stage;      /* borrowed */
  PetscBool factor;     /* true: the level is the factor; false: the level is t */
  FsLoading from, to;   /* loadings at levels 0 and 1, if factor is true */
  PetscReal level, end; /* current and final level */
  /* increments of the level: distance of grid levels; next, shortest and longest step */
  PetscReal grid, step, step_min, step_max;
  PetscReal start; /* level where the grid starts */
  /* number of grid levels that the path has reached; number of all grid levels */
  PetscInt64 cell, cells;
  FsState    trial;     /* scratch: the state of an attempt */
  Vec        last;      /* change of q in the last step; rotation vectors in body axes */
  PetscReal  last_step; /* size of the last step; 0 if the next step cannot extrapolate */
  Vec        strain;    /* strains of the last equilibrium; NULL if FsSystem.strain is NULL */
  /* unbalanced forces at the start of the attempt, and of the last step; NULL in linear systems */
  Vec       force, last_force;
  PetscBool started; /* a step has succeeded */
} LoadPath;

/* LoadPathSetUp - Starts the grid at path->level, creates the work vectors, and sets up the stage
   for equilibria.

   LoadPathDestroy frees the vectors. Collective, as all functions here. */
PetscErrorCode LoadPathSetUp(LoadPath *path);
PetscErrorCode LoadPathDestroy(LoadPath *path);

/* LoadPathArchive - Writes or reads the level, the grid, the step size and the data of the last
   step. Call it after LoadPathSetUp. */
PetscErrorCode LoadPathArchive(LoadPath *path, FsArchive a);

/* LoadPathStep - Takes one step from path->level towards path->end.

   The size of the step is at most path->step. If Newton's method fails, the function tries shorter
   steps down to path->step_min. If all fail, s and path->level do not change, and info->solve.ok
   becomes PETSC_FALSE. info->solve then says why the last attempt failed.
   Input:
     s  equilibrium at path->level
   Output:
     s  equilibrium at the new path->level */
PetscErrorCode LoadPathStep(LoadPath *path, FsState *s, FsStepInfo *info);

/* LoadPathRaise - Raises PETSC_ERR_NOT_CONVERGED after a failed LoadPathStep. The message has the
   level and the reason. */
PetscErrorCode LoadPathRaise(const LoadPath *path, const FsStepInfo *info);

/* EquilibriumCheck - Determines whether s is in equilibrium under a loading, up to round-off.

   Output:
     r         unbalanced forces (FsStageUnbalancedForces); the caller creates this Vec
     balanced  whether r is zero up to round-off */
PetscErrorCode EquilibriumCheck(FsStage stage, const FsLoading *loading, const FsState *s, Vec r,
                                PetscBool *balanced);

/* EquilibriumCheckLoads - Determines whether a state at rest is in equilibrium at s->t.

   Input:
     s               s->v must be zero
   Output:
     in_equilibrium  whether s is in equilibrium under the loads, up to round-off
     unloaded        whether the unbalanced forces at s are the same without the loads */
PetscErrorCode EquilibriumCheckLoads(FsStage stage, const FsLoading *loads, const FsState *s,
                                     PetscBool *in_equilibrium, PetscBool *unloaded);

/* EquilibriumFind - Changes s to the equilibrium under the loads at s->t.

   If s is not in equilibrium, the load factor increases from 0 to 1 in load steps. s->v does not
   change. Afterwards the stage is set up for equilibria. Raises PETSC_ERR_NOT_CONVERGED if no
   equilibrium is found. */
PetscErrorCode EquilibriumFind(FsSystem sys, FsStage stage, FsState *s);

/* EquilibriumChangeLoading - Changes s from the equilibrium under the loading from to the
   equilibrium under the loading to.

   The load steps interpolate between the two loadings. Everything else is as in
   EquilibriumFind. */
PetscErrorCode EquilibriumChangeLoading(FsSystem sys, FsStage stage, const FsLoading *from,
                                        const FsLoading *to, FsState *s);

#endif
