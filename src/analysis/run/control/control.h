/* control.h: ends the steps of a run early if the user, a signal or the calling program asks for
   this, and writes checkpoints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_CONTROL_CONTROL_H
#define FS_ANALYSIS_RUN_CONTROL_CONTROL_H

#include "output/checkpoint.h"
#include <petscsys.h>
#include <fs/options.h>

/* ---- interrupt ------------------------------------------------------------------------------- */

/* InterruptOptions - When checkpoints are written, and when a run stops. Texts are borrowed from
   the options. */
typedef struct {
  const char *output_path; /* the file of results of the run */
  /* the run stops if this file exists; "" with -output none */
  char        stop_file[PETSC_MAX_PATH_LEN];
  const char *checkpoint;          /* file of the option -checkpoint */
  PetscBool   checkpoints_enabled; /* whether the option -checkpoint is given */
  /* file to which checkpoints go: that of -checkpoint, else one in the folder of the output. It is
     "" if there is neither; the run then writes no checkpoint. */
  char        checkpoint_path[PETSC_MAX_PATH_LEN];
  const char *restart_path; /* checkpoint from which the run continues; "" if it starts anew */
  PetscBool   overwrite;    /* whether existing files are replaced */
  PetscInt    every;        /* number of steps between checkpoints; 0 if steps do not matter */
  PetscReal   minutes;      /* wall time between checkpoints [min]; PETSC_MAX_REAL: no limit */
  PetscReal   walltime;     /* limit of the wall time of the run [min]; PETSC_MAX_REAL: no limit */
} InterruptOptions;

/* Interrupt - The options, and the clock of a run. */
typedef struct {
  MPI_Comm    comm;
  PetscMPIInt rank;
  /* the options; if the user names no checkpoint, the run chooses checkpoint_path itself */
  InterruptOptions given;
  PetscInt         steps_since_poll; /* number of steps since the ranks last communicated */
  PetscInt         next_poll;        /* number of steps after which the ranks communicate again */
  /* wall times [s] at which the run started, the ranks last communicated, and the last checkpoint
     was written */
  PetscLogDouble started, last_poll, last_checkpoint;
  PetscLogDouble seconds; /* the time that writing all checkpoints has taken [s] */
  PetscInt       saves;   /* the number of checkpoints written */
  /* why the run stops: the number of a signal, or a constant of control.c; 0 if it does not
     stop */
  int stop_reason;
} Interrupt;

/* InterruptRequest - What the run must do after a step. */
typedef struct {
  PetscBool flush, save, stop; /* whether to flush the output, write a checkpoint, stop the run */
} InterruptRequest;

/* InterruptCatchSignals - Catches the signals that stop a run or ask it for a checkpoint, from now
   on.

   SIGTERM, SIGINT and SIGUSR1 stop the run, and SIGUSR2 asks for a checkpoint. Before
   InterruptStartSteps(), when nothing has been written, a signal ends the program at once with the
   exit status FS_EXIT_STOPPED. Later, InterruptPoll() reports what a signal asks for, and a second
   SIGTERM or SIGINT ends the program at once. If SIGINT was ignored before the call, it remains
   ignored. The function does not call PETSc, so that main() can call it before PETSc starts. Not
   collective. */
PetscErrorCode InterruptCatchSignals(MPI_Comm comm);

/* InterruptEnd - Ignores signals from now on, because the exit status of the program is decided.

   Call it before MPI_Finalize(). Otherwise, as soon as one rank has ended with a status other than
   0, a launcher may send SIGTERM to ranks that are still ending, and change their status. Not
   collective. */
void InterruptEnd(void);

/* InterruptStartSteps - Ends the set-up: signals are kept for InterruptPoll() from now on.

   Call it before the first file is written. Collective. */
PetscErrorCode InterruptStartSteps(const Interrupt *interrupt);

/* InterruptRunManyCases - Records signals from now on instead of ending the program, for a program
   that runs many cases in succession.

   A recorded signal stops the steps of the present case without a checkpoint, and InterruptSignal()
   then reports the signal to the program. Not collective. */
void InterruptRunManyCases(void);

/* InterruptSignal - Returns the name of the recorded signal that asks this rank to stop, or NULL if
   there is no such signal. Not collective. */
const char *InterruptSignal(void);

/* InterruptFileIsRead - Returns whether the options name the file at path as an input of the run,
   so that a checkpoint must not overwrite it.

   Input:
     restart_path  the checkpoint from which the run continues, or ""; for this file the result is
                   PETSC_FALSE
   Not collective. */
PetscBool InterruptFileIsRead(FsOptions o, const char restart_path[], const char path[]);

/* InterruptCheckpointCost - Describes the number and the time of checkpoints in a text.

   Input:
     seconds  the wall time of the run, with which the time of checkpoints is compared [s]
   Output:
     text     [size] the text; "" if no checkpoint was written
   Not collective. */
PetscErrorCode InterruptCheckpointCost(const Interrupt *interrupt, PetscReal seconds, char text[],
                                       size_t size);

/* InterruptReason - Returns the name of what stopped the run: "-walltime", the name of a signal, or
   "the file beside the output". Not collective. */
const char *InterruptReason(const Interrupt *interrupt);

/* ---- control --------------------------------------------------------------------------------- */

typedef struct Run Run; /* of analysis/run/run.h */

/* RunWatch - A function of the calling program that is called after each recorded step. */
typedef struct {
  /* called with the number of the recorded step and its time t [s]; the function sets stop to
     PETSC_TRUE to stop the run after this step. Collective */
  PetscErrorCode (*call)(void *context, PetscInt step, PetscReal t, PetscBool *stop);
  void *context; /* the first argument of call */
} RunWatch;

/* RunControl - When the steps of a run end, and when checkpoints are written. */
typedef struct {
  Interrupt  interrupt;  /* when to write checkpoints and to stop */
  Checkpoint checkpoint; /* writes the checkpoints; NULL before the first one */
  RunWatch   watch;      /* watch.call is NULL if the calling program watches no steps */
  PetscReal  t_stop;     /* the time at which RunContinue stops, at most t_end of the run */
  PetscBool  one_step;   /* whether RunContinue stops after one step */
  PetscBool  halted;     /* whether watch or one_step has ended the last RunContinue */
  PetscBool  off_grid;   /* whether steps of -dt lead straight to t_stop, and not to grid times */
  PetscBool  postponed;  /* whether RunPollInterrupt does nothing, because steps may be undone */
} RunControl;

/* ControlCreate - Initializes c, which says when a run stops and when it writes checkpoints, from
   the options. All members of c are zero on entry.

   Collective, as are all functions of this header unless their comments say otherwise. */
PetscErrorCode ControlCreate(MPI_Comm comm, const InterruptOptions *options, RunControl *c);
PetscErrorCode ControlDestroy(RunControl *c);

/* control_leave_out_checkpoints - Makes the run write no checkpoints and have no limit of wall
   time. Not collective. */
void control_leave_out_checkpoints(RunControl *c);

/* control_set_watch - Sets the function of the calling program that is called after each recorded
   step of a run. Not collective. */
void control_set_watch(RunControl *c, RunWatch watch);

/* control_take_one_step - Makes the next RunContinue take only one step if one is PETSC_TRUE, or
   all steps up to its end. Not collective. */
void control_take_one_step(RunControl *c, PetscBool one);

/* control_leave_grid - Makes steps of -dt lead straight to the time at which RunContinue stops if
   straight is PETSC_TRUE, although times t_start + k dt are between. The caller lets RunContinue
   stop after at most one -dt. Not collective. */
void control_leave_grid(RunControl *c, PetscBool straight);

/* control_postpone - Makes RunPollInterrupt do nothing if postponed is PETSC_TRUE, since steps may
   be undone: no checkpoint is written, and nothing stops the run. Not collective. */
void control_postpone(RunControl *c, PetscBool postponed);

/* control_continue_to - Sets the time t [s] at which the next RunContinue stops. Not collective. */
void control_continue_to(RunControl *c, PetscReal t);

/* RunRestore - Reads the checkpoint of -restart after RunFinishSetUp. Without -restart it does
   nothing. */
PetscErrorCode RunRestore(Run *run);

/* RunPollInterrupt - Flushes the output and writes checkpoints when they are due, then calls
   run->control.watch.

   Call it after each recorded step.
   Output:
     stop  PETSC_TRUE if the run must stop after this step */
PetscErrorCode RunPollInterrupt(Run *run, PetscBool *stop);

/* ControlSaveCheckpoint - Flushes the output of a run and writes its checkpoint to the file of
   -checkpoint. */
PetscErrorCode ControlSaveCheckpoint(Run *run);

/* RunWriteCheckpoint - Flushes the output and writes a checkpoint to path. Input error: path is
   the file of the output. */
PetscErrorCode RunWriteCheckpoint(Run *run, const char path[]);

#endif
