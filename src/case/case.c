/* case.c: creates, runs and destroys a case. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "base/process.h"
#include "base/memory_escape.h"
#include "case_impl.h"
#include "case.h"
#include "input/formula/symbols.h"
#include "input/given/given_options.h"
#include "input/given/given_mesh.h"
#include "plugin/plugins.h"

static PetscBool petsc_is_ours = PETSC_FALSE,
                 mpi_is_ours   = PETSC_FALSE; /* FsCaseCreate has started them */

/* ---- calls ----------------------------------------------------------------------------------- */

const char *FsCaseGetMessage(FsCase c)
{
  const char *const refused = case_refusal();

  if (refused) return refused;
  return case_is_live(c) ? c->process.errors.message : case_gone;
}

int FsCaseGetStatus(PetscErrorCode ierr) { return ErrorExitStatus(ierr); }

PetscBool CaseMustAbort(FsCase c) { return c->process.errors.alone; }

/* ---- life ------------------------------------------------------------------------------------ */

/* Starts MPI and PETSc, unless the program has done so. */
static PetscErrorCode StartPetsc(void)
{
  char           name[] = "fsolve", skip[] = "-skip_petscrc";
  char          *words[] = {name, skip, NULL}, **arguments = words;
  int            nwords = 2, mpi;
  PetscBool      started;
  PetscErrorCode ierr = PetscInitialized(&started);

  if (ierr) return ierr;
  if (MPI_Finalized(&mpi) || mpi) return CaseRefuse("MPI has ended, and cannot start again");
  if (started) return PETSC_SUCCESS;
  if (MPI_Initialized(&mpi) || (!mpi && InitializeMpi(&nwords, &arguments))) return PETSC_ERR_MPI;
  mpi_is_ours = (PetscBool)!mpi;
  ierr        = PetscInitialize(&nwords, &arguments, NULL, NULL);
  if (!ierr) petsc_is_ours = PETSC_TRUE;
  return ierr;
}

PetscErrorCode CaseStart(void)
{
  PetscErrorCode ierr = CaseLock();

  if (ierr) return ierr;
  ierr = StartPetsc();
  if (ierr) case_unlock();
  return ierr;
}

static PetscErrorCode Finalize(void)
{
  PetscErrorCode ierr = PETSC_SUCCESS;
  int            ended;

  if (case_depth() > 1) return CaseRefuse("FsFinalize: a case is in the middle of a call");
  /* PETSc cannot end after MPI, which a program may have ended itself */
  if (petsc_is_ours && !case_process_ended()) ierr = PetscFinalize();
  if (mpi_is_ours && !MPI_Finalized(&ended) && !ended) MPI_Finalize();
  petsc_is_ours = mpi_is_ours = PETSC_FALSE;
  return ierr;
}

PetscErrorCode FsFinalize(void)
{
  PetscErrorCode ierr;

  if (case_is_forked()) return PETSC_SUCCESS; /* MPI and PETSc are those of the parent */
  ierr = CaseLock();
  if (ierr) return ierr;
  ierr = Finalize();
  case_unlock();
  return ierr;
}

static PetscErrorCode Empty(FsCase c)
{
  PetscFunctionBeginUser;
  PetscCall(CaseEmptyRun(c));
  PetscCall(CaseEmptyModel(c));
  PetscCall(FsOptionsDestroy(&c->o));
  PetscCall(CaseFunctionsDestroy(c, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Frees what the process must not have any more when it is done. */
static PetscErrorCode EmptyInProcess(FsCase c) { CASE_CALL(c, Empty(c)); }

static PetscErrorCode Destroy(FsCase *c)
{
  PetscFunctionBeginUser;
  PetscCall(EmptyInProcess(*c));
  case_unregister(*c);
  for (FsCaseState s = (*c)->states; s; s = s->previous) s->c = NULL; /* the caller has them */
  free((*c)->given.bytes);
  if (!(*c)->of_program) {
    FsOptionListDestroy(&(*c)->supplied);
    PetscCall(PetscOptionsDestroy(&(*c)->process.options));
    if (!(*c)->borrows_comm) PetscCallMPI(MPI_Comm_free(&(*c)->comm));
  }
  if ((*c)->freed) (*c)->freed((*c)->freed_context);
  PetscCall(PetscFree(*c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Destroys the cases on the processes of comm that all of them have abandoned. */
static PetscErrorCode DestroyAbandoned(MPI_Comm comm)
{
  PetscMPIInt n;
  FsCase     *cases;

  PetscFunctionBeginUser;
  PetscCall(CaseListAbandoned(comm, &n, &cases));
  for (PetscMPIInt k = 0; k < n; k++) PetscCall(Destroy(&cases[k]));
  PetscCall(PetscFree(cases));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create(MPI_Comm comm, FsCase *c)
{
  if (comm == MPI_COMM_NULL) return CaseRefuse("FsCaseCreate: the communicator is MPI_COMM_NULL");
  PetscFunctionBeginUser;
  PetscCall(DestroyAbandoned(comm));
  PetscCall(PetscNew(c));
  PetscCall(CaseRegister(*c));
  PetscCallMPI(MPI_Comm_dup(comm, &(*c)->comm));
  (*c)->given = (OptionListBuilder){.message = (*c)->wrong, .size = sizeof(*c)->wrong};
  (*c)->process.errors.comm = (*c)->comm;
  PetscCall(PetscOptionsCreate(&(*c)->process.options));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseCreate(MPI_Comm comm, FsCase *c)
{
  PetscErrorCode ierr;

  CASE_NEEDS(c);
  *c   = NULL;
  ierr = CaseStart();
  if (ierr) return ierr;
  ierr = Create(comm, c);
  case_unlock();
  return ierr;
}

PetscErrorCode FsCaseCreateFortran(int comm, FsCase *c)
{
  return FsCaseCreate(comm == FS_WORLD ? MPI_COMM_WORLD : MPI_Comm_f2c((MPI_Fint)comm), c);
}

PetscErrorCode CaseCreateInGroup(MPI_Comm group, FsOptionList                   list,
                                 PetscBool (*skips)(const char name[]), FsCase *c)
{
  int bad;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(c));
  PetscCall(CaseRegister(*c));
  (*c)->comm         = group;
  (*c)->borrows_comm = PETSC_TRUE;
  (*c)->given        = (OptionListBuilder){.message = (*c)->wrong, .size = sizeof(*c)->wrong};
  (*c)->process.errors.comm = group;
  PetscCall(PetscOptionsCreate(&(*c)->process.options));
  bad = case_rank(*c) ? 0 : OptionListAddList(&(*c)->given, list, skips);
  PetscCheck(!bad, PETSC_COMM_SELF, PETSC_ERR_MEM, "%s", (*c)->wrong);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CaseCreateFromList(MPI_Comm comm, FsOptionList supplied, FsCase *c)
{
  PetscFunctionBeginUser;
  PetscCall(PetscNew(c));
  PetscCall(CaseRegister(*c));
  (*c)->comm                  = comm;
  (*c)->of_program            = PETSC_TRUE;
  (*c)->supplied              = supplied;
  (*c)->process.errors.comm   = comm;
  (*c)->process.errors.prints = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Refuses to free a case that cannot be used, or is in use. */
static PetscErrorCode DestroyIfIdle(FsCase *c)
{
  PetscErrorCode ierr = CaseEnter(*c);

  if (!ierr) ierr = CaseLeave(*c, PETSC_SUCCESS);
  if (ierr) return ierr;
  if ((*c)->monitored) return CaseRefuse("FsCaseDestroy: the monitor of this case is running");
  return Destroy(c);
}

PetscErrorCode FsCaseDestroy(FsCase *c)
{
  PetscErrorCode ierr;

  if (!c || !*c) return PETSC_SUCCESS;
  if (case_is_forked()) { /* its files are those of the parent */
    *c = NULL;
    return PETSC_SUCCESS;
  }
  ierr = CaseLock();
  if (ierr) return ierr;
  ierr = DestroyIfIdle(c);
  case_unlock();
  return ierr;
}

static PetscErrorCode Abandon(FsCase *c, void (*freed)(void *), void *context)
{
  PetscMPIInt size;

  if (!case_is_live(*c)) return CaseRefuse(case_gone);
  PetscFunctionBeginUser;
  if (case_process_ended()) {
    *c = NULL;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  (*c)->abandoned     = PETSC_TRUE;
  (*c)->freed         = freed;
  (*c)->freed_context = context;
  PetscCallMPI(MPI_Comm_size((*c)->comm, &size));
  if (size == 1) PetscCall(DestroyIfIdle(c));
  *c = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseAbandon(FsCase *c, void (*freed)(void *), void *context)
{
  PetscErrorCode ierr;

  if (!c || !*c) return PETSC_SUCCESS;
  if (case_is_forked()) *c = NULL;
  if (!*c || CaseLock()) return PETSC_SUCCESS;
  ierr = Abandon(c, freed, context);
  case_unlock();
  return ierr;
}

/* ---- set-up ---------------------------------------------------------------------------------- */

/* Sends the options of rank 0 to all ranks, and those for solvers to the case's database. */
static PetscErrorCode ShareOptions(FsCase c)
{
  const PetscBool   first = (PetscBool)(case_rank(c) == 0);
  OptionListBuilder copy = {.message = c->wrong, .size = sizeof c->wrong}; /* that the list takes */
  const char       *of_program;
  int               bad = first && OptionListCopy(&c->given, &copy);

  PetscFunctionBeginUser;
  bad = OptionListShare(c->comm, first ? &copy : NULL, bad, &c->supplied);
  free(copy.bytes);
  PetscCall(CheckAllRanks(c->comm, (PetscBool)(bad && first), "%s", c->wrong));
  PetscCall(OptionListToDatabase(c->supplied, c->process.options, &of_program));
  PetscCheck(!of_program, c->comm, PETSC_ERR_USER_INPUT,
             "%s acts on the whole program, not on a case; give it to PetscInitialize", of_program);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp(FsCase c)
{
  const ModelAnalysis *model;
  ParticipantOptions   participant;
  PetscBool            keep = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(CaseCheckBeforeSetUp(c, "FsCaseSetUp"));
  c->phase = CASE_FAILED; /* until the set-up succeeds */
  if (!c->of_program) PetscCall(ShareOptions(c));
  PetscCall(FsOptionsCreateFromList(c->comm, c->supplied, &c->o));
  if (c->has_mesh) OptionsGiveMesh(c->o, &c->mesh);
  PetscCall(CaseFunctionsGive(c));
  PetscCall(PluginsFromOptions(c->o, c->comm)); /* -help and models have what they add */
  PetscCall(CaseDocumentOptions(c->o));
  PetscCall(TablesFromOptions(c->o));
  PetscCall(AnalysisFromOptions(c->o, &c->analysis));
  PetscCall(FsOptionsBool(c->o, "-keep_denormals", &keep, NULL));
  if (!keep) ProcessFlushDenormals(&c->process);
  PetscCall(AnalysisListForeign(c->analysis, &c->foreign));
  model = c->analysis->model;
  if (c->analysis->choose) PetscCall(c->analysis->choose(c->o, &model));
  PetscCall(ReadParticipantOptions(c->o, c->comm, &participant));
  PetscCall(ParticipantCreate(c->comm, &participant, &c->participant));
  PetscCall(ParticipantOptionsDestroy(&participant));
  PetscCheck(!c->participant || c->analysis == &transient_analysis, c->comm, PETSC_ERR_USER_INPUT,
             "-precice: only -analysis transient can be coupled, not %s", c->analysis->name);
  c->kept.remembers = (PetscBool)(!c->of_program && !c->borrows_comm);
  case_choose_model(c);
  if (model) PetscCall(ModelRunSetUp(model, c->foreign, c->o, c->comm, &c->kept, &c->run));
  PetscCall(CaseSettleModel(c));
  if (c->run) control_set_watch(&ModelRunGet(c->run)->control, c->watch);
  c->phase     = CASE_READY;
  c->is_set_up = PETSC_TRUE;
  case_prove_given(c);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Raises an error if the reader of meshes, which has no error codes, runs out of memory. */
static PetscErrorCode SetUpOrEscape(FsCase c)
{
  const int handlers = error_handlers();
  jmp_buf here, *const before = memory_escape_set(&here);
  PetscErrorCode ierr;

  PetscFunctionBeginUser;
  if (setjmp(here)) {
    (void)memory_escape_set(before);
    PetscCall(ErrorHandlersDrop(handlers));
    SETERRQ(PETSC_COMM_SELF, PETSC_ERR_MEM, "%s", error_out_of_memory);
  }
  ierr = SetUp(c);
  (void)memory_escape_set(before);
  PetscCall(ierr);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseSetUp(FsCase c) { CASE_COMPUTE(c, SetUpOrEscape(c)); }

/* ---- the run --------------------------------------------------------------------------------- */

static const char in_monitor[] = "a monitor can only look at the case; call it between steps";

static PetscErrorCode RunAll(FsCase c)
{
  PetscFunctionBeginUser;
  PetscCheck(!c->monitored, c->comm, PETSC_ERR_USER_INPUT, "FsCaseRun: %s", in_monitor);
  PetscCheck(c->phase < CASE_ENDED, c->comm, PETSC_ERR_USER_INPUT,
             "FsCaseRun: this case has ended or failed; return to a state of it "
             "(FsCaseRestoreState), or create another case");
  if (c->phase == CASE_OPTIONS) {
    PetscCall(SetUpOrEscape(c));
    PetscCall(CaseCheckGivers(c));
  }
  c->phase = CASE_FAILED;
  if (c->participant) PetscCall(ParticipantRun(c->participant, c->run));
  else if (c->run) PetscCall(ModelRunFinish(c->run));
  else PetscCall(c->analysis->run(c->o, c->comm));
  c->phase = CASE_ENDED;
  if (c->run && ModelRunGet(c->run)->control.halted) {
    if (ModelRunIsByTime(c->run)) c->phase = CASE_READY;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(FsOptionsWarnUnread(c->o));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseRun(FsCase c) { CASE_COMPUTE(c, RunAll(c)); }

void case_go_on(FsCase c)
{
  if (c->phase < CASE_ENDED || !c->run || !ModelRunCanReopen(c->run)) return;
  ModelRunReopen(c->run);
  c->phase = CASE_READY;
}

PetscErrorCode CaseCheckReady(FsCase c, const char function[])
{
  PetscFunctionBeginUser;
  PetscCheck(!c->monitored, c->comm, PETSC_ERR_USER_INPUT, "%s: %s", function, in_monitor);
  PetscCheck(c->phase != CASE_OPTIONS, c->comm, PETSC_ERR_USER_INPUT,
             "%s: the case is not set up; call FsCaseSetUp first", function);
  case_go_on(c);
  PetscCheck(c->phase == CASE_READY, c->comm, PETSC_ERR_USER_INPUT,
             "%s: this case has ended or failed, and only results in memory (-output none) can "
             "continue; create another case",
             function);
  PetscCheck(!c->participant, c->comm, PETSC_ERR_USER_INPUT,
             "%s: -precice decides about the steps; call FsCaseRun", function);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Each addition of a step rounds by at most half a unit in the last place of the times. */
PetscReal case_end_within_round_off(const Run *run, PetscReal t)
{
  const PetscReal additions = 1e6; /* that a loop over the steps may have made */
  const PetscReal largest   = PetscMax(PetscAbsReal(run->t_start), PetscAbsReal(run->t_end));

  return t > run->t_end && t - run->t_end <= additions * PETSC_MACHINE_EPSILON / 2 * largest
           ? run->t_end
           : t;
}

static PetscErrorCode StepTo(FsCase c, PetscReal t)
{
  /* Relative to the whole run: the round-off of a sum of steps, which a program makes by itself. A
     time that is earlier by more is a step back. tests/case/callbacks.c has a step back. */
  const PetscReal round_off = 1e-9;
  Run            *run       = NULL;

  PetscFunctionBeginUser;
  PetscCall(CaseCheckSame(c, "FsCaseStepTo", "c", c, sizeof t, &t));
  PetscCall(CaseCheckReady(c, "FsCaseStepTo"));
  PetscCheck(c->run && ModelRunIsByTime(c->run), c->comm, PETSC_ERR_USER_INPUT,
             "FsCaseStepTo: -analysis %s has no steps in time; call FsCaseRun", c->analysis->name);
  run = ModelRunGet(c->run);
  t   = case_end_within_round_off(run, t);
  PetscCheck(t >= run->s.t - round_off * (run->t_end - run->t_start) && t <= run->t_end, c->comm,
             PETSC_ERR_USER_INPUT,
             "FsCaseStepTo: t = %.17g is not between the present time %.17g and -t_end %.17g",
             (double)t, (double)run->s.t, (double)run->t_end);
  c->phase = CASE_FAILED; /* until the steps succeed */
  PetscCall(ModelRunStepTo(c->run, t));
  c->phase = CASE_READY;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseStepTo(FsCase c, PetscReal t) { CASE_COMPUTE(c, StepTo(c, t)); }

PetscErrorCode CaseRunOf(FsCase c, const char function[], Run **run)
{
  PetscFunctionBeginUser;
  PetscCheck(c->is_set_up && c->run, c->comm, PETSC_ERR_USER_INPUT,
             "%s: the case is not set up (call FsCaseSetUp), or has no model", function);
  *run = ModelRunGet(c->run);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GetTime(FsCase c, PetscReal *t)
{
  Run *run = NULL;

  PetscFunctionBeginUser;
  PetscCall(CaseRunOf(c, "FsCaseGetTime", &run));
  *t = run->s.t;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseGetTime(FsCase c, PetscReal *t)
{
  CASE_NEEDS(t);
  CASE_CALL(c, GetTime(c, t));
}
