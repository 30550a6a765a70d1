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
  Energy      candidate_energy; /* energies of the state at which RunRead was called last */
  Energy      energy;         /* energies of the last accepted state whose energies were computed */
  PetscBool   energy_is_read; /* whether the last RunRead has computed candidate_energy */
  /* number of steps between two computations of the energies of a linear model that the output does
     not need; 0 if they are never computed */
  PetscInt  energy_interval;
  PetscReal seconds; /* the wall time of RunOpen and RunContinue [s] */
  PetscBool open;    /* the output is open */
  /* whether the present state run->s is not recorded because its step has failed; run->step is then
     the number of the state before */
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

/* RecordingClose - Writes to the output of a run how its steps have ended, and closes the
   output. */
PetscErrorCode RecordingClose(Run *run, RunEnd end);

/* RecordingAddTime - Adds the wall time since the time started, which PetscTime() has returned, to
   r->seconds. Not collective. */
PetscErrorCode RecordingAddTime(Recording *r, PetscLogDouble started);

/* recording_leave_out_last - Notes that the present state of a run is not recorded, because its
   step has failed. Not collective. */
void recording_leave_out_last(Recording *r);

/* recording_set_energy_interval - Sets r->energy_interval. Not collective. */
void recording_set_energy_interval(Recording *r, PetscInt interval);

/* RunRead - Computes the energies of a candidate s for the next state of a run, and stores them in
   run->recording.candidate_energy.

   If neither the output nor a check needs the energies, the function computes them only at some
   steps, or never (energy_interval). If an energy is infinite or NaN, info->ok becomes PETSC_FALSE,
   and info->reason says so. */
PetscErrorCode RunRead(Run *run, const FsState *s, FsStageInfo *info);

/* RunAccept - Makes the energies of the last RunRead those of the run, because its candidate has
   become run->s, and sums the works of the forces in this step.

   A recorded step may consist of several accepted ones. Therefore the works are summed here, and
   not in RunRecord. */
PetscErrorCode RunAccept(Run *run);

/* RunRecord - Writes the state run->s, as step number run->step, to the histories and snapshots of
   the output. */
PetscErrorCode RunRecord(Run *run, const FsStepInfo *info);

/* RunAcceptAndRecord - Computes the energies of the state run->s, accepts them, and records the
   state in the output, by RunRead, RunAccept and RunRecord.

   If an energy is infinite or NaN, the state is not recorded. Then info->solve.ok becomes
   PETSC_FALSE, run->recording.diverged becomes PETSC_TRUE, and run->step decreases by 1. */
PetscErrorCode RunAcceptAndRecord(Run *run, FsStepInfo *info);

/* RunChecksStepEnergy - Returns whether the energies of each step must be checked.

   The energies of a nonlinear model must be checked if a step solves equations, because the solve
   may converge to a wrong solution. They must also be checked if the model has force laws, because
   a force may jump within a step. Not collective. */
PetscBool RunChecksStepEnergy(const Run *run);

/* RecordingArchive - Writes the energies and works of a run to a checkpoint, or reads them if the
   archive is open for reading. The output is archived separately. */
PetscErrorCode RecordingArchive(Recording *r, FsArchive a);

/* RunContinueEnergies - Prepares the energies and works of a run for the first step after run->s,
   which was read from a checkpoint. Call it after RecordingArchive. */
PetscErrorCode RunContinueEnergies(Run *run);

/* RecordingReturn - Prepares the energies, the works and the warnings of a run that has returned to
   an earlier state run->s for the next steps. */
PetscErrorCode RecordingReturn(Run *run);

#endif
