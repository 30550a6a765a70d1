/* participant.c: runs a case as a participant of preCICE. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <signal.h>
#include <unistd.h>
#include "base/error.h"
#include "coupled_load.h"
#include "participant.h"

struct _n_Participant {
  MPI_Comm     comm;
  Precice      precice;
  const char  *name; /* in the configuration; borrowed from the options */
  char         config[PETSC_MAX_PATH_LEN];
  PetscInt     n;
  CoupledLoad *load; /* [n] */
};

PetscErrorCode ParticipantCreate(MPI_Comm comm, const ParticipantOptions *options, Participant *p)
{
  PetscFunctionBeginUser;
  *p = NULL;
  if (!options->config[0]) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(p));
  (*p)->comm = comm;
  (*p)->name = options->name;
  PetscCall(PetscStrncpy((*p)->config, options->config, sizeof(*p)->config));
  PetscCall(PetscCalloc1(options->nloads, &(*p)->load));
  for (PetscInt i = 0; i < options->nloads; i++)
    PetscCall(CoupledLoadCreate(&options->load[i], &(*p)->load[(*p)->n++]));
  PetscCall(PreciceOpen(comm, options->library, &(*p)->precice));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ParticipantDestroy(Participant *p)
{
  PetscFunctionBeginUser;
  if (!*p) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < (*p)->n; i++) PetscCall(CoupledLoadDestroy(&(*p)->load[i]));
  PetscCall(PetscFree((*p)->load));
  PetscCall(PreciceClose(&(*p)->precice));
  PetscCall(PetscFree(*p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- errors of preCICE ----------------------------------------------------------------------- */

/* preCICE prints its errors and calls abort(). */
static volatile sig_atomic_t abort_status, abort_prints;

static void end_after_abort(int signal)
{
  static const char text[] = "fsolve: -precice: preCICE ends the run; its own message is above\n";

  (void)signal;
  if (abort_prints && write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(abort_status);
  _exit(abort_status);
}

/* Lets an error of preCICE end the program with an exit status. */
static void catch_abort(MPI_Comm comm, struct sigaction *before)
{
  struct sigaction action = {.sa_handler = end_after_abort};
  PetscMPIInt      rank;

  MPI_Comm_rank(comm, &rank);
  abort_prints = rank == 0;
  abort_status = FS_EXIT_INPUT;
  sigaction(SIGABRT, &action, before);
}

/* ---- the run --------------------------------------------------------------------------------- */

/* Joins the coupling, and gives it the initial state. */
static PetscErrorCode Start(Participant p, ModelRun r)
{
  const Precice *const precice = &p->precice;
  PetscMPIInt          rank, size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(p->comm, &rank));
  PetscCallMPI(MPI_Comm_size(p->comm, &size));
  precice->createParticipant_withCommunicator(p->name, p->config, rank, size, &p->comm);
  for (PetscInt i = 0; i < p->n; i++) PetscCall(CoupledLoadAttach(&p->load[i], precice, r));
  if (precice->requiresInitialData())
    for (PetscInt i = 0; i < p->n; i++) PetscCall(CoupledLoadWrite(&p->load[i], precice, r));
  precice->initialize();
  abort_status = FS_EXIT_SOLVE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: the steps of the run are shorter than a time window of implicit coupling. */
static PetscErrorCode CheckWindow(const Run *run, PetscReal window)
{
  /* Relative to a window: windows and steps are sums of numbers with a round-off of 1e-16, and a
     step that is shorter by 1e-9 changes no result */
  const PetscReal round_off = 1e-9;

  PetscFunctionBeginUser;
  PetscCheck(run->kind.dt >= window * (1 - round_off), run->comm, PETSC_ERR_USER_INPUT,
             "-precice: implicit coupling takes one step for each time window, but -dt %.6g is "
             "shorter than the window of %.6g s; give windows of this length",
             (double)run->kind.dt, (double)window);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Takes the steps up to the end of a window with explicit coupling, and ends the window. */
static PetscErrorCode StepExplicitly(Participant p, ModelRun r, PetscReal window)
{
  const Run *const run     = ModelRunGet(r);
  const PetscReal  started = run->s.t;

  PetscFunctionBeginUser;
  PetscCall(ModelRunStepTo(r, PetscMin(started + window, run->t_end)));
  for (PetscInt i = 0; i < p->n; i++) PetscCall(CoupledLoadWrite(&p->load[i], &p->precice, r));
  p->precice.advance((double)PetscMin(window, run->s.t - started));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Tries one step as long as a window, and accepts it if the participants agree. */
static PetscErrorCode StepImplicitly(Participant p, ModelRun r, PetscReal window)
{
  const char *reason = "";
  PetscBool   ok;

  PetscFunctionBeginUser;
  PetscCall(CheckWindow(ModelRunGet(r), window));
  PetscCall(ModelRunTry(r, window, &ok, &reason));
  if (!ok) PetscCall(ModelRunFail(r));
  for (PetscInt i = 0; i < p->n; i++) PetscCall(CoupledLoadWrite(&p->load[i], &p->precice, r));
  p->precice.advance((double)window);
  if (p->precice.requiresReadingCheckpoint()) ModelRunReject(r);
  else PetscCall(ModelRunAccept(r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Takes the steps until preCICE or the run ends. */
static PetscErrorCode StepTogether(Participant p, ModelRun r)
{
  /* Relative to the whole run: round-off of the sum of its steps, of which a million have 1e-10. No
     step is so short. */
  const PetscReal round_off = 1e-9;
  const Run      *run       = ModelRunGet(r);
  PetscBool       implicit  = PETSC_FALSE, ongoing;

  PetscFunctionBeginUser;
  PetscCall(Start(p, r));
  while ((ongoing = (PetscBool)(p->precice.isCouplingOngoing() != 0)) &&
         run->s.t < run->t_end - round_off * (run->t_end - run->t_start)) {
    double window;

    if (p->precice.requiresWritingCheckpoint()) implicit = PETSC_TRUE;
    window = p->precice.getMaxTimeStepSize();
    for (PetscInt i = 0; i < p->n; i++) coupled_load_read(&p->load[i], &p->precice, window);
    if (implicit) PetscCall(StepImplicitly(p, r, (PetscReal)window));
    else PetscCall(StepExplicitly(p, r, (PetscReal)window));
  }
  PetscCall(WarnAllRanks(p->comm, ongoing,
                         "-t_end %.6g ends this run before preCICE ends the coupling; the other "
                         "participants may fail",
                         (double)run->t_end));
  p->precice.finalize();
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ParticipantRun(Participant p, ModelRun r)
{
  struct sigaction before;
  Run *const       run = ModelRunGet(r);
  PetscErrorCode   ierr;

  PetscFunctionBeginUser;
  catch_abort(p->comm, &before);
  ierr = StepTogether(p, r);
  sigaction(SIGABRT, &before, NULL);
  PetscCall(ierr);
  run->t_end = run->s.t; /* preCICE may end before */
  PetscCall(ModelRunFinish(r));
  PetscFunctionReturn(PETSC_SUCCESS);
}
