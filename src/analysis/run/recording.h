/* recording.h: records the states of a run: their energies, what is noticed about them, and the
   output. */
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
  Output      output;
  Diagnosis   diagnosis;
  EnergyMeter meter;
  Energy      candidate_energy; /* energies of the state of the last RunRead */
  Energy      energy;           /* energies of the last accepted state for which they are known */
  PetscBool   energy_is_read;   /* the last RunRead has computed candidate_energy */
  /* steps between energies of a linear model if the output does not need them; 0: none */
  PetscInt  energy_interval;
  PetscReal seconds; /* wall time of RunOpen and RunContinue [s] */
  PetscBool open;    /* the output is open */
  /* the state of the run is not recorded, and step is the number of the state before it */
  PetscBool diverged;
} Recording;

/* RunEnd - How the steps of a run have ended. */
typedef enum { RUN_DONE, RUN_STOPPED, RUN_FAILED } RunEnd;

/* RecordingCreate - Creates run->recording. The options of run, its system and its kind must be
   set.

   Input errors: the options ask for what the model does not have.
   Collective, as all functions here unless they say otherwise. */
PetscErrorCode RecordingCreate(const ReportOptions *reports, const OutputOptions *output, Run *run);
PetscErrorCode RecordingDestroy(Recording *r);

/* RecordingOpen - Opens the output. */
PetscErrorCode RecordingOpen(Run *run);

/* RecordingClose - Closes the output, which says how the steps have ended. */
PetscErrorCode RecordingClose(Run *run, RunEnd end);

/* RecordingAddTime - Adds the wall time since started, from PetscTime(), to r->seconds. Not
   collective. */
PetscErrorCode RecordingAddTime(Recording *r, PetscLogDouble started);

/* recording_leave_out_last - Says that the present state of the run is not recorded, because its
   step has failed. Not collective. */
void recording_leave_out_last(Recording *r);

/* recording_set_energy_interval - Sets r->energy_interval. Not collective. */
void recording_set_energy_interval(Recording *r, PetscInt interval);

/* RunRead - Computes the energies of a state s that may become the current one.

   If neither the output nor a check needs the energies, they are computed in few steps or in none.
   If an energy is infinite or NaN, info->ok becomes PETSC_FALSE, and info->reason says why. */
PetscErrorCode RunRead(Run *run, const FsState *s, FsStageInfo *info);

/* RunAccept - Accepts the energies of the last RunRead, whose state is now run->s.

   Works are summed here, and not in RunRecord, because a recorded step may consist of several
   accepted ones. */
PetscErrorCode RunAccept(Run *run);

/* RunRecord - Records run->s as step run->step in histories and snapshots. */
PetscErrorCode RunRecord(Run *run, const FsStepInfo *info);

/* RunAcceptAndRecord - Calls RunRead, RunAccept and RunRecord for run->s.

   If an energy is infinite or NaN, the state is not recorded. Then info->solve.ok becomes
   PETSC_FALSE, run->recording.diverged becomes PETSC_TRUE, and run->step decreases by 1. */
PetscErrorCode RunAcceptAndRecord(Run *run, FsStepInfo *info);

/* RunChecksStepEnergy - Returns whether the energies of each step must be checked.

   In a nonlinear model they must be checked if steps have a solve, which may converge to a wrong
   solution. They must also be checked if it has force laws, which may jump within a step. Not
   collective. */
PetscBool RunChecksStepEnergy(const Run *run);

/* RecordingArchive - Writes or reads the energies and works of the recording; the output has an
   archive of its own. */
PetscErrorCode RecordingArchive(Recording *r, FsArchive a);

/* RunContinueEnergies - Prepares energies and works for the step after a state that was read. */
PetscErrorCode RunContinueEnergies(Run *run);

/* RecordingReturn - Prepares for the steps after a state of this run to which it has returned. */
PetscErrorCode RecordingReturn(Run *run);

#endif
