/* linear_stage.h: stages that need one solve with the effective matrix. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_LINEAR_LINEAR_STAGE_H
#define FS_SOLVE_LINEAR_LINEAR_STAGE_H

#include <fs/solve.h>

/* LinearSolve - Solves a stage of a linear system, whose shift has ck = 1. The arguments are
   those of FsStageSolve.

   If the solve fails, info->ok becomes PETSC_FALSE, and info->reason says why. Collective. */
PetscErrorCode LinearSolve(FsStage s, FsShift shift, const FsLoading *loading, const FsLine *line,
                           FsState *state, FsStageInfo *info);

/* LinearSolveMass - Solves (cm M + cc C) a = forces, the stage of an explicit scheme.

   The forces are those at the point of the line with a = 0.
   Input:
     line   a point of the line; NULL if state holds the point on entry
   Output:
     state  q, a, and v = v(a = 0) + cc a
   If the solve fails, info->ok becomes PETSC_FALSE, and info->reason says why. Collective. */
PetscErrorCode LinearSolveMass(FsStage s, FsShift shift, const FsLoading *loading,
                               const FsLine *line, FsState *state, FsStageInfo *info);

#endif
