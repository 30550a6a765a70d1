/* ggl.h: stages of first-order schemes with constraints on positions and velocities.

   The velocities are stabilized by the method of Gear, Gupta & Leimkuhler, which ggl.c explains.
   All functions are collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_GGL_H
#define FS_SOLVE_GGL_H

#include <fs/solve.h>

typedef struct _n_Stabilized *Stabilized;

PetscErrorCode StabilizedCreate(FsStage s, Stabilized *b);
PetscErrorCode StabilizedDestroy(Stabilized *b);
PetscErrorCode StabilizedArchive(Stabilized b, FsArchive a);

/* StabilizedSolve - Solves a stage such that velocities satisfy the constraints on velocities, and
   positions those on positions.

   If the solve fails, info->ok becomes PETSC_FALSE.
   Input:
     t      time of the stage [s]
     shift  shift of the stage, with rates = PETSC_TRUE
     start  q, qd and v* for which the unknown increment is 0; v* is that of a = cc (v - v*)
   The solution is newton.iteration.state of the stage. */
PetscErrorCode StabilizedSolve(Stabilized b, PetscReal t, FsShift shift, const Vec start[3],
                               FsStageInfo *info);

#endif
