/* run.h: creates, writes and destroys the objects that all analyses of a model need. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_RUN_H
#define FS_ANALYSIS_RUN_RUN_H

#include "assembly/assembly.h"
#include "control/control.h"
#include "recording.h"
#include <fs/options.h>
#include "output/output.h"
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

/* Run - The objects of an analysis, in the order of their creation. The run owns all except o.

   recording.c alone changes members of recording, and control.c alone those of control. */
struct Run {
  FsOptions          o;
  MPI_Comm           comm;
  RunKind            kind;
  PetscBool          quiet;
  RunControl         control;
  Model              model;
  FsSystem           sys;
  Recording          recording;
  FsStage            stage;
  FsRigidHold        hold;           /* -hold_rigid: for stages that find equilibria */
  PetscBool          hold_given;     /* -hold_rigid is given */
  FsState            s;              /* current state */
  PetscInt           step;           /* number of the current state; 0: initial state */
  PetscReal          t_start, t_end; /* times [s], or load factors in static analyses */
  char               ignored[512];   /* names of options that are ignored, separated by commas */
  const FsOptionDoc *foreign; /* options of other analyses, which are ignored; ends with NULL */
  PetscBool loads_changed;    /* the loads differ from those of the run that -restart continues */
};

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

/* RunSteps - Takes and records the steps of an analysis up to run->control.t_stop, or all steps of
   an analysis that has no times. Returns after the first failed step.

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
