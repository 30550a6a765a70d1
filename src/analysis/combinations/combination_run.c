/* combination_run.c: computes the equilibria under all combinations of load cases.

   A linear model is solved for its load cases, with one factorization, and a combination is the sum
   of their displacements. In a nonlinear model each combination is an equilibrium of its own, to
   which load steps lead from the state without actions. The time t of a state is the number of the
   combination (model/combinations/combinations.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/analysis.h"
#include "combination_run.h"
#include "analysis/analysis_options.h"
#include "analysis/run/loads/load_steps.h"
#include "analysis/run/model_analysis.h"
#include "analysis/run/start/stable_equilibrium.h"
#include "assembly/constraints/joint_checks.h"
#include "base/error.h"
#include "model/combinations/combinations.h"
#include <math.h>
#include <string.h>
#include <strings.h>

typedef struct {
  StaticStability stability;
  PetscInt        nparts;   /* number of entries of part */
  MemoryArchive   unloaded; /* the state at t = 0, from which a nonlinear model is loaded */
  /* [ncases + 1][2] displacements, and multipliers of joints, of a linear model at t = 0, -1, ...;
     NULL for a load case that no combination has. The array is NULL in nonlinear models */
  Vec (*part)[2];
} CombinationRun;

/* Writes to a or reads from a the state of a run, and what its elements remember. */
static PetscErrorCode ArchiveUnloaded(Run *run, FsArchive a)
{
  PetscFunctionBeginUser;
  PetscCall(FsArchiveState(a, "state", &run->s));
  PetscCall(AssemblyArchive(AssemblyOf(run->sys), a));
  PetscCall(FsArchiveRedundancy(a, run->sys));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: a formula of t is no factor of a load case, so that t would be the number of the
   combination in it. */
static PetscErrorCode CheckTimes(Run *run)
{
  static const char *const factors[] = {"_time", "_temperature", "_temperature_gradient_y",
                                        "_temperature_gradient_z"};
  LoadSteps                loads;

  PetscFunctionBeginUser;
  PetscCheck(!run->model->spin.active, run->comm, PETSC_ERR_USER_INPUT,
             "-spin is no action of load cases; choose one combination by -combination <name>");
  PetscCall(LoadStepsCreate(run->model, 0, 1, &loads));
  for (size_t k = 0; k < (size_t)loads.watches.n; k++) {
    const char  *option = ExpressionOption(loads.watches.at[k].watch.formula);
    const size_t length = strlen(option);
    PetscBool    known =
      (PetscBool)(!strncmp(option, "-support_", 9) || !strncmp(option, "-base_acceleration_", 19));

    for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(factors); i++)
      if (length > strlen(factors[i]) && !strcmp(option + length - strlen(factors[i]), factors[i]))
        known = PETSC_TRUE;
    PetscCheck(known, run->comm, PETSC_ERR_USER_INPUT,
               "%s is a formula of t, but combinations have no time; remove t, or choose one of "
               "them by -combination <name>",
               option);
  }
  PetscCall(LoadStepsDestroy(&loads));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the equilibrium at time t from run->s. what, name: say in a message what acts. */
static PetscErrorCode FindEquilibrium(Run *run, CombinationRun *x, PetscReal t, PetscBool count,
                                      const char what[], const char name[])
{
  CaughtError caught;

  PetscFunctionBeginUser;
  run->s.t = t;
  PetscCall(CatchErrorsBegin(&caught));
  (void)StaticStabilityStart(&x->stability, run, run->stage, count, NULL);
  PetscCall(CatchErrorsEnd());
  PetscCheck(!caught.code, CaughtErrorComm(&caught, run->comm), caught.code, "%s '%s': %s", what,
             name, caught.text);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- linear models --------------------------------------------------------------------------- */

/* Returns whether a combination has a load case. */
static PetscBool is_used(const struct _n_Combinations *c, PetscInt load_case)
{
  for (PetscInt k = 0; k < c->list.n; k++)
    if (c->list.factor[k * c->ncases + load_case] != 0) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Copies displacements and multipliers of run->s to x->part[k]. */
static PetscErrorCode KeepPart(Run *run, CombinationRun *x, PetscInt k)
{
  const Vec from[2] = {run->s.q, run->s.a};

  PetscFunctionBeginUser;
  for (int i = 0; i < 2; i++) {
    PetscCall(VecDuplicate(from[i], &x->part[k][i]));
    PetscCall(VecCopy(from[i], x->part[k][i]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves for each load case less the state at t = 0. The first solve counts unstable directions,
   which are the same for all. */
static PetscErrorCode SolveLoadCases(Run *run, CombinationRun *x)
{
  const struct _n_Combinations *c       = run->model->combinations;
  PetscBool                     counted = (PetscBool)(x->stability.options.count == COUNT_NONE);

  PetscFunctionBeginUser;
  x->nparts = c->ncases + 1;
  PetscCall(PetscCalloc1(x->nparts, &x->part));
  PetscCall(KeepPart(run, x, 0));
  for (PetscInt k = 0; k < c->ncases; k++) {
    if (!is_used(c, k)) continue;
    PetscCall(FindEquilibrium(run, x, -(PetscReal)(k + 1), (PetscBool)!counted, "load case",
                              c->case_name[k]));
    counted = PETSC_TRUE;
    PetscCall(KeepPart(run, x, k + 1));
    for (int i = 0; i < 2; i++) PetscCall(VecAXPY(x->part[k + 1][i], -1, x->part[0][i]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sums the load cases of combination k to run->s. */
static PetscErrorCode Superpose(Run *run, const CombinationRun *x, PetscInt k)
{
  const struct _n_Combinations *c     = run->model->combinations;
  const Vec                     to[2] = {run->s.q, run->s.a};

  PetscFunctionBeginUser;
  for (int i = 0; i < 2; i++) {
    PetscCall(VecCopy(x->part[0][i], to[i]));
    for (PetscInt l = 0; l < c->ncases; l++)
      if (c->list.factor[k * c->ncases + l] != 0)
        PetscCall(VecAXPY(to[i], c->list.factor[k * c->ncases + l], x->part[l + 1][i]));
  }
  run->s.t = (PetscReal)(k + 1);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- combinations ---------------------------------------------------------------------------- */

/* Changes run->s to the equilibrium under combination k, which is counted from 0. */
static PetscErrorCode Combine(Run *run, CombinationRun *x, PetscInt k)
{
  PetscFunctionBeginUser;
  if (x->part) PetscCall(Superpose(run, x, k));
  else {
    struct _n_FsArchive a = MemoryArchiveRead(&x->unloaded, run->model);

    PetscCall(ArchiveUnloaded(run, &a));
    PetscCall(FindEquilibrium(run, x, (PetscReal)(k + 1),
                              (PetscBool)(x->stability.options.count != COUNT_NONE), "combination",
                              run->model->combinations->list.name[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the state at t = 0. Initial displacements are no equilibrium, but a guess for structures
   without initial stiffness: each combination starts from them. */
static PetscErrorCode FindUnloaded(Run *run, CombinationRun *x)
{
  struct _n_FsArchive a = MemoryArchiveWrite(&x->unloaded, run->model);

  PetscFunctionBeginUser;
  if (run->sys->traits.linear || !has_initial_displacement(run->model))
    PetscCall(FindEquilibrium(run, x, 0, PETSC_FALSE, "the state", "without loads"));
  if (!run->sys->traits.linear) PetscCall(ArchiveUnloaded(run, &a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Each combination starts from the state at t = 0, so that only the warnings depend on earlier
   ones. */
static PetscErrorCode Archive_Combinations(void *context, FsArchive a)
{
  StaticStability *stability = &((CombinationRun *)context)->stability;

  PetscFunctionBeginUser;
  PetscCall(FsArchiveInt(a, "nunstable", &stability->nunstable));
  PetscCall(FsArchiveInt(a, "most", &stability->most));
  PetscCall(FsArchiveReals(a, "first", 1, &stability->first));
  PetscCall(FsArchiveReals(a, "last", 1, &stability->last));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_Combinations(FsOptions o, MPI_Comm comm, Run *run, void *data)
{
  CombinationRun *x    = data;
  const RunKind   kind = {
      .without_mass      = PETSC_TRUE,
      .dt                = 1,
      .friction_may_slip = PETSC_TRUE,
      .forces_alone      = PETSC_TRUE,
      .combinations      = PETSC_TRUE,
      .load_time         = "1",
      .loading           = FsLoadingOfEquilibrium(1),
      .output            = {.combinations = PETSC_TRUE, .solves = 1},
      .archive           = Archive_Combinations,
      .context           = x
  };
  StabilityOptions stability;

  PetscFunctionBeginUser;
  PetscCall(ReadStabilityOptions(o, &stability));
  run->t_start = run->t_end = 1;
  PetscCall(StaticStabilityCreate(&stability, &x->stability));
  PetscCall(RunCreate(o, comm, &kind, run));
  run->t_end = (PetscReal)run->model->combinations->list.n;
  PetscCall(VecZeroEntries(run->s.v));
  PetscCall(VecZeroEntries(run->s.a));
  PetscCall(CheckTimes(run));
  PetscCall(RunAssemble(run));
  PetscCall(JointsCheckLaws(AssemblyOf(run->sys), &run->s));
  PetscCall(FindUnloaded(run, x));
  if (run->sys->traits.linear) PetscCall(SolveLoadCases(run, x));
  if (!run->control.interrupt.given.restart_path[0]) PetscCall(Combine(run, x, 0));
  PetscCall(FsOptionsIgnore(o, static_options, run->ignored, sizeof run->ignored));
  PetscCall(RunIgnoreMotionOptions(run));
  PetscCall(RunFinishSetUp(run));
  PetscCall(RunRestore(run));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes the names and the factors of the combinations to the output. */
static PetscErrorCode WriteNames(Run *run)
{
  const struct _n_Combinations *c   = run->model->combinations;
  const Output                  out = run->recording.output;

  PetscFunctionBeginUser;
  PetscCall(FileRemove(OutputGetFile(out), "/combinations"));
  PetscCall(OutputTable(out, "/combinations", "factor", c->list.n, c->ncases, c->list.factor));
  PetscCall(
    OutputStrings(out, "/combinations", "name", c->list.n, (const char *const *)c->list.name));
  PetscCall(
    OutputStrings(out, "/combinations", "load_case", c->ncases, (const char *const *)c->case_name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Steps_Combinations(Run *run, void *data, FsStepInfo *info)
{
  PetscBool stop = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(WriteNames(run));
  while (!stop && run->s.t < run->control.t_stop - 0.5) {
    *info = (FsStepInfo){.dt = 1, .solve.ok = PETSC_TRUE};
    PetscCall(Combine(run, data, (PetscInt)rint(run->s.t)));
    run->step++;
    PetscCall(RunRecord(run, info));
    PetscCall(RunPollInterrupt(run, &stop));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Announce_Combinations(const Run *run, const void *data)
{
  const Layout                 *l = &run->model->layout;
  const struct _n_Combinations *c = run->model->combinations;

  PetscFunctionBeginUser;
  (void)data;
  PetscCall(PetscPrintf(run->comm,
                        "static: %" PetscInt_FMT " combinations of %" PetscInt_FMT
                        " load cases, %s, %" PetscInt_FMT " dofs, %s\n",
                        c->list.n, c->ncases,
                        run->sys->traits.linear
                          ? "superposed with one factorization because the model is linear"
                          : "each from the unloaded state because the model is nonlinear",
                        l->nfree - l->nmultipliers, FsStageSolverName(run->stage)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Check_Combinations(const Run *run, const void *data, const FsStepInfo *info)
{
  const CombinationRun *x = data;

  PetscFunctionBeginUser;
  (void)info;
  PetscCall(StaticStabilityWarn(&x->stability, run, "the combination"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Conclude_Combinations(const Run *run, const void *data)
{
  const struct _n_Combinations *c = run->model->combinations;

  PetscFunctionBeginUser;
  (void)data;
  PetscCall(
    OutputReportEnvelopes(run->recording.output, c->list.n, (const char *const *)c->list.name));
  PetscCall(PetscPrintf(run->comm, "done: %" PetscInt_FMT " combinations, %.3g s\n", c->list.n,
                        (double)run->recording.seconds));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Combinations(void *data)
{
  CombinationRun *x = data;

  PetscFunctionBeginUser;
  PetscCall(MemoryArchiveDestroy(&x->unloaded));
  for (PetscInt k = 0; k < x->nparts; k++)
    for (int i = 0; i < 2; i++) PetscCall(VecDestroy(&x->part[k][i]));
  PetscCall(PetscFree(x->part));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const ModelAnalysis combination_model_analysis = {.size     = sizeof(CombinationRun),
                                                  .by_time  = PETSC_TRUE,
                                                  .setup    = SetUp_Combinations,
                                                  .announce = Announce_Combinations,
                                                  .steps    = Steps_Combinations,
                                                  .check    = Check_Combinations,
                                                  .conclude = Conclude_Combinations,
                                                  .destroy  = Destroy_Combinations};

PetscErrorCode CombinesLoadCases(FsOptions o, PetscBool *combines)
{
  const char *acting = "all", *cases;
  PetscBool   set;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsList(o, "-load_cases", &cases, &set));
  PetscCall(FsOptionsText(o, "-combination", &acting, NULL));
  *combines = (PetscBool)(set && !strcasecmp(acting, "all"));
  PetscFunctionReturn(PETSC_SUCCESS);
}
