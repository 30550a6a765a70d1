/* failure_report.h: writes why a stage failed, and where, into its FsStageInfo. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_FAILURE_REPORT_H
#define FS_SOLVE_FAILURE_REPORT_H

#include <fs/solve.h>

/* Texts for ReportLargestEntry that say what the largest entry of a vector means. */
extern const char largest_residual[], largest_motion[];

/* The text of FsStageInfo.reason if a motion is so large that it is unbounded (is_unbounded of
   linear/solver.h). */
extern const char unbounded_motion[];

/* ReportLargestEntry - Sets info->place to a text that names the dof at which x has its largest
   absolute value.

   Input:
     what  the words before the name of the dof, such as largest_residual
   Collective. */
PetscErrorCode ReportLargestEntry(FsSystem sys, const char what[], Vec x, FsStageInfo *info);

/* ReportLargestResidual - Evaluates the residual at a state, and sets info->place to a text that
   names the dof at which the residual has its largest absolute value.

   If the residual is infinite or NaN, the text names the term of the residual that causes this.
   Input:
     at       the state
     loading  the loading
     rows     the form of the constraint equations in the residual, and their factors
   Collective. */
PetscErrorCode ReportLargestResidual(FsStage s, const FsState *at, const FsLoading *loading,
                                     const FsConstraintRows *rows, FsStageInfo *info);

/* ReportBifurcation - Records in info that a step has failed because the mechanism has come to a
   position from which it can move in several ways.

   In such a position the constraint equations are linearly dependent.
   Input:
     x  a vector whose largest entry is that of a constraint equation which depends on others
   Collective. */
PetscErrorCode ReportBifurcation(FsSystem sys, Vec x, FsStageInfo *info);

/* CheckAccelerationNorm - Records a failure in info if norm, a norm of accelerations, is infinite,
   NaN or so large that the motion is unbounded. Not collective. */
void CheckAccelerationNorm(PetscReal norm, FsStageInfo *info);

#endif
