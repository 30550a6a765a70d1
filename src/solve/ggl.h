/* ggl.h: solves the implicit equations (a stage) of a time step of first-order schemes whose
   positions and velocities both satisfy the constraints. The velocities are stabilized by the
   method of Gear, Gupta & Leimkuhler, which ggl.c explains. All functions are collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_GGL_H
#define FS_SOLVE_GGL_H

#include "solve/stage_parts.h"

PetscErrorCode StabilizedCreate(NonlinearStage s, Stabilized *b);
PetscErrorCode StabilizedDestroy(Stabilized *b);
PetscErrorCode StabilizedArchive(Stabilized b, FsArchive a);

/* StabilizedSolve - Solves the implicit equations of a time step (a stage) such that velocities
   satisfy the constraints on velocities, and positions those on positions.

   Input:
     t      time of the stage [s]
     shift  factors cm, cc, ck of M, C, K in the tangent, with shift.rates = PETSC_TRUE
     start  q, dq/dt and v* for which the unknown increment is 0; v* gives a = cc (v - v*)
   Output:
     info   how the solve went; info->ok is PETSC_FALSE if it failed
   The solution is in iteration.state of the NonlinearStage that b was created for. */
PetscErrorCode StabilizedSolve(Stabilized b, PetscReal t, FsShift shift, const Vec start[3],
                               FsStageInfo *info);

#endif
