/* state_from.h: the equilibrium that an earlier run has reached, from its checkpoint, for analyses of small motions about it. Used by
   modes.c and response.c. */
#ifndef STATE_FROM_H
#define STATE_FROM_H

#include "run.h"

/* -state_from: path[size] of the checkpoint, "" without; *load_time: the formula of t for loads without one of their own, as the run that
   wrote it had it. Before RunCreate. Input error: the file is no checkpoint. Collective, as all here. */
PetscErrorCode StateFromOptions(FsOptions o, MPI_Comm comm, char path[], size_t size, const char **load_time);

/* Where small motions begin: at the state of the checkpoint at path, at rest, or without one as RunStart and RunCheckRest say; what: of the
   latter. Input errors: it is of another model, or in no equilibrium under the loads at its time. */
PetscErrorCode StateBegin(Run *run, const char path[], const char what[]);

#endif
