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

#include <fs/solve.h>
#include "member_report.h"
#include "reports.h"

/* Diagnosis - What a run has noticed about its model so far. */
typedef struct {
  PetscBool         quiet; /* prints warnings alone */
  Reports           reports;
  MemberCompression compression;           /* worst cells of beams so far */
  PetscBool         change_point_reported; /* see ChangePointReportFirst */
} Diagnosis;

/* DiagnosisCreate - Creates the reports that a user wants, and appends their series to
   kind->series, which the output reads from d at every step.

   On entry d is zero. Input error: -show works without energies. Collective, as all functions here
   unless they say otherwise. */
PetscErrorCode DiagnosisCreate(const ReportOptions *options, PetscBool quiet, FsSystem sys,
                               OutputKind *kind, Diagnosis *d);
PetscErrorCode DiagnosisDestroy(Diagnosis *d);

/* DiagnosisAtSetUp - Warns of impossible bodies, missing connections and laws that jump, and prints
   what -show model and -show periods ask for.

   Input:
     s      the initial configuration of the mesh, with zero velocities, at the first time
     t_end  last time [s] */
PetscErrorCode DiagnosisAtSetUp(const Diagnosis *d, FsSystem sys, FsStage stage, const FsState *s,
                                PetscReal t_end);

/* DiagnosisAtStep - Reports the first change point, and updates the reports with the state of a
   recorded step. Call it before the state is recorded.

   Input:
     step    number of the step
     energy  energies of s; NULL if they were not computed */
PetscErrorCode DiagnosisAtStep(Diagnosis *d, FsSystem sys, FsStage stage, PetscInt step,
                               const FsState *s, const FsLoading *loading, const Energy *energy);

/* DiagnosisContinue - Prepares for the steps after a state to which the stage has returned: its
   change points have been reported. Not collective. */
PetscErrorCode DiagnosisContinue(Diagnosis *d, FsStage stage);

/* DiagnosisAtEnd - Prints the reports and warnings after the last step.

   Input:
     s     state at the end; NULL if it has an infinite energy
   Input/Output:
     last  of the last step. If it has failed, its place also says which member is compressed too
           much. NULL if the run was left before its end; then nothing is said about members */
PetscErrorCode DiagnosisAtEnd(Diagnosis *d, FsSystem sys, const FsState *s,
                              const FsLoading *loading, FsStageInfo *last);

#endif
