/* change_point_report.c: reports the change points that a motion passes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "change_point_report.h"

PetscErrorCode ChangePointReportFirst(FsStage stage, MPI_Comm comm, PetscBool quiet,
                                      PetscBool *reported)
{
  const FsChangePoints *points = FsStageChangePoints(stage);

  PetscFunctionBeginUser;
  if (!points->count || *reported) PetscFunctionReturn(PETSC_SUCCESS);
  *reported = PETSC_TRUE;
  if (!quiet)
    PetscCall(PetscPrintf(comm,
                          "change point at t = %.6g, %s: another motion branches off, and the "
                          "model continues its own (-change_points stop ends the run there)\n",
                          (double)points->first_time, points->first_place));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ChangePointReportOthers(FsStage stage, size_t size, char text[])
{
  const PetscInt others = FsStageChangePoints(stage)->count - 1;

  PetscFunctionBeginUser;
  text[0] = 0;
  if (others > 0)
    PetscCall(PetscSNPrintf(text, size, ", at least %" PetscInt_FMT " other change point%s", others,
                            others == 1 ? "" : "s"));
  PetscFunctionReturn(PETSC_SUCCESS);
}
