/* start_coordinates.h: prescribes the initial values of joint coordinates (angles or displacements
   between the two nodes of a joint) as temporary constraints.

   Each coordinate adds an equation c x = target - current to B x = b, where the row c is the
   gradient of the coordinate and B = [M G^T; G 0] is the mass matrix bordered by the constraint
   gradient. The solution is B^-1 b plus multiples of B^-1 c^T. No matrix therefore needs room for
   the rows c, which may touch any nodes. All functions are collective unless stated. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSISTENT_START_COORDINATES_H
#define FS_SOLVE_CONSISTENT_START_COORDINATES_H

#include "solve/stage_parts.h"

enum { START_COORDINATES_MAX = 1000 };

typedef struct {
  ConstraintSolver s;
  FsCoordinateSet  kind;
  PetscInt         n; /* number of joint coordinates whose initial values are prescribed */
  /* [n] the prescribed joint coordinates at the state that was read last; the caller may then
     change their targets */
  FsJointCoordinate *c;
  /* [n] Lagrange multipliers of the prescribed coordinates in the last solve */
  PetscReal *multiplier;
  /* [n][n] the matrix c B^-1 c^T of the last solve, where the n rows c are gradients of joint
     coordinates and B is the bordered mass matrix */
  PetscReal *matrix;
  Vec       *gradient; /* [n] the gradients c of the coordinates */
  /* [n] B^-1 c^T for each gradient c, where B is the bordered mass matrix */
  Vec *response;
} StartCoordinates;

/* StartCoordinatesCreate - Finds the joint coordinates whose initial positions or velocities the
   user has prescribed.

   Input:
     kind  which coordinates: those with a prescribed position or those with a prescribed velocity
   Output:
     h     the coordinates; h->n is 0 if the model has none. The caller calls
           StartCoordinatesDestroy
   Input error: there are more than START_COORDINATES_MAX coordinates. */
PetscErrorCode StartCoordinatesCreate(ConstraintSolver s, FsCoordinateSet kind,
                                      StartCoordinates *h);
PetscErrorCode StartCoordinatesDestroy(StartCoordinates *h);

/* start_coordinate_unit - Returns the unit in which errors of joint coordinate k are measured: the
   characteristic length of the model [m] for a displacement, 1 rad for an angle. Not collective. */
PetscReal start_coordinate_unit(const StartCoordinates *h, PetscInt k);

/* StartCoordinatesRead - Computes the values and gradients of the joint coordinates with prescribed
   initial values at a state.

   Input:
     first  PETSC_TRUE to read the prescribed values (targets), too
   Output:
     error  the largest |target - current value|, divided by the characteristic length of the model
            for displacements; angles are in rad */
PetscErrorCode StartCoordinatesRead(StartCoordinates *h, const FsState *state, PetscBool first,
                                    PetscReal *error);

/* StartCoordinatesSolve - Solves B x = b, where B is the bordered mass matrix of BorderedMassBuild,
   such that each joint coordinate with a prescribed value changes by target - current value.

   Call BorderedMassBuild and StartCoordinatesRead before. The function factors B.
   Output:
     x       the motion in the entries of dofs, multipliers in the entries of constraint equations
     solved  PETSC_FALSE if B is singular or the coordinates depend on each other */
PetscErrorCode StartCoordinatesSolve(StartCoordinates *h, Vec b, Vec x, PetscBool *solved);

/* StartCoordinatesCorrect - Corrects a solution x of B x = b, where B is the bordered mass matrix,
   such that each joint coordinate with a prescribed value changes by target - current value.

   Call BorderedMassFactorSolve before, which solves for x. Does nothing if *solved is PETSC_FALSE
   on entry. Sets *solved to PETSC_FALSE if the coordinates depend on each other. */
PetscErrorCode StartCoordinatesCorrect(StartCoordinates *h, Vec x, PetscBool *solved);

/* StartCoordinatesFindMovable - Determines which joint coordinates with prescribed initial values
   can move at a state.

   A coordinate can move if the joints and supports permit it while the movable coordinates with
   lower numbers are fixed. Call StartCoordinatesRead before. Overwrites h->matrix.
   Output:
     movable  [n] PETSC_TRUE for each coordinate that can move
     solved   PETSC_FALSE if the mass matrix bordered by the constraints is singular; movable is
              then undefined */
PetscErrorCode StartCoordinatesFindMovable(StartCoordinates *h, const FsState *state,
                                           PetscBool movable[], PetscBool *solved);

/* StartCoordinatesCheck - Checks that all joint coordinates whose initial values the user
   prescribes can move at a state.

   Call StartCoordinatesRead before. Overwrites h->matrix. Input error: a coordinate cannot move;
   the message names the option that prescribes it. */
PetscErrorCode StartCoordinatesCheck(StartCoordinates *h, const FsState *state);

/* ---- nearest configuration ------------------------------------------------------------------- */

/* StagePositionError - Computes by how much a state violates the position equations of the
   constraints.

   Output:
     b      minus the errors in the entries of constraint equations, 0 in the entries of dofs
     error  the largest error; lengths are divided by the characteristic length of the model
   Collective. */
PetscErrorCode StagePositionError(ConstraintSolver s, const FsState *state, Vec b,
                                  PetscReal *error);

/* NearestConfigurationFind - Moves a state so that it satisfies the constraints and the prescribed
   initial values of joint coordinates, by the motion d that minimizes the kinetic measure d . M d /
   2.

   M is the mass matrix, with rotation vectors in body axes. If the error of the given configuration
   is at most tolerance, Newton's method only removes this error.
   Input:
     h          the joint coordinates with their prescribed values; h->n may be 0
     tolerance  acceptable error, relative to the characteristic length for lengths, else in rad
   Changed:
     state      its displacements q
   Output:
     b          minus the remaining position errors of the constraints
     error      largest remaining error of constraints and coordinates, in the unit of tolerance
   Collective. */
PetscErrorCode NearestConfigurationFind(StartCoordinates *h, PetscReal tolerance, FsState *state,
                                        Vec b, PetscReal *error);

#endif
