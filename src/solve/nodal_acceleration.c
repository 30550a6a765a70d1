/* nodal_acceleration.c: accelerations of nonlinear systems whose inertia is that of nodes, each for itself: forces over it, without a matrix, a solver or an iteration
   of all. */
#include "stage.h"

PetscErrorCode StageHasNodalInertia(FsStage s, PetscBool *nodal)
{
  PetscFunctionBeginUser;
  *nodal = PETSC_FALSE;
  if (s->sys->ops.nodal.applies) PetscCall(s->sys->ops.nodal.applies(s->sys, nodal));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSetUpNodal(FsStage s)
{
  PetscFunctionBeginUser;
  s->nodal = PETSC_TRUE;
  PetscCall(PetscStrncpy(s->solver,
                         s->sys->traits.velocity_independent ? "no solver (diagonal mass)"
                                                             : "no solver (inertia of each node)",
                         sizeof s->solver));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSolveNodal(FsStage s, PetscReal h, const FsLoading *loading, FsState *state,
                               FsStageInfo *info)
{
  const FsConstraintRows rows = {FS_CONSTRAINT_POSITION, 1, 1};
  PetscReal              norm;

  PetscFunctionBeginUser;
  PetscCall(s->sys->ops.nodal.acceleration(s->sys, h, loading, state, s->b, &norm));
  CheckAccelerationNorm(norm, info);
  if (!info->ok) PetscCall(ReportLargestResidual(s, state, loading, &rows, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}
