/* interrupt.h: when a run writes checkpoints, and what makes it stop before its end: signals, a limit of time, a file. Called by
   run.c. */
#ifndef FS_ANALYSIS_RUN_INTERRUPT_H
#define FS_ANALYSIS_RUN_INTERRUPT_H

#include <petscsys.h>
#include <fs/options.h>

typedef struct {
  MPI_Comm       comm;
  PetscMPIInt    rank;
  char           path[PETSC_MAX_PATH_LEN]; /* of the checkpoint */
  char           from[PETSC_MAX_PATH_LEN]; /* -restart; "" without */
  char           file[PETSC_MAX_PATH_LEN]; /* where it is there, the run stops */
  PetscBool      checkpoints_enabled;      /* -checkpoint was given */
  PetscInt       every;                    /* steps between checkpoints; 0: any number */
  PetscReal      minutes, walltime; /* between checkpoints; of the run. PETSC_MAX_REAL: no limit */
  PetscInt       steps, next;       /* since the ranks last asked each other; when they do again */
  PetscLogDouble started, polled, saved; /* wall times [s] */
  PetscLogDouble seconds;                /* all checkpoints took [s] */
  PetscInt       saves;
  int            stop; /* why: a signal, or one of interrupt.c; 0: nobody has asked */
} Interrupt;

/* Read -checkpoint, -restart, -walltime, ...; from now on signals are caught: SIGTERM and SIGUSR1 stop the run, SIGUSR2 writes a
   checkpoint. A second SIGTERM kills. Collective, as all here but InterruptReason. */
PetscErrorCode InterruptFromOptions(FsOptions o, MPI_Comm comm, Interrupt *interrupt);

/* After step number step: whether output is to be flushed, a checkpoint to be written, the run to be stopped (and saved before).
   due: on rank 0, that a flush is. The ranks ask each other about once a second, or every step where steps are long. */
typedef struct {
  PetscBool flush, save, stop;
} InterruptRequest;
PetscErrorCode InterruptPoll(Interrupt *interrupt, PetscInt step, PetscBool due,
                             InterruptRequest *request);

/* A checkpoint has been written since began [s]. */
PetscErrorCode InterruptCheckpointWritten(Interrupt *interrupt, PetscLogDouble start);

/* text[size] = how many checkpoints took how long, for the last line of a run, which took seconds; "" without. */
PetscErrorCode InterruptCheckpointCost(const Interrupt *interrupt, PetscReal seconds, char text[],
                                       size_t size);

/* What has stopped the run, in words. */
const char *InterruptReason(const Interrupt *interrupt);

extern const FsOptionDoc interrupt_options[];

#endif
