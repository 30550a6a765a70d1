/* change_point_report.h: reports the change points that a motion passes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_CHANGE_POINT_REPORT_H
#define FS_ANALYSIS_RUN_CHANGE_POINT_REPORT_H

#include "run.h"

/* ChangePointReportFirst - Prints the first change point once. Call it after each accepted step. */
PetscErrorCode ChangePointReportFirst(Run *run);

/* ChangePointReportOthers - Writes the number of the others into text[size], as ", at least 3 other
   change points": one step may pass several. text is empty without others. Not collective. */
PetscErrorCode ChangePointReportOthers(const Run *run, size_t size, char text[]);

#endif
