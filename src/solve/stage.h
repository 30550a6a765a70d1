/* stage.h: the structure behind FsStage (include/fs/solve.h), which the files of src/solve share.
   The fields of each subject are a structure of their own, whose header names the file that fills
   it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_STAGE_H
#define FS_SOLVE_STAGE_H

#include "solve/bordered_mass.h"
#include "solve/consistent/branching_start.h"
#include "solve/consistent/change_points.h"
#include "solve/consistent/rank_watch.h"
#include "solve/linear/effective_matrix.h"
#include "solve/free_motions.h"
#include "solve/ggl.h"
#include "solve/linear/lumped_mass.h"
#include "solve/newton/nonlinear.h"
#include "solve/work_vectors.h"

struct _n_FsStage {
  FsSystem    sys; /* borrowed */
  WorkVectors work;
  Vec         unit;      /* see StageScaledMaxNorm; NULL before its first call */
  PetscReal   stiffness; /* see NonlinearStiffness; 0 before its first call [N/m] */

  const FsState *last_accepted; /* see FsStageSetPreviousState; borrowed, may be NULL */

  /* matrix and linear solver of a stage, linear or not; NULL for nodal inertia */
  Mat       A;
  KSP       ksp;
  PetscBool blocks;           /* FsSystemCreateBlockMatrix has created A */
  PetscInt  builds;           /* how often A was built */
  PetscReal expected_solves;  /* see FsStageSetExpectedSolves; 0 if unknown */
  char      solver_name[300]; /* for the log */

  FsRigidHold hold; /* see FsStageHoldRigid */
  FreeMotions free; /* the rigid motions that equilibria hold */

  EffectiveMatrix effective;
  LumpedMass      lumped_mass;
  BorderedMass    inertia;
  NonlinearStage  newton;
  Stabilized      stabilized; /* NULL for systems without FS_STABILIZED_VELOCITY */
  RankWatch       watch;      /* NULL before the watch begins */
  ChangePoints    change_points;
  BranchingStart  branching; /* NULL unless the start is in a change point and not yet left */
};

#endif
