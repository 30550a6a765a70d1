/* midpoint_stage.h: solves the step of a scheme that conserves energy and angular momentum, whose
   equations of motion hold in the middle of the step. All functions are collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_MIDPOINT_MIDPOINT_STAGE_H
#define FS_SOLVE_MIDPOINT_MIDPOINT_STAGE_H

#include "solve/stage_parts.h"

/* MidpointStageCreate - Creates the solver of a nonlinear system with the operations
   FsSystemMidpointOps; the system is borrowed. */
PetscErrorCode MidpointStageCreate(FsSystem sys, MidpointStage *m);
PetscErrorCode MidpointStageDestroy(MidpointStage *m);
/* MidpointStageArchive - Writes what the solver remembers to a checkpoint, or reads it. */
PetscErrorCode MidpointStageArchive(MidpointStage m, FsArchive a);

/* MidpointStageSolve - Computes a step; the arguments are those of FsStageSolveMidpoint. */
PetscErrorCode MidpointStageSolve(MidpointStage m, PetscReal h, const FsState *from, FsState *state,
                                  FsStageInfo *info);

#endif
