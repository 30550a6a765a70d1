/* stage.h: the structure behind FsStage (include/fs/solve.h), the object that solves the implicit
   equations of a time step or an equilibrium. The files of src/solve share it. The members of each
   subject are a structure of their own, whose header names the file that fills it. */
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
  FsSystem    sys;
  WorkVectors work;
  /* scales of displacements and of constraint errors (StageScaledMaxNorm); NULL before its first
     call */
  Vec unit;
  /* typical stiffness [N/m] by which constraint equations of equilibria are multiplied; 0 before
     NonlinearStiffness */
  PetscReal stiffness;

  /* the last accepted state, which FsStageSetPreviousState gives; borrowed, may be NULL */
  const FsState *last_accepted;

  /* matrix of the linear systems that the stage solves, and their solver; NULL if accelerations are
     computed node by node */
  Mat A;
  KSP ksp;
  /* whether A has the format with one dense block for each pair of nodes */
  PetscBool blocks;
  PetscInt  builds; /* number of times that A was built */
  /* number of solves that the caller expects (FsStageSetExpectedSolves); 0 if unknown */
  PetscReal expected_solves;
  char      solver_name[300]; /* the name of the linear solver, for the log */

  FsRigidHold hold; /* how equilibria treat rigid motions that nothing resists (FsStageHoldRigid) */
  FreeMotions free; /* the rigid motions that nothing resists, which equilibria hold */

  EffectiveMatrix effective;
  LumpedMass      lumped_mass;
  BorderedMass    inertia;
  NonlinearStage  newton;
  /* solver with stabilized velocities; NULL for systems without FS_STABILIZED_VELOCITY */
  Stabilized stabilized;
  /* watch of the rank of the constraint gradient; NULL before the watch begins */
  RankWatch    watch;
  ChangePoints change_points;
  /* record of an initial position from which the model can move in several ways; NULL if the
     initial position is not of this kind, or after the motion has left it */
  BranchingStart branching;
};

#endif
