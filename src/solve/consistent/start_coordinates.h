/* start_coordinates.h: prescribes initial joint coordinates as temporary constraints.

   They are few rows c, which may touch any nodes. Block elimination finds their multipliers, so
   that no matrix needs room for them. With B = [M G^T; G 0], the solution of B x = b, c x = target
   - current is that of B plus multiples of B^-1 c^T. All functions are collective unless stated. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSISTENT_START_COORDINATES_H
#define FS_SOLVE_CONSISTENT_START_COORDINATES_H

#include <fs/solve.h>

enum { START_COORDINATES_MAX = 1000 };

typedef struct {
  FsStage            s; /* borrowed */
  FsCoordinateSet    kind;
  PetscInt           n;
  FsJointCoordinate *c;          /* [n] at the state read last; owners may then set the target */
  PetscReal         *multiplier; /* [n] of the last solve */
  PetscReal         *matrix;     /* [n][n] c B^-1 c^T of the last solve */
  Vec               *gradient;   /* [n] c */
  Vec               *response;   /* [n] B^-1 c^T */
} StartCoordinates;

/* StartCoordinatesCreate - Finds the coordinates of a kind; n is 0 if the model has no such
   coordinate.

   StartCoordinatesDestroy frees the arrays in *h. Input error: more than START_COORDINATES_MAX. */
PetscErrorCode StartCoordinatesCreate(FsStage s, FsCoordinateSet kind, StartCoordinates *h);
PetscErrorCode StartCoordinatesDestroy(StartCoordinates *h);

/* Returns the unit of a coordinate: the characteristic length, or 1 rad. Not collective. */
PetscReal start_coordinate_unit(const StartCoordinates *h, PetscInt k);

/* StartCoordinatesRead - Reads the coordinates and their gradients at a state.

   Input:
     first  true to read the targets, too
   Output:
     error  largest |target - current|, in start_coordinate_unit */
PetscErrorCode StartCoordinatesRead(StartCoordinates *h, const FsState *state, PetscBool first,
                                    PetscReal *error);

/* StartCoordinatesSolve - Solves B x = s->b with the coordinates moved by target - current.

   Call StartCoordinatesRead before. It works like StageFactorSolveInertia. Overwrites s->b.
   Output:
     solved  PETSC_FALSE if B or the coordinates are singular */
PetscErrorCode StartCoordinatesSolve(StartCoordinates *h, Vec x, PetscBool *solved);

/* StartCoordinatesCorrect - Corrects a solution x of StageFactorSolveInertia for the coordinates.

   Overwrites s->b. Sets *solved to PETSC_FALSE on failure, never to PETSC_TRUE. */
PetscErrorCode StartCoordinatesCorrect(StartCoordinates *h, Vec x, PetscBool *solved);

/* StartCoordinatesFindMovable - Determines which coordinates can move at a state.

   A coordinate can move if joints, supports and the movable coordinates before it permit a motion.
   Call StartCoordinatesRead before. Overwrites matrix.
   Output:
     movable  [n]
     solved   PETSC_FALSE if [M G^T; G 0] is singular; movable is then undefined */
PetscErrorCode StartCoordinatesFindMovable(StartCoordinates *h, const FsState *state,
                                           PetscBool movable[], PetscBool *solved);

/* StartCoordinatesCheck - Checks that all coordinates can move at a state.

   Call StartCoordinatesRead before. Overwrites matrix. Input error: it names the option of a
   coordinate that cannot move. */
PetscErrorCode StartCoordinatesCheck(StartCoordinates *h, const FsState *state);

#endif
