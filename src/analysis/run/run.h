/* run.h: a Run: the objects that every analysis of a model needs, made, written and destroyed in one place. Used
   by transient.c and statics.c: RunCreate, the analysis' own set-up, RunFinishSetUp, RunLoop, RunDestroy. */
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

/* What an analysis asks of its run. */
typedef struct {
  PetscReal dt;       /* step over which prescribed motions are differenced for their rates [s] */
  PetscBool harmonic; /* has use for harmonic parts of loads and loss factors, or they do no harm */
  PetscBool friction_may_slip; /* goes from state to state, so that friction may stick and slip */
  PetscBool at_rest;           /* begins in equilibrium, as with -initial_static */
  const char     *load_time;   /* formula of t for loads that have no time function of their own */
  FsStabilization stabilization; /* how constraints are kept, see fs/system.h */
  FsLoading       loading;       /* how the model is loaded when its states are recorded */
  OutputKind      output;        /* see output/output.h */
  /* what the analysis remembers besides the run, see fs/archive.h; context as in RunLoop */
  PetscErrorCode (*archive)(void *context, FsArchive);
  void *context;
} RunKind;

/* The objects in the order in which they are made; all owned by the run but o. */
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
  Energy      reading,
    energy; /* of the state that may become the current one; of the last one accepted that was read */
  PetscBool energy_is_read; /* the first was */
  FsState   s;              /* the current state */
  PetscReal t_start, t_end; /* [s], or load factor */
  PetscInt  step;           /* number of the current state; 0: the initial one */
  PetscBool
    loads_changed;      /* gone on with (-restart), and the loads are not those of the run before */
  PetscBool  diverged;  /* s is not valid: its energy is infinite or NaN; step is the one before */
  PetscReal  seconds;   /* wall time of RunLoop [s] */
  Interrupt  interrupt; /* when to write checkpoints and to stop */
  Checkpoint checkpoint; /* NULL before the first */
} Run;

/* Make the objects for a kind. Before: run is zero but for t_start and t_end. After: the state is as -initials say
   at t_start, with the chart's origin there: it need not fit the joints, its angular velocities are in global axes, its
   a is not set. Input errors: what the options say of
   the model, its loads, the output. Collective, as all here. */
PetscErrorCode RunCreate(FsOptions o, MPI_Comm comm, const RunKind *kind, Run *run);

/* Positions of the state on the constraints, which must not contradict each other (FsStageAssemblePositions); tell how far that
   moves them, and of those that follow from others, unless quiet. For analyses without a motion; RunStart and RunFindEquilibrium do it. */
PetscErrorCode RunAssemble(Run *run);

/* Make the state the start of a motion: positions on the constraints, in equilibrium with -initial_static, velocities in
   body axes and on the constraints. Input errors: -initials that do not fit the joints and may not be corrected
   (-assemble); laws that have no value there. PETSC_ERR_NOT_CONVERGED: there is no equilibrium. */
PetscErrorCode RunStart(Run *run);

/* For analyses of an equilibrium without steps. Rest: run->s becomes the equilibrium under the loads at its time.
   RefusePauses: input error for -restart, -checkpoint and -walltime, of which there is no use. */
PetscErrorCode RunFindEquilibrium(Run *run);
PetscErrorCode RunRejectCheckpoints(Run *run, const char analysis[]);

/* Input error: a model that did not begin in equilibrium does not rest as it is, so that small motions about it mean nothing. what:
   "modes". */
PetscErrorCode RunCheckEquilibrium(Run *run, const char what[]);

/* The end of the set-up of one that goes on with an earlier run (-restart): everything is as it was at the checkpoint. Nothing
   for others. */
PetscErrorCode RunRestore(Run *run);

/* Destroy them; run itself is the caller's. */
PetscErrorCode RunDestroy(Run *run);

/* The end of the set-up: options that nobody has read are an input error. After this output may be written. */
PetscErrorCode RunFinishSetUp(Run *run);

/* Print the sizes of a transient run's model against each other, unless quiet; warn where they are none of a structure's.
   dt [s]: the step. */
PetscErrorCode RunReportScales(const Run *run, PetscReal dt);

/* A state that may become the current one is read, then accepted, then recorded as step run->step in histories and
   snapshots. Read: its energies, of steps without a solve now and then; where they are infinite or NaN, info->ok becomes
   false. Accept: the state read last is the current one. Take: all three for run->s; run->lost becomes true where it cannot be read. */
PetscErrorCode RunRead(Run *run, const FsState *s, FsStageInfo *info);
void           RunAccept(Run *run);
PetscErrorCode RunRecord(Run *run, const FsStepInfo *info);
PetscErrorCode RunAcceptAndRecord(Run *run, FsStepInfo *info);

/* Whether each step is judged by its energies: those of nonlinear models that are solved for, which other solutions have, and those
   with laws, whose forces may jump within a step. */
PetscBool RunChecksStepEnergy(const Run *run);

/* After each recorded step: flush the output and write checkpoints when they are due; *stop: somebody asks the run to end here
   (a checkpoint is written then). */
PetscErrorCode RunPollInterrupt(Run *run, PetscBool *stop);

/* Open the output, record the initial state, call steps, close the output. steps takes all steps of the analysis
   and records each, or returns at the first that fails, with info of that one. An error inside is raised after the
   output is closed, so that what was written is kept; not for bugs of the program. */
typedef PetscErrorCode (*RunSteps)(Run *run, void *context, FsStepInfo *info);
PetscErrorCode RunLoop(Run *run, RunSteps steps, void *context, FsStepInfo *info);

#endif
