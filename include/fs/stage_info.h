/* stage_info.h: the handle of a stage, which solves the equations of a time step (solve.h), and the
   result of its solves. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STAGE_INFO_H
#define FS_STAGE_INFO_H

#include <fs/system.h>

typedef struct _n_FsStage *FsStage;

enum { FS_PLACE_SIZE = 512 }; /* bytes of FsStageInfo.place */

/* The largest number of stages of a step, including explicit first stages, which need no solve. */
enum { FS_MAX_STAGES = 6 };

/* FsStageInfo - The result of the solves of a step: whether they succeeded, and their iterations.

   The caller sets an FsStageInfo to {.ok = PETSC_TRUE} at the start of a step, and every solve adds
   its iterations. A failed solve is not an error of the program: ok becomes PETSC_FALSE, and the
   members from reason on say why. */
typedef struct {
  PetscBool   ok;             /* PETSC_FALSE: a solve failed; do not use the state */
  PetscInt    newton, linear; /* numbers of Newton and of linear iterations, over all stages */
  PetscInt    stages;         /* the number of stages solved in the last attempt of the step */
  PetscInt    stage_newton[FS_MAX_STAGES]; /* [stages] Newton iterations; 1 in a linear system */
  PetscInt    stage_linear[FS_MAX_STAGES]; /* [stages] iterations of the linear solver */
  const char *reason;     /* why a solve failed; a static text, which nobody frees */
  PetscBool   mechanism;  /* the solve failed because the structure can move rigidly */
  PetscBool   bifurcated; /* the solve failed because several motions branch off at the solution */
  PetscBool   diverged;   /* the solve failed, and a shorter step would fail too */
  PetscBool   unbalanced; /* the solve failed because loads do not balance (FsStageHoldRigid) */
  char place[FS_PLACE_SIZE]; /* where the solve failed: "; ..." to append to reason, or empty */
} FsStageInfo;

#endif
