/* control.h: ends the steps of a run early if the user, a signal or the calling program asks for
   this, and writes checkpoints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_CONTROL_CONTROL_H
#define FS_ANALYSIS_RUN_CONTROL_CONTROL_H

#include "interrupt.h"
#include "output/checkpoint.h"

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

/* RunWriteCheckpoint - Flushes the output and writes a checkpoint to path. Input error: the path is
   that of the output. */
PetscErrorCode RunWriteCheckpoint(Run *run, const char path[]);

#endif
