/* interrupt.h: decides when a run writes checkpoints, and when it stops before its end.
   Signals, a time limit and a file stop a run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_CONTROL_INTERRUPT_H
#define FS_ANALYSIS_RUN_CONTROL_INTERRUPT_H

#include <petscsys.h>
#include <fs/options.h>

/* InterruptOptions - When checkpoints are written, and when a run stops. */
typedef struct {
  char      output_path[PETSC_MAX_PATH_LEN];     /* of the run */
  char      stop_file[PETSC_MAX_PATH_LEN];       /* the run stops if this file exists */
  char      checkpoint_path[PETSC_MAX_PATH_LEN]; /* default: beside the output */
  char      restart_path[PETSC_MAX_PATH_LEN];    /* checkpoint to continue from; empty: none */
  PetscBool overwrite;                           /* existing files are replaced */
  PetscBool checkpoints_enabled;                 /* the user names the checkpoint */
  PetscInt  every;                               /* steps between checkpoints; 0: no such rule */
  PetscReal minutes;  /* wall time between checkpoints [min]; PETSC_MAX_REAL without a limit */
  PetscReal walltime; /* wall time of the run [min]; PETSC_MAX_REAL without a limit */
} InterruptOptions;

typedef struct {
  MPI_Comm    comm;
  PetscMPIInt rank;
  char        checkpoint_path[PETSC_MAX_PATH_LEN];
  char        restart_path[PETSC_MAX_PATH_LEN]; /* -restart; "" if it is not given */
  char        stop_file[PETSC_MAX_PATH_LEN];    /* the run stops if this file exists */
  char        output_path[PETSC_MAX_PATH_LEN];
  PetscBool   overwrite;           /* -overwrite */
  PetscBool   checkpoints_enabled; /* -checkpoint is given */
  PetscInt    every;               /* steps between checkpoints; 0: no such rule */
  /* wall time between checkpoints, and of the run [min]; PETSC_MAX_REAL without a limit */
  PetscReal      minutes, walltime;
  PetscInt       steps_since_poll; /* steps since the ranks last communicated */
  PetscInt       next_poll;        /* number of steps after which they communicate again */
  PetscLogDouble started, last_poll, last_checkpoint; /* wall times [s] */
  PetscLogDouble seconds;                             /* time of all checkpoints [s] */
  PetscInt       saves;                               /* number of checkpoints */
  int            stop_reason; /* number of a signal or constant of interrupt.c; 0: not stopped */
} Interrupt;

/* InterruptRequest - Actions of the run after a step. */
typedef struct {
  PetscBool flush, save, stop; /* flush the output; write a checkpoint; stop the run */
} InterruptRequest;

/* InterruptCatchSignals - Catches signals from now on.

   SIGTERM, SIGINT and SIGUSR1 stop the run, and SIGUSR2 writes a checkpoint. Before
   InterruptStartSteps() they end the program at once with FS_EXIT_STOPPED, because nothing has been
   written. After it, InterruptPoll() returns them; a second SIGTERM or SIGINT kills the run. SIGINT
   stays ignored if it was. Does not call PETSc, so that main() can call it before PETSc starts.
   Not collective. */
PetscErrorCode InterruptCatchSignals(MPI_Comm comm);

/* InterruptEnd - Ignores signals from now on, because the exit status of the program is decided.

   Call it before MPI_Finalize(), after which a launcher sends SIGTERM to the ranks that are still
   ending as soon as another one has ended with a status other than 0. Not collective. */
void InterruptEnd(void);

/* InterruptStartSteps - Ends the set-up: signals are kept for InterruptPoll() from now on.

   Call it before the first file is written. Collective. */
PetscErrorCode InterruptStartSteps(const Interrupt *interrupt);

/* InterruptRunManyCases - Keeps signals from now on, for InterruptSignal() and the steps of each
   case. A signal stops the case under way without a checkpoint. Not collective. */
void InterruptRunManyCases(void);

/* InterruptSignal - Returns the name of the signal that asks this rank to stop, or NULL. Not
   collective. */
const char *InterruptSignal(void);

/* InterruptCreate - Starts the clock of a run. options is copied. Collective. */
PetscErrorCode InterruptCreate(MPI_Comm comm, const InterruptOptions *options,
                               Interrupt *interrupt);

/* InterruptFileIsRead - Returns whether the run reads the file at path, and not only to continue
   from it. Not collective. */
PetscBool InterruptFileIsRead(FsOptions o, const char restart_path[], const char path[]);

/* InterruptPoll - Determines the actions of the run after a step.

   Input:
     step     number of the step
     due      whether a flush of the output is due; only the value of rank 0 counts
   Output:
     request  the actions; if stop is true, save is also true
   The ranks communicate about once a second, or after each step if steps are longer. Collective. */
PetscErrorCode InterruptPoll(Interrupt *interrupt, PetscInt step, PetscBool due,
                             InterruptRequest *request);

/* InterruptChooseCheckpoint - Chooses the path of a checkpoint that is written without -checkpoint.

   If a file of another program or one that the run reads has the default name, or that with .1, the
   path ends in .2, .3 and so on. Call it before each checkpoint. Collective. */
PetscErrorCode InterruptChooseCheckpoint(FsOptions o, Interrupt *interrupt);

/* InterruptCheckpointWritten - Counts a checkpoint that has been written, and its time.

   Input:
     start  wall time at which its writing started, from PetscTime() [s]
   Not collective. */
PetscErrorCode InterruptCheckpointWritten(Interrupt *interrupt, PetscLogDouble start);

/* InterruptCheckpointCost - Describes the number and the time of checkpoints in a text.

   Input:
     seconds  wall time of the run [s]
   Output:
     text     [size]; "" if there are no checkpoints
   Not collective. */
PetscErrorCode InterruptCheckpointCost(const Interrupt *interrupt, PetscReal seconds, char text[],
                                       size_t size);

/* InterruptReason - Returns the name of what stopped the run: "-walltime", the name of a signal, or
   "the file beside the output". Not collective. */
const char *InterruptReason(const Interrupt *interrupt);

#endif
