/* ggl.h: stages of first-order schemes with constraints on positions and velocities. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_GGL_H
#define FS_SOLVE_GGL_H

#include <fs/solve.h>

typedef struct _n_Stabilized *Stabilized;

PetscErrorCode StabilizedCreate(FsStage s, Stabilized *b);
PetscErrorCode StabilizedDestroy(Stabilized *b);
PetscErrorCode StabilizedArchive(Stabilized b, FsArchive a);

/* StabilizedSolve - Solves a stage whose velocities obey the constraints, too.

   Input:
     t      time of the stage [s]
     shift  with rates true
     start  q, qd and v* of a = cc (v - v*)
   The solution is newton.iteration.state of the stage. Collective. A failure sets info->ok to
   false. */
PetscErrorCode StabilizedSolve(Stabilized b, PetscReal t, FsShift shift, const Vec start[3],
                               FsStageInfo *info);

#endif
