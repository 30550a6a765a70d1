/* stage_state.h: evaluates the state of a stage at an increment x of its unknown. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_STAGE_STATE_H
#define FS_SOLVE_STAGE_STATE_H

#include <fs/solve.h>

/* The shift of a stage that has no effective matrix. */
extern const FsShift no_shift;

/* Returns whether two shifts agree up to the round-off of times. */
PetscBool shift_equal(FsShift a, FsShift b);

/* StageUpdateState - Sets newton.iteration.state to the state at the increment x.

   Collective. */
PetscErrorCode StageUpdateState(FsStage s, Vec x);

/* StageEvaluateLine - Sets q, v and a of a state to a point of a line.

   If line->a is NULL, a of the state is unchanged. Collective. */
PetscErrorCode StageEvaluateLine(const FsLine *line, FsState *state);

/* StageSetInitialMultipliers - Starts Newton's method from the multipliers of the last accepted
   state.

   Input:
     x  initial increment, 0
   Output:
     x  increment whose state has these multipliers
   Does nothing if the residual is linear in multipliers, or if no accepted state is known.
   Overwrites s->r. Collective. */
PetscErrorCode StageSetInitialMultipliers(FsStage s, Vec x);

/* StageStiffnessRatio - Computes the largest ratio of two diagonals, less 1.

   Input:
     diagonal   diagonal of an effective matrix
     mass       diagonal of the inertia in it
   Output:
     stiffness  largest ratio less 1; PETSC_MAX_REAL if a dof has no mass
   Collective. */
PetscErrorCode StageStiffnessRatio(FsStage s, Vec diagonal, Vec mass, PetscReal *stiffness);

/* StageFinish - Ends the log event of a stage and counts the stage.

   Input:
     before  info at the start of the stage
   Output:
     info    one more stage, with its iterations
   Collective. */
PetscErrorCode StageFinish(const FsStageInfo *before, FsStageInfo *info);

#endif
