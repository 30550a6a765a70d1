/* reports.c: see reports.h. */
#include "reports.h"
#include "math/vector.h"

/* Above this part of the largest force or moment a balance is told as a warning. Newton's method ends with 1e-10 of the
   displacements, iterative linear solvers at -ksp_rtol: what they leave is part of it. */
static const PetscReal enough = 1e-10;

/* Above this part of the largest speed or spin a line tells what the rates of constraints are off: as a jump of a driver's velocity, it is seen in
   plots. That of positions is round-off: steps that are farther off are not taken. */
static const PetscReal visible = 0.01;

/* The words of -show; the first ones are of states. */
enum { BALANCE, WORKS, CONSTRAINTS, STATES, MODEL = STATES, PERIODS, WORDS };
static const char *const choices[WORDS] = {"balance", "works", "constraints", "model", "periods"};

const FsOptionDoc show_options[] = {
  {"-show", "<word>,...",
   "model: what was understood of it, as parts with masses, supports, joints, resultants of loads, natural periods; "
   "periods: these also of more than 50000 unknowns; balance: at every step loads and reactions beside rates of "
   "momentum, in /history/balance and as a line at the end; works: in /history the work of each load; constraints: how "
   "far each joint and coupling has been off at most, told at the end"},
  {NULL,    NULL,         NULL                                        }
};

static PetscErrorCode AddSeries(Show *show, const char name[], PetscInt columns, const PetscReal values[])
{
  PetscFunctionBeginUser;
  PetscCall(PetscRealloc((size_t)(show->nseries + 1) * sizeof *show->series, &show->series));
  show->series[show->nseries++] = (OutputSeries){.name = name, .columns = columns, .real = values};
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateBalance(Assembly assembly, Show *show)
{
  PetscFunctionBeginUser;
  PetscCall(ForceBalanceCreate(assembly, &show->balance));
  PetscCall(AddSeries(show, "balance/force", 3, show->now.left[BALANCE_FORCE]));
  PetscCall(AddSeries(show, "balance/moment", 3, show->now.left[BALANCE_MOMENT]));
  PetscCall(AddSeries(show, "balance/largest", BALANCES, show->now.most));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The histories of all joints together, and what is told of each at the end. */
static PetscErrorCode CreateViolations(Assembly assembly, Show *show)
{
  PetscFunctionBeginUser;
  show->assembly = assembly;
  PetscCall(ConstraintViolationsCreate(assembly, &show->violations));
  PetscCall(AddSeries(show, "constraint/position", 0, &show->off[0]));
  PetscCall(AddSeries(show, "constraint/velocity", 0, &show->off[1]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input errors: there are no energies, or nothing that works. */
static PetscErrorCode CreateWorks(FsOptions o, Assembly assembly, Show *show)
{
  const MPI_Comm comm     = AssemblyModel(assembly)->comm;
  PetscBool      energies = PETSC_TRUE;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsBool(o, "-energies", &energies, NULL));
  PetscCheck(energies, comm, PETSC_ERR_USER_INPUT, "-show works is of the energies; remove -energies false");
  PetscCall(WorkHistoryCreate(assembly, &show->works));
  PetscCheck(WorkHistoryCount(show->works), comm, PETSC_ERR_USER_INPUT,
             "-show works has no effect: the model has no loads, no gravity, no motions, and no springs or dampers in "
             "joints; remove it");
  for (PetscInt k = 0; k < WorkHistoryCount(show->works); k++)
    PetscCall(AddSeries(show, WorkHistoryName(show->works, k), 0, WorkHistoryValue(show->works, k)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* wanted[WORDS]: the words of -show. Input error: a word that is none. */
static PetscErrorCode ReadWords(FsOptions o, MPI_Comm comm, PetscBool wanted[])
{
  PetscInt n;
  char   **words;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsNames(o, "-show", &n, &words));
  for (PetscInt k = 0; k < n; k++) {
    PetscBool same = PETSC_FALSE;

    for (int i = 0; i < WORDS && !same; i++) {
      PetscCall(PetscStrcasecmp(words[k], choices[i], &same));
      if (same) wanted[i] = PETSC_TRUE;
    }
    PetscCheck(same, comm, PETSC_ERR_USER_INPUT,
               "-show %s: unknown; choose of balance, constraints, model, periods, works", words[k]);
  }
  PetscCall(PetscStrNArrayDestroy(n, &words));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ShowFromOptions(FsOptions o, Assembly assembly, OutputKind *kind, Show *show)
{
  const Model model         = AssemblyModel(assembly);
  PetscBool   wanted[WORDS] = {PETSC_FALSE};

  PetscFunctionBeginUser;
  PetscCall(ReadWords(o, model->comm, wanted));
  show->model       = wanted[MODEL];
  show->periods     = wanted[PERIODS];
  show->constraints = wanted[CONSTRAINTS];
  for (int i = 0; i < STATES; i++)
    PetscCheck(!wanted[i] || !kind->amplitudes, model->comm, PETSC_ERR_USER_INPUT,
               "-show %s: harmonic motion has no states to %s; take it of a run in time", choices[i],
               i == WORKS ? "work between" : "look at");
  PetscCheck(!show->constraints || model->njoints || model->sliders, model->comm, PETSC_ERR_USER_INPUT,
             "-show constraints has no effect: the model has no joints; remove it");
  PetscCall(PetscMalloc1(kind->nseries, &show->series));
  PetscCall(PetscArraycpy(show->series, kind->series, kind->nseries));
  show->nseries = kind->nseries;
  if ((model->njoints || model->sliders) && !kind->amplitudes) PetscCall(CreateViolations(assembly, show));
  if (wanted[BALANCE]) PetscCall(CreateBalance(assembly, show));
  if (wanted[WORKS]) PetscCall(CreateWorks(o, assembly, show));
  kind->series  = show->series;
  kind->nseries = show->nseries;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ShowDestroy(Show *show)
{
  PetscFunctionBeginUser;
  PetscCall(ForceBalanceDestroy(&show->balance));
  PetscCall(WorkHistoryDestroy(&show->works));
  PetscCall(ConstraintViolationsDestroy(&show->violations));
  PetscCall(PetscFree(show->series));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void read_energy(Show *show, const Energy *e)
{
  const PetscReal free = e->kinetic + e->strain + e->damping - e->external;

  if (!show->started) show->first = free;
  show->energy = PetscMax(show->energy, PetscAbsReal(free - show->first));
  show->exchanged =
    PetscMax(show->exchanged, PetscMax(PetscAbsReal(e->kinetic + e->strain), PetscAbsReal(e->external)));
}

PetscErrorCode ShowResume(Show *show, const FsState *s, const FsLoading *loading, EnergyMeter meter)
{
  PetscFunctionBeginUser;
  if (show->works) PetscCall(WorkHistoryUpdate(show->works, s, loading, meter));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ShowArchive(Show *show, FsArchive a)
{
  PetscBool counted = (PetscBool)(show->works != NULL);

  PetscFunctionBeginUser;
  PetscCall(FsArchiveBool(a, "works_counted", &counted));
  PetscCheck(counted || !show->works, a->comm, PETSC_ERR_USER_INPUT,
             "-show works: the run before has not counted them; leave it out, or begin that run anew with it");
  if (show->works) PetscCall(WorkHistoryArchive(show->works, a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ShowRead(Show *show, const FsState *s, const FsLoading *loading, EnergyMeter meter, const Energy *energy)
{
  PetscFunctionBeginUser;
  if (show->works) PetscCall(WorkHistoryUpdate(show->works, s, loading, meter));
  if (show->violations) {
    Evaluation ev;

    PetscCall(AssemblyEvaluate(show->assembly, s, loading, PETSC_TRUE, &ev));
    PetscCall(ConstraintViolationsUpdate(show->violations, &ev, show->off));
  }
  if (!show->balance) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ForceBalanceCompute(show->balance, s, loading, &show->now));
  for (int k = 0; k < BALANCES; k++) {
    const PetscReal left = norm(show->now.left[k]);

    show->most[k] = PetscMax(show->most[k], show->now.most[k]);
    if (left <= show->worst[k]) continue; /* NaN is the worst */
    show->worst[k] = left;
    show->when[k]  = s->t;
  }
  if (energy) read_energy(show, energy);
  show->started = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ConcludeBalance(const Show *show, MPI_Comm comm, PetscBool quiet)
{
  static const char *const what[BALANCES] = {"forces", "moments"};
  PetscReal                part[BALANCES];
  char                     energy[48] = "";

  PetscFunctionBeginUser;
  for (int k = 0; k < BALANCES; k++) part[k] = show->worst[k] == 0 ? 0 : show->worst[k] / show->most[k];
  if (show->exchanged > 0)
    PetscCall(PetscSNPrintf(energy, sizeof energy, ", energy %.1e", (double)(show->energy / show->exchanged)));
  if (!quiet)
    PetscCall(PetscPrintf(comm, "balance: forces %.1e, moments %.1e of the largest%s\n", (double)part[BALANCE_FORCE],
                          (double)part[BALANCE_MOMENT], energy));
  for (int k = 0; k < BALANCES; k++)
    if (!(part[k] <= enough))
      PetscCall(PetscFPrintf(comm, stderr,
                             "fsolve: warning: at t = %.6g %s are out of balance by %.1e of the largest one: steps are "
                             "not solved to the last digit (-ksp_rtol), or large forces cancel in stiff elements\n",
                             (double)show->when[k], what[k], (double)part[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const char *const units[VIOLATION_KINDS] = {"m", "rad", "m/s", "rad/s"};

/* Of each joint and coupling what it has been off at most. */
static PetscErrorCode TellViolations(ConstraintViolations v, const ConstraintViolation told[], MPI_Comm comm)
{
  PetscFunctionBeginUser;
  PetscCall(PetscPrintf(comm, "constraints, how far they have been off at most:\n"));
  for (PetscInt i = 0; i < ConstraintViolationsCount(v); i++) {
    PetscReal off = 0;

    for (int k = 0; k < VIOLATION_KINDS; k++) off = PetscMax(off, told[i].most[k]);
    PetscCall(PetscPrintf(comm, "  %s '%s'%s", ConstraintViolationsKind(v, i), ConstraintViolationsName(v, i),
                          off > 0 ? "" : ", nowhere"));
    for (int k = 0; k < VIOLATION_KINDS; k++)
      if (told[i].most[k] > 0)
        PetscCall(
          PetscPrintf(comm, ", %.1e %s at t = %.6g", (double)told[i].most[k], units[k], (double)told[i].when[k]));
    PetscCall(PetscPrintf(comm, "\n"));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A line for the worst one, if it is seen: velocities are off by the error of a scheme that has constraints on positions alone. */
static PetscErrorCode TellWorst(ConstraintViolations v, const ConstraintViolation told[], const PetscReal fastest[2],
                                MPI_Comm comm)
{
  PetscReal worst = visible;
  PetscInt  of    = -1;
  int       kind  = 0;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < ConstraintViolationsCount(v); i++)
    for (int k = VIOLATION_SPEED; k <= VIOLATION_SPIN; k++) {
      const PetscReal whole = fastest[k - VIOLATION_SPEED], part = whole > 0 ? told[i].most[k] / whole : 0;

      if (part <= worst) continue;
      worst = part;
      of    = i;
      kind  = k;
    }
  if (of < 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscPrintf(comm,
                        "constraints: largest violation %.1e %s at %s '%s', t = %.6g, %.2g %% of the largest; a "
                        "shorter -dt or -stabilize projection mends that\n",
                        (double)told[of].most[kind], units[kind], ConstraintViolationsKind(v, of),
                        ConstraintViolationsName(v, of), (double)told[of].when[kind], (double)(100 * worst)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ConcludeViolations(const Show *show, MPI_Comm comm)
{
  PetscReal            fastest[2];
  ConstraintViolation *told;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(ConstraintViolationsCount(show->violations), &told));
  PetscCall(ConstraintViolationsGetMax(show->violations, told, fastest));
  if (show->constraints) PetscCall(TellViolations(show->violations, told, comm));
  PetscCall(TellWorst(show->violations, told, fastest, comm));
  PetscCall(PetscFree(told));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ShowConclude(const Show *show, MPI_Comm comm, PetscBool quiet)
{
  PetscFunctionBeginUser;
  if (show->violations && !quiet) PetscCall(ConcludeViolations(show, comm));
  if (show->balance) PetscCall(ConcludeBalance(show, comm, quiet));
  PetscFunctionReturn(PETSC_SUCCESS);
}
