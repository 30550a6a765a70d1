/* stage_info.h: the handle of a stage, and the result of its solves. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STAGE_INFO_H
#define FS_STAGE_INFO_H

#include <fs/system.h>

typedef struct _n_FsStage *FsStage;

enum { FS_PLACE_SIZE = 512 }; /* of a place in words, in messages */

/* The largest number of stages of a step, with explicit first stages, which need no solve. */
enum { FS_MAX_STAGES = 6 };

/* FsStageInfo - How the solves of a step went.

   The caller sets it to {.ok = PETSC_TRUE} at the start of a step; every solve adds to it. A
   failed solve is not an error: ok becomes PETSC_FALSE, and the members below reason say why. */
typedef struct {
  PetscBool   ok;                          /* false: a solve failed; do not use the state */
  PetscInt    newton, linear;              /* iterations, summed over the stages */
  PetscInt    stages;                      /* stages solved in the last attempt */
  PetscInt    stage_newton[FS_MAX_STAGES]; /* [stages] Newton iterations; 1 if linear */
  PetscInt    stage_linear[FS_MAX_STAGES]; /* [stages] linear iterations */
  const char *reason;                      /* of a failure; static text */
  PetscBool   mechanism;                   /* failed: the solution admits a rigid motion */
  PetscBool   bifurcated;                  /* failed: motions branch (FsStageCheckRedundancy) */
  PetscBool   diverged;                    /* failed: unbounded motion; a shorter step is useless */
  char        place[FS_PLACE_SIZE];        /* failed: text after the reason, "; ..." or empty */
} FsStageInfo;

#endif
