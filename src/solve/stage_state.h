/* stage_state.h: computes displacements, velocities and accelerations in one stage of a time step
   from the increment x, for which the stage is solved. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_STAGE_STATE_H
#define FS_SOLVE_STAGE_STATE_H

#include "solve/stage_parts.h"

/* The value of a shift (factors cm, cc, ck of M, C, K) that means: the matrix of the stage is not
   an effective matrix. */
extern const FsShift no_shift;

/* shift_equal - Returns whether two shifts, the factors cm, cc, ck of M, C, K in a tangent, are
   equal, except for round-off in cm and cc. */
PetscBool shift_equal(FsShift a, FsShift b);

/* StageUpdateState - Computes the state q, v, a at the increment x of the unknown of a stage, and
   stores it in s->iteration.state. Collective. */
PetscErrorCode StageUpdateState(NonlinearStage s, Vec x);

/* StageEvaluateLine - Computes displacements, velocities and accelerations from a line (FsLine),
   which lists vectors and the factors whose sums of products give q, v and a.

   Output:
     state  its members q, v and a; a does not change if line->a is NULL
   Collective. */
PetscErrorCode StageEvaluateLine(const FsLine *line, FsState *state);

/* StageSetInitialMultipliers - Sets the first iterate of Newton's method such that its Lagrange
   multipliers are those of the last accepted state.

   Changed:
     x  the increment of the unknown: 0 on entry; on return the state at x has these multipliers
   Does nothing if the residual is linear in the multipliers, or if no accepted state is known.
   Collective. */
PetscErrorCode StageSetInitialMultipliers(NonlinearStage s, Vec x);

/* StageStiffnessRatio - Computes how stiff an effective matrix is compared with its inertia.

   Input:
     diagonal   the diagonal of the effective matrix cm M + cc C + ck K
     mass       the diagonal of its inertia term cm M
   Output:
     stiffness  the largest diagonal[i] / mass[i] - 1; PETSC_MAX_REAL if a dof has no mass
   Collective. */
PetscErrorCode StageStiffnessRatio(FsSystem sys, Vec diagonal, Vec mass, PetscReal *stiffness);

/* StageFinish - Ends the log event of a stage (the solve of one set of implicit equations), and
   counts the stage in info.

   Input:
     before  a copy of info from the start of the stage
   Changed:
     info    the number of stages grows by 1; the iterations since before are those of this stage
   Collective. */
PetscErrorCode StageFinish(const FsStageInfo *before, FsStageInfo *info);

#endif
