/* constraint_solver.h: the part of a stage that finds states on the constraints.

   These are initial states, projections and states of driven mechanisms. The files of consistent/
   share this part. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSTRAINT_SOLVER_H
#define FS_SOLVE_CONSTRAINT_SOLVER_H

#include "solve/bordered_mass.h"
#include "solve/consistent/change_points.h"
#include "solve/stage_parts.h"
#include "solve/work_vectors.h"

struct _n_ConstraintSolver {
  FsSystem     sys;
  Workspace    work;
  const Mat   *pattern; /* a matrix with the pattern of the constraint gradient, borrowed */
  BorderedMass inertia;
  /* scales of displacements and of constraint errors (ConstraintScaledMaxNorm); NULL before its
     first call */
  Vec unit;
  /* the last accepted state, which FsStageSetPreviousState gives; borrowed, may be NULL */
  const FsState *last_accepted;
  /* watch of the rank of the constraint gradient; NULL before the watch begins */
  RankWatch    watch;
  ChangePoints change_points;
  /* record of an initial position from which the model can move in several ways; NULL if the
     initial position is not of this kind, or after the motion has left it */
  BranchingStart branching;
};

/* ConstraintScale - Copies a vector of motions and constraint errors, and makes the lengths among
   its entries dimensionless, so that lengths and angles can be compared.

   Displacements, and errors of constraints that are lengths, are divided by the characteristic
   length. Angles keep their values. The system must have constraints.
   Output:
     scaled  the scaled entries, in another vector than x
   Collective. */
PetscErrorCode ConstraintScale(ConstraintSolver s, Vec x, Vec scaled);

/* ConstraintScaledMaxNorm - Computes the largest absolute value of the entries of x after
   displacements, and errors of constraints that are lengths, have been divided by the
   characteristic length of the model (ConstraintScale). x does not change. Collective. */
PetscErrorCode ConstraintScaledMaxNorm(ConstraintSolver s, Vec x, PetscReal *norm);

/* ConstraintViolation - Computes by how much a state violates the constraint equations of a system.

   Input:
     level  which equations: those of positions, of velocities or of accelerations
   Output:
     b      minus the values of the equations in the entries of constraints, 0 in the entries of
            dofs
     norm   the largest absolute value; values that are lengths are divided by the characteristic
            length of the model
   Collective. */
PetscErrorCode ConstraintViolation(ConstraintSolver s, FsConstraintLevel level,
                                   const FsState *state, Vec b, PetscReal *norm);

/* ConstraintCheckFlippedJoints - Checks that no joint is turned by half a turn from its correct
   angle, as FsStageCheckFlippedJoints does. Collective. */
PetscErrorCode ConstraintCheckFlippedJoints(ConstraintSolver s, const FsState *state,
                                            const FsLoading *loading, FsStageInfo *info);

#endif
