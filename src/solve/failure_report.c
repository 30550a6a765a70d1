/* failure_report.c: writes why a stage failed, and where. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "failure_report.h"
#include "linear/solver.h"

const char largest_residual[] = "largest residual at", largest_motion[] = "it moves most at";
const char unbounded_motion[] = "the motion grows without bound: the step is not stable";

void CheckAccelerationNorm(PetscReal norm, FsStageInfo *info)
{
  if (!is_unbounded(norm) && !PetscIsNanReal(norm)) return;
  info->ok       = PETSC_FALSE;
  info->diverged = is_unbounded(norm);
  info->reason   = info->diverged ? unbounded_motion : "infinite or undefined numbers";
}

PetscErrorCode ReportLargestEntry(FsSystem sys, const char what[], Vec x, FsStageInfo *info)
{
  char where[FS_PLACE_SIZE] = "";

  PetscFunctionBeginUser;
  info->place[0] = 0;
  PetscCall(FsSystemDescribeLargestDof(sys, x, where, sizeof where));
  if (where[0]) PetscCall(PetscSNPrintf(info->place, sizeof info->place, "; %s %s", what, where));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReportBifurcation(FsSystem sys, Vec x, FsStageInfo *info)
{
  PetscFunctionBeginUser;
  info->ok         = PETSC_FALSE;
  info->bifurcated = PETSC_TRUE;
  info->reason = "joints pass a position in which motions branch (a change point, a dead center), "
                 "or are so near to one that the check cannot decide";
  PetscCall(ReportLargestEntry(sys, "it is worst at", x, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReportLargestResidual(Workspace work, const FsState *at, const FsLoading *loading,
                                     const FsConstraintRows *rows, FsStageInfo *info)
{
  char      where[FS_PLACE_SIZE] = "";
  PetscReal norm;
  Vec       r;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(work, &r));
  PetscCall(FsSystemResidual(work->sys, at, loading, rows, r));
  PetscCall(VecNorm(r, NORM_1, &norm));
  if (PetscIsInfOrNanReal(norm))
    PetscCall(FsSystemDescribeNonFinite(work->sys, at, loading, where, sizeof where));
  if (where[0])
    PetscCall(PetscSNPrintf(info->place, sizeof info->place, "; %s %s", largest_residual, where));
  else PetscCall(ReportLargestEntry(work->sys, largest_residual, r, info));
  PetscCall(WorkspaceRestore(work, &r));
  PetscFunctionReturn(PETSC_SUCCESS);
}
