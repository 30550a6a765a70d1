/* projection.c: projection of a step's outcome onto the constraints of positions and velocities, after stages that
   obey those of accelerations alone (Hairer & Wanner, Solving ODEs II, VII.2). Corrections are the smallest in the
   norm of the mass matrix; one matrix [M G^T; G 0], factored once per step, gives both. */
#include "linear/solver.h"
#include "solve/stage.h"

/* s->x = the correction [dq; 0] of [M G^T; G 0] [dq; mu] = s->b; infinite where the matrix is singular, so that
   the step fails. */
static PetscErrorCode Solve(FsStage s, KSP ksp)
{
  PetscBool solved;

  PetscFunctionBeginUser;
  PetscCall(SolverSolve(ksp, s->b, s->x, &solved));
  if (!solved) PetscCall(VecSet(s->x, PETSC_INFINITY));
  PetscCall(s->sys->constraints->add_multipliers(s->sys, -1, s->x, s->x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Fail(FsStage s, FsStageInfo *info)
{
  PetscFunctionBeginUser;
  info->ok     = PETSC_FALSE;
  info->reason = "the step is too far from the joints' constraints to be projected onto them";
  PetscCall(PlaceFailure(s->sys, largest_residual, s->b, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageProject(FsStage s, FsState *state, FsStageInfo *info)
{
  enum { MOST = 10 };
  const PetscReal exact = 1e-14, left = 1e-11; /* see StageSize */
  PetscReal       off, first, speed, before = PETSC_MAX_REAL;
  KSP             ksp;

  PetscFunctionBeginUser;
  if (!s->sys->constraints || s->sys->stabilization != FS_STABILIZED_PROJECTION) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(StageInertiaSolver(s, state, &ksp));
  PetscCall(StageViolation(s, FS_CONSTRAINT_POSITION, state, &off));
  for (PetscInt k = 0; k < MOST && off > exact && off < before; k++) {
    before = off;
    PetscCall(Solve(s, ksp));
    if (s->sys->rotations) {
      PetscCall(VecCopy(s->x, s->r));
      PetscCall(s->sys->rotations->rate(
        s->sys, state->q, s->r,
        s->x)); /* the solution is a spin (body axes); q wants the change of the rotation vector */
    }
    PetscCall(VecAXPY(state->q, 1, s->x));
    PetscCall(StageViolation(s, FS_CONSTRAINT_POSITION, state, &off));
  }
  if (!(off <= left)) { /* also NaN */
    PetscCall(Fail(s, info));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(StageViolation(s, FS_CONSTRAINT_VELOCITY, state, &off));
  first  = off;
  before = PETSC_MAX_REAL;
  for (PetscInt k = 0; k < MOST && off > 0 && off < before / 2; k++) {
    before = off;
    PetscCall(Solve(s, ksp));
    PetscCall(VecAXPY(state->v, 1, s->x));
    PetscCall(StageViolation(s, FS_CONSTRAINT_VELOCITY, state, &off));
  }
  PetscCall(StageSize(s, state->v, &speed));
  if (!(off <= left * (first + speed))) PetscCall(Fail(s, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}
