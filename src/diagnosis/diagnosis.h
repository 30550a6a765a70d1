/* diagnosis.h: what a run says about a model: warnings, summaries and reports.

   Headers for other rooms:
     mechanism_report.h     names what moves in a model that can move without resistance
     doubts/cable_doubt.h   warns of cables with too few cells to sag under their weight
     doubts/law_doubt.h     warns of linear analyses at a kink of a law
     doubts/rotation_doubt.h  warns if a scheme without dissipation computes large rotations
     doubts/start_doubt.h   warns of constant loads that act suddenly on a structure
     doubts/step_doubt.h    warns if time steps are too long for the motion that they compute
     members/member_report.h  reports members of beams that have too few cells for what they do
     model_summary.h        prints a summary of a model for -show model
     reports.h              computes and prints what -show asks for: balances, works, constraint
                            violations */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_DIAGNOSIS_H
#define FS_DIAGNOSIS_DIAGNOSIS_H

#include <fs/solve.h>
#include "doubts/law_doubt.h"
#include "doubts/joint_law_doubt.h"
#include "doubts/rope_doubt.h"
#include "members/member_report.h"
#include "reports.h"
#include "model/components.h"
#include "assembly/assembly.h"

/* Diagnosis - What a run has noticed about its model so far. */
typedef struct {
  PetscBool         quiet;       /* whether only warnings are printed */
  PetscInt          step;        /* number of the last step; 0 before the first one */
  Reports           reports;     /* the reports of -show */
  MemberCompression compression; /* cells of beams with the largest compression so far */
  WorstCell        *laws; /* farthest strains beyond laws, with an entry for each part; or NULL */
  BeyondJointLaw   *joint_laws; /* the same for joints, with an entry for each joint; or NULL */
  WorstCell        *law_loads;  /* beams that yield between the points of their law; or NULL */
  RopeTension      *ropes;      /* tensions of ropes so far, with an entry for each tie; or NULL */
  PetscBool unbalanced; /* whether a warning has said that reactions do not balance the loads */
  /* whether a change point, where a mechanism can move in several ways, was reported */
  PetscBool change_point_reported;
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

/* DiagnosisContinue - Prepares for steps after a saved state to which a run has returned: change
   points (positions from which a mechanism can move in several ways) before it count as reported.
   Not collective. */
PetscErrorCode DiagnosisContinue(Diagnosis *d, FsStage stage);

/* DiagnosisAtEnd - Prints the reports and warnings after the last step.

   Input:
     stage    the solver of the steps
     s        state at the end; NULL if it is not finite
     loading  how much of the loads acts, and whether supports move
   Changed:
     last  result of the last step. If the step has failed and a cell of a beam is compressed too
           much, or strains are too large, the function appends this to last->place. NULL if the run
           was left before its end; then nothing is reported about members */
PetscErrorCode DiagnosisAtEnd(Diagnosis *d, FsSystem sys, FsStage stage, const FsState *s,
                              const FsLoading *loading, FsStageInfo *last);

/* ---- scales of the model --------------------------------------------------------------------- */

/* ModelWarnUnits - Warns of parts with ratios that few structures have, such as a large strain
   under their own weight, because their units may be inconsistent.

   Input:
     s  the initial state
   Collective. */
PetscErrorCode ModelWarnUnits(FsSystem sys, const FsState *s);

/* ModelReportScales - Prints the ratios that show whether a mesh and a step are fine enough: sizes
   of elements relative to the model, and the time that waves take through an element relative to
   the step.

   Input:
     dt  size of a step [s]
   Collective. */
PetscErrorCode ModelReportScales(FsSystem sys, PetscReal dt);

/* ---- assembly -------------------------------------------------------------------------------- */

/* Poses - Positions and orientations of the nodes of this rank. */
typedef struct {
  double (*x)[3]; /* [nnodes] positions [m] */
  double (*q)[4]; /* [nnodes] orientations, as quaternions */
} Poses;

/* AssemblyReportStart - Saves the positions and orientations of the nodes at the state s, before
   joints change the state.

   Output:
     poses  AssemblyReportPrint() frees the arrays
   Collective. */
PetscErrorCode AssemblyReportStart(FsSystem sys, const FsState *s, Poses *poses);

/* AssemblyReportPrint - Prints how many nodes have moved from the saved poses to the state s, and
   the largest displacement and rotation.

   Prints nothing if no node has moved by more than round-off. Frees the arrays of poses.
   Collective. */
PetscErrorCode AssemblyReportPrint(FsSystem sys, const FsState *s, Poses *poses);

/* ---- change points --------------------------------------------------------------------------- */

/* A change point is a configuration of a mechanism in which constraints are linearly dependent, so
   that the motion may continue in several ways, as that of a parallelogram whose bars are all in
   line. */

/* ChangePointReportFirst - Prints a line at the first change point that the motion has passed.

   Call the function after each accepted step.
   Input:
     stage  the solver of the steps, which has found the change points
     quiet  whether no line is printed
   Changed:
     reported  whether a change point has been reported; set it to PETSC_FALSE at the start of a run
   Collective. */
PetscErrorCode ChangePointReportFirst(FsStage stage, MPI_Comm comm, PetscBool quiet,
                                      PetscBool *reported);

/* ChangePointReportOthers - Writes how many change points the motion has passed after the first
   one, as ", at least 3 other change points"; the number is a lower bound, because a step may pass
   several.

   Output:
     text  [size] the words; "" if there are no others
   Not collective. */
PetscErrorCode ChangePointReportOthers(FsStage stage, size_t size, char text[]);

#endif
