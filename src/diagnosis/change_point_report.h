/* change_point_report.h: reports the change points that a motion passes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_CHANGE_POINT_REPORT_H
#define FS_DIAGNOSIS_CHANGE_POINT_REPORT_H

#include <fs/solve.h>

/* ChangePointReportFirst - Prints the first change point that a stage has passed, once.

   Call it after each accepted step. Collective.
   Input:
     quiet     whether it prints nothing
   Input/Output:
     reported  whether the point has been reported; PETSC_FALSE at the start of a run */
PetscErrorCode ChangePointReportFirst(FsStage stage, MPI_Comm comm, PetscBool quiet,
                                      PetscBool *reported);

/* ChangePointReportOthers - Writes the number of the others into text[size], as ", at least 3 other
   change points": one step may pass several. text is empty without others. Not collective. */
PetscErrorCode ChangePointReportOthers(FsStage stage, size_t size, char text[]);

#endif
