/* failure_report.h: writes why a stage failed, and where, into its FsStageInfo. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_FAILURE_REPORT_H
#define FS_SOLVE_FAILURE_REPORT_H

#include <fs/solve.h>

/* Words for ReportLargestEntry, which say what the largest entry of a vector means. */
extern const char largest_residual[], largest_motion[];

/* Text for FsStageInfo.reason if is_unbounded (linear/solver.h) is true for a motion. */
extern const char unbounded_motion[];

/* ReportLargestEntry - Sets info->place to the dof where x is largest.

   Input:
     what  words before the place, such as largest_residual
   Collective. */
PetscErrorCode ReportLargestEntry(FsSystem sys, const char what[], Vec x, FsStageInfo *info);

/* ReportLargestResidual - Sets info->place to the dof where the residual at a state is largest.

   If the residual is not finite, the place describes the term that is not finite. Overwrites s->b.
   Collective. */
PetscErrorCode ReportLargestResidual(FsStage s, const FsState *at, const FsLoading *loading,
                                     const FsConstraintRows *rows, FsStageInfo *info);

/* ReportBifurcation - Records in info that a step fails because motions branch in it.

   Input:
     x  a vector that is largest in the constraint row that becomes dependent
   Collective. */
PetscErrorCode ReportBifurcation(FsSystem sys, Vec x, FsStageInfo *info);

/* CheckAccelerationNorm - Records a failure in info if a norm of accelerations is not finite, or if
   is_unbounded is true for it. Not collective. */
void CheckAccelerationNorm(PetscReal norm, FsStageInfo *info);

#endif
