/* linear_stage.h: stages that one solve with the effective matrix finds. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_LINEAR_STAGE_H
#define FS_SOLVE_LINEAR_STAGE_H

#include <fs/solve.h>

/* LinearSolve - Solves a stage of a linear system with ck = 1, as FsStageSolve.

   Collective. A failure sets info->ok to false and info->reason. */
PetscErrorCode LinearSolve(FsStage s, FsShift shift, const FsLoading *loading, const FsLine *line,
                           FsState *state, FsStageInfo *info);

/* LinearSolveMass - Solves (cm M + cc C) a = forces at a point of the line with a = 0.

   Input:
     line   NULL if the state already holds the point
   Output:
     state  a, and v = v(a = 0) + cc a
   Collective. A failure sets info->ok to false and info->reason. */
PetscErrorCode LinearSolveMass(FsStage s, FsShift shift, const FsLoading *loading,
                               const FsLine *line, FsState *state, FsStageInfo *info);

#endif
