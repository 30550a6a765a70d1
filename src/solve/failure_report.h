/* failure_report.h: writes why a stage failed, and where, into its FsStageInfo. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_FAILURE_REPORT_H
#define FS_SOLVE_FAILURE_REPORT_H

#include <fs/solve.h>

/* Words for ReportLargestEntry, which say what the largest entry of a vector means. */
extern const char largest_residual[], largest_motion[];

/* Reason of a motion whose norm is_unbounded (linear/solver.h). */
extern const char unbounded_motion[];

/* ReportLargestEntry - Sets info->place to the dof where x is largest.

   Input:
     what  words before the place, such as largest_residual
   Collective. */
PetscErrorCode ReportLargestEntry(FsSystem sys, const char what[], Vec x, FsStageInfo *info);

/* ReportLargestResidual - Sets info->place to the dof with the largest residual of a state.

   If the residual is not finite, the place describes the term that is not finite. Overwrites s->b.
   Collective. */
PetscErrorCode ReportLargestResidual(FsStage s, const FsState *at, const FsLoading *loading,
                                     const FsConstraintRows *rows, FsStageInfo *info);

/* ReportBifurcation - Makes a step fail because motions branch on its way.

   Input:
     x  vector of constraint rows, largest in the row that is singular
   Collective. */
PetscErrorCode ReportBifurcation(FsSystem sys, Vec x, FsStageInfo *info);

/* Sets info->ok to false if the norm of accelerations is not finite or is_unbounded. */
void CheckAccelerationNorm(PetscReal norm, FsStageInfo *info);

#endif
