/* diagnosis.h: what a run says about a model: warnings, summaries and reports.

   Headers for other rooms:
     assembly_report.h      prints how far nodes move when RunAssemble makes them satisfy
                            constraints
     body_check.h           warns of bodies whose moments of inertia no mass has
     change_point_report.h  reports the change points that a motion passes
     connectivity_check.h   warnings about missing connections
     member_report.h        reports members of beams that have too few cells for what they do
     model_scales.h         the ratios of sizes in a model, and warnings of inconsistent units
     model_summary.h        prints a summary of a model for -show model
     period_report.h        prints the first natural periods of a model for -show model or periods
     reports.h              computes and prints what -show asks for: balances, works, constraint
                            violations */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_DIAGNOSIS_H
#define FS_DIAGNOSIS_DIAGNOSIS_H

#endif
