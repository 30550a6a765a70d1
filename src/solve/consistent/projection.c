/* projection.c: projects the result of a step onto the constraints of positions and velocities.

   The stages obey only the constraints of accelerations (Hairer & Wanner, Solving ODEs II, VII.2).
   Corrections are the smallest in the norm of the mass matrix. One matrix [M G^T; G 0], factored
   once for each step, gives both. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "solve/bordered_mass.h"
#include "solve/failure_report.h"
#include "solve/constraint_solver.h"
#include "solve/stage.h"

/* Sets x to the correction [dq; 0] of [M G^T; G 0] [dq; mu] = b; infinite if the matrix is
   singular, so that the step fails. */
static PetscErrorCode SolveCorrection(ConstraintSolver s, Vec b, Vec x)
{
  PetscBool solved;

  PetscFunctionBeginUser;
  PetscCall(BorderedMassApplyInverse(&s->inertia, b, x, &solved));
  if (!solved) PetscCall(VecSet(x, PETSC_INFINITY));
  PetscCall(s->sys->constraints->add_multipliers(s->sys, -1, x, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FailProjection(ConstraintSolver s, Vec b, FsStageInfo *info)
{
  PetscFunctionBeginUser;
  info->ok     = PETSC_FALSE;
  info->reason = "the step is too far from the joints' constraints to be projected onto them";
  PetscCall(ReportLargestEntry(s->sys, largest_residual, b, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Projects a state. Overwrites b and x. */
static PetscErrorCode Project(ConstraintSolver s, FsState *state, Vec b, Vec x, FsStageInfo *info)
{
  enum { MAX_ITERATIONS = 10 };
  /* Errors of positions relative to the characteristic length, and in rad
     (ConstraintScaledMaxNorm); those of velocities relative to the largest speed and the first
     error. The limit exact is the round-off of coordinates. The limit acceptable leaves a factor of
     1000 for ill-conditioned joints, and is still far below the error of a time step. */
  const PetscReal exact = 1e-14, acceptable = 1e-11;
  PetscReal       error, first, speed, before = PETSC_MAX_REAL;
  Vec             spin;

  PetscFunctionBeginUser;
  PetscCall(BorderedMassPrepare(&s->inertia, state));
  PetscCall(ConstraintViolation(s, FS_CONSTRAINT_POSITION, state, b, &error));
  for (PetscInt k = 0; k < MAX_ITERATIONS && error > exact && error < before; k++) {
    before = error;
    PetscCall(SolveCorrection(s, b, x));
    if (s->sys->rotations) {
      PetscCall(WorkspaceGet(s->work, &spin));
      PetscCall(VecCopy(x, spin));
      /* the solution is a spin (body axes); q needs the change of the rotation vector */
      PetscCall(s->sys->rotations->rate(s->sys, state->q, spin, x));
      PetscCall(WorkspaceRestore(s->work, &spin));
    }
    PetscCall(VecAXPY(state->q, 1, x));
    PetscCall(ConstraintViolation(s, FS_CONSTRAINT_POSITION, state, b, &error));
  }
  if (!(error <= acceptable)) { /* also NaN */
    PetscCall(FailProjection(s, b, info));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(ConstraintViolation(s, FS_CONSTRAINT_VELOCITY, state, b, &error));
  first  = error;
  before = PETSC_MAX_REAL;
  for (PetscInt k = 0; k < MAX_ITERATIONS && error > 0 && error < before / 2; k++) {
    before = error;
    PetscCall(SolveCorrection(s, b, x));
    PetscCall(VecAXPY(state->v, 1, x));
    PetscCall(ConstraintViolation(s, FS_CONSTRAINT_VELOCITY, state, b, &error));
  }
  PetscCall(ConstraintScaledMaxNorm(s, state->v, &speed));
  if (!(error <= acceptable * (first + speed))) PetscCall(FailProjection(s, b, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageProject(FsStage stage, FsState *state, FsStageInfo *info)
{
  const ConstraintSolver s = stage->constraints;
  Vec                    b, x;

  PetscFunctionBeginUser;
  if (!s->sys->constraints || s->sys->stabilization != FS_STABILIZED_PROJECTION)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(WorkspaceGet(s->work, &b));
  PetscCall(WorkspaceGet(s->work, &x));
  PetscCall(Project(s, state, b, x, info));
  PetscCall(WorkspaceRestore(s->work, &b));
  PetscCall(WorkspaceRestore(s->work, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}
