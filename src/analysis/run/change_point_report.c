/* change_point_report.c: reports the change points that a motion passes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "change_point_report.h"

PetscErrorCode ChangePointReportFirst(Run *run)
{
  const FsChangePoints *points = FsStageChangePoints(run->stage);

  PetscFunctionBeginUser;
  if (!points->count || run->change_point_reported) PetscFunctionReturn(PETSC_SUCCESS);
  run->change_point_reported = PETSC_TRUE;
  if (!run->quiet)
    PetscCall(PetscPrintf(run->comm,
                          "change point at t = %.6g, %s: another motion branches off, and the "
                          "model continues its own (-change_points stop ends the run there)\n",
                          (double)points->first_time, points->first_place));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ChangePointReportOthers(const Run *run, size_t size, char text[])
{
  const PetscInt others = FsStageChangePoints(run->stage)->count - 1;

  PetscFunctionBeginUser;
  text[0] = 0;
  if (others > 0)
    PetscCall(PetscSNPrintf(text, size, ", at least %" PetscInt_FMT " other change point%s", others,
                            others == 1 ? "" : "s"));
  PetscFunctionReturn(PETSC_SUCCESS);
}
