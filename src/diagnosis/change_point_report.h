/* change_point_report.h: reports the change points that a motion passes.

   A change point is a configuration of a mechanism in which constraints are linearly dependent, so
   that the motion may continue in several ways, as that of a parallelogram whose bars are all in
   line. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_CHANGE_POINT_REPORT_H
#define FS_DIAGNOSIS_CHANGE_POINT_REPORT_H

#include <fs/solve.h>

/* ChangePointReportFirst - Prints a line at the first change point that the motion has passed.

   Call the function after each accepted step.
   Input:
     stage  the solver of the steps, which has found the change points
     quiet  whether no line is printed
   Changed:
     reported  whether a change point has been reported; set it to PETSC_FALSE at the start of a run
   Collective. */
PetscErrorCode ChangePointReportFirst(FsStage stage, MPI_Comm comm, PetscBool quiet,
                                      PetscBool *reported);

/* ChangePointReportOthers - Writes how many change points the motion has passed after the first
   one, as ", at least 3 other change points"; the number is a lower bound, because a step may pass
   several.

   Output:
     text  [size] the words; "" if there are no others
   Not collective. */
PetscErrorCode ChangePointReportOthers(FsStage stage, size_t size, char text[]);

#endif
