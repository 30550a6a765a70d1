/* start_coordinates.h: prescribes initial joint coordinates as temporary constraints.

   Each coordinate adds a row c, the gradient of the coordinate, which may touch any nodes. The
   problem is B x = b with c x = target - current, where B = [M G^T; G 0] (bordered_mass.h). The
   solution is B^-1 b plus multiples of B^-1 c^T. No matrix therefore needs room for the rows c. All
   functions are collective unless stated. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSISTENT_START_COORDINATES_H
#define FS_SOLVE_CONSISTENT_START_COORDINATES_H

#include <fs/solve.h>

enum { START_COORDINATES_MAX = 1000 };

typedef struct {
  FsStage         s; /* borrowed */
  FsCoordinateSet kind;
  PetscInt        n; /* number of coordinates */
  /* [n] coordinates at the state that was read last; the caller may then change their targets */
  FsJointCoordinate *c;
  PetscReal         *multiplier; /* [n] multipliers of the rows c in the last solve */
  PetscReal         *matrix;     /* [n][n] c B^-1 c^T of the last solve */
  Vec               *gradient;   /* [n] rows c */
  Vec               *response;   /* [n] B^-1 c^T */
} StartCoordinates;

/* StartCoordinatesCreate - Finds the coordinates of a kind; n is 0 if the model has no such
   coordinate.

   StartCoordinatesDestroy frees the arrays in *h. Input error: there are more than
   START_COORDINATES_MAX coordinates. */
PetscErrorCode StartCoordinatesCreate(FsStage s, FsCoordinateSet kind, StartCoordinates *h);
PetscErrorCode StartCoordinatesDestroy(StartCoordinates *h);

/* start_coordinate_unit - Returns the unit of coordinate k: the characteristic length if the
   coordinate is a length, otherwise 1 rad. Not collective. */
PetscReal start_coordinate_unit(const StartCoordinates *h, PetscInt k);

/* StartCoordinatesRead - Reads the coordinates and their gradients at a state.

   Input:
     first  PETSC_TRUE to read the targets, too
   Output:
     error  largest |target - current| / start_coordinate_unit */
PetscErrorCode StartCoordinatesRead(StartCoordinates *h, const FsState *state, PetscBool first,
                                    PetscReal *error);

/* StartCoordinatesSolve - Solves B x = b such that the coordinates move by target - current.

   Call StageBuildInertia and StartCoordinatesRead before. Factors B.
   Output:
     solved  PETSC_FALSE if B is singular or the coordinates depend on each other */
PetscErrorCode StartCoordinatesSolve(StartCoordinates *h, Vec b, Vec x, PetscBool *solved);

/* StartCoordinatesCorrect - Corrects a solution x of B x = b such that the coordinates move by
   target - current.

   Call StageFactorSolveInertia before. Does nothing if *solved is PETSC_FALSE on entry. Sets
   *solved to PETSC_FALSE if the coordinates depend on each other. */
PetscErrorCode StartCoordinatesCorrect(StartCoordinates *h, Vec x, PetscBool *solved);

/* StartCoordinatesFindMovable - Determines which coordinates can move at a state.

   A coordinate can move if the joints and supports permit it while the movable coordinates with
   lower numbers are fixed. Call StartCoordinatesRead before. Overwrites h->matrix.
   Output:
     movable  [n] PETSC_TRUE for each coordinate that can move
     solved   PETSC_FALSE if B is singular; movable is then undefined */
PetscErrorCode StartCoordinatesFindMovable(StartCoordinates *h, const FsState *state,
                                           PetscBool movable[], PetscBool *solved);

/* StartCoordinatesCheck - Checks that all coordinates can move at a state.

   Call StartCoordinatesRead before. Overwrites h->matrix. Input error: a coordinate cannot move;
   the message names its option. */
PetscErrorCode StartCoordinatesCheck(StartCoordinates *h, const FsState *state);

/* ---- nearest configuration ------------------------------------------------------------------- */

/* Finds the configuration on the constraints that is nearest to a given
   one. */

/* StagePositionError - Computes the position errors of the constraints.

   Output:
     b      minus the position errors; all other entries are 0
     error  largest position error, scaled as by StageScaledMaxNorm
   Collective. */
PetscErrorCode StagePositionError(FsStage s, const FsState *state, Vec b, PetscReal *error);

/* NearestConfigurationFind - Moves state->q so that constraints and initial coordinates are met.

   The motion d minimizes d . M d / 2, with rotation vectors in body axes. If the error of the given
   configuration is at most tolerance, Newton's method only removes the error.
   Input:
     h          initial coordinates with their targets; h->n may be 0
     tolerance  acceptable error
   Output:
     b          minus the remaining position errors of the constraints
     error      largest remaining error of constraints and coordinates, see StagePositionError
   Collective. */
PetscErrorCode NearestConfigurationFind(StartCoordinates *h, PetscReal tolerance, FsState *state,
                                        Vec b, PetscReal *error);

#endif
