/* control.c: decides when a run writes checkpoints and when it stops before its end, and does
   both. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <petsctime.h>
#include "control.h"
#include "analysis/run/run.h"
#include "analysis/run/run_state.h"
#include "base/profile.h"
#include "input/file_place.h"
#include <signal.h>
#include <string.h>
#include <unistd.h>
#include "output/checkpoint.h"
#include <fs/exit_status.h>

/* ---- interrupt ------------------------------------------------------------------------------- */

/* Reasons to stop, besides signals, whose numbers are smaller. */
enum { BY_WALLTIME = 1000, BY_FILE };

/* Set by HandleStopSignal, or read by it: signal handlers have no arguments for them. */
static volatile sig_atomic_t stop_signal = 0, save_signal = 0, steps_started = 0;
static PetscBool             prints = PETSC_FALSE, on_terminal = PETSC_FALSE; /* rank 0 */
static PetscBool             many_cases = PETSC_FALSE; /* a stop writes no checkpoint */

static const char *signal_name(int number)
{
  return number == SIGINT ? "SIGINT" : number == SIGUSR1 ? "SIGUSR1" : "SIGTERM";
}

/* Writes "fsolve: <text of three parts>" from a signal handler, where stdio is not allowed. */
static void write_line(const char a[], const char b[], const char c[])
{
  const char *const parts[] = {"fsolve: ", a, b, c, "\n"};

  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(parts); k++)
    if (write(STDERR_FILENO, parts[k], strlen(parts[k])) < 0) return;
}

/* Asks the steps to stop, or ends the program at once: during the set-up, when nothing has been
   written, and at a second SIGTERM or SIGINT. */
static void HandleStopSignal(int number)
{
  if (number == SIGUSR2) {
    save_signal = 1;
    return;
  }
  if (!steps_started) {
    if (prints)
      write_line("stopped by ", signal_name(number), " during the set-up; no file was written");
    _exit(FS_EXIT_STOPPED);
  }
  if (stop_signal && number != SIGUSR1) {
    signal(number, SIG_DFL);
    raise(number);
  }
  if (number == SIGINT && on_terminal && prints)
    write_line("", signal_name(number),
               ": stops after this step; a second one ends the run at once");
  stop_signal = number;
}

/* The signals that a run answers. */
static const int numbers[] = {SIGTERM, SIGUSR1, SIGUSR2, SIGINT};

PetscErrorCode InterruptCatchSignals(MPI_Comm comm)
{
  PetscMPIInt rank;

  if (MPI_Comm_rank(comm, &rank) != MPI_SUCCESS) return PETSC_ERR_MPI;
  prints      = (PetscBool)(rank == 0);
  on_terminal = (PetscBool)isatty(STDERR_FILENO);
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(numbers); k++)
    if (signal(numbers[k], HandleStopSignal) == SIG_IGN && numbers[k] == SIGINT)
      signal(SIGINT, SIG_IGN); /* a shell ignores it for programs in the background */
  return PETSC_SUCCESS;
}

void InterruptEnd(void)
{
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(numbers); k++) signal(numbers[k], SIG_IGN);
}

PetscErrorCode InterruptStartSteps(const Interrupt *p)
{
  PetscFunctionBeginUser;
  steps_started = 1;
  /* a rank that ends here still ends the run before any rank writes */
  PetscCallMPI(MPI_Barrier(p->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void InterruptRunManyCases(void)
{
  steps_started = 1;
  many_cases    = PETSC_TRUE;
}

const char *InterruptSignal(void) { return stop_signal ? signal_name(stop_signal) : NULL; }

PetscBool InterruptFileIsRead(FsOptions o, const char restart_path[], const char path[])
{
  return (PetscBool)(FsOptionsReadsFile(o, path) &&
                     !(restart_path[0] && FsSameFile(path, restart_path)));
}

/* Initializes *interrupt with the options and starts the clock of a run. The
   texts of the options are borrowed. Collective. */
static PetscErrorCode InterruptCreate(MPI_Comm comm, const InterruptOptions *options, Interrupt *p)
{
  PetscFunctionBeginUser;
  *p = (Interrupt){.comm = comm, .given = *options, .next_poll = 1};
  PetscCallMPI(MPI_Comm_rank(comm, &p->rank));
  PetscCall(PetscTime(&p->started));
  p->last_poll = p->last_checkpoint = p->started;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Tests the time limits and the stop file on rank 0, and chooses the next poll. */
static PetscErrorCode PollRankZero(Interrupt *p, PetscBool due, int *flush, int *save, int *stop,
                                   int *next)
{
  enum { POLL = 32 };
  const PetscLogDouble interval = 1; /* [s] */
  PetscLogDouble       now;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&now));
  *flush = due;
  if ((now - p->last_checkpoint) / 60 > p->given.minutes) *save = 1;
  if ((now - p->started) / 60 > p->given.walltime) *stop = BY_WALLTIME;
  if (access(p->given.stop_file, F_OK) == 0) {
    unlink(p->given.stop_file); /* it would also stop the restarted run */
    *stop = BY_FILE;
  }
  *next        = (int)PetscMax(1, PetscMin(POLL, (PetscReal)p->steps_since_poll * interval /
                                                   PetscMax(now - p->last_poll, interval / POLL)));
  p->last_poll = now;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Determines the actions of the run after a step.

   Input:
     step     the number of the step
     due      PETSC_TRUE if a flush of the output is due; only the value on rank 0 is used
   Output:
     request  what the run must do; if stop is true, save is also true, unless the run writes no
              checkpoint
   The ranks communicate about once a second, or after each step if steps take longer. Collective.
 */
static PetscErrorCode InterruptPoll(Interrupt *p, PetscInt step, PetscBool due,
                                    InterruptRequest *request)
{
  enum { FLUSH, SAVE, STOP, NEXT, QUESTIONS };
  int mine[QUESTIONS] = {0, save_signal, stop_signal, 0};

  PetscFunctionBeginUser;
  *request = (InterruptRequest){.save = (PetscBool)(p->given.every && step % p->given.every == 0)};
  if (++p->steps_since_poll < p->next_poll) PetscFunctionReturn(PETSC_SUCCESS);
  if (p->rank == 0)
    PetscCall(PollRankZero(p, due, &mine[FLUSH], &mine[SAVE], &mine[STOP], &mine[NEXT]));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, mine, QUESTIONS, MPI_INT, MPI_MAX, p->comm));
  if (mine[SAVE]) save_signal = 0;
  p->steps_since_poll = 0;
  p->next_poll        = mine[NEXT];
  p->stop_reason      = mine[STOP];
  request->flush      = (PetscBool)mine[FLUSH];
  request->stop       = (PetscBool)(p->stop_reason != 0);
  if (!many_cases && p->given.checkpoint_path[0])
    request->save = (PetscBool)(request->save || request->stop || mine[SAVE]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Chooses interrupt->given.checkpoint_path if the user has not given -checkpoint.

   A checkpoint replaces the one before it, which is renamed to <path>.1. Both files must therefore
   be files that the run may replace: the run does not read them, and no other program has written
   them. The function tries the default name first, and then this name with .2, .3 and so on added.
   Call it before each checkpoint. Collective. */
static PetscErrorCode InterruptChooseCheckpoint(FsOptions o, Interrupt *p)
{
  char stem[PETSC_MAX_PATH_LEN], old[PETSC_MAX_PATH_LEN + 8];

  PetscFunctionBeginUser;
  if (p->given.checkpoints_enabled || p->saves) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscStrncpy(stem, p->given.checkpoint_path, sizeof stem));
  for (int k = 2; p->rank == 0; k++) {
    PetscCall(PetscSNPrintf(old, sizeof old, "%s.1", p->given.checkpoint_path));
    if (checkpoint_may_replace(p->given.checkpoint_path) && checkpoint_may_replace(old) &&
        !InterruptFileIsRead(o, p->given.restart_path, p->given.checkpoint_path) &&
        !InterruptFileIsRead(o, p->given.restart_path, old))
      break;
    PetscCall(
      PetscSNPrintf(p->given.checkpoint_path, sizeof p->given.checkpoint_path, "%s.%d", stem, k));
  }
  PetscCallMPI(
    MPI_Bcast(p->given.checkpoint_path, sizeof p->given.checkpoint_path, MPI_CHAR, 0, p->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Counts a checkpoint that the run has written, and the wall time that this took.

   Input:
     start  the wall time at which the run started to write the checkpoint, from PetscTime() [s]
   Not collective. */
static PetscErrorCode InterruptCheckpointWritten(Interrupt *p, PetscLogDouble start)
{
  PetscFunctionBeginUser;
  PetscCall(PetscTime(&p->last_checkpoint));
  p->seconds += p->last_checkpoint - start;
  p->saves++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const char *InterruptReason(const Interrupt *p)
{
  switch (p->stop_reason) {
  case BY_WALLTIME:
    return "-walltime";
  case BY_FILE:
    return "the file beside the output";
  default:
    return signal_name(p->stop_reason);
  }
}

PetscErrorCode InterruptCheckpointCost(const Interrupt *p, PetscReal seconds, char text[],
                                       size_t size)
{
  PetscFunctionBeginUser;
  *text = 0;
  if (p->saves)
    PetscCall(PetscSNPrintf(
      text, size, ", of which %" PetscInt_FMT " checkpoint%s %.3g s (%.2g %%)", p->saves,
      p->saves > 1 ? "s" : "", (double)p->seconds, 100 * (double)(p->seconds / seconds)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- control --------------------------------------------------------------------------------- */

PetscErrorCode ControlCreate(MPI_Comm comm, const InterruptOptions *options, RunControl *c)
{
  return InterruptCreate(comm, options, &c->interrupt);
}

PetscErrorCode ControlDestroy(RunControl *c) { return CheckpointDestroy(&c->checkpoint); }

void control_leave_out_checkpoints(RunControl *c)
{
  c->interrupt.given.checkpoints_enabled = PETSC_FALSE;
  c->interrupt.given.walltime            = PETSC_MAX_REAL;
}

void control_set_watch(RunControl *c, RunWatch watch) { c->watch = watch; }

void control_take_one_step(RunControl *c, PetscBool one) { c->one_step = one; }

void control_leave_grid(RunControl *c, PetscBool straight) { c->off_grid = straight; }

void control_postpone(RunControl *c, PetscBool postponed) { c->postponed = postponed; }

void control_continue_to(RunControl *c, PetscReal t)
{
  c->t_stop = t;
  c->halted = PETSC_FALSE;
}

PetscErrorCode RunRestore(Run *run)
{
  PetscFunctionBeginUser;
  if (!run->control.interrupt.given.restart_path[0]) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(CheckpointCreate(run->o, run->model, run->control.interrupt.given.overwrite,
                             &run->control.checkpoint));
  PetscCall(CheckpointRead(run->control.checkpoint, run->control.interrupt.given.restart_path,
                           RunArchive, run));
  PetscCheck(run->s.t <= run->t_end, run->comm, PETSC_ERR_USER_INPUT,
             "-restart %s is at t = %.6g, beyond -t_end %.6g; give a later one",
             run->control.interrupt.given.restart_path, (double)run->s.t, (double)run->t_end);
  PetscCall(DiagnosisContinue(&run->recording.diagnosis, run->stage));
  if (!run->quiet)
    PetscCall(PetscPrintf(run->comm, "continues from step %" PetscInt_FMT ", t = %.6g, of %s\n",
                          run->step, (double)run->s.t, run->control.interrupt.given.restart_path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes a checkpoint of a run whose output is flushed. */
static PetscErrorCode WriteCheckpoint(Run *run, const char path[])
{
  PetscFunctionBeginUser;
  if (!run->control.checkpoint)
    PetscCall(CheckpointCreate(run->o, run->model, run->control.interrupt.given.overwrite,
                               &run->control.checkpoint));
  PetscCall(EventBegin(EVENT_CHECKPOINT));
  PetscCall(CheckpointWrite(run->control.checkpoint, path, RunArchive, run));
  PetscCall(EventEnd(EVENT_CHECKPOINT));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ControlSaveCheckpoint(Run *run)
{
  PetscLogDouble start;

  PetscFunctionBeginUser;
  PetscCall(OutputFlush(run->recording.output));
  PetscCall(PhaseBegin(PHASE_OUTPUT));
  PetscCall(PetscTime(&start));
  PetscCall(InterruptChooseCheckpoint(run->o, &run->control.interrupt));
  PetscCall(WriteCheckpoint(run, run->control.interrupt.given.checkpoint_path));
  PetscCall(InterruptCheckpointWritten(&run->control.interrupt, start));
  PetscCall(PhaseEnd());
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunWriteCheckpoint(Run *run, const char path[])
{
  PetscFunctionBeginUser;
  PetscCheck(!belongs_to_output(run->control.interrupt.given.output_path, path), run->comm,
             PETSC_ERR_USER_INPUT,
             "a checkpoint cannot be %s: that is a name of the -output or of a file beside it; "
             "give another name",
             path);
  PetscCall(OutputFlush(run->recording.output));
  PetscCall(PhaseBegin(PHASE_OUTPUT));
  PetscCall(WriteCheckpoint(run, path));
  PetscCall(PhaseEnd());
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunPollInterrupt(Run *run, PetscBool *stop)
{
  InterruptRequest request;

  PetscFunctionBeginUser;
  *stop = PETSC_FALSE;
  if (run->control.postponed) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(InterruptPoll(&run->control.interrupt, run->step,
                          OutputFlushIsDue(run->recording.output), &request));
  if (request.save) PetscCall(ControlSaveCheckpoint(run));
  else if (request.flush) PetscCall(OutputFlush(run->recording.output));
  if (run->control.watch.call)
    PetscCall(run->control.watch.call(run->control.watch.context, run->step, run->s.t,
                                      &run->control.halted));
  if (run->control.one_step) run->control.halted = PETSC_TRUE;
  *stop = (PetscBool)(request.stop || run->control.halted);
  PetscFunctionReturn(PETSC_SUCCESS);
}
