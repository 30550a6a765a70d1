/* spectrum.c: spectral radius, amplitude decay and period elongation, measured from runs of an undamped oscillator, agree with
   the roots of the characteristic polynomials (data/linear_analysis.csv, 40-digit arithmetic) to 1e-6.
   A run obeys z_k = sum_j c_j z_{k-j}; c is found from its values (Prony), its roots are the scheme's.
   First-order families turn z = v + i omega q into one complex sequence; generalized-alpha is taken by its displacement. */
#include <complex.h>
#undef I
#include <string.h>
#include "problems.h"
#include "test.h"

typedef double complex Number;
enum { NSTEPS = 60, MAX_ORDER = 4, EXTRA = 3 };
static const Number imaginary = __builtin_complex(0., 1.);

typedef struct {
  Number z[NSTEPS + 1];
  double omega;
  int    by_displacement;
} Sequence;

static void record(PetscInt step, PetscReal t, const PetscScalar q[], const PetscScalar v[], const PetscScalar a[],
                   void *context)
{
  Sequence *s = context;

  (void)t, (void)a;
  s->z[step] = s->by_displacement ? q[0] : v[0] + imaginary * s->omega * q[0];
}

/* Solve A x = b by elimination with row pivots; 0 when singular. */
static int solve(int n, Number A[][MAX_ORDER], Number b[])
{
  for (int k = 0; k < n; k++) {
    int pivot = k;

    for (int i = k + 1; i < n; i++)
      if (cabs(A[i][k]) > cabs(A[pivot][k])) pivot = i;
    if (cabs(A[pivot][k]) == 0) return 0;
    for (int j = 0; j < n; j++) {
      const Number swap = A[k][j];

      A[k][j]     = A[pivot][j];
      A[pivot][j] = swap;
    }
    {
      const Number swap = b[k];

      b[k]     = b[pivot];
      b[pivot] = swap;
    }
    for (int i = k + 1; i < n; i++) {
      const Number f = A[i][k] / A[k][k];

      for (int j = k; j < n; j++) A[i][j] -= f * A[k][j];
      b[i] -= f * b[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++) b[k] -= A[k][j] * b[j];
    b[k] /= A[k][k];
  }
  return 1;
}

/* Coefficients of the recurrence of order p that starts at z[first]; returns how badly it predicts what follows. */
static double fit(const Number z[], int first, int p, Number c[])
{
  Number A[MAX_ORDER][MAX_ORDER];
  double worst = 0;

  for (int i = 0; i < p; i++) {
    const Number scale = z[first + p + i] != 0 ? z[first + i] : 1;

    for (int j = 0; j < p; j++) A[i][j] = z[first + p + i - 1 - j] / scale;
    c[i] = z[first + p + i] / scale;
  }
  if (!solve(p, A, c)) return HUGE_VAL;
  for (int k = first + 2 * p; k < first + 2 * p + EXTRA; k++) {
    Number predicted = 0;
    double size      = cabs(z[k]);

    for (int j = 0; j < p; j++) {
      predicted += c[j] * z[k - 1 - j];
      size = fmax(size, cabs(c[j] * z[k - 1 - j]));
    }
    worst = fmax(worst, cabs(predicted - z[k]) / size);
  }
  return worst;
}

/* Roots of mu^p = sum c_j mu^{p-1-j} (Durand-Kerner). */
static void roots(int p, const Number c[], Number mu[])
{
  double radius = 0;

  for (int j = 0; j < p; j++) radius = fmax(radius, pow(cabs(c[j]), 1. / (j + 1)));
  for (int i = 0; i < p; i++) mu[i] = radius * cpow(0.4 + 0.9 * imaginary, i);
  for (int iteration = 0; iteration < 2000; iteration++)
    for (int i = 0; i < p; i++) {
      Number value = 1, product = 1;

      for (int j = 0; j < p; j++) value = value * mu[i] - c[j];
      for (int j = 0, seen = 0; j < p; j++, seen++)
        if (j != i) product *= mu[i] - mu[j];
      mu[i] -= value / product;
    }
}

static PetscErrorCode CheckRow(const char scheme[], double rho, int implicit_stages, double dt_over_nT, double radius,
                               double decay, double elongation)
{
  static const double tolerance = 1e-6, fits = 1e-9;
  Oscillator          p  = {.omega = 2 * PETSC_PI, .q0 = 1e100, .v0 = 0.7e100};
  const double        dt = dt_over_nT * implicit_stages;
  Sequence            s  = {.omega = p.omega, .by_displacement = !strcmp(scheme, "generalized_alpha")};
  Number              c[MAX_ORDER], mu[MAX_ORDER];
  System              sys;
  double              best = HUGE_VAL, best_error[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
  int                 order = 0, first = NSTEPS - 2 * MAX_ORDER - EXTRA;

  PetscFunctionBeginUser;
  PetscCall(SystemCreateOscillator(&p, &sys));
  PetscCall(Integrate(sys, scheme, rho, dt, NSTEPS, &p.q0, &p.v0, record, &s));
  PetscCall(SystemDestroy(&sys));
  /* Late in the run small roots have died out and a short recurrence fits; early, all roots are there. */
  for (int start = first; start >= MAX_ORDER && best > fits; start -= first - MAX_ORDER)
    for (int n = s.by_displacement ? 2 : 1; n <= MAX_ORDER && best > fits; n++) {
      Number       trial[MAX_ORDER];
      const double misfit = cabs(s.z[start + 2 * n + EXTRA]) > 1e-290 ? fit(s.z, start, n, trial) : HUGE_VAL;

      if (misfit < best) {
        best  = misfit;
        order = n;
        memcpy(c, trial, sizeof c);
      }
    }
  roots(order, c, mu);
  {
    double largest = 0;

    for (int i = 0; i < order; i++) largest = fmax(largest, cabs(mu[i]));
    for (int i = 0; i < order; i++) { /* roots may share the largest modulus: the published one is among them */
      const double size = cabs(mu[i]);

      if (size < largest * (1 - 1e-6)) continue;
      for (int turns = 0; turns <= 2 * implicit_stages;
           turns++) { /* a run knows the phase up to its sign and whole turns */
        const double phase    = fabs(carg(mu[i]) * (turns % 2 ? -1 : 1) + 2 * PETSC_PI * ((turns + 1) / 2)),
                     w        = hypot(phase, log(size));
        const double error[3] = {fabs(size - radius), fabs(-100 * log(size) / w - decay),
                                 fabs(100 * (p.omega * dt / w - 1) - elongation)};

        if (error[1] + error[2] < best_error[1] + best_error[2]) memcpy(best_error, error, sizeof error);
      }
    }
  }
  CHECK(
    best_error[0] <= tolerance && best_error[1] <= 100 * tolerance &&
      best_error[2] <= 100 * tolerance * (1 + fabs(elongation) / 100),
    "%s, rho_inf %g, dt/nT %g: errors of radius %.2g, decay [%%] %.2g, elongation [%%] %.2g (order %d, misfit %.1g)",
    scheme, rho, dt_over_nT, best_error[0], best_error[1], best_error[2], order, best);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(const char path[])
{
  char   line[256], scheme[64];
  double rho, x, radius, decay, elongation;
  int    n, rows = 0;
  FILE  *file = fopen(path, "r");

  PetscFunctionBeginUser;
  PetscCheck(file, PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "%s", path);
  while (fgets(line, sizeof line, file))
    if (sscanf(line, "%63[^,],%lf,%d,%lf,%lf,%lf,%lf", scheme, &rho, &n, &x, &radius, &decay, &elongation) == 7) {
      PetscCall(CheckRow(scheme, rho, n, x, radius, decay, elongation));
      rows++;
    }
  fclose(file);
  CHECK(rows > 200, "only %d rows in %s", rows, path);
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[])
{
  if (InitializeOrExplain(&argc, &argv)) return 1;
  CHECK(!Run(argc > 1 ? argv[1] : ""), "an error was raised");
  PetscFinalize();
  return TestReport();
}
