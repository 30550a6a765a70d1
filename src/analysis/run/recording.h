/* recording.h: records the states of a run: computes their energies, watches for what the user
   should be warned about, and writes the output. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_RECORDING_H
#define FS_ANALYSIS_RUN_RECORDING_H

#include <fs/solve.h>
#include "diagnosis/diagnosis.h"
#include "output/output.h"
#include "recovery/energy_meter.h"

typedef struct Run Run; /* run.h has its members */

/* Recording - What a run records, and has recorded so far. */
typedef struct {
  Output      output;           /* the file of results */
  Diagnosis   diagnosis;        /* what the user should be warned about */
  EnergyMeter meter;            /* computes energies, and sums the works of forces */
  Energy      candidate_energy; /* the energies of the state of the last RunRead */
  Energy      energy; /* the energies of the last accepted state whose energies were computed */
  PetscBool   energy_is_read; /* the last RunRead has computed candidate_energy */
  /* the number of steps from one computation of the energies of a linear model to the next, if the
     output does not need them; 0: they are not computed */
  PetscInt  energy_interval;
  PetscReal seconds; /* the wall time of RunOpen and RunContinue [s] */
  PetscBool open;    /* the output is open */
  /* the present state run->s is not recorded, because its step has failed; run->step is the number
     of the state before */
  PetscBool diverged;
} Recording;

/* RunEnd - How the steps of a run have ended. */
typedef enum { RUN_DONE, RUN_STOPPED, RUN_FAILED } RunEnd;

/* RecordingCreate - Creates run->recording. run->o, run->sys and run->kind must be set.

   Input:
     reports  the options of the reports that are printed
     output   the options of the output
   Input errors: the options ask for results of nodes, parts or joints that the model does not have.
   Collective, as are all functions of this header unless their comments say otherwise. */
PetscErrorCode RecordingCreate(const ReportOptions *reports, const OutputOptions *output, Run *run);
PetscErrorCode RecordingDestroy(Recording *r);

/* RecordingOpen - Opens the output. */
PetscErrorCode RecordingOpen(Run *run);

/* RecordingClose - Writes to the output how the steps have ended, and closes it. */
PetscErrorCode RecordingClose(Run *run, RunEnd end);

/* RecordingAddTime - Adds the wall time since the time started, which PetscTime() has returned, to
   r->seconds. Not collective. */
PetscErrorCode RecordingAddTime(Recording *r, PetscLogDouble started);

/* recording_leave_out_last - Notes in r that the present state of the run is not recorded, because
   its step has failed. Not collective. */
void recording_leave_out_last(Recording *r);

/* recording_set_energy_interval - Sets r->energy_interval. Not collective. */
void recording_set_energy_interval(Recording *r, PetscInt interval);

/* RunRead - Computes the energies of a state s that may become the current one, and stores them in
   run->recording.candidate_energy.

   If neither the output nor a check needs the energies, the function computes them only at some
   steps, or never (energy_interval). If an energy is infinite or NaN, it sets info->ok to
   PETSC_FALSE and info->reason. */
PetscErrorCode RunRead(Run *run, const FsState *s, FsStageInfo *info);

/* RunAccept - Accepts the energies of the last RunRead, whose state has become run->s, and adds the
   works of the forces in this step to their sums.

   A recorded step may consist of several accepted ones. Therefore the works are summed here, and
   not in RunRecord. */
PetscErrorCode RunAccept(Run *run);

/* RunRecord - Records run->s as step run->step in histories and snapshots. */
PetscErrorCode RunRecord(Run *run, const FsStepInfo *info);

/* RunAcceptAndRecord - Calls RunRead, RunAccept and RunRecord for run->s.

   If an energy is infinite or NaN, the state is not recorded. Then info->solve.ok becomes
   PETSC_FALSE, run->recording.diverged becomes PETSC_TRUE, and run->step decreases by 1. */
PetscErrorCode RunAcceptAndRecord(Run *run, FsStepInfo *info);

/* RunChecksStepEnergy - Returns whether the energies of each step must be checked.

   The energies of a nonlinear model must be checked if a step solves equations, because the solve
   may converge to a wrong solution. They must also be checked if the model has force laws, because
   a force may jump within a step. Not collective. */
PetscBool RunChecksStepEnergy(const Run *run);

/* RecordingArchive - Writes the energies and works of the recording to an archive, or reads them if
   the archive is open for reading. The output is archived separately. */
PetscErrorCode RecordingArchive(Recording *r, FsArchive a);

/* RunContinueEnergies - Prepares the energies and works for the first step after run->s, which was
   read from an archive. Call it after RecordingArchive. */
PetscErrorCode RunContinueEnergies(Run *run);

/* RecordingReturn - Prepares the energies, the works and the warnings for the steps after run->s,
   when the run has returned to an earlier state. */
PetscErrorCode RecordingReturn(Run *run);

#endif
