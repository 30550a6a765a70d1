/* stage.h: the object behind FsStage (include/fs/solve.h), which solves the implicit equations of a
   time step or an equilibrium. Only files with public functions of a stage include this header. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_STAGE_H
#define FS_SOLVE_STAGE_H

#include "solve/stage_parts.h"
#include "solve/work_vectors.h"

struct _n_FsStage {
  FsSystem         sys;
  Workspace        work;
  StageMatrix      matrix;
  FreeMotions      free;
  LinearStage      linear;
  NonlinearStage   newton;
  ConstraintSolver constraints;
  MidpointStage    midpoint;   /* NULL before FsStageSetUpMidpoint */
  Stabilized       stabilized; /* NULL for systems without FS_STABILIZED_VELOCITY */
};

#endif
