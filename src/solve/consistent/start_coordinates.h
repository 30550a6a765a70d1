/* start_coordinates.h: free coordinates of joints that the start gives, held beside the constraints while it is assembled: few rows c, full
   of whatever nodes they have, whose multipliers are found by elimination, so that no matrix needs a place for them. With
   B = [M G^T; G 0] solutions x of B x = b, c x = wanted - now are those of B plus shares of B^-1 c^T. Begin with
   HeldSolve. */
#ifndef FS_SOLVE_CONSISTENT_START_COORDINATES_H
#define FS_SOLVE_CONSISTENT_START_COORDINATES_H

#include "solve/stage.h"

enum { HELD_MOST = 1000 };
typedef struct {
  FsStage            s; /* borrowed */
  FsCoordinateSet    of;
  PetscInt           n;
  FsJointCoordinate *c;                   /* [n] at the state read last; owners may set wanted after a reading */
  PetscReal         *multiplier;          /* [n] of the last solve */
  PetscReal         *matrix;              /* [n][n] c B^-1 c^T of the last solve */
  Vec               *gradient, *response; /* [n] c; B^-1 c^T */
} Held;

/* The coordinates of a kind; n = 0 without any. Destroy frees what is inside. Input error: more than HELD_MOST. Collective, as all
   here. */
PetscErrorCode HeldCreate(FsStage s, FsCoordinateSet of, Held *h);
PetscErrorCode HeldDestroy(Held *h);

/* The length by which a coordinate counts: the model's, or 1 rad. Not collective. */
PetscReal held_unit(const Held *h, PetscInt k);

/* c but for wanted, and gradient at a state. first: wanted, too. *off: the largest |wanted - now|, of lengths over the model's. */
PetscErrorCode HeldRead(Held *h, const FsState *state, PetscBool first, PetscReal *off);

/* After HeldRead: x = the solution for s->b as by StageSolveMatrix, with the coordinates moved by wanted - now. Correct: of an x
   that StageSolveMatrix has found with the same matrix. Overwrites s->b. *solved stays false, or becomes it. */
PetscErrorCode HeldSolve(Held *h, Vec x, PetscBool *solved);
PetscErrorCode HeldCorrect(Held *h, Vec x, PetscBool *solved);

/* After HeldRead. FindFree: whether joints, supports and those coordinates before it that move leave each a way to move at a
   state; *solved false: that cannot be said, [M G^T; G 0] is singular. Check: input error, which names its option, where
   there is none. Both overwrite matrix. */
PetscErrorCode HeldFindFree(Held *h, const FsState *state, PetscBool moves[], PetscBool *solved);
PetscErrorCode HeldCheck(Held *h, const FsState *state);

/* nearest_configuration.c: move state->q onto the constraints as StageReach says, in one step; *off: of rows and coordinates. */
PetscErrorCode HeldNearest(Held *h, PetscReal rough, FsState *state, PetscReal *off);

#endif
