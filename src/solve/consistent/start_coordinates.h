/* start_coordinates.h: free coordinates of joints that the start gives, held beside the constraints while it is assembled: few rows c, full
   of whatever nodes they have, whose multipliers are found by elimination, so that no matrix needs a place for them. With
   B = [M G^T; G 0] solutions x of B x = b, c x = wanted - now are those of B plus shares of B^-1 c^T. Begin with
   StartCoordinatesSolve. */
#ifndef FS_SOLVE_CONSISTENT_START_COORDINATES_H
#define FS_SOLVE_CONSISTENT_START_COORDINATES_H

#include "solve/stage.h"

enum { START_COORDINATES_MAX = 1000 };
typedef struct {
  FsStage            s; /* borrowed */
  FsCoordinateSet    kind;
  PetscInt           n;
  FsJointCoordinate *c; /* [n] at the state read last; owners may set wanted after a reading */
  PetscReal         *multiplier;          /* [n] of the last solve */
  PetscReal         *matrix;              /* [n][n] c B^-1 c^T of the last solve */
  Vec               *gradient, *response; /* [n] c; B^-1 c^T */
} StartCoordinates;

/* The coordinates of a kind; n = 0 without any. Destroy frees what is inside. Input error: more than START_COORDINATES_MAX. Collective, as all
   here. */
PetscErrorCode StartCoordinatesCreate(FsStage s, FsCoordinateSet kind, StartCoordinates *h);
PetscErrorCode StartCoordinatesDestroy(StartCoordinates *h);

/* The length by which a coordinate counts: the model's, or 1 rad. Not collective. */
PetscReal start_coordinate_unit(const StartCoordinates *h, PetscInt k);

/* c but for wanted, and gradient at a state. first: wanted, too. *off: the largest |wanted - now|, of lengths over the model's. */
PetscErrorCode StartCoordinatesRead(StartCoordinates *h, const FsState *state, PetscBool first,
                                    PetscReal *error);

/* After StartCoordinatesRead: x = the solution for s->b as by StageFactorSolveInertia, with the coordinates moved by wanted - now. Correct: of an x
   that StageFactorSolveInertia has found with the same matrix. Overwrites s->b. *solved stays false, or becomes it. */
PetscErrorCode StartCoordinatesSolve(StartCoordinates *h, Vec x, PetscBool *solved);
PetscErrorCode StartCoordinatesCorrect(StartCoordinates *h, Vec x, PetscBool *solved);

/* After StartCoordinatesRead. FindFree: whether joints, supports and those coordinates before it that move leave each a way to move at a
   state; *solved false: that cannot be said, [M G^T; G 0] is singular. Check: input error, which names its option, where
   there is none. Both overwrite matrix. */
PetscErrorCode StartCoordinatesFindMovable(StartCoordinates *h, const FsState *state,
                                           PetscBool movable[], PetscBool *solved);
PetscErrorCode StartCoordinatesCheck(StartCoordinates *h, const FsState *state);

/* nearest_configuration.c: move state->q onto the constraints as StageMoveOntoConstraints says, in one step; *off: of rows and coordinates. */
PetscErrorCode NearestConfigurationFind(StartCoordinates *h, PetscReal tolerance, FsState *state,
                                        PetscReal *error);

#endif
