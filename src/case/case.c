/* case.c: creates, runs and destroys a case. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "base/launcher.h"
#include "case_impl.h"
#include "case_options.h"
#include "input/formula/symbols.h"

static PetscBool petsc_is_ours = PETSC_FALSE,
                 mpi_is_ours   = PETSC_FALSE; /* FsCaseCreate has started them */

/* ---- calls ----------------------------------------------------------------------------------- */

/* Input error: options are given, or the set-up is done, after the set-up. */
static PetscErrorCode CheckBeforeSetUp(FsCase c, const char function[])
{
  PetscFunctionBeginUser;
  PetscCheck(c->phase == CASE_OPTIONS, c->comm, PETSC_ERR_USER_INPUT,
             "%s: the set-up of this case is done; create another case", function);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const char *FsCaseGetMessage(FsCase c)
{
  return c ? c->process.errors.message : "there is no case: it was not created, or is destroyed";
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

  if (ierr || started) return ierr;
  if (MPI_Initialized(&mpi) || (!mpi && InitializeMpi(&nwords, &arguments))) return PETSC_ERR_MPI;
  mpi_is_ours = (PetscBool)!mpi;
  ierr        = PetscInitialize(&nwords, &arguments, NULL, NULL);
  if (!ierr) petsc_is_ours = PETSC_TRUE;
  return ierr;
}

PetscErrorCode FsFinalize(void)
{
  PetscErrorCode ierr = petsc_is_ours ? PetscFinalize() : PETSC_SUCCESS;

  if (mpi_is_ours) MPI_Finalize();
  petsc_is_ours = mpi_is_ours = PETSC_FALSE;
  return ierr;
}

PetscErrorCode FsCaseCreate(MPI_Comm comm, FsCase *c)
{
  PetscErrorCode ierr = StartPetsc();

  *c = NULL;
  if (ierr) return ierr;
  PetscFunctionBeginUser;
  PetscCall(PetscNew(c));
  PetscCallMPI(MPI_Comm_dup(comm, &(*c)->comm));
  (*c)->given = (OptionListBuilder){.message = (*c)->wrong, .size = sizeof(*c)->wrong};
  (*c)->process.errors.comm = (*c)->comm;
  PetscCall(PetscOptionsCreate(&(*c)->process.options));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseCreateFortran(int comm, FsCase *c)
{
  return FsCaseCreate(comm == FS_WORLD ? MPI_COMM_WORLD : MPI_Comm_f2c((MPI_Fint)comm), c);
}

PetscErrorCode CaseCreateFromList(MPI_Comm comm, FsOptionList supplied, FsCase *c)
{
  PetscFunctionBeginUser;
  PetscCall(PetscNew(c));
  (*c)->comm                  = comm;
  (*c)->of_program            = PETSC_TRUE;
  (*c)->supplied              = supplied;
  (*c)->process.errors.comm   = comm;
  (*c)->process.errors.prints = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Empty(FsCase c)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree2(c->matrix.node, c->matrix.component));
  PetscCall(PetscFree(c->matrix.start));
  PetscCall(PetscFree2(c->matrix.column, c->matrix.value));
  PetscCall(ModelRunDestroy(&c->run));
  PetscCall(FsOptionsDestroy(&c->o));
  PetscCall(PetscFree(c->foreign));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Frees what the process must not have any more when it is done. */
static PetscErrorCode EmptyInProcess(FsCase c) { CASE_CALL(c, Empty(c)); }

PetscErrorCode FsCaseDestroy(FsCase *c)
{
  PetscFunctionBeginUser;
  if (!*c) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(EmptyInProcess(*c));
  for (FsCaseState s = (*c)->states; s; s = s->previous) s->c = NULL; /* the caller has them */
  free((*c)->given.bytes);
  if (!(*c)->of_program) {
    FsOptionListDestroy(&(*c)->supplied);
    PetscCall(PetscOptionsDestroy(&(*c)->process.options));
    PetscCallMPI(MPI_Comm_free(&(*c)->comm));
  }
  PetscCall(PetscFree(*c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseSetPrinter(FsCase c, FsCasePrinter print, void *context)
{
  if (!c) return PETSC_ERR_ARG_NULL;
  c->process.printing.print   = print;
  c->process.printing.context = context;
  return PETSC_SUCCESS;
}

/* ---- options --------------------------------------------------------------------------------- */

/* Raises the input error of an option that was given on rank 0. */
static PetscErrorCode CheckGiven(FsCase c, const char function[], int bad)
{
  PetscFunctionBeginUser;
  PetscCall(CheckAllRanks(c->comm, (PetscBool)(bad != 0), "%s: %s", function, c->wrong));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscMPIInt rank_of(FsCase c)
{
  PetscMPIInt rank;

  MPI_Comm_rank(c->comm, &rank);
  return rank;
}

static PetscErrorCode SetOption(FsCase c, const char name[], const char value[], const char place[])
{
  int bad = 0;

  PetscFunctionBeginUser;
  PetscCall(CheckBeforeSetUp(c, "FsCaseSetOption"));
  if (rank_of(c) == 0 && !(name && option_is_name(name)))
    bad = OptionListError(&c->given, "'%.100s' is no name of an option; it starts with a dash",
                          name ? name : "");
  else if (rank_of(c) == 0) bad = OptionListAdd(&c->given, name, value, place);
  PetscCall(CheckGiven(c, "FsCaseSetOption", bad));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseSetOption(FsCase c, const char name[], const char value[])
{
  CASE_CALL(c, SetOption(c, name, value, ""));
}

PetscErrorCode FsCaseSetOptionFrom(FsCase c, const char name[], const char value[],
                                   const char place[])
{
  CASE_CALL(c, SetOption(c, name, value, place ? place : ""));
}

static PetscErrorCode SetOptionsText(FsCase c, const char text[])
{
  int bad = 0;

  PetscFunctionBeginUser;
  PetscCall(CheckBeforeSetUp(c, "FsCaseSetOptionsText"));
  if (rank_of(c) == 0) bad = OptionListAddText(&c->given, text ? text : "", "text");
  PetscCall(CheckGiven(c, "FsCaseSetOptionsText", bad));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseSetOptionsText(FsCase c, const char text[])
{
  CASE_CALL(c, SetOptionsText(c, text));
}

PetscErrorCode FsCaseSetOptionsFile(FsCase c, const char path[])
{
  return FsCaseSetOption(c, OPTION_FILE_NAME, path);
}

/* ---- set-up ---------------------------------------------------------------------------------- */

/* Sends the options of rank 0 to all ranks, and those for solvers to the case's database. */
static PetscErrorCode ShareOptions(FsCase c)
{
  const PetscBool first = (PetscBool)(rank_of(c) == 0);
  const char     *of_program;
  int             bad = OptionListShare(c->comm, first ? &c->given : NULL, 0, &c->supplied);

  PetscFunctionBeginUser;
  PetscCall(CheckAllRanks(c->comm, (PetscBool)(bad && first), "%s", c->wrong));
  PetscCall(OptionListToDatabase(c->supplied, c->process.options, &of_program));
  PetscCheck(!of_program, c->comm, PETSC_ERR_USER_INPUT,
             "%s acts on the whole program, not on a case; give it to PetscInitialize", of_program);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp(FsCase c)
{
  const ModelAnalysis *model;
  PetscBool            keep = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(CheckBeforeSetUp(c, "FsCaseSetUp"));
  c->phase = CASE_ENDED; /* until the set-up succeeds */
  if (!c->of_program) PetscCall(ShareOptions(c));
  PetscCall(FsOptionsCreateFromList(c->comm, c->supplied, &c->o));
  PetscCall(CaseDocumentOptions(c->o));
  PetscCall(TablesFromOptions(c->o));
  PetscCall(AnalysisFromOptions(c->o, &c->analysis));
  PetscCall(FsOptionsBool(c->o, "-keep_denormals", &keep, NULL));
  if (!keep) ProcessFlushDenormals(&c->process);
  PetscCall(AnalysisListForeign(c->analysis, &c->foreign));
  model = c->analysis->model;
  if (c->analysis->choose) PetscCall(c->analysis->choose(c->o, &model));
  if (model) PetscCall(ModelRunSetUp(model, c->foreign, c->o, c->comm, &c->run));
  c->phase = CASE_READY;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseSetUp(FsCase c) { CASE_CALL(c, SetUp(c)); }

/* ---- the run --------------------------------------------------------------------------------- */

static PetscErrorCode RunAll(FsCase c)
{
  PetscFunctionBeginUser;
  PetscCheck(c->phase != CASE_ENDED, c->comm, PETSC_ERR_USER_INPUT,
             "FsCaseRun: this case has ended or failed; create another one");
  if (c->phase == CASE_OPTIONS) PetscCall(SetUp(c));
  c->phase = CASE_ENDED;
  if (c->run) PetscCall(ModelRunFinish(c->run));
  else PetscCall(c->analysis->run(c->o, c->comm));
  PetscCall(FsOptionsWarnUnread(c->o));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseRun(FsCase c) { CASE_CALL(c, RunAll(c)); }

PetscErrorCode CaseCheckReady(FsCase c, const char function[])
{
  PetscFunctionBeginUser;
  PetscCheck(c->phase != CASE_OPTIONS, c->comm, PETSC_ERR_USER_INPUT,
             "%s: the case is not set up; call FsCaseSetUp first", function);
  PetscCheck(c->phase == CASE_READY, c->comm, PETSC_ERR_USER_INPUT,
             "%s: this case has ended or failed; create another one", function);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode StepTo(FsCase c, PetscReal t)
{
  const PetscReal round_off = 1e-9; /* of the whole run */
  Run            *run       = NULL;

  PetscFunctionBeginUser;
  PetscCall(CaseCheckReady(c, "FsCaseStepTo"));
  PetscCheck(c->run && ModelRunIsByTime(c->run), c->comm, PETSC_ERR_USER_INPUT,
             "FsCaseStepTo: -analysis %s has no steps in time; call FsCaseRun", c->analysis->name);
  run = ModelRunGet(c->run);
  PetscCheck(t >= run->s.t - round_off * (run->t_end - run->t_start) && t <= run->t_end, c->comm,
             PETSC_ERR_USER_INPUT,
             "FsCaseStepTo: t = %.17g is not between the present time %.17g and -t_end %.17g",
             (double)t, (double)run->s.t, (double)run->t_end);
  c->phase = CASE_ENDED; /* until the steps succeed */
  PetscCall(ModelRunStepTo(c->run, t));
  c->phase = CASE_READY;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseStepTo(FsCase c, PetscReal t) { CASE_CALL(c, StepTo(c, t)); }

PetscErrorCode CaseRunOf(FsCase c, const char function[], Run **run)
{
  PetscFunctionBeginUser;
  PetscCheck(c->run, c->comm, PETSC_ERR_USER_INPUT,
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

PetscErrorCode FsCaseGetTime(FsCase c, PetscReal *t) { CASE_CALL(c, GetTime(c, t)); }
