/* failure_report.h: writes why a stage failed, and where, into its FsStageInfo. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_FAILURE_REPORT_H
#define FS_SOLVE_FAILURE_REPORT_H

#include <fs/stage_info.h>
#include "solve/work_vectors.h"

/* Texts for the argument what of ReportLargestEntry, for a vector of residual forces and for a
   vector of a motion. */
extern const char largest_residual[], largest_motion[];

/* The text of FsStageInfo.reason, which says why a solve has failed, if displacements are so large
   that the motion is unbounded (is_unbounded of linear/solver.h). */
extern const char unbounded_motion[];

/* ReportLargestEntry - Sets info->place, the text of messages that says where a solve has failed,
   to the name of the node and the dof at which x has its largest absolute value.

   Input:
     what  the words before the name of the dof, such as largest_residual
   Collective. */
PetscErrorCode ReportLargestEntry(FsSystem sys, const char what[], Vec x, FsStageInfo *info);

/* ReportLargestResidual - Evaluates the residual forces at a state, and sets info->place, the text
   of messages that says where a solve has failed, to the dof with the largest residual.

   If the residual is infinite or NaN, the text names the kind of force, such as a load, that causes
   this.
   Input:
     at       the state at which the solve has failed
     loading  time, load factor and other data of the loads
     rows     whether the constraint equations in the residual are those of positions, velocities or
              accelerations, and their factors
   Collective. */
PetscErrorCode ReportLargestResidual(Workspace work, const FsState *at, const FsLoading *loading,
                                     const FsConstraintRows *rows, FsStageInfo *info);

/* ReportBifurcation - Records in info that a step has failed because the mechanism has come to a
   position from which it can move in several ways.

   In such a position the constraint equations are linearly dependent.
   Input:
     x  a vector of the system; its largest entry is that of a constraint equation which depends on
        others
   Collective. */
PetscErrorCode ReportBifurcation(FsSystem sys, Vec x, FsStageInfo *info);

/* CheckAccelerationNorm - Records in info that a solve has failed if norm, a norm of accelerations,
   is infinite, NaN or so large that the motion is unbounded. Not collective. */
void CheckAccelerationNorm(PetscReal norm, FsStageInfo *info);

#endif
