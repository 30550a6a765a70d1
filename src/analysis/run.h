/* run.h: what all analyses of a model share: made, announced, closed and destroyed once. */
#ifndef RUN_H
#define RUN_H

#include "assembly/assembly.h"
#include <fs/options.h>
#include "output/output.h"
#include <fs/solve.h>

/* What an analysis wants of its run. */
typedef struct {
  PetscReal       dt;        /* time scale over which prescribed motions are differenced [s] */
  const char     *load_time; /* factor of loads that have none of their own, a formula of t */
  FsStabilization stabilization;
  FsLoading       loading; /* under which its states are recorded */
  OutputKind      output;
} RunKind;

/* In the order in which they are made; owned, but for o. */
typedef struct {
  FsOptions   o;
  MPI_Comm    comm;
  RunKind     kind;
  PetscBool   quiet;
  Model       model;
  FsSystem    sys;
  Output      output;
  FsStage     stage;
  EnergyMeter meter;
  FsState     s; /* the current one */
  PetscReal   t_start, t_end;
  PetscInt    step;    /* last good one, which is s */
  PetscBool   lost;    /* s is no state: its energy is no number */
  PetscReal   seconds; /* of stepping */
} Run;

/* t_start, t_end of run are set before. The state is the initial one of -initials, at t_start, the origin of the chart; a is
   not set. Input errors: what the options say of the model, its loads, the output. Collective, like all here. */
PetscErrorCode RunCreate(FsOptions o, MPI_Comm comm, const RunKind *kind, Run *run);
PetscErrorCode RunDestroy(Run *run);

/* The end of setting up: options that nobody has asked for are errors. What follows may write. */
PetscErrorCode RunReady(Run *run);

/* Record the current state as step run->step: histories, snapshots. A state whose energy is no number is none: it is not
   written, and info->solve is not ok any more. */
PetscErrorCode RunRecord(Run *run, FsStepInfo *info);

/* Open the output, record the first state, take the steps of an analysis, close the output. steps: all, or up to the first
   that fails, whose info is left; it records each. Errors on the way are those of a run: what was written is kept. */
typedef PetscErrorCode (*RunSteps)(Run *run, void *context, FsStepInfo *info);
PetscErrorCode RunLoop(Run *run, RunSteps steps, void *context, FsStepInfo *info);

#endif
