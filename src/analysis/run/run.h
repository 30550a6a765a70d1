/* run.h: creates, writes and destroys the objects that all analyses of a model need. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_RUN_H
#define FS_ANALYSIS_RUN_RUN_H

#include "assembly/assembly.h"
#include "interrupt.h"
#include "diagnosis/member_report.h"
#include "diagnosis/reports.h"
#include <fs/options.h>
#include "output/checkpoint.h"
#include "output/output.h"
#include "recovery/energy_meter.h"
#include <fs/solve.h>

/* RunKind - The properties of a run that depend on its analysis. */
typedef struct {
  PetscReal       dt;            /* time step of the differences that give rates of motions [s] */
  PetscBool       harmonic;      /* harmonic loads and loss factors are allowed */
  PetscBool       modal_damping; /* -damping_modal is allowed */
  PetscBool       without_mass;  /* the analysis uses no mass, unless gravity or a spin acts */
  PetscBool       starts_steps;  /* lets functions compute forces once a step */
  PetscBool       friction_may_slip; /* friction in joints is allowed, because there are steps */
  PetscBool       forces_alone; /* a model without free dofs is allowed: its forces are an answer */
  const char     *without_steps; /* value of -analysis if it writes no checkpoints; else NULL */
  PetscBool       at_rest;       /* the initial state is an equilibrium, which RunStart finds */
  const char     *load_time;     /* formula of t for loads that have no time function */
  FsStabilization stabilization; /* of constraints, see fs/system.h */
  FsLoading       loading;       /* loading of the states that are recorded */
  OutputKind      output;        /* see output/output.h */
  /* Writes or reads what the analysis keeps besides the run, see fs/archive.h. */
  PetscErrorCode (*archive)(void *context, FsArchive);
  void *context; /* argument of archive */
} RunKind;

/* run_kind_of_small_motions - Returns the RunKind of modes and of harmonic responses. */
RunKind run_kind_of_small_motions(void);

/* RunWatch - Is called after each recorded step, and returns whether the run stops there.
   Collective. */
typedef struct {
  PetscErrorCode (*call)(void *context, PetscInt step, PetscReal t, PetscBool *stop);
  void *context;
} RunWatch;

/* Run - The objects of an analysis, in the order of their creation. The run owns all except o. */
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
  FsRigidHold hold;       /* -hold_rigid: for stages that find equilibria */
  PetscBool   hold_given; /* -hold_rigid is given */
  EnergyMeter meter;
  Energy      candidate_energy; /* energies of the state of the last RunRead */
  Energy      energy;           /* energies of the last accepted state for which they are known */
  PetscBool   energy_is_read;   /* the last RunRead has computed candidate_energy */
  /* steps between energies of a linear model if the output does not need them; 0: none */
  PetscInt           energy_interval;
  FsState            s;              /* current state */
  PetscReal          t_start, t_end; /* times [s], or load factors in static analyses */
  PetscReal          t_stop;         /* where RunContinue stops, at most t_end */
  PetscInt           step;           /* number of the current state; 0: initial state */
  char               ignored[512];   /* names of options that are ignored, separated by commas */
  const FsOptionDoc *foreign; /* options of other analyses, which are ignored; ends with NULL */
  PetscBool loads_changed;    /* the loads differ from those of the run that -restart continues */
  /* s has an infinite or NaN energy, and step is the number of the state before s */
  PetscBool         diverged;
  PetscBool         change_point_reported; /* see ChangePointReportFirst */
  MemberCompression compression;           /* worst cells of beams so far */
  PetscReal         seconds;               /* wall time of RunOpen and RunContinue [s] */
  PetscBool         open;                  /* the output is open */
  Interrupt         interrupt;             /* when to write checkpoints and to stop */
  Checkpoint        checkpoint;            /* NULL before the first one */
  RunWatch          watch;                 /* call is NULL if nobody watches */
  PetscBool         one_step;              /* RunContinue takes one step */
  PetscBool         halted;                /* watch or one_step has ended the last RunContinue */
} Run;

/* RunCreate - Creates the objects of a run.

   On entry run is zero, except t_start and t_end. Afterwards run->s has the values of -initials at
   t_start, and FsSystemAcceptInitialState was called with it. run->s may violate the joints. Its
   angular velocities are in global axes, and run->s.a is not set.
   Input errors: options of the model, its loads or the output are wrong.
   Collective, as all functions here unless they say otherwise. */
PetscErrorCode RunCreate(FsOptions o, MPI_Comm comm, const RunKind *kind, Run *run);

/* RunDestroy - Destroys the objects. The caller owns run itself. */
PetscErrorCode RunDestroy(Run *run);

/* RunRejectHold - Input error: -hold_rigid is given, which the analysis cannot use. */
PetscErrorCode RunRejectHold(Run *run, const char analysis[]);

/* RunAddIgnored - Adds an option to run->ignored. Not collective. */
PetscErrorCode RunAddIgnored(Run *run, const char option[]);

/* RunFinishSetUp - Ends the set-up. Output may be written afterwards.

   Options of run->foreign that were not read are ignored.

   Input errors: an option is unknown or unused; a table does not cover the times of the run. */
PetscErrorCode RunFinishSetUp(Run *run);

/* RunRestore - Reads the checkpoint of -restart after RunFinishSetUp. Without -restart it does
   nothing. */
PetscErrorCode RunRestore(Run *run);

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
   PETSC_FALSE, run->diverged becomes PETSC_TRUE, and run->step decreases by 1. */
PetscErrorCode RunAcceptAndRecord(Run *run, FsStepInfo *info);

/* RunChecksStepEnergy - Returns whether the energies of each step must be checked.

   In a nonlinear model they must be checked if steps have a solve, which may converge to a wrong
   solution. They must also be checked if it has force laws, which may jump within a step. Not
   collective. */
PetscBool RunChecksStepEnergy(const Run *run);

/* RunPollInterrupt - Flushes the output and writes checkpoints when they are due, then calls
   run->watch.

   Call it after each recorded step.
   Output:
     stop  whether the run must stop here */
PetscErrorCode RunPollInterrupt(Run *run, PetscBool *stop);

/* RunSteps - Takes and records the steps of an analysis up to run->t_stop, or all steps of an
   analysis that has no times. Returns after the first failed step.

   Input:
     context  data of the analysis
   Output:
     info     of the last step; info->solve.ok says whether it succeeded */
typedef PetscErrorCode (*RunSteps)(Run *run, void *context, FsStepInfo *info);

/* RunOpen - Opens the output and records the initial state.

   A run that continues from a checkpoint does not record its initial state. An error while the
   state is recorded is raised after the output is closed.
   Output:
     info  info->solve.ok is PETSC_FALSE if an energy of the state is infinite or NaN; the output is
           then closed */
PetscErrorCode RunOpen(Run *run, FsStepInfo *info);

/* RunContinue - Calls steps, which take the run to t_stop.

   An error in steps is raised after the output is closed, so that the output keeps all steps before
   it. After an internal error the output is not closed. A failed step also closes the output.
   Raises FS_ERR_STOPPED if RunPollInterrupt stopped the run. */
PetscErrorCode RunContinue(Run *run, RunSteps steps, void *context, PetscReal t_stop,
                           FsStepInfo *info);

/* RunStopIfAsked - Closes the output and raises FS_ERR_STOPPED if a signal or -walltime ends the
   run. The checkpoint is written before, by RunPollInterrupt. */
PetscErrorCode RunStopIfAsked(Run *run);

/* RunClose - Writes the last checkpoint, closes the output and prints the reports, if the output is
   open.

   Input:
     complete  whether all steps are done; otherwise the output says that the run was stopped */
PetscErrorCode RunClose(Run *run, PetscBool complete);

#endif
