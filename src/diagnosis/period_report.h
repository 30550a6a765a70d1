/* period_report.h: prints the first natural periods of a model for -show model or periods. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_PERIOD_REPORT_H
#define FS_DIAGNOSIS_PERIOD_REPORT_H

#include <fs/system.h>

/* PeriodReportPrint - Prints the periods of the lowest elastic modes about the unloaded model.

   Also prints the number of rigid motions and mechanisms. If there are no periods, or if the search
   fails, it prints one line with the reason instead.
   Input:
     s       the initial configuration of the mesh, with zero velocities
     spins   whether the frame rotates; the report then has no periods
     forced  whether the periods of large models are computed too
   Collective. It raises only an error that not all ranks have. */
PetscErrorCode PeriodReportPrint(FsSystem sys, const FsState *s, PetscBool spins, PetscBool forced);

#endif
