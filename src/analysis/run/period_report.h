/* period_report.h: prints the first natural periods of a model for -show model or periods. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_PERIOD_REPORT_H
#define FS_ANALYSIS_RUN_PERIOD_REPORT_H

#include <fs/system.h>

/* PeriodReportPrint - Prints the periods of the lowest elastic modes about the unloaded model.

   Also prints the number of rigid motions and mechanisms. If there are no periods, it prints one
   line with the reason, also if the search fails.
   Input:
     s       the initial configuration of the mesh, with velocities of zero
     spins   whether the frame rotates; there are no periods then
     forced  whether periods of large models are computed too
   Errors: lack of memory, and bugs. Collective. */
PetscErrorCode PeriodReportPrint(FsSystem sys, const FsState *s, PetscBool spins, PetscBool forced);

#endif
