/* projection.c: projects the result of a step onto the constraints of positions and velocities.

   The stages obey only the constraints of accelerations (Hairer & Wanner, Solving ODEs II, VII.2).
   Corrections are the smallest in the norm of the mass matrix. One matrix [M G^T; G 0], factored
   once for each step, gives both. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "solve/bordered_mass.h"
#include "solve/failure_report.h"
#include "solve/stage.h"

/* Sets s->x to the correction [dq; 0] of [M G^T; G 0] [dq; mu] = s->b; infinite if the matrix is
   singular, so that the step fails. */
static PetscErrorCode SolveCorrection(FsStage s)
{
  PetscBool solved;

  PetscFunctionBeginUser;
  PetscCall(StageApplyInverseInertia(s, s->x, &solved));
  if (!solved) PetscCall(VecSet(s->x, PETSC_INFINITY));
  PetscCall(s->sys->constraints->add_multipliers(s->sys, -1, s->x, s->x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FailProjection(FsStage s, FsStageInfo *info)
{
  PetscFunctionBeginUser;
  info->ok     = PETSC_FALSE;
  info->reason = "the step is too far from the joints' constraints to be projected onto them";
  PetscCall(ReportLargestEntry(s->sys, largest_residual, s->b, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageProject(FsStage s, FsState *state, FsStageInfo *info)
{
  enum { MAX_ITERATIONS = 10 };
  /* Errors of positions relative to the characteristic length, and in rad (StageScaledMaxNorm);
     those of velocities relative to the largest speed and the first error. The limit exact is the
     round-off of coordinates. The limit acceptable leaves a factor of 1000 for ill-conditioned
     joints, and is still far below the error of a time step. */
  const PetscReal exact = 1e-14, acceptable = 1e-11;
  PetscReal       error, first, speed, before = PETSC_MAX_REAL;

  PetscFunctionBeginUser;
  if (!s->sys->constraints || s->sys->stabilization != FS_STABILIZED_PROJECTION)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(StagePrepareInertia(s, state));
  PetscCall(StageViolation(s, FS_CONSTRAINT_POSITION, state, &error));
  for (PetscInt k = 0; k < MAX_ITERATIONS && error > exact && error < before; k++) {
    before = error;
    PetscCall(SolveCorrection(s));
    if (s->sys->rotations) {
      PetscCall(VecCopy(s->x, s->r));
      /* the solution is a spin (body axes); q needs the change of the rotation vector */
      PetscCall(s->sys->rotations->rate(s->sys, state->q, s->r, s->x));
    }
    PetscCall(VecAXPY(state->q, 1, s->x));
    PetscCall(StageViolation(s, FS_CONSTRAINT_POSITION, state, &error));
  }
  if (!(error <= acceptable)) { /* also NaN */
    PetscCall(FailProjection(s, info));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(StageViolation(s, FS_CONSTRAINT_VELOCITY, state, &error));
  first  = error;
  before = PETSC_MAX_REAL;
  for (PetscInt k = 0; k < MAX_ITERATIONS && error > 0 && error < before / 2; k++) {
    before = error;
    PetscCall(SolveCorrection(s));
    PetscCall(VecAXPY(state->v, 1, s->x));
    PetscCall(StageViolation(s, FS_CONSTRAINT_VELOCITY, state, &error));
  }
  PetscCall(StageScaledMaxNorm(s, state->v, &speed));
  if (!(error <= acceptable * (first + speed))) PetscCall(FailProjection(s, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}
