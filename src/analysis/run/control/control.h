/* control.h: ends the steps of a run where the user, a signal or the program wants it, and writes
   checkpoints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_CONTROL_CONTROL_H
#define FS_ANALYSIS_RUN_CONTROL_CONTROL_H

#include "interrupt.h"
#include "output/checkpoint.h"

typedef struct Run Run; /* of analysis/run/run.h */

/* RunWatch - Is called after each recorded step, and returns whether the run stops there.
   Collective. */
typedef struct {
  PetscErrorCode (*call)(void *context, PetscInt step, PetscReal t, PetscBool *stop);
  void *context;
} RunWatch;

/* RunControl - When the steps of a run end, and when checkpoints are written. */
typedef struct {
  Interrupt  interrupt;  /* when to write checkpoints and to stop */
  Checkpoint checkpoint; /* NULL before the first one */
  RunWatch   watch;      /* call is NULL if nobody watches */
  PetscReal  t_stop;     /* where RunContinue stops, at most t_end of the run */
  PetscBool  one_step;   /* RunContinue takes one step */
  PetscBool  halted;     /* watch or one_step has ended the last RunContinue */
} RunControl;

/* ControlCreate - Sets when the run stops and when it writes checkpoints. On entry c is zero.

   Input errors: see InterruptCreate. Collective, as all functions here unless they say otherwise.
 */
PetscErrorCode ControlCreate(MPI_Comm comm, const InterruptOptions *options, RunControl *c);
PetscErrorCode ControlDestroy(RunControl *c);

/* control_leave_out_checkpoints - Lets the run write no checkpoints, and have no limit of time. Not
   collective, as the next three functions. */
void control_leave_out_checkpoints(RunControl *c);

/* control_set_watch - Sets c->watch. */
void control_set_watch(RunControl *c, RunWatch watch);

/* control_take_one_step - Lets the next RunContinue take one step, or all steps again. */
void control_take_one_step(RunControl *c, PetscBool one);

/* control_continue_to - Prepares for steps up to t. */
void control_continue_to(RunControl *c, PetscReal t);

/* RunRestore - Reads the checkpoint of -restart after RunFinishSetUp. Without -restart it does
   nothing. */
PetscErrorCode RunRestore(Run *run);

/* RunPollInterrupt - Flushes the output and writes checkpoints when they are due, then calls
   run->control.watch.

   Call it after each recorded step.
   Output:
     stop  whether the run must stop here */
PetscErrorCode RunPollInterrupt(Run *run, PetscBool *stop);

/* ControlSaveCheckpoint - Flushes the output and writes the checkpoint of -checkpoint. */
PetscErrorCode ControlSaveCheckpoint(Run *run);

/* RunWriteCheckpoint - Flushes the output and writes a checkpoint to path. Input error: the path is
   that of the output. */
PetscErrorCode RunWriteCheckpoint(Run *run, const char path[]);

#endif
