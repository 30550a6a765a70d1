/* participant.c: runs a case as a participant of preCICE, and reads its options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <signal.h>
#include <unistd.h>
#include <string.h>
#include "coupling.h"
#include "base/error.h"
#include "analysis/run/model_analysis.h"
#include "coupled_load.h"
#include <stdio.h>
#include <fs/exit_status.h>

/* ---- the participant ------------------------------------------------------------------------- */

struct _n_Participant {
  MPI_Comm     comm;
  Precice      precice;
  const char  *name; /* in the configuration; borrowed from the options */
  char         config[PETSC_MAX_PATH_LEN];
  PetscInt     n;
  CoupledLoad *load;    /* [n] */
  PetscBool    divided; /* whether implicit coupling takes several steps in the present window */
  RunState     start;   /* the state at the start of this window, if it is divided */
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
  PetscCall(RunStateDestroy(&(*p)->start));
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

/* Returns the number of equal steps of at most -dt into which the rest of a time window [s] is
   divided. */
static PetscInt steps_left(const Run *run, PetscReal rest)
{
  /* Relative to a step: windows and steps are sums of numbers with a round-off of 1e-16, and a step
     that is longer by 1e-9 changes no result */
  const PetscReal round_off = 1e-9;

  return PetscMax(1, (PetscInt)PetscCeilReal(rest / run->kind.dt - round_off));
}

/* Takes the steps up to the end of a part of a window [s] with the forces at its end, and ends the
   part. */
static PetscErrorCode StepPart(Participant p, ModelRun r, PetscReal part)
{
  Run *const      run     = ModelRunGet(r);
  const PetscReal started = run->s.t;
  PetscErrorCode  ierr;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < p->n; i++) coupled_load_read(&p->load[i], &p->precice, (double)part);
  control_leave_grid(&run->control, PETSC_TRUE);
  ierr = ModelRunStepTo(r, PetscMin(started + part, run->t_end));
  control_leave_grid(&run->control, PETSC_FALSE); /* also if the step has failed */
  PetscCall(ierr);
  for (PetscInt i = 0; i < p->n; i++) PetscCall(CoupledLoadWrite(&p->load[i], &p->precice, r));
  p->precice.advance((double)PetscMin(part, run->s.t - started));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Takes the next part of a window with explicit coupling: one of equal steps of at most -dt, so
   that the forces follow those that preCICE interpolates in the window; or the whole window if the
   step control chooses the steps.

   Input:
     rest  what is left of the window [s] */
static PetscErrorCode StepExplicitly(Participant p, ModelRun r, PetscReal rest)
{
  const Run *const run = ModelRunGet(r);
  const PetscReal  way = PetscMin(rest, run->t_end - run->s.t); /* a window may have no size */
  const PetscInt   n   = run->kind.chooses_steps ? 1 : steps_left(run, way);

  return StepPart(p, r, way / (PetscReal)n);
}

/* Tries one step as long as a window, and accepts it if the participants agree. */
static PetscErrorCode StepImplicitly(Participant p, ModelRun r, PetscReal window)
{
  const char *reason = "";
  PetscBool   ok;

  PetscFunctionBeginUser;
  PetscCall(ModelRunTry(r, window, &ok, &reason));
  if (!ok) PetscCall(ModelRunFail(r));
  for (PetscInt i = 0; i < p->n; i++) PetscCall(CoupledLoadWrite(&p->load[i], &p->precice, r));
  p->precice.advance((double)window);
  if (p->precice.requiresReadingCheckpoint()) ModelRunReject(r);
  else PetscCall(ModelRunAccept(r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Takes one of the steps of a window, with the forces at its end, and returns to the start of the
   window at its end if the participants do not agree.

   Input:
     rest  what is left of the window [s]
     n     number of steps in this rest */
static PetscErrorCode SubstepImplicitly(Participant p, ModelRun r, PetscReal rest, PetscInt n)
{
  Run *const     run = ModelRunGet(r);
  PetscBool      stop;
  PetscErrorCode ierr;

  PetscFunctionBeginUser;
  control_postpone(&run->control, PETSC_TRUE); /* these steps may be undone */
  ierr = StepPart(p, r, rest / (PetscReal)n);
  control_postpone(&run->control, PETSC_FALSE); /* also if the step has failed */
  PetscCall(ierr);
  if (p->precice.requiresReadingCheckpoint()) PetscCall(ModelRunRestoreState(r, &p->start));
  else if (n == 1) {
    PetscCall(RunPollInterrupt(run, &stop));
    PetscCall(RunStopIfAsked(run));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Takes the next step with implicit coupling. window: what is left of the window [s] */
static PetscErrorCode AdvanceImplicitly(Participant p, ModelRun r, PetscBool starts,
                                        PetscReal window)
{
  const PetscInt n = steps_left(ModelRunGet(r), window);

  PetscFunctionBeginUser;
  if (starts) p->divided = (PetscBool)(n > 1);
  if (!p->divided) {
    for (PetscInt i = 0; i < p->n; i++) coupled_load_read(&p->load[i], &p->precice, (double)window);
    PetscCall(StepImplicitly(p, r, window));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (starts) PetscCall(ModelRunSaveState(r, &p->start));
  PetscCall(SubstepImplicitly(p, r, window, n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Relative to the length of the run. The time is a sum of steps; the round-off of a sum of a
   million steps is 1e-10 of the run. No step of a run is as short as 1e-9 of it. */
static PetscReal round_off_of_time(const Run *run) { return 1e-9 * (run->t_end - run->t_start); }

/* Warns that the run ends before the coupling. window: length of the implicit window that -t_end
   cuts, which is left out [s]; 0 without one */
static PetscErrorCode WarnEnd(Participant p, const Run *run, PetscReal window)
{
  PetscFunctionBeginUser;
  PetscCall(WarnAllRanks(p->comm, (PetscBool)(window > 0),
                         "-t_end %.6g is inside of a time window, from %.6g to %.6g, whose steps "
                         "count only when the participants agree at its end: the run ends at t = "
                         "%.6g; give a -t_end at the end of a window",
                         (double)run->t_end, (double)run->s.t, (double)(run->s.t + window),
                         (double)run->s.t));
  PetscCall(WarnAllRanks(p->comm, PETSC_TRUE,
                         "-t_end %.6g ends this run before preCICE ends the coupling; the other "
                         "participants may fail",
                         (double)run->t_end));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Takes the steps until preCICE or the run ends. */
static PetscErrorCode StepTogether(Participant p, ModelRun r)
{
  const Run *run      = ModelRunGet(r);
  PetscBool  implicit = PETSC_FALSE;
  PetscReal  cut      = 0; /* length of a window beyond -t_end */

  PetscFunctionBeginUser;
  PetscCall(Start(p, r));
  while (p->precice.isCouplingOngoing() && run->s.t < run->t_end - round_off_of_time(run)) {
    const PetscBool starts = (PetscBool)(p->precice.requiresWritingCheckpoint() != 0);
    const PetscReal window = (PetscReal)p->precice.getMaxTimeStepSize();

    implicit = (PetscBool)(implicit || starts);
    if (starts && run->s.t + window > run->t_end + round_off_of_time(run)) cut = window;
    if (cut > 0) break;
    if (implicit) PetscCall(AdvanceImplicitly(p, r, starts, window));
    else PetscCall(StepExplicitly(p, r, window));
  }
  if (p->precice.isCouplingOngoing()) PetscCall(WarnEnd(p, run, cut));
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

/* ---- participant options --------------------------------------------------------------------- */

/* clang-format off */
const FsOptionDoc participant_options[] = {
  {"-precice", "<config.xml>",
   "couples the run with other programs by preCICE, version 3 (docs/coupling.md). The loads "
   "-load_<name>_given get their forces from it"},
  {"-precice_participant", "", "name of this run in the configuration; needed",
   FS_TEXT(ParticipantOptions, name)},
  {"-precice_library", "libprecice.so.3", "the library, if the system does not find it",
   FS_TEXT(ParticipantOptions, library)},
  {"-load_<name>_precice_mesh", "<name>", "mesh of preCICE that has the load's nodes",
   FS_TEXT(CoupledLoadOptions, mesh)},
  {"-load_<name>_precice_force", "Force",
   "data that give the force on each node [N]; none: the forces stay zero",
   FS_TEXT(CoupledLoadOptions, force)},
  {"-load_<name>_precice_displacement", "Displacement",
   "data that get the displacement of each node from the mesh [m]; or none",
   FS_TEXT(CoupledLoadOptions, written[LOAD_DISPLACEMENT])},
  {"-load_<name>_precice_velocity", "none", "data that get the velocity of each node [m/s]",
   FS_TEXT(CoupledLoadOptions, written[LOAD_VELOCITY])},
  {NULL, NULL, NULL}
};
/* clang-format on */

/* Reads the options of the load load->name. */
static PetscErrorCode ReadLoad(FsOptions o, CoupledLoadOptions *load)
{
  const char **const data[] = {&load->force, &load->written[LOAD_DISPLACEMENT],
                               &load->written[LOAD_VELOCITY]};

  PetscFunctionBeginUser;
  load->mesh = load->name;
  PetscCall(FsOptionsReadRows(o, participant_options, load->name, load));
  if (load->mesh == load->name) load->mesh = NULL;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(data); k++)
    if (!strcmp(*data[k], "none")) *data[k] = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds each load whose forces are given. */
static PetscErrorCode ReadLoads(FsOptions o, MPI_Comm comm, ParticipantOptions *options)
{
  PetscInt n;
  char   **names;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsNames(o, "-loads", &n, &names));
  PetscCall(PetscCalloc1(n, &options->load));
  for (PetscInt i = 0; i < n; i++) {
    CoupledLoadOptions *load  = &options->load[options->nloads];
    PetscBool           given = PETSC_FALSE;

    PetscCall(FsOptionsBool(o, FsOptionName(o, "-load_%s_given", names[i]), &given, NULL));
    if (!given) continue;
    load->number = i;
    PetscCall(PetscStrallocpy(names[i], &load->name));
    PetscCall(ReadLoad(o, load));
    options->nloads++;
  }
  PetscCall(PetscStrNArrayDestroy(n, &names));
  PetscCheck(options->nloads, comm, PETSC_ERR_USER_INPUT,
             "-precice: no load gets its forces from other programs; give -load_<name>_given true");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: rank 0 cannot read the configuration. */
static PetscErrorCode CheckConfiguration(MPI_Comm comm, const char config[])
{
  PetscMPIInt rank;
  FILE       *file = NULL;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0) file = fopen(config, "r");
  PetscCall(CheckAllRanks(comm, (PetscBool)(rank == 0 && !file),
                          "-precice %s: the file cannot be read", config));
  if (file) fclose(file);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReadParticipantOptions(FsOptions o, MPI_Comm comm, ParticipantOptions *options)
{
  const char *config = NULL;

  PetscFunctionBeginUser;
  *options = (ParticipantOptions){.nloads = 0};
  PetscCall(FsOptionsText(o, "-precice", &config, NULL));
  if (!config) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsOptionsReadRows(o, participant_options, NULL, options));
  PetscCheck(options->name, comm, PETSC_ERR_USER_INPUT,
             "-precice: give -precice_participant, the name of this run in %s", config);
  PetscCall(ReadLoads(o, comm, options));
  PetscCall(FsOptionsFindFile(o, config, options->config, sizeof options->config));
  PetscCall(CheckConfiguration(comm, options->config));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ParticipantOptionsDestroy(ParticipantOptions *options)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < options->nloads; i++) PetscCall(PetscFree(options->load[i].name));
  PetscCall(PetscFree(options->load));
  PetscFunctionReturn(PETSC_SUCCESS);
}
