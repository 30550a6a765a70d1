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
  /* time step of the differences by which velocities and accelerations of prescribed motions are
     computed [s] */
  PetscReal dt;
  PetscBool harmonic;      /* harmonic loads and loss factors are allowed */
  PetscBool chooses_steps; /* whether the step control chooses the steps (-adapt) */
  PetscBool modal_damping; /* -damping_modal is allowed */
  PetscBool without_mass;  /* whether the analysis uses no mass, unless gravity or a spin acts */
  /* whether loads and motors that are functions of the calling program may be called once a step */
  PetscBool starts_steps;
  PetscBool friction_may_slip; /* whether friction in joints is allowed, because there are steps */
  /* whether a model without free dofs is allowed: its forces are the result */
  PetscBool forces_alone;
  PetscBool combinations; /* whether the steps are all combinations of load cases */
  /* the name of the analysis (-analysis) if it writes no checkpoints; otherwise NULL */
  const char *without_steps;
  /* whether the initial state is an equilibrium, which RunStart finds */
  PetscBool       at_rest;
  const char     *load_time;     /* formula of t by which loads without one are multiplied */
  FsStabilization stabilization; /* how constraints are stabilized (fs/system.h) */
  FsLoading       loading;       /* the loading of the states that are recorded */
  OutputKind      output;        /* what the output has (output/output.h) */
  /* writes the data that only this analysis has to a checkpoint, or reads them if the archive is
     being read (FsArchive.reading); NULL if the analysis has no such data */
  PetscErrorCode (*archive)(void *context, FsArchive);
  void *context; /* the first argument of archive */
} RunKind;

/* run_kind_of_small_motions - Returns the RunKind of the analyses of small motions: modes and
   harmonic responses. */
RunKind run_kind_of_small_motions(void);

/* RunReading - The options of the model and of its output, which the run owns during its set-up. */
typedef struct RunReading RunReading;

typedef struct KeptModel KeptModel; /* kept_model.h */

/* Run - The objects of an analysis, in the order of their creation. The run owns all of them except
   the options o, and the model and the system, whose owner is kept.

   Only recording.c changes members of recording, and only control.c changes members of control. */
struct Run {
  FsOptions   o;
  MPI_Comm    comm;
  RunReading *reading; /* NULL after the set-up */
  RunKind     kind;
  PetscBool   quiet;
  RunControl  control;
  KeptModel  *kept; /* owns model and sys; borrowed */
  Model       model;
  FsSystem    sys;
  Recording   recording;
  FsStage     stage;
  /* how equilibria hold rigid motions that nothing resists (-hold_rigid) */
  FsRigidHold        hold;
  PetscBool          hold_given;     /* whether the user has given -hold_rigid */
  FsState            s;              /* the current state */
  PetscInt           step;           /* the number of the current state; 0: the initial state */
  PetscReal          t_start, t_end; /* times [s], or load factors in static analyses */
  char               ignored[512];   /* names of options that are ignored, separated by commas */
  const FsOptionDoc *foreign; /* options of other analyses, which are ignored; ends with NULL */
  /* whether loads differ from those of the run that -restart continues */
  PetscBool loads_changed;
};

/* RunCreate - Creates the objects of a run.

   Input:
     o, kind  the options, which are borrowed, and the properties of the run
   Changed:
     run      on entry all members are zero, except kept, t_start and t_end. On return the state
   run->s has the values of -initials at t_start, and FsSystemAcceptInitialState was called with
              this state. The state may violate the joints. Its angular velocities are in global
              axes, and its accelerations are not set
   Input errors: options of the model, of its loads or of the output are wrong.
   Collective, as are all functions of this header unless their comments say otherwise. */
PetscErrorCode RunCreate(FsOptions o, MPI_Comm comm, const RunKind *kind, Run *run);

/* RunDestroy - Destroys the objects of a run. The caller owns the structure run itself. */
PetscErrorCode RunDestroy(Run *run);

/* RunRejectHold - Raises an input error if the user has given -hold_rigid, for an analysis that
   cannot use this option. analysis: the value of -analysis. */
PetscErrorCode RunRejectHold(Run *run, const char analysis[]);

/* RunAddIgnored - Adds the name of an option that the analysis ignores to the list run->ignored,
   which is printed. Not collective. */
PetscErrorCode RunAddIgnored(Run *run, const char option[]);

/* RunFinishSetUp - Ends the set-up of a run, with the last checks of its options and tables. Output
   may be written afterwards.

   Options of other analyses (run->foreign) that were not read are ignored. Input errors: an option
   is unknown or unused; a table does not cover the times of the run. */
PetscErrorCode RunFinishSetUp(Run *run);

/* RunSteps - A function that takes and records the steps of an analysis up to the time
   run->control.t_stop, or all steps of an analysis without times. It returns after the first step
   that fails.

   Input:
     context  the data of the analysis
   Output:
     info     describes the last step; info->solve.ok is PETSC_FALSE if this step has failed */
typedef PetscErrorCode (*RunSteps)(Run *run, void *context, FsStepInfo *info);

/* RunOpen - Opens the output and records the initial state.

   A run that continues from a checkpoint does not record its initial state. An error while the
   state is recorded is raised after the output is closed.
   Output:
     info  info->solve.ok is PETSC_FALSE if an energy of the state is infinite or NaN; the output is
           then closed */
PetscErrorCode RunOpen(Run *run, FsStepInfo *info);

/* RunContinue - Continues the run to the time t_stop by a call of steps.

   An error in steps is raised after the output is closed, so that the output keeps all steps before
   the error. After an internal error the output is not closed. A failed step also closes the
   output. Raises FS_ERR_STOPPED if a signal, a time limit or a file has stopped the run
   (control.h).
   Input:
     context  the argument of steps
   Output:
     info     describes the last step, as steps sets it */
PetscErrorCode RunContinue(Run *run, RunSteps steps, void *context, PetscReal t_stop,
                           FsStepInfo *info);

/* RunStopIfAsked - Closes the output and raises FS_ERR_STOPPED if a signal or -walltime ends the
   run. The checkpoint must have been written by RunPollInterrupt. */
PetscErrorCode RunStopIfAsked(Run *run);

/* RunClose - Writes the last checkpoint, closes the output and prints the reports, if the output is
   open.

   Input:
     complete  whether all steps are done; otherwise the output says that the run was stopped */
PetscErrorCode RunClose(Run *run, PetscBool complete);

/* ---- modal damping --------------------------------------------------------------------------- */

/* RunAddModalDamping - Computes the modes of vibration about run->s that the user damps by
   -damping_modal, and adds their damping to run->sys.

   The damping matrix is the sum over the modes i of 2 zeta_i omega_i (M x_i) (M x_i)^T. zeta_i is
   the damping ratio, omega_i is the angular frequency [rad/s], and x_i is the shape with x_i . M
   x_i = 1. Does nothing if -damping_modal is not given. Collective. Input errors: the model rotates
   (-spin) or has supports that move; a ratio is negative or not below 1. */
PetscErrorCode RunAddModalDamping(Run *run);

#endif
