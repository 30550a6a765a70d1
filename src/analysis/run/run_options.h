/* run_options.h: the options of all runs of a model, and of the states in which they start. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_RUN_OPTIONS_H
#define FS_ANALYSIS_RUN_RUN_OPTIONS_H

#include "analysis/run/control/control.h"
#include "diagnosis/reports.h"
#include "analysis/run/start/stable_equilibrium.h"

/* All functions of this header are collective, and raise input errors if options contradict each
   other. */

typedef struct {
  PetscBool        quiet; /* print no lines */
  InterruptOptions interrupt;
  ReportOptions    reports;
  /* whether the run ends at a change point, a position from which a mechanism can move in several
     ways */
  PetscBool   stop_at_change_points;
  FsRigidHold hold;       /* how equilibria hold rigid motions that nothing resists */
  PetscBool   hold_given; /* the user has given -hold_rigid */
} RunOptions;

/* ReadRunOptions - Reads -quiet, -show, -change_points, -hold_rigid and the options of checkpoints.

   Input:
     checkpoints  PETSC_TRUE if the analysis writes checkpoints, whose names must then be free.
   Input errors: the checkpoint cannot be written; the file that stops the run exists and is not
   empty; a word of -show is unknown. */
PetscErrorCode ReadRunOptions(FsOptions o, MPI_Comm comm, PetscBool checkpoints,
                              RunOptions *options);

/* ReadStabilityOptions - Reads the options -static_stable and -static_count, which say how the
   stability of equilibria is checked. */
PetscErrorCode ReadStabilityOptions(FsOptions o, StabilityOptions *options);

/* StartOptions - The state in which a motion starts. */
typedef struct {
  /* whether the state is the equilibrium under the loads at t_start */
  PetscBool        equilibrium;
  PetscBool        given;     /* whether the user says so by -initial_static */
  StabilityOptions stability; /* whether this equilibrium must be stable */
} StartOptions;

/* ReadStartOptions - Reads -initial_static, whether a motion starts from an equilibrium, with the
   default value at_rest. In that case also reads -static_stable and -static_count. */
PetscErrorCode ReadStartOptions(FsOptions o, PetscBool at_rest, StartOptions *options);

/* BaseState - The state about which a model makes small motions. */
typedef struct {
  /* the checkpoint from which the state is read (-state_from), borrowed; "" if the state is
     computed */
  const char *checkpoint_path;
  /* formula of t for loads in the run that has written the checkpoint (RunKind.load_time); NULL:
     the default */
  const char  *load_time;
  PetscBool    loaded;   /* whether loads act on the model in this state */
  PetscBool    rotating; /* whether the model is described in a rotating frame (-spin) */
  StartOptions start;    /* how the state is computed if there is no checkpoint */
} BaseState;

/* ReadBaseState - Reads which state small motions are about, from -state_from, -spin and
   -initial_static. Input errors: the file is not a checkpoint; -initial_static is false although
   -spin is given. */
PetscErrorCode ReadBaseState(FsOptions o, MPI_Comm comm, BaseState *base);

extern const FsOptionDoc interrupt_options[], report_options[], base_state_options[];

#endif
