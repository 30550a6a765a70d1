/* stage_info.h: the handle of a stage, and the result of its solves. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STAGE_INFO_H
#define FS_STAGE_INFO_H

#include <fs/system.h>

typedef struct _n_FsStage *FsStage;

enum { FS_PLACE_SIZE = 512 }; /* bytes of FsStageInfo.place */

/* The largest number of stages of a step, including explicit first stages, which need no solve. */
enum { FS_MAX_STAGES = 6 };

/* FsStageInfo - How the solves of a step went.

   The caller sets it to {.ok = PETSC_TRUE} at the start of a step; every solve adds to it. A
   failed solve is not an error: ok becomes PETSC_FALSE, and the members from reason on say why. */
typedef struct {
  PetscBool   ok;                          /* false: a solve failed; do not use the state */
  PetscInt    newton, linear;              /* iterations, summed over the stages */
  PetscInt    stages;                      /* stages solved in the last attempt */
  PetscInt    stage_newton[FS_MAX_STAGES]; /* [stages] Newton iterations; 1 if linear */
  PetscInt    stage_linear[FS_MAX_STAGES]; /* [stages] linear iterations */
  const char *reason;                      /* why a solve failed; static text */
  PetscBool   mechanism;                   /* failed, because a rigid motion is possible */
  PetscBool   bifurcated;                  /* failed, because motions branch at the solution */
  PetscBool   diverged;                    /* failed, and a shorter step would fail too */
  PetscBool   unbalanced;                  /* failed, see FsStageHoldRigid */
  char        place[FS_PLACE_SIZE];        /* where it failed, as "; ..." after reason, or empty */
} FsStageInfo;

#endif
