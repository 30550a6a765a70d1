/* equilibrium.h: finds equilibria by load steps.
   The level of a load path is either the time t, or a factor from 0 to 1 at fixed t. The factor
   interpolates between two loadings. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_EQUILIBRIUM_H
#define FS_ANALYSIS_EQUILIBRIUM_H

#include <fs/options.h>
#include <fs/control.h>

/* EquilibriumRescue - Finds an equilibrium if no load step succeeds from the start. */
typedef struct {
  /* Changes s, which is any state, to an equilibrium under a loading. If it fails, info->ok
     becomes PETSC_FALSE. */
  PetscErrorCode (*find)(void *context, const FsLoading *, FsState *s, FsStageInfo *info);
  void *context;
} EquilibriumRescue;

/* LoadPath - A path of equilibria.

   The caller sets sys, stage, factor, level, end, grid and the step sizes. If factor is true, it
   also sets from and to. If there is a rescue, it also sets rescue and rescue_all. All other
   members must be zero. The grid consists of the levels start + k grid, k = 1, 2, ..., and of end.
   A step ends at a level of the grid, unless it is too short to reach the next one. If step_max
   equals grid, the path has a state at every level of the grid. */
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
  PetscBool started;     /* a step has succeeded */
  PetscBool regularized; /* the first step used a regularised tangent */
  PetscBool rescued;     /* load steps failed, and a rescue found the equilibrium; with factor */
  /* for a first step that fails, or for any one if rescue_all is true, unless factor is true;
     may be NULL */
  const EquilibriumRescue *rescue;
  PetscBool                rescue_all;
} LoadPath;

/* EquilibriumWay - How EquilibriumFind has come to its equilibrium: the state was in equilibrium
   already; by load steps; by load steps of which the first used a regularised tangent; by the
   rescue, after load steps failed. */
typedef enum {
  EQUILIBRIUM_GIVEN,
  EQUILIBRIUM_STEPS,
  EQUILIBRIUM_REGULARIZED,
  EQUILIBRIUM_RESCUED
} EquilibriumWay;

/* LoadPathSetUp - Starts the grid at path->level, creates the work vectors, and sets up the stage
   for equilibria.

   LoadPathDestroy frees the vectors. Collective, as all functions here. */
PetscErrorCode LoadPathSetUp(LoadPath *path);
PetscErrorCode LoadPathDestroy(LoadPath *path);

/* LoadPathSetEnd - Moves the end of the path. The previous end may be between levels of the grid.
   Not collective. */
void LoadPathSetEnd(LoadPath *path, PetscReal end);

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

/* EquilibriumFind - Changes s to the equilibrium under the loads at s->t.

   If s is not in equilibrium, the load factor increases from 0 to 1 in load steps. s->v does not
   change. Afterwards the stage is set up for equilibria.
   Input:
     rescue  called for the loads at s->t if a load step fails; NULL if the function must then raise
             PETSC_ERR_NOT_CONVERGED
   Output:
     way     how the equilibrium was found; NULL if the caller does not need it */
PetscErrorCode EquilibriumFind(FsSystem sys, FsStage stage, const EquilibriumRescue *rescue,
                               FsState *s, EquilibriumWay *way);

/* EquilibriumChangeLoading - Changes s from the equilibrium under the loading from to the
   equilibrium under the loading to.

   The load steps interpolate between the two loadings. Everything else is as in
   EquilibriumFind. */
PetscErrorCode EquilibriumChangeLoading(FsSystem sys, FsStage stage, const FsLoading *from,
                                        const FsLoading *to, const EquilibriumRescue *rescue,
                                        FsState *s, EquilibriumWay *way);

/* ---- equilibrium bridge ---------------------------------------------------------------------- */

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
