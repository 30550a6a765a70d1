/* case_interrupt.c: lets SIGINT (Ctrl-C) end the steps of a case after the step that is being
   taken, so that the case can continue. */
/* SPDX-License-Identifier: BSD-2-Clause */
#define _POSIX_C_SOURCE 200809L /* sigaction */
#include "case_impl.h"
#include <signal.h>

/* The process has one handler of SIGINT, and a handler has no arguments for these. */
static volatile sig_atomic_t interrupted = 0;
static struct sigaction      of_program; /* how the program handles SIGINT */
static int                   depth = 0;  /* calls that catch SIGINT and have not ended */

/* Notes the first SIGINT of a call. The second one is for the program, whose functions may be what
   does not end. */
static void note_interrupt(int number)
{
  if (interrupted) {
    sigaction(number, &of_program, NULL);
    raise(number);
    return;
  }
  interrupted = 1;
}

void case_interrupt_begin(FsCase c)
{
  c->interrupted = PETSC_FALSE;
  if (!c->catches_interrupts || depth++) return;
  struct sigaction note = {.sa_handler = note_interrupt, .sa_flags = SA_RESTART};

  interrupted = 0;
  sigemptyset(&note.sa_mask);
  sigaction(SIGINT, &note, &of_program);
}

void case_interrupt_end(FsCase c)
{
  if (!c->catches_interrupts) return;
  if (interrupted) c->interrupted = PETSC_TRUE;
  if (!--depth) sigaction(SIGINT, &of_program, NULL);
}

/* Calls the monitor of the program. Its result is combined with an interrupt, because each rank
   may have a different one, and all ranks must stop after the same step. */
static PetscErrorCode Watch(void *context, PetscInt step, PetscReal t, PetscBool *stop)
{
  enum { BY_MONITOR = 1, BY_INTERRUPT = 2 };
  const FsCase c    = context;
  int          ends = 0;

  PetscFunctionBeginUser;
  if (c->monitor) {
    CaseCall call;

    c->monitored = PETSC_TRUE;
    PetscCall(CaseCallBegin(c, PETSC_TRUE, PETSC_FALSE, &call));
    if (c->monitor(c->monitor_context, c, step, t)) ends |= BY_MONITOR;
    PetscCall(CaseCallEnd(c, &call));
    c->monitored = PETSC_FALSE;
  }
  if (c->catches_interrupts && interrupted) ends |= BY_INTERRUPT;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &ends, 1, MPI_INT, MPI_BOR, c->comm));
  if (ends & BY_INTERRUPT) c->interrupted = PETSC_TRUE;
  if (ends) *stop = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Lets the run call Watch() after each step, if the program has a reason for it. */
static void watch_steps(FsCase c)
{
  c->watch = (RunWatch){c->monitor || c->catches_interrupts ? Watch : NULL, c};
  if (c->run) control_set_watch(&ModelRunGet(c->run)->control, c->watch);
}

static PetscErrorCode SetMonitor(FsCase c, FsCaseMonitor monitor, void *context)
{
  const PetscBool given = (PetscBool)(monitor != NULL);

  PetscFunctionBeginUser;
  PetscCall(CaseCheckSame(c, "FsCaseSetMonitor", "c", c, sizeof given, &given));
  c->monitor         = monitor;
  c->monitor_context = context;
  watch_steps(c);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseSetMonitor(FsCase c, FsCaseMonitor monitor, void *context)
{
  CASE_CALL(c, SetMonitor(c, monitor, context));
}

static PetscErrorCode CatchInterrupts(FsCase c, PetscBool catches)
{
  PetscFunctionBeginUser;
  PetscCheck(!c->monitored, c->comm, PETSC_ERR_USER_INPUT,
             "FsCaseCatchInterrupts: a monitor can only look at the case; call it between steps");
  c->catches_interrupts = catches;
  watch_steps(c);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseCatchInterrupts(FsCase c, PetscBool catches)
{
  CASE_CALL(c, CatchInterrupts(c, catches));
}

PetscBool FsCaseWasInterrupted(FsCase c) { return (PetscBool)(case_is_live(c) && c->interrupted); }
