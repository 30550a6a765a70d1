/* equilibrium.h: follows equilibrium under a growing load, step by step. Used by statics.c, where the level is t,
   and by run.c for -initial_static, where it is the factor of all loads at t_start. Begin with PathStep. */
#ifndef EQUILIBRIUM_H
#define EQUILIBRIUM_H

#include <fs/options.h>
#include <fs/control.h>

/* A path of equilibria. The caller fills in sys, stage, factor, end and the steps, and zeros the rest. */
typedef struct {
  FsSystem  sys;                           /* borrowed */
  FsStage   stage;                         /* borrowed */
  PetscBool factor;                        /* the level is the factor of all loads at a fixed t; false: it is t */
  PetscReal end, step, step_min, step_max; /* of the level; step: size of the next attempt */
  FsState   trial;                         /* scratch: the state of an attempt */
  Vec       last;      /* change of q over the last step (rotations: rotation vectors in body axes) */
  PetscReal last_step; /* size of that step; 0: there was none */
} Path;

/* Make the work vectors and set up the stage for equilibria; PathDestroy frees the vectors. Collective, as all here. */
PetscErrorCode PathSetUp(Path *path);
PetscErrorCode PathDestroy(Path *path);

/* One step from *level towards path->end, at most of path->step, shorter ones down to path->step_min where
   Newton's method fails. s and *level move; or they stay and info->solve.ok is false with the reason of the last
   attempt. */
PetscErrorCode PathStep(Path *path, PetscReal *level, FsState *s, FsStepInfo *info);

/* Raise PETSC_ERR_NOT_CONVERGED for a PathStep that failed beyond level; what names the level ("t ="). */
PetscErrorCode PathRaise(const Path *path, const char what[], PetscReal level, const FsStepInfo *info);

/* With -initial_static: s becomes the equilibrium under the loads at s->t, reached by raising their factor from 0
   to 1; v stays. Otherwise nothing. Raises PETSC_ERR_NOT_CONVERGED where there is no equilibrium. */
PetscErrorCode EquilibriumStart(FsOptions o, FsSystem sys, FsState *s);

#endif
