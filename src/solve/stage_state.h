/* stage_state.h: evaluates the state of a stage at an increment x of its unknown. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_STAGE_STATE_H
#define FS_SOLVE_STAGE_STATE_H

#include <fs/solve.h>

/* The shift of a stage that has no effective matrix. */
extern const FsShift no_shift;

/* shift_equal - Returns whether two shifts, the factors cm, cc, ck of M, C, K in a tangent, are
   equal, except for round-off in cm and cc. */
PetscBool shift_equal(FsShift a, FsShift b);

/* StageUpdateState - Sets s->newton.iteration.state to the state at the increment x.

   Collective. */
PetscErrorCode StageUpdateState(FsStage s, Vec x);

/* StageEvaluateLine - Sets q, v and a of a state to the values that line describes (FsLine).

   If line->a is NULL, state->a does not change. Collective. */
PetscErrorCode StageEvaluateLine(const FsLine *line, FsState *state);

/* StageSetInitialMultipliers - Starts Newton's method from the multipliers of the last accepted
   state.

   Changed:
     x  the initial increment: 0 on entry; on return the state at x has these multipliers
   Does nothing if the residual is linear in multipliers, or if no accepted state is known.
   Collective. */
PetscErrorCode StageSetInitialMultipliers(FsStage s, Vec x);

/* StageStiffnessRatio - Computes how stiff an effective matrix is compared with its inertia.

   Input:
     diagonal   the diagonal of the effective matrix cm M + cc C + ck K
     mass       the diagonal of its inertia term cm M
   Output:
     stiffness  the largest diagonal[i] / mass[i] - 1; PETSC_MAX_REAL if a dof has no mass
   Collective. */
PetscErrorCode StageStiffnessRatio(FsStage s, Vec diagonal, Vec mass, PetscReal *stiffness);

/* StageFinish - Ends the log event of a stage, and counts the stage in info.

   Input:
     before  a copy of info from the start of the stage
   Changed:
     info    the number of stages increases by 1; the iterations since before are those of this
   stage Collective. */
PetscErrorCode StageFinish(const FsStageInfo *before, FsStageInfo *info);

#endif
