/* equilibrium.h: finds equilibria by load steps.
   The level of a load path is either t, or a factor that leads from one loading to another. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_EQUILIBRIUM_H
#define FS_ANALYSIS_EQUILIBRIUM_H

#include <fs/options.h>
#include <fs/control.h>

/* A path of equilibria. The caller sets sys, stage, factor, level, end, grid and the step sizes,
   and zeros all other members. The grid has the levels start + k grid for k = 1, 2, ..., and the
   end.
   A step ends at a level of the grid, or before it if it was cut back. If step_max is the grid
   size, the path hits all levels of the grid. */
typedef struct {
  FsSystem   sys;        /* borrowed */
  FsStage    stage;      /* borrowed */
  PetscBool  factor;     /* true: the level goes from 0 to 1 at fixed t; false: the level is t */
  FsLoading  from, to;   /* loadings at levels 0 and 1, if factor is true */
  PetscReal  level, end; /* current and final level */
  PetscReal  grid, step, step_min, step_max; /* level increments; step: size of the next attempt */
  PetscReal  start;                          /* level where the grid starts */
  PetscInt64 cell,
    cells;             /* number of grid levels up to the current one (included); number of all */
  FsState   trial;     /* scratch: the state of an attempt */
  Vec       last;      /* change of q in the last step; rotations: rotation vectors in body axes */
  PetscReal last_step; /* size of the last step; 0 if the next one cannot extrapolate */
  Vec       strain;    /* strains of the last equilibrium; NULL if FsSystem.strain is NULL */
  Vec       force,
    last_force;      /* unbalanced forces where the attempt and the last step start; NULL: linear */
  PetscBool started; /* a step has succeeded */
} LoadPath;

/* LoadPathSetUp - Creates the work vectors and sets up the stage for equilibria.

   Collective, as all functions here. LoadPathDestroy frees the vectors. */
PetscErrorCode LoadPathSetUp(LoadPath *path);
PetscErrorCode LoadPathDestroy(LoadPath *path);

/* LoadPathArchive - Writes or reads the level and what is kept of the last step. Call LoadPathSetUp
   before it. */
PetscErrorCode LoadPathArchive(LoadPath *path, FsArchive a);

/* LoadPathStep - Takes one step from path->level towards path->end.

   The step has at most the size path->step. If Newton's method fails, shorter steps down to
   path->step_min are tried. On failure s and the level stay, info->solve.ok is PETSC_FALSE, and
   info->solve has the reason of the last attempt. */
PetscErrorCode LoadPathStep(LoadPath *path, FsState *s, FsStepInfo *info);

/* LoadPathRaise - Raises PETSC_ERR_NOT_CONVERGED after a LoadPathStep that failed. */
PetscErrorCode LoadPathRaise(const LoadPath *path, const FsStepInfo *info);

/* EquilibriumCheck - Determines whether s is in equilibrium under a loading, up to round-off.

   Output:
     r         unbalanced forces, as FsStageUnbalancedForces computes them; the caller creates it
     balanced  whether r is round-off */
PetscErrorCode EquilibriumCheck(FsStage stage, const FsLoading *loading, const FsState *s, Vec r,
                                PetscBool *balanced);

/* EquilibriumCheckLoads - Determines whether s, with v = 0, is in equilibrium at s->t.

   Output:
     in_equilibrium  whether s is in equilibrium under the loads, up to round-off
     unloaded        whether the loads do not change the unbalanced forces */
PetscErrorCode EquilibriumCheckLoads(FsStage stage, const FsLoading *loads, const FsState *s,
                                     PetscBool *in_equilibrium, PetscBool *unloaded);

/* EquilibriumFind - Changes s to the equilibrium under the loads at s->t.

   Raises the load factor from 0 to 1, unless s is in equilibrium. v stays. The stage is set up for
   equilibria afterwards. Raises PETSC_ERR_NOT_CONVERGED if no equilibrium is found. */
PetscErrorCode EquilibriumFind(FsSystem sys, FsStage stage, FsState *s);

/* EquilibriumChangeLoading - Changes s from the equilibrium under one loading to another one.

   It works as EquilibriumFind, with fixed loadings from and to. */
PetscErrorCode EquilibriumChangeLoading(FsSystem sys, FsStage stage, const FsLoading *from,
                                        const FsLoading *to, FsState *s);

#endif
