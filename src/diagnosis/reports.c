/* reports.c: computes and prints the reports that -show asks for. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "reports.h"
#include "assembly/constraints/constraint_cells.h"
#include "assembly/matrices/structural_damping.h"
#include "math/vector.h"
#include <math.h>

/* Larger imbalances, relative to the largest force or moment, are warnings. Newton's method ends at
   1e-10 of the displacements, and iterative linear solvers end at -ksp_rtol. A solver that stops
   early must cause this warning in tests/analysis/balance.py. */
static const PetscReal BALANCE_TOLERANCE = 1e-10;

/* A line reports larger velocity violations, relative to the largest speed or spin. They are seen
   in plots, as a jump of a driver's velocity is. Violations of positions are round-off. Steps that
   are too long and shorter ones are on both sides of it in tests/analysis/violations.py. */
static const PetscReal VIOLATION_THRESHOLD = 0.01;

/* Violations below this are round-off and are not reported: distances within a step, relative to
   the characteristic length, and angles. Newton's method reaches this for a model at rest, which is
   in tests/analysis/violations.py. */
static const PetscReal VIOLATION_ROUND_OFF = 1e-12;

const char *const show_words[SHOW_WORDS] = {"balance", "works", "constraints", "model", "periods"};

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

/* Creates the balance of the real parts and of the imaginary parts of a harmonic motion. */
static PetscErrorCode CreateHarmonicBalance(Assembly assembly, Reports *reports)
{
  static const char *const names[2][BALANCES + 1] = {
    {"balance/real/force",      "balance/real/moment",      "balance/real/largest"     },
    {"balance/imaginary/force", "balance/imaginary/moment", "balance/imaginary/largest"}
  };

  PetscFunctionBeginUser;
  PetscCall(ForceBalanceCreate(assembly, &reports->balance));
  for (int part = 0; part < 2; part++) {
    const ForceImbalance *amplitude = &reports->amplitude[part];

    for (int k = 0; k < BALANCES; k++)
      PetscCall(AddReportSeries(reports, names[part][k], 3, amplitude->sum[k]));
    PetscCall(AddReportSeries(reports, names[part][BALANCES], BALANCES, amplitude->largest));
  }
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

/* Creates the histories of the violations of all constraints. */
static PetscErrorCode CreateViolations(Assembly assembly, Reports *reports)
{
  PetscFunctionBeginUser;
  reports->assembly = assembly;
  PetscCall(ConstraintViolationsCreate(assembly, &reports->violations));
  PetscCall(AddReportSeries(reports, "constraint/position", 0, &reports->violation[0]));
  PetscCall(AddReportSeries(reports, "constraint/velocity", 0, &reports->violation[1]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates the work histories. Input error: energies are not computed. */
static PetscErrorCode CreateWorks(Assembly assembly, PetscBool energies, Reports *reports)
{
  PetscFunctionBeginUser;
  PetscCheck(energies, AssemblyModel(assembly)->comm, PETSC_ERR_USER_INPUT,
             "-show works needs the energies; remove -energies false");
  PetscCall(WorkHistoryCreate(assembly, &reports->works));
  for (PetscInt k = 0; k < WorkHistoryCount(reports->works); k++)
    PetscCall(AddReportSeries(reports, WorkHistoryName(reports->works, k), 0,
                              WorkHistoryValue(reports->works, k)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReportsCreate(const ReportOptions *options, Assembly assembly, OutputKind *kind,
                             Reports *reports)
{
  const PetscBool *show  = options->show;
  const Model      model = AssemblyModel(assembly);

  PetscFunctionBeginUser;
  reports->model       = show[SHOW_MODEL];
  reports->periods     = show[SHOW_PERIODS];
  reports->constraints = show[SHOW_CONSTRAINTS];
  reports->has_joints  = (PetscBool)(ConstraintsCount(model) > 0);
  PetscCall(PetscMalloc1(kind->nseries, &reports->series));
  PetscCall(PetscArraycpy(reports->series, kind->series, kind->nseries));
  reports->nseries = kind->nseries;
  if (reports->has_joints && !kind->amplitudes) PetscCall(CreateViolations(assembly, reports));
  reports->harmonic = kind->amplitudes;
  reports->structural_damping =
    (PetscBool)(show[SHOW_BALANCE] && kind->amplitudes && HasStructuralDamping(assembly));
  if (show[SHOW_BALANCE] && !kind->amplitudes) PetscCall(CreateBalance(assembly, reports));
  if (show[SHOW_BALANCE] && kind->amplitudes && !reports->structural_damping)
    PetscCall(CreateHarmonicBalance(assembly, reports));
  reports->harmonic_works = (PetscBool)(show[SHOW_WORKS] && kind->amplitudes);
  if (show[SHOW_WORKS] && !kind->amplitudes)
    PetscCall(CreateWorks(assembly, options->energies, reports));
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

  if (!reports->started) reports->initial_energy = net_energy;
  reports->max_energy_error =
    PetscMax(reports->max_energy_error, PetscAbsReal(net_energy - reports->initial_energy));
  reports->max_energy = PetscMax(
    reports->max_energy, PetscMax(PetscAbsReal(e->kinetic + e->strain), PetscAbsReal(e->external)));
}

PetscErrorCode ReportsAccept(Reports *reports, const FsState *s, const FsLoading *loading,
                             EnergyMeter meter)
{
  PetscFunctionBeginUser;
  if (reports->works) PetscCall(WorkHistoryUpdate(reports->works, s, loading, meter));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReportsContinue(Reports *reports, const FsState *s, const FsLoading *loading,
                               EnergyMeter meter)
{
  PetscFunctionBeginUser;
  if (reports->works) PetscCall(WorkHistoryContinue(reports->works, s, loading, meter));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReportsArchive(Reports *reports, FsArchive a)
{
  PetscBool counted = (PetscBool)(reports->works != NULL);

  PetscFunctionBeginUser;
  PetscCall(FsArchiveBool(a, "works_counted", &counted));
  PetscCheck(
    counted || !reports->works, a->comm, PETSC_ERR_USER_INPUT,
    "-show works: the earlier run has not computed them; remove it, or repeat that run with it");
  if (reports->works) PetscCall(WorkHistoryArchive(reports->works, a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReportsRead(Reports *reports, const FsState *s, const FsLoading *loading,
                           const Energy *energy)
{
  PetscFunctionBeginUser;
  if (reports->violations) {
    Evaluation ev;

    PetscCall(AssemblyEvaluate(reports->assembly, s, loading, PETSC_TRUE, &ev));
    PetscCall(ConstraintViolationsUpdate(reports->violations, &ev, reports->violation));
  }
  if (!reports->balance || reports->harmonic) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ForceBalanceCompute(reports->balance, s, loading, &reports->present));
  for (int k = 0; k < BALANCES; k++) {
    const PetscReal left = norm(reports->present.sum[k]);

    reports->largest[k] = PetscMax(reports->largest[k], reports->present.largest[k]);
    if (left <= reports->worst[k]) continue; /* NaN counts as the largest */
    reports->worst[k]      = left;
    reports->worst_time[k] = s->t;
  }
  if (energy) read_energy(reports, energy);
  reports->started = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

void ReportsReadHarmonic(Reports *reports, PetscReal frequency)
{
  if (!reports->balance) return;
  for (int k = 0; k < BALANCES; k++) {
    const ForceImbalance *part = reports->amplitude;
    const PetscReal       left = hypot(norm(part[0].sum[k]), norm(part[1].sum[k])),
                    largest    = PetscMax(part[0].largest[k], part[1].largest[k]);

    /* The forces of another frequency, such as a resonance, may be far larger. */
    if (left * reports->largest[k] <= reports->worst[k] * largest && reports->started) continue;
    reports->worst[k]      = left;
    reports->largest[k]    = largest;
    reports->worst_time[k] = frequency;
  }
  reports->started = PETSC_TRUE;
}

/* Returns why forces are out of balance, for the warning. */
static const char *cause_of_imbalance(const Reports *reports)
{
  if (reports->truncated)
    return "-response_modes leaves out the inertia and damping of higher modes; more modes reduce "
           "it";
  if (reports->harmonic)
    return "large forces cancel near an undamped resonance, in stiff elements, or beside a "
           "support that moves stiff elements";
  if (reports->projected)
    return "-stabilize projection moves each state by the error of its step; a shorter -dt "
           "reduces it";
  return "steps are not solved exactly (-ksp_rtol), or large forces cancel in stiff elements";
}

static PetscErrorCode ReportBalance(const Reports *reports, MPI_Comm comm, PetscBool quiet)
{
  static const char *const what[BALANCES] = {"forces", "moments"};
  PetscReal                fraction[BALANCES];
  char                     energy[48] = "";

  PetscFunctionBeginUser;
  for (int k = 0; k < BALANCES; k++)
    fraction[k] = reports->worst[k] == 0 ? 0 : reports->worst[k] / reports->largest[k];
  if (reports->max_energy > 0)
    PetscCall(PetscSNPrintf(energy, sizeof energy, ", energy %.1e",
                            (double)(reports->max_energy_error / reports->max_energy)));
  if (!quiet)
    PetscCall(PetscPrintf(comm, "balance: forces %.1e, moments %.1e of the largest%s\n",
                          (double)fraction[BALANCE_FORCE], (double)fraction[BALANCE_MOMENT],
                          energy));
  for (int k = 0; k < BALANCES; k++)
    if (!(fraction[k] <= BALANCE_TOLERANCE))
      PetscCall(PetscFPrintf(
        comm, stderr,
        "fsolve: warning: at %s%.6g%s %s are out of balance by %.1e of the largest one: %s\n",
        reports->harmonic ? "" : "t = ", (double)reports->worst_time[k],
        reports->harmonic ? " Hz" : "", what[k], (double)fraction[k], cause_of_imbalance(reports)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const char *const units[VIOLATION_KINDS] = {"m", "rad", "m/s", "rad/s"};

/* Prints the largest violation of each joint and coupling. */
static PetscErrorCode PrintViolations(Model model, const ConstraintViolation maxima[])
{
  PetscFunctionBeginUser;
  PetscCall(PetscPrintf(model->comm, "constraints, largest violations:\n"));
  for (PetscInt i = 0; i < ConstraintsCount(model); i++) {
    PetscReal violation = 0;

    for (int k = 0; k < VIOLATION_KINDS; k++) violation = PetscMax(violation, maxima[i].most[k]);
    PetscCall(PetscPrintf(model->comm, "  %s '%s'%s", ConstraintNoun(model, i),
                          ConstraintName(model, i), violation > 0 ? "" : ", none"));
    for (int k = 0; k < VIOLATION_KINDS; k++)
      if (maxima[i].most[k] > 0)
        PetscCall(PetscPrintf(model->comm, ", %.1e %s at t = %.6g", (double)maxima[i].most[k],
                              units[k], (double)maxima[i].when[k]));
    PetscCall(PetscPrintf(model->comm, "\n"));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Prints the largest velocity violation if it is above the threshold. Velocities have an error if
   the scheme constrains positions only.
   round_off: velocity and angular velocity that are round-off, so that nothing is compared with the
   speed of a model at rest. */
static PetscErrorCode PrintWorstViolation(Model model, const ConstraintViolation maxima[],
                                          const PetscReal fastest[2], const PetscReal round_off[2])
{
  PetscReal worst = VIOLATION_THRESHOLD;
  PetscInt  index = -1;
  int       kind  = 0;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < ConstraintsCount(model); i++)
    for (int k = VIOLATION_SPEED; k <= VIOLATION_SPIN; k++) {
      const PetscReal whole = fastest[k - VIOLATION_SPEED], most = maxima[i].most[k],
                      part = most > round_off[k - VIOLATION_SPEED] ? most / whole : 0;

      if (part <= worst) continue;
      worst = part;
      index = i;
      kind  = k;
    }
  if (index < 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscPrintf(model->comm,
                        "constraints: largest violation %.1e %s at %s '%s', t = %.6g, %.2g %% of "
                        "the largest; a shorter -dt or -stabilize projection reduces it\n",
                        (double)maxima[index].most[kind], units[kind], ConstraintNoun(model, index),
                        ConstraintName(model, index), (double)maxima[index].when[kind],
                        (double)(100 * worst)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReportViolations(const Reports *reports, FsSystem sys)
{
  const Model          model        = AssemblyModel(reports->assembly);
  const PetscReal      dt           = model->dt;
  const PetscReal      round_off[2] = {VIOLATION_ROUND_OFF * FsSystemCharacteristicLength(sys) / dt,
                                       VIOLATION_ROUND_OFF / dt};
  PetscReal            fastest[2];
  ConstraintViolation *maxima;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(ConstraintsCount(model), &maxima));
  PetscCall(ConstraintViolationsGetMax(reports->violations, maxima, fastest));
  if (reports->constraints) PetscCall(PrintViolations(model, maxima));
  PetscCall(PrintWorstViolation(model, maxima, fastest, round_off));
  PetscCall(PetscFree(maxima));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Prints a line for each word of -show for which this model has nothing to show. */
static PetscErrorCode PrintNothing(const Reports *reports, MPI_Comm comm)
{
  PetscFunctionBeginUser;
  if (reports->works && !WorkHistoryCount(reports->works))
    PetscCall(PetscPrintf(comm, "works: none, because the model has no loads, no gravity, no "
                                "motions, and no springs or dampers in joints\n"));
  if (reports->harmonic_works)
    PetscCall(PetscPrintf(comm, "works: none, because harmonic motions have no steps whose work "
                                "could be summed\n"));
  if (reports->structural_damping)
    PetscCall(PetscPrintf(comm, "balance: none, because parts have loss factors, and the forces of "
                                "their damping on supports are not computed\n"));
  if (reports->constraints && !reports->violations)
    PetscCall(PetscPrintf(comm, "constraints: none, because %s\n",
                          reports->has_joints ? "harmonic motions satisfy linearized joints"
                                              : "the model has no joints"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ReportsPrint(const Reports *reports, FsSystem sys, PetscBool quiet)
{
  PetscFunctionBeginUser;
  if (!quiet) PetscCall(PrintNothing(reports, sys->comm));
  if (reports->violations && !quiet) PetscCall(ReportViolations(reports, sys));
  if (reports->balance) PetscCall(ReportBalance(reports, sys->comm, quiet));
  PetscFunctionReturn(PETSC_SUCCESS);
}
