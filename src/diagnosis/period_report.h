/* period_report.h: prints the first natural periods of a model for -show model or periods. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_PERIOD_REPORT_H
#define FS_DIAGNOSIS_PERIOD_REPORT_H

#include <fs/system.h>

/* PeriodReportPrint - Prints the periods of the lowest elastic modes of the unloaded model, and the
   number of its rigid motions and mechanisms.

   If there are no periods, or if the eigenvalue solver fails, the function prints one line with the
   reason instead.
   Input:
     s       the initial configuration of the mesh, with zero velocities
     spins   whether the frame of reference rotates; then no periods are computed
     forced  whether periods are computed even if the model is large, which takes time
   Collective. An error that all ranks have is printed as the reason; only other errors are
   raised. */
PetscErrorCode PeriodReportPrint(FsSystem sys, const FsState *s, PetscBool spins, PetscBool forced);

#endif
