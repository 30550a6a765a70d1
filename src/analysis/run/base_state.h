/* base_state.h: finds the state about which a model makes small motions.
   It is the unloaded model, its equilibrium under the loads, or a state from a checkpoint. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_BASE_STATE_H
#define FS_ANALYSIS_RUN_BASE_STATE_H

#include "run.h"

typedef struct {
  char      checkpoint_path[PETSC_MAX_PATH_LEN]; /* -state_from; "" if it is not given */
  PetscBool loaded;   /* loads act: -initial_static, -spin or -state_from is given */
  PetscBool rotating; /* the frame rotates: -spin is given */
} BaseState;

/* BaseStateFromOptions - Reads -state_from, -spin and -initial_static, and sets kind->load_time,
   kind->at_rest and kind->loading.

   Call it before RunCreate. Input errors: the file of -state_from is not a checkpoint;
   -initial_static is false although -spin is given. Collective. */
PetscErrorCode BaseStateFromOptions(FsOptions o, MPI_Comm comm, BaseState *base, RunKind *kind);

/* BaseStateFind - Changes the run's state to the base state, at rest.

   Input:
     what  name of the small motions for error messages, such as "modes"
   Collective. Input errors: the checkpoint belongs to another model; its state is not an
   equilibrium under the loads of this run at the time of the checkpoint. */
PetscErrorCode BaseStateFind(Run *run, const BaseState *base, const char what[]);

#endif
