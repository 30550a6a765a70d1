/* equilibrium.h: equilibrium paths: load steps with Newton's method, whose size follows its iterations. */
#ifndef EQUILIBRIUM_H
#define EQUILIBRIUM_H

#include <fs/options.h>
#include "run.h"

/* What is followed: t, or the factor of all loads at a fixed t. */
typedef struct {
  FsSystem  sys;   /* borrowed, */
  FsStage   stage; /* as is this */
  PetscBool factor;
  PetscReal end, step, step_min, step_max;
  FsState   trial;
  Vec       last;      /* change of q over the last step (of rotations: in body axes), */
  PetscReal last_step; /* and its size; 0: none */
} Path;

/* sys, stage, factor, end and the steps are set before. */
PetscErrorCode PathSetUp(Path *path);
PetscErrorCode PathDestroy(Path *path);

/* One step from *level towards the end, as long as Newton's method likes; s moves, or info->solve.ok is false. */
PetscErrorCode PathStep(Path *path, PetscReal *level, FsState *s, FsStepInfo *info);

/* PETSC_ERR_NOT_CONVERGED, with what, level and place of the step that failed. */
PetscErrorCode PathRaise(const Path *path, const char what[], PetscReal level, const FsStepInfo *info);

/* With -initial_static: s becomes the equilibrium under the loads at its time; v stays. PETSC_ERR_NOT_CONVERGED
   where there is none. Collective. */
PetscErrorCode EquilibriumStart(FsOptions o, FsSystem sys, FsState *s);

#endif
