/* base_state.h: the state that small motions are about: the unloaded model, its equilibrium under the loads, or the one that an earlier run
   has reached, from its checkpoint. Used by modes.c and response.c. */
#ifndef FS_ANALYSIS_RUN_BASE_STATE_H
#define FS_ANALYSIS_RUN_BASE_STATE_H

#include "run.h"

typedef struct {
  char      checkpoint_path[PETSC_MAX_PATH_LEN]; /* -state_from: the checkpoint; "": none */
  PetscBool loaded;   /* with the loads: -initial_static, -spin or -state_from */
  PetscBool rotating; /* -spin: in a turning frame */
} BaseState;

/* Reads the options, and sets what of the kind of run depends on them. Before RunCreate. Input errors: the file is no checkpoint; a turning
   model without its equilibrium. Collective, as all here. */
PetscErrorCode BaseStateFromOptions(FsOptions o, MPI_Comm comm, BaseState *base, RunKind *kind);

/* The run's state becomes the one wanted, at rest; what: the motions, for messages of RunCheckEquilibrium. Input errors: the checkpoint is of another
   model, or in no equilibrium under the loads at its time. */
PetscErrorCode BaseStateFind(Run *run, const BaseState *base, const char what[]);

#endif
