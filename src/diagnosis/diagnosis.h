/* diagnosis.h: what a run says about a model: warnings, summaries and reports.

   Headers for other rooms:
     assembly_report.h      prints how far nodes move when RunAssemble makes them satisfy
                            constraints
     change_point_report.h  reports the change points that a motion passes
     linear_doubts.h        warns where a model with -linearize is not what it should be
     mechanism_report.h     names what moves in a model that can move without resistance
     member_report.h        reports members of beams that have too few cells for what they do
     model_scales.h         the ratios of sizes in a model, and warnings of inconsistent units
     model_summary.h        prints a summary of a model for -show model
     reports.h              computes and prints what -show asks for: balances, works, constraint
                            violations */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_DIAGNOSIS_H
#define FS_DIAGNOSIS_DIAGNOSIS_H

#include <fs/solve.h>
#include "member_report.h"
#include "reports.h"

/* Diagnosis - What a run has noticed about its model so far. */
typedef struct {
  PetscBool         quiet;                 /* whether only warnings are printed */
  Reports           reports;               /* the reports of -show */
  MemberCompression compression;           /* cells of beams with the largest compression so far */
  PetscBool         change_point_reported; /* whether a change point has been reported
                                              (change_point_report.h) */
} Diagnosis;

/* DiagnosisCreate - Creates the reports that the user asks for by -show. Functions of this header
   are collective unless their comment says otherwise.

   Input:
     options  the reports
     quiet    whether only warnings are printed
     sys      the system of the model, borrowed
   Changed:
     kind  the series of the reports are appended to kind->series; the output reads their values
           from d at every step, so that d must exist as long as the output
     d     all members are 0 on entry; the caller destroys it by DiagnosisDestroy()
   Input error: -show works is given, but energies are not computed. */
PetscErrorCode DiagnosisCreate(const ReportOptions *options, PetscBool quiet, FsSystem sys,
                               OutputKind *kind, Diagnosis *d);
PetscErrorCode DiagnosisDestroy(Diagnosis *d);

/* DiagnosisAtSetUp - Warns of impossible bodies, missing connections and laws that jump, and prints
   what -show model and -show periods ask for.

   Input:
     stage  the solver of the steps
     s      the initial configuration of the mesh, with zero velocities, at the first time
     t_end  last time [s] */
PetscErrorCode DiagnosisAtSetUp(const Diagnosis *d, FsSystem sys, FsStage stage, const FsState *s,
                                PetscReal t_end);

/* DiagnosisAtStep - Reports the first change point, and updates the reports with the state of a
   step. Call it before the output records the state.

   Input:
     stage    the solver of the steps
     step     number of the step
     s        state at the end of the step
     loading  how much of the loads acts, and whether supports move
     energy   energies of s; NULL if they were not computed */
PetscErrorCode DiagnosisAtStep(Diagnosis *d, FsSystem sys, FsStage stage, PetscInt step,
                               const FsState *s, const FsLoading *loading, const Energy *energy);

/* DiagnosisContinue - Prepares for steps after a saved state to which a run has returned: if the
   stage knows change points, they count as reported. Not collective. */
PetscErrorCode DiagnosisContinue(Diagnosis *d, FsStage stage);

/* DiagnosisAtEnd - Prints the reports and warnings after the last step.

   Input:
     s        state at the end; NULL if it is not finite
     loading  how much of the loads acts, and whether supports move
   Changed:
     last  result of the last step. If the step has failed because a cell of a beam is compressed
           too much, the function appends this reason to last->place. NULL if the run was left
           before its end; then nothing is reported about members */
PetscErrorCode DiagnosisAtEnd(Diagnosis *d, FsSystem sys, const FsState *s,
                              const FsLoading *loading, FsStageInfo *last);

#endif
