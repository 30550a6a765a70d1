/* run.h: creates, writes and destroys the objects that all analyses of a model need. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_RUN_H
#define FS_ANALYSIS_RUN_RUN_H

#include "assembly/assembly.h"
#include "interrupt.h"
#include "reports.h"
#include <fs/options.h>
#include "output/checkpoint.h"
#include "output/output.h"
#include "recovery/energy_meter.h"
#include <fs/solve.h>

/* The properties of a run that depend on its analysis. */
typedef struct {
  PetscReal       dt;       /* step of the differences that yield rates of prescribed motions [s] */
  PetscBool       harmonic; /* harmonic loads and loss factors are allowed */
  PetscBool       friction_may_slip; /* there are steps, in which friction may stick and slip */
  PetscBool       at_rest;       /* the initial state is an equilibrium, as with -initial_static */
  const char     *load_time;     /* formula of t for loads that have no time function */
  FsStabilization stabilization; /* of constraints, see fs/system.h */
  FsLoading       loading;       /* loading of the states that are recorded */
  OutputKind      output;        /* see output/output.h */
  /* Writes or reads what the analysis keeps besides the run, see fs/archive.h. */
  PetscErrorCode (*archive)(void *context, FsArchive);
  void *context; /* argument of archive */
} RunKind;

/* run_kind_of_small_motions - Returns what modes and harmonic responses ask of their run. */
RunKind run_kind_of_small_motions(void);

/* The objects, in the order of their creation. The run owns all except o. */
typedef struct {
  FsOptions   o;
  MPI_Comm    comm;
  RunKind     kind;
  PetscBool   quiet;
  Model       model;
  FsSystem    sys;
  Output      output;
  Reports     reports;
  FsStage     stage;
  EnergyMeter meter;
  Energy      candidate_energy; /* of the state that may become the current one */
  Energy      energy;           /* of the last accepted state that was read */
  PetscBool   energy_is_read;   /* candidate_energy was computed */
  FsState     s;                /* current state */
  PetscReal   t_start, t_end;   /* [s], or load factor */
  PetscInt    step;             /* number of the current state; 0: initial state */
  char        ignored[512];     /* names of options that are ignored, separated by commas */
  PetscBool   loads_changed;    /* the loads differ from those of the run that -restart continues */
  PetscBool   diverged;   /* the energy of s is infinite or NaN; step is the number before s */
  PetscReal   seconds;    /* wall time of RunLoop [s] */
  Interrupt   interrupt;  /* when to write checkpoints and to stop */
  Checkpoint  checkpoint; /* NULL before the first one */
} Run;

/* RunCreate - Creates the objects of a run.

   On entry run is zero, except t_start and t_end. Afterwards the state has the values of -initials
   at t_start, with the origin of the chart there. It may violate the joints, its angular velocities
   are in global axes, and its a is not set.
   Input errors: options of the model, its loads or the output are wrong.
   Collective, as all functions here unless they say otherwise. */
PetscErrorCode RunCreate(FsOptions o, MPI_Comm comm, const RunKind *kind, Run *run);

/* RunDestroy - Destroys the objects. The caller owns run itself. */
PetscErrorCode RunDestroy(Run *run);

/* RunAssemble - Moves the positions of the state onto the constraints.

   Prints how far the nodes move, and which constraints are redundant, unless the run is quiet.
   RunStart and RunFindEquilibrium call it; analyses without a motion call it directly.
   Input error: the constraints contradict each other. */
PetscErrorCode RunAssemble(Run *run);

/* RunStart - Changes the state to the consistent initial state of a motion.

   Positions satisfy the constraints, and are in equilibrium with -initial_static. Velocities
   satisfy the constraints, and angular velocities are in body axes. Input errors: -initials violate
   the joints and -assemble does not allow a correction; a force law has no value at the state.
   Raises PETSC_ERR_NOT_CONVERGED if there is no equilibrium. */
PetscErrorCode RunStart(Run *run);

/* RunFindEquilibrium - Changes the state to the equilibrium under the loads at its time, for
   analyses that take no steps. */
PetscErrorCode RunFindEquilibrium(Run *run);

/* RunRejectCheckpoints - Raises an input error for -restart, -checkpoint and -walltime, which have
   no effect in an analysis without steps. */
PetscErrorCode RunRejectCheckpoints(Run *run, const char analysis[]);

/* RunCheckEquilibrium - Raises an input error if the state is not an equilibrium.

   Small motions exist only about an equilibrium. what names them: "modes". */
PetscErrorCode RunCheckEquilibrium(Run *run, const char what[]);

/* RunFinishSetUp - Ends the set-up. Output may be written afterwards.

   Input errors: an option is unknown or unused; a table does not cover the times of the run. */
PetscErrorCode RunFinishSetUp(Run *run);

/* RunRestore - Reads the checkpoint of -restart after RunFinishSetUp. Without -restart it does
   nothing. */
PetscErrorCode RunRestore(Run *run);

/* RunReportScales - Prints the ratios of sizes in a model, unless the run is quiet.

   Warns if they are unusual for a structure. dt is the step [s]. */
PetscErrorCode RunReportScales(const Run *run, PetscReal dt);

/* RunRead - Computes the energies of a state s that may become the current one.

   Steps without a solve compute them in some steps only. If an energy is infinite or NaN, sets
   info->ok to PETSC_FALSE. */
PetscErrorCode RunRead(Run *run, const FsState *s, FsStageInfo *info);

/* RunAccept - Accepts the state of the last RunRead as the current one. Not collective. */
void RunAccept(Run *run);

/* RunRecord - Records run->s as step run->step in histories and snapshots. */
PetscErrorCode RunRecord(Run *run, const FsStepInfo *info);

/* RunAcceptAndRecord - Reads, accepts and records run->s.

   If it cannot be read, sets info->solve.ok to PETSC_FALSE and run->diverged to PETSC_TRUE, and
   decreases run->step. */
PetscErrorCode RunAcceptAndRecord(Run *run, FsStepInfo *info);

/* RunChecksStepEnergy - Determines whether the energies of each step are checked.

   Implicit steps of nonlinear models may converge to another solution. Force laws may jump within a
   step. Not collective. */
PetscBool RunChecksStepEnergy(const Run *run);

/* RunPollInterrupt - Flushes the output and writes checkpoints when they are due.

   Call it after each recorded step. Sets *stop if the run must stop here; a checkpoint is written
   then. */
PetscErrorCode RunPollInterrupt(Run *run, PetscBool *stop);

/* Takes and records all steps of an analysis, or returns after the first step that fails, with its
   info. */
typedef PetscErrorCode (*RunSteps)(Run *run, void *context, FsStepInfo *info);

/* RunLoop - Opens the output, records the initial state, calls steps, and closes the output.

   An error in steps is raised after the output is closed, so that the output keeps all steps before
   it. Bugs are the exception. */
PetscErrorCode RunLoop(Run *run, RunSteps steps, void *context, FsStepInfo *info);

#endif
