/* equilibrium.h: follows equilibrium under a growing load, step by step. Used by statics.c, where the level is t,
   and by run.c for -initial_static, where it is the factor of all loads at t_start. Begin with LoadPathStep. */
#ifndef FS_ANALYSIS_EQUILIBRIUM_H
#define FS_ANALYSIS_EQUILIBRIUM_H

#include <fs/options.h>
#include <fs/control.h>

/* A path of equilibria. The caller fills in sys, stage, factor, level, end, grid and the steps, and zeros the rest. Steps
   end at start + k grid, k = 1, 2, ..., with start the level at LoadPathSetUp; those that are cut back, before the next of
   these. So all multiples are hit where step_max is grid. */
typedef struct {
  FsSystem sys;   /* borrowed */
  FsStage  stage; /* borrowed */
  PetscBool
    factor; /* the level, from 0 to 1, leads from one loading to another at a fixed t; false: it is t */
  FsLoading  from, to;                       /* with factor: those */
  PetscReal  level, end;                     /* where the path is, where it goes */
  PetscReal  grid, step, step_min, step_max; /* of the level; step: size of the next attempt */
  PetscReal  start;                          /* where the grid begins */
  PetscInt64 cell, cells; /* points of the grid that are behind (level included); all of them */
  FsState    trial;       /* scratch: the state of an attempt */
  Vec        last; /* change of q over the last step (rotations: rotation vectors in body axes) */
  PetscReal  last_step; /* size of that step; 0: there was none that the next one may go on with */
  Vec        strain; /* of attempts: strains of the last equilibrium; NULL: see FsSystem.strain */
  Vec        force,
    last_force; /* what is unbalanced where an attempt, and where the last step, begins; NULL: linear */
  PetscBool started; /* some step has been taken */
} LoadPath;

/* Make the work vectors and set up the stage for equilibria; LoadPathDestroy frees the vectors. Collective, as all here. */
PetscErrorCode LoadPathSetUp(LoadPath *path);
PetscErrorCode LoadPathDestroy(LoadPath *path);

/* Where the path is, and what it remembers of the last step. After SetUp. */
PetscErrorCode LoadPathArchive(LoadPath *path, FsArchive a);

/* One step from path->level towards path->end, at most of path->step, shorter ones down to path->step_min where
   Newton's method fails. s and the level move; or they stay and info->solve.ok is false with the reason of the last
   attempt. */
PetscErrorCode LoadPathStep(LoadPath *path, FsState *s, FsStepInfo *info);

/* Raise PETSC_ERR_NOT_CONVERGED for a LoadPathStep that failed. */
PetscErrorCode LoadPathRaise(const LoadPath *path, const FsStepInfo *info);

/* *holds: whether s is in equilibrium under a loading, up to round-off; r = what is not balanced, as FsStageUnbalancedForces gives it. */
PetscErrorCode EquilibriumCheck(FsStage stage, const FsLoading *loading, const FsState *s, Vec r,
                                PetscBool *balanced);

/* *is: whether s, with v = 0, is in equilibrium at s->t under loads; *unloaded: whether it would be the same without
   them. Up to round-off. */
PetscErrorCode EquilibriumCheckLoads(FsStage stage, const FsLoading *loads, const FsState *s,
                                     PetscBool *in_equilibrium, PetscBool *unloaded);

/* s becomes the equilibrium under the loads at s->t, reached by raising their factor from 0 to 1, unless it is one; v
   stays. The stage is set up for equilibria afterwards. Raises PETSC_ERR_NOT_CONVERGED where there is no equilibrium. */
PetscErrorCode EquilibriumFind(FsSystem sys, FsStage stage, FsState *s);
/* The same from one loading to another, both still. */
PetscErrorCode EquilibriumChangeLoading(FsSystem sys, FsStage stage, const FsLoading *from,
                                        const FsLoading *to, FsState *s);

#endif
