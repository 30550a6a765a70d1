/* run_options.h: the options of all runs of a model, and of the states in which they start. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_RUN_OPTIONS_H
#define FS_ANALYSIS_RUN_RUN_OPTIONS_H

#include "control/interrupt.h"
#include "diagnosis/reports.h"
#include "analysis/run/start/stable_equilibrium.h"

/* All functions are collective, and raise input errors if options contradict each other. */

typedef struct {
  PetscBool        quiet; /* print no lines */
  InterruptOptions interrupt;
  ReportOptions    reports;
  PetscBool        stop_at_change_points; /* a run ends where another motion branches off */
  FsRigidHold      hold;                  /* of free rigid motions, in equilibria */
  PetscBool        hold_given;            /* the user gave -hold_rigid */
} RunOptions;

/* ReadRunOptions - Reads -quiet, -show, -change_points, -hold_rigid and the options of checkpoints.

   checkpoints: the analysis writes them, so that their names must be free. Input errors: the
   checkpoint cannot be written; the file that stops the run exists and is not
   empty; a word of -show is unknown. */
PetscErrorCode ReadRunOptions(FsOptions o, MPI_Comm comm, PetscBool checkpoints,
                              RunOptions *options);

/* ReadStabilityOptions - Reads -static_stable and -static_count. */
PetscErrorCode ReadStabilityOptions(FsOptions o, StabilityOptions *options);

/* StartOptions - The state in which a motion starts. */
typedef struct {
  PetscBool        equilibrium; /* under the loads at t_start */
  StabilityOptions stability;   /* of this equilibrium */
} StartOptions;

/* ReadStartOptions - Reads -initial_static, whose default value is at_rest, and with it
   -static_stable and -static_count. */
PetscErrorCode ReadStartOptions(FsOptions o, PetscBool at_rest, StartOptions *options);

/* BaseState - The state about which a model makes small motions. */
typedef struct {
  char         checkpoint_path[PETSC_MAX_PATH_LEN]; /* it comes from there; empty: it is found */
  const char  *load_time; /* of the run that wrote the checkpoint, see RunKind; NULL: the default */
  PetscBool    loaded;    /* loads act */
  PetscBool    rotating;  /* the frame rotates */
  StartOptions start;     /* without a checkpoint */
} BaseState;

/* ReadBaseState - Reads -state_from, -spin and -initial_static. Input errors: the file is not a
   checkpoint; -initial_static is false although -spin is given. */
PetscErrorCode ReadBaseState(FsOptions o, MPI_Comm comm, BaseState *base);

extern const FsOptionDoc interrupt_options[], report_options[], base_state_options[];

#endif
