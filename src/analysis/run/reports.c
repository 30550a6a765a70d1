/* reports.c: see reports.h. */
#include "reports.h"
#include "math/vector.h"

/* Above this part of the largest force or moment a balance is told as a warning. Newton's method ends with 1e-10 of the
   displacements, iterative linear solvers at -ksp_rtol: what they leave is part of it. */
static const PetscReal BALANCE_TOLERANCE = 1e-10;

/* Above this part of the largest speed or spin a line tells what the rates of constraints are off: as a jump of a driver's velocity, it is seen in
   plots. That of positions is round-off: steps that are farther off are not taken. */
static const PetscReal VIOLATION_THRESHOLD = 0.01;

/* The words of -show; the first ones are of states. */
enum { BALANCE, WORKS, CONSTRAINTS, STATES, MODEL = STATES, PERIODS, WORDS };
static const char *const choices[WORDS] = {"balance", "works", "constraints", "model", "periods"};

const FsOptionDoc report_options[] = {
  {"-show", "<word>,...",
   "model: what was understood of it, as parts with masses, supports, joints, resultants of loads, "
   "natural periods; "
   "periods: these also of more than 50000 unknowns; balance: at every step loads and reactions "
   "beside rates of "
   "momentum, in /history/balance and as a line at the end; works: in /history the work of each "
   "load; constraints: how "
   "far each joint and coupling has been off at most, told at the end"},
  {NULL,    NULL,         NULL                                        }
};

static PetscErrorCode AddReportSeries(Reports *reports, const char name[], PetscInt columns,
                                      const PetscReal values[])
{
  PetscFunctionBeginUser;
  PetscCall(
    PetscRealloc((size_t)(reports->nseries + 1) * sizeof *reports->series, &reports->series));
  reports->series[reports->nseries++] =
    (OutputSeries){.name = name, .columns = columns, .real = values};
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateBalance(Assembly assembly, Reports *reports)
{
  PetscFunctionBeginUser;
  PetscCall(ForceBalanceCreate(assembly, &reports->balance));
  PetscCall(AddReportSeries(reports, "balance/force", 3, reports->present.sum[BALANCE_FORCE]));
  PetscCall(AddReportSeries(reports, "balance/moment", 3, reports->present.sum[BALANCE_MOMENT]));
  PetscCall(AddReportSeries(reports, "balance/largest", BALANCES, reports->present.largest));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The histories of all joints together, and what is told of each at the end. */
static PetscErrorCode CreateViolations(Assembly assembly, Reports *reports)
{
  PetscFunctionBeginUser;
  reports->assembly = assembly;
  PetscCall(ConstraintViolationsCreate(assembly, &reports->violations));
  PetscCall(AddReportSeries(reports, "constraint/position", 0, &reports->violation[0]));
  PetscCall(AddReportSeries(reports, "constraint/velocity", 0, &reports->violation[1]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input errors: there are no energies, or nothing that works. */
static PetscErrorCode CreateWorks(FsOptions o, Assembly assembly, Reports *reports)
{
  const MPI_Comm comm     = AssemblyModel(assembly)->comm;
  PetscBool      energies = PETSC_TRUE;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsBool(o, "-energies", &energies, NULL));
  PetscCheck(energies, comm, PETSC_ERR_USER_INPUT,
             "-show works is of the energies; remove -energies false");
  PetscCall(WorkHistoryCreate(assembly, &reports->works));
  PetscCheck(WorkHistoryCount(reports->works), comm, PETSC_ERR_USER_INPUT,
             "-show works has no effect: the model has no loads, no gravity, no motions, and no "
             "springs or dampers in "
             "joints; remove it");
  for (PetscInt k = 0; k < WorkHistoryCount(reports->works); k++)
    PetscCall(AddReportSeries(reports, WorkHistoryName(reports->works, k), 0,
                              WorkHistoryValue(reports->works, k)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* wanted[WORDS]: the words of -show. Input error: a word that is none. */
static PetscErrorCode ReadWords(FsOptions o, MPI_Comm comm, PetscBool selected[])
{
  PetscInt n;
  char   **words;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsNames(o, "-show", &n, &words));
  for (PetscInt k = 0; k < n; k++) {
    PetscBool same = PETSC_FALSE;

    for (int i = 0; i < WORDS && !same; i++) {
      PetscCall(PetscStrcasecmp(words[k], choices[i], &same));
      if (same) selected[i] = PETSC_TRUE;
    }
    PetscCheck(same, comm, PETSC_ERR_USER_INPUT,
               "-show %s: unknown; choose of balance, constraints, model, periods, works",
               words[k]);
  }
  PetscCall(PetscStrNArrayDestroy(n, &words));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReportsFromOptions(FsOptions o, Assembly assembly, OutputKind *kind,
                                  Reports *reports)
{
  const Model model           = AssemblyModel(assembly);
  PetscBool   selected[WORDS] = {PETSC_FALSE};

  PetscFunctionBeginUser;
  PetscCall(ReadWords(o, model->comm, selected));
  reports->model       = selected[MODEL];
  reports->periods     = selected[PERIODS];
  reports->constraints = selected[CONSTRAINTS];
  for (int i = 0; i < STATES; i++)
    PetscCheck(!selected[i] || !kind->amplitudes, model->comm, PETSC_ERR_USER_INPUT,
               "-show %s: harmonic motion has no states to %s; take it of a run in time",
               choices[i], i == WORKS ? "work between" : "look at");
  PetscCheck(!reports->constraints || model->njoints || model->sliders, model->comm,
             PETSC_ERR_USER_INPUT,
             "-show constraints has no effect: the model has no joints; remove it");
  PetscCall(PetscMalloc1(kind->nseries, &reports->series));
  PetscCall(PetscArraycpy(reports->series, kind->series, kind->nseries));
  reports->nseries = kind->nseries;
  if ((model->njoints || model->sliders) && !kind->amplitudes)
    PetscCall(CreateViolations(assembly, reports));
  if (selected[BALANCE]) PetscCall(CreateBalance(assembly, reports));
  if (selected[WORKS]) PetscCall(CreateWorks(o, assembly, reports));
  kind->series  = reports->series;
  kind->nseries = reports->nseries;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReportsDestroy(Reports *reports)
{
  PetscFunctionBeginUser;
  PetscCall(ForceBalanceDestroy(&reports->balance));
  PetscCall(WorkHistoryDestroy(&reports->works));
  PetscCall(ConstraintViolationsDestroy(&reports->violations));
  PetscCall(PetscFree(reports->series));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void read_energy(Reports *reports, const Energy *e)
{
  const PetscReal net_energy = e->kinetic + e->strain + e->damping - e->external;

  if (!reports->started) reports->first = net_energy;
  reports->energy    = PetscMax(reports->energy, PetscAbsReal(net_energy - reports->first));
  reports->exchanged = PetscMax(
    reports->exchanged, PetscMax(PetscAbsReal(e->kinetic + e->strain), PetscAbsReal(e->external)));
}

PetscErrorCode ReportsResume(Reports *reports, const FsState *s, const FsLoading *loading,
                             EnergyMeter meter)
{
  PetscFunctionBeginUser;
  if (reports->works) PetscCall(WorkHistoryUpdate(reports->works, s, loading, meter));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReportsArchive(Reports *reports, FsArchive a)
{
  PetscBool counted = (PetscBool)(reports->works != NULL);

  PetscFunctionBeginUser;
  PetscCall(FsArchiveBool(a, "works_counted", &counted));
  PetscCheck(counted || !reports->works, a->comm, PETSC_ERR_USER_INPUT,
             "-show works: the run before has not counted them; leave it out, or begin that run "
             "anew with it");
  if (reports->works) PetscCall(WorkHistoryArchive(reports->works, a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReportsRead(Reports *reports, const FsState *s, const FsLoading *loading,
                           EnergyMeter meter, const Energy *energy)
{
  PetscFunctionBeginUser;
  if (reports->works) PetscCall(WorkHistoryUpdate(reports->works, s, loading, meter));
  if (reports->violations) {
    Evaluation ev;

    PetscCall(AssemblyEvaluate(reports->assembly, s, loading, PETSC_TRUE, &ev));
    PetscCall(ConstraintViolationsUpdate(reports->violations, &ev, reports->violation));
  }
  if (!reports->balance) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ForceBalanceCompute(reports->balance, s, loading, &reports->present));
  for (int k = 0; k < BALANCES; k++) {
    const PetscReal left = norm(reports->present.sum[k]);

    reports->most[k] = PetscMax(reports->most[k], reports->present.largest[k]);
    if (left <= reports->worst[k]) continue; /* NaN is the worst */
    reports->worst[k] = left;
    reports->when[k]  = s->t;
  }
  if (energy) read_energy(reports, energy);
  reports->started = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReportBalance(const Reports *reports, MPI_Comm comm, PetscBool quiet)
{
  static const char *const what[BALANCES] = {"forces", "moments"};
  PetscReal                part[BALANCES];
  char                     energy[48] = "";

  PetscFunctionBeginUser;
  for (int k = 0; k < BALANCES; k++)
    part[k] = reports->worst[k] == 0 ? 0 : reports->worst[k] / reports->most[k];
  if (reports->exchanged > 0)
    PetscCall(PetscSNPrintf(energy, sizeof energy, ", energy %.1e",
                            (double)(reports->energy / reports->exchanged)));
  if (!quiet)
    PetscCall(PetscPrintf(comm, "balance: forces %.1e, moments %.1e of the largest%s\n",
                          (double)part[BALANCE_FORCE], (double)part[BALANCE_MOMENT], energy));
  for (int k = 0; k < BALANCES; k++)
    if (!(part[k] <= BALANCE_TOLERANCE))
      PetscCall(PetscFPrintf(
        comm, stderr,
        "fsolve: warning: at t = %.6g %s are out of balance by %.1e of the largest one: steps are "
        "not solved to the last digit (-ksp_rtol), or large forces cancel in stiff elements\n",
        (double)reports->when[k], what[k], (double)part[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const char *const units[VIOLATION_KINDS] = {"m", "rad", "m/s", "rad/s"};

/* Of each joint and coupling what it has been off at most. */
static PetscErrorCode PrintViolations(ConstraintViolations v, const ConstraintViolation maxima[],
                                      MPI_Comm comm)
{
  PetscFunctionBeginUser;
  PetscCall(PetscPrintf(comm, "constraints, how far they have been off at most:\n"));
  for (PetscInt i = 0; i < ConstraintViolationsCount(v); i++) {
    PetscReal violation = 0;

    for (int k = 0; k < VIOLATION_KINDS; k++) violation = PetscMax(violation, maxima[i].most[k]);
    PetscCall(PetscPrintf(comm, "  %s '%s'%s", ConstraintViolationsKind(v, i),
                          ConstraintViolationsName(v, i), violation > 0 ? "" : ", nowhere"));
    for (int k = 0; k < VIOLATION_KINDS; k++)
      if (maxima[i].most[k] > 0)
        PetscCall(PetscPrintf(comm, ", %.1e %s at t = %.6g", (double)maxima[i].most[k], units[k],
                              (double)maxima[i].when[k]));
    PetscCall(PetscPrintf(comm, "\n"));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A line for the worst one, if it is seen: velocities are off by the error of a scheme that has constraints on positions alone. */
static PetscErrorCode PrintWorstViolation(ConstraintViolations      v,
                                          const ConstraintViolation maxima[],
                                          const PetscReal fastest[2], MPI_Comm comm)
{
  PetscReal worst = VIOLATION_THRESHOLD;
  PetscInt  of    = -1;
  int       kind  = 0;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < ConstraintViolationsCount(v); i++)
    for (int k = VIOLATION_SPEED; k <= VIOLATION_SPIN; k++) {
      const PetscReal whole = fastest[k - VIOLATION_SPEED],
                      part  = whole > 0 ? maxima[i].most[k] / whole : 0;

      if (part <= worst) continue;
      worst = part;
      of    = i;
      kind  = k;
    }
  if (of < 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscPrintf(
    comm,
    "constraints: largest violation %.1e %s at %s '%s', t = %.6g, %.2g %% of the largest; a "
    "shorter -dt or -stabilize projection mends that\n",
    (double)maxima[of].most[kind], units[kind], ConstraintViolationsKind(v, of),
    ConstraintViolationsName(v, of), (double)maxima[of].when[kind], (double)(100 * worst)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReportViolations(const Reports *reports, MPI_Comm comm)
{
  PetscReal            fastest[2];
  ConstraintViolation *maxima;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(ConstraintViolationsCount(reports->violations), &maxima));
  PetscCall(ConstraintViolationsGetMax(reports->violations, maxima, fastest));
  if (reports->constraints) PetscCall(PrintViolations(reports->violations, maxima, comm));
  PetscCall(PrintWorstViolation(reports->violations, maxima, fastest, comm));
  PetscCall(PetscFree(maxima));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReportsPrint(const Reports *reports, MPI_Comm comm, PetscBool quiet)
{
  PetscFunctionBeginUser;
  if (reports->violations && !quiet) PetscCall(ReportViolations(reports, comm));
  if (reports->balance) PetscCall(ReportBalance(reports, comm, quiet));
  PetscFunctionReturn(PETSC_SUCCESS);
}
