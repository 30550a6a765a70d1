/* interrupt.h: decides when a run writes checkpoints, and when it stops before its end.
   Signals, a time limit and a file stop a run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_INTERRUPT_H
#define FS_ANALYSIS_RUN_INTERRUPT_H

#include <petscsys.h>
#include <fs/options.h>

typedef struct {
  MPI_Comm       comm;
  PetscMPIInt    rank;
  char           checkpoint_path[PETSC_MAX_PATH_LEN];
  char           restart_path[PETSC_MAX_PATH_LEN]; /* -restart; "" if it is not given */
  char           stop_file[PETSC_MAX_PATH_LEN];    /* the run stops if this file exists */
  PetscBool      checkpoints_enabled;              /* -checkpoint is given */
  PetscInt       every;                            /* steps between checkpoints; 0: any number */
  PetscReal      minutes, walltime; /* between checkpoints; of the run. PETSC_MAX_REAL: no limit */
  PetscInt       steps_since_poll;  /* steps since the ranks last communicated */
  PetscInt       next_poll;         /* number of steps after which they communicate again */
  PetscLogDouble started, last_poll, last_checkpoint; /* wall times [s] */
  PetscLogDouble seconds;                             /* time of all checkpoints [s] */
  PetscInt       saves;                               /* number of checkpoints */
  int            stop_reason; /* a signal or a constant of interrupt.c; 0: the run continues */
} Interrupt;

/* Actions of the run after a step. */
typedef struct {
  PetscBool flush, save, stop;
} InterruptRequest;

/* InterruptFromOptions - Reads -checkpoint, -restart and -walltime, and catches signals.

   SIGTERM and SIGUSR1 stop the run, and SIGUSR2 writes a checkpoint. A second SIGTERM kills the
   run. Input errors: the checkpoint cannot be written. Collective. */
PetscErrorCode InterruptFromOptions(FsOptions o, MPI_Comm comm, Interrupt *interrupt);

/* InterruptPoll - Determines the actions of the run after a step.

   Input:
     step     number of the step
     due      whether a flush of the output is due; rank 0 decides
   Output:
     request  save is true if stop is true
   The ranks communicate about once a second, or after each step if steps are longer. Collective. */
PetscErrorCode InterruptPoll(Interrupt *interrupt, PetscInt step, PetscBool due,
                             InterruptRequest *request);

/* InterruptCheckpointWritten - Records a checkpoint, which was started at a wall time [s]. */
PetscErrorCode InterruptCheckpointWritten(Interrupt *interrupt, PetscLogDouble start);

/* InterruptCheckpointCost - Describes the number and the time of checkpoints for the last line.

   Input:
     seconds  wall time of the run [s]
   Output:
     text     [size]; "" if there are no checkpoints
   Not collective. */
PetscErrorCode InterruptCheckpointCost(const Interrupt *interrupt, PetscReal seconds, char text[],
                                       size_t size);

/* InterruptReason - Returns a name for the cause of the stop. Not collective. */
const char *InterruptReason(const Interrupt *interrupt);

extern const FsOptionDoc interrupt_options[];

#endif
