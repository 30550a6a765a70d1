/* spectrum.c: linear analysis from the schemes' own steps.
   - Spectral radius, amplitude decay and period elongation equal data/linear_analysis.csv (40-digit
   arithmetic) to 1e-9.
   - Unconditionally stable schemes: no root leaves the unit circle over the left half plane,
   sampled densely.
   - Overshoot at infinite frequency: Zhang, Zhang & Masarati 2021, eqs. (66)-(75).
   - Stability limits of the conditionally stable schemes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "petsc_test.h"
#include "integrator/dispersion.h"

enum { MAX_ROWS = 16 };

static PetscErrorCode Find(const char name[], const FsScheme **scheme)
{
  PetscFunctionBeginUser;
  *scheme = NULL;
  for (const FsScheme *const *s = FsIntegratorSchemes(); *s; s++)
    if (!strcmp((*s)->name, name)) *scheme = *s;
  PetscCheck(*scheme, PETSC_COMM_SELF, PETSC_ERR_PLIB, "no scheme %s", name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* "name -option value ...": the scheme with its options, and with a rho_inf unless the scheme has
   one only, or its options determine it. */
static PetscErrorCode Read(const char text[], PetscReal rho_inf, FsIntegratorOptions *options)
{
  const FsScheme *scheme;
  FsOptions       o;
  char            name[64];

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsClear(NULL));
  PetscCall(PetscOptionsInsertString(NULL, strchr(text, '-') ? strchr(text, '-') : ""));
  PetscCall(FsOptionsCreate(PETSC_COMM_SELF, &o));
  sscanf(text, "%63s", name);
  PetscCall(Find(name, &scheme));
  *options = FsIntegratorDefaultOptions(
    scheme, strstr(name, "hht") || !scheme->tunable ? scheme->rho_inf : rho_inf);
  PetscCall(FsIntegratorReadSchemeOptions(o, PETSC_COMM_SELF, options));
  PetscCall(FsOptionsDestroy(&o));
  PetscFunctionReturn(PETSC_SUCCESS);
}

typedef struct {
  char   scheme[96];
  double rho;
  int    n, stages;
  double x[MAX_ROWS], radius[MAX_ROWS], decay[MAX_ROWS], elongation[MAX_ROWS];
} Group;

/* The reference has 12 decimals of the radius, and 8 digits of the percentages. */
static PetscErrorCode CheckGroup(const Group *g)
{
  const double        digits = 6e-8;
  FsIntegratorOptions options;
  Spectrum            s;

  PetscFunctionBeginUser;
  PetscCall(Read(g->scheme, g->rho, &options));
  PetscCall(SpectrumCreate(&options, 0, g->n, g->x, &s));
  for (int i = 0; i < g->n; i++) {
    const PetscBool multiple =
      (PetscBool)(g->rho == 1 && g->x[i] > 1000 && options.scheme->solves == 1);
    const double good = multiple ? 1e-4 : 1e-9; /* the motion's root joins the others at -1 */
    const double size = hypot(s.principal[2 * i], s.principal[2 * i + 1]);
    /* With rho_inf = 1 all other roots of lms and ss are at -1, many times: the motion's root is
     * the accurate one. */
    const double radius   = g->rho == 1 && fabs(s.radius[i] - 1) < 1e-3 ? size : s.radius[i];
    const double error[3] = {radius - g->radius[i], 100 * s.decay[i] - g->decay[i],
                             100 * s.elongation[i] - g->elongation[i]};

    CHECK(
      fabs(error[0]) <= good * fmax(1, g->radius[i]) &&
        (g->radius[i] > 1 + good || isnan(g->decay[i]) ||
         (fabs(error[1]) <= 100 * good + digits * fabs(g->decay[i]) &&
          fabs(error[2]) <= 100 * good + (multiple ? good : digits) * 2 * fabs(g->elongation[i]))),
      "%s, rho_inf %g, dt/T %g: radius %.12g, decay %.9g, elongation %.9g; errors %.2g, %.2g, %.2g",
      g->scheme, g->rho, g->x[i] / (2 * PETSC_PI), s.radius[i], 100 * s.decay[i],
      100 * s.elongation[i], error[0], error[1], error[2]);
  }
  PetscCall(SpectrumDestroy(&s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReferenceSpectra(const char path[])
{
  char  line[256];
  Group g    = {.n = 0}, row;
  int   rows = 0;
  FILE *file = fopen(path, "r");

  PetscFunctionBeginUser;
  PetscCheck(file, PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "%s", path);
  while (fgets(line, sizeof line, file)) {
    double dt;

    row = (Group){.n = 0};
    if (sscanf(line, "%95[^,],%lf", row.scheme, &row.rho) < 1 || !strcmp(row.scheme, "scheme"))
      continue;
    if (sscanf(strchr(strchr(line, ',') + 1, ',') + 1, "%d,%lf,%lf,%lf,%lf", &row.stages, &dt,
               &row.radius[0], &row.decay[0], &row.elongation[0]) != 5)
      continue;
    rows++;
    if (g.n && (strcmp(g.scheme, row.scheme) || g.rho != row.rho || g.n == MAX_ROWS)) {
      PetscCall(CheckGroup(&g));
      g.n = 0;
    }
    memcpy(g.scheme, row.scheme, sizeof g.scheme);
    g.rho             = row.rho;
    g.x[g.n]          = 2 * PETSC_PI * dt * row.stages;
    g.radius[g.n]     = row.radius[0];
    g.decay[g.n]      = row.decay[0];
    g.elongation[g.n] = row.elongation[0];
    g.n++;
  }
  if (g.n) PetscCall(CheckGroup(&g));
  fclose(file);
  CHECK(rows > 500, "only %d rows in %s", rows, path);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- stability
 * ---------------------------------------------------------------------------------------------------
 */

/* z = w dt (-xi +- sqrt(xi^2 - 1)): angles from the imaginary axis to the real one, moduli over
   nine decades. Roots at -1 of multiplicity r - 1 (lms, ss with rho_inf = 1) are known to the r-th
   root of round-off: twins.c shows that these are the trapezoidal rule. */
static PetscErrorCode CheckStability(const FsIntegratorOptions *options, const char parameter[])
{
  enum { MODULI = 200, ANGLES = 40 };
  const PetscReal rho       = options->rho_inf;
  const double    tolerance = rho > 0.9 ? 1e-5 : 1e-8;
  double          worst = 0, at[2] = {0, 0};
  PetscReal       x[MODULI];

  PetscFunctionBeginUser;
  for (int i = 0; i < MODULI; i++) x[i] = pow(10, -4 + 9. * i / (MODULI - 1));
  for (int angle = 0; angle <= ANGLES; angle++) {
    const PetscReal xi = sin(PETSC_PI / 2 * angle / ANGLES);
    PetscReal      *A, *roots;
    PetscInt        m;

    PetscCall(IntegratorAmplification(options, MODULI, x, xi, &m, &A));
    PetscCall(PetscMalloc1(2 * MODULI * (size_t)m, &roots));
    PetscCall(AmplificationRoots(MODULI, m, A, roots));
    for (int i = 0; i < MODULI; i++) {
      const double radius = hypot(roots[2 * i * m], roots[2 * i * m + 1]);

      if (radius > worst) {
        worst = radius;
        at[0] = x[i];
        at[1] = xi;
      }
    }
    PetscCall(PetscFree(roots));
    PetscCall(PetscFree(A));
  }
  CHECK(worst <= 1 + tolerance, "%s%s, rho_inf %g: radius 1 + %.3g at w dt %g, xi %g",
        options->scheme->name, parameter, rho, worst - 1, at[0], at[1]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* rho_inf-Bathe is unconditionally stable for any first sub-step: Noh & Bathe 2019, section 3. */
static PetscErrorCode StabilityOfSplits(const FsScheme *bathe, PetscReal rho)
{
  const PetscReal splits[] = {0.1, 0.3, 0.5, 0.7, 0.9};

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(splits); k++) {
    FsIntegratorOptions options = FsIntegratorDefaultOptions(bathe, rho);
    char                text[32];

    PetscCall(FsIntegratorSetParameter(&options, "bathe_split", splits[k]));
    PetscCall(PetscSNPrintf(text, sizeof text, " -bathe_split %g", (double)splits[k]));
    PetscCall(CheckStability(&options, text));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Stability(void)
{
  const PetscReal rhos[] = {0, 0.2, 0.5, 0.8, 0.95, 1};

  PetscFunctionBeginUser;
  for (const FsScheme *const *s = FsIntegratorSchemes(); *s; s++) {
    FsIntegratorOptions options = FsIntegratorDefaultOptions(*s, (*s)->rho_inf);
    FsIntegrator        in;
    PetscBool           conditionally_stable;

    PetscCall(FsIntegratorCreate(PETSC_COMM_SELF, &options, &in));
    conditionally_stable = FsIntegratorGetInfo(in).conditionally_stable;
    PetscCall(FsIntegratorDestroy(&in));
    if (conditionally_stable) continue; /* below */
    for (size_t r = 0; r < ((*s)->tunable ? PETSC_STATIC_ARRAY_LENGTH(rhos) : 1); r++) {
      const PetscReal rho = (*s)->tunable ? PetscMax(rhos[r], (*s)->rho_min) : (*s)->rho_inf;

      if (rho == 1 && (!strncmp((*s)->name, "lms", 3) || !strncmp((*s)->name, "ss", 2))) continue;
      options = FsIntegratorDefaultOptions(*s, rho);
      PetscCall(CheckStability(&options, ""));
      if (!strcmp((*s)->name, "bathe")) PetscCall(StabilityOfSplits(*s, rho));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Fernandez de Bustos et al. 2024, Table 3 and section 5, as corrected; Newmark: 1/sqrt(gamma/2 -
 * beta). */
static PetscErrorCode Limits(void)
{
  static const struct {
    const char *scheme;
    double      limit, within;
  } cases[] = {
    {"central_difference",                               2,         1e-4},
    {"ce3",                                              1.5491933, 1e-4},
    {"ce3_2",                                            1.1547005, 1e-4},
    {"ce4_1_4",                                          1.2649111, 1e-4},
    {"ce4",                                              1.7320508, 2e-4},
    {"ce5_a",                                            1.128,     1e-3},
    {"ce5",                                              1.881,     1e-3},
    {"newmark -newmark_gamma 0.5 -newmark_beta 0.16667", 3.4641016, 1e-3},
    {"newmark -newmark_gamma 0.5 -newmark_beta 0.1",     2.5819889, 1e-4}
  };

  PetscFunctionBeginUser;
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(cases); i++) {
    FsIntegratorOptions options;
    PetscReal           limit;

    PetscCall(Read(cases[i].scheme, 1, &options));
    PetscCall(IntegratorStableStep(&options, 0, &limit));
    CHECK_CLOSE(limit, cases[i].limit, cases[i].within, cases[i].scheme);
  }
  for (int i = 0; i < 3; i++) { /* growth at every step, as errata of the paper have it */
    static const char *const names[]  = {"ce4_5_4", "ce5_1", "ce5_4_5"};
    const double             growth[] = {1. / 3, 1. / 3, 4. / 15}, x = 0.01;
    FsIntegratorOptions      options;
    Spectrum                 s;

    PetscCall(Read(names[i], 1, &options));
    PetscCall(SpectrumCreate(&options, 0, 1, &x, &s));
    CHECK_CLOSE((s.radius[0] - 1) / (x * x), growth[i], 0.002, names[i]);
    PetscCall(SpectrumDestroy(&s));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- overshoot
 * ---------------------------------------------------------------------------------------------------
 */

/* q and dt v of the step that the formulas are about, from q0 alone; from v0 alone v goes as q
 * does. */
typedef void (*Formula)(double r, double *q, double *v);

static void lms2_one_step(double r, double *q, double *v) /* (66) */
{
  *q = -r * (r * r - r - 1);
  *v = (r - 3) * pow(r + 1, 2) * (2 * r * r - 3 * r - 1) / 2;
}

static void lms3_one_step(double r, double *q, double *v) /* (67) */
{
  *q = -r / 12 *
       (pow(r, 6) - 8 * pow(r, 5) + 20 * pow(r, 4) - 8 * pow(r, 3) - 25 * r * r + 16 * r + 16);
  *v =
    -pow(r + 1, 2) / 72 * (r * r - 5 * r + 10) *
    (3 * pow(r, 6) - 25 * pow(r, 5) + 76 * pow(r, 4) - 78 * pow(r, 3) - 27 * r * r + 73 * r + 14);
}

static void lms4_one_step(double r, double *q, double *v) /* (68) */
{
  *q = -r / 2000 * (pow(r, 4) - 6 * pow(r, 3) + 14 * r * r - 4 * r - 15) *
       (pow(r, 8) - 12 * pow(r, 7) + 64 * pow(r, 6) - 176 * pow(r, 5) + 214 * pow(r, 4) +
        68 * pow(r, 3) - 304 * r * r + 120 * r + 225);
  *v = pow(r + 1, 2) / 40000 * (pow(r, 3) - 7 * r * r + 21 * r - 35) *
       (4 * pow(r, 12) - 74 * pow(r, 11) + 639 * pow(r, 10) - 3315 * pow(r, 9) + 11072 * pow(r, 8) -
        23430 * pow(r, 7) + 26944 * pow(r, 6) - 2384 * pow(r, 5) - 34890 * pow(r, 4) +
        32848 * pow(r, 3) + 7681 * r * r - 20445 * r - 2650);
}

static void lms2_trapezoidal(double r, double *q, double *v) /* (70) */
{
  *q = -r * (r - 2);
  *v = (r * r - 5) * (r * r - 4 * r - 1) / 2;
}

static void lms3_trapezoidal(double r, double *q, double *v) /* (71) */
{
  *q = -r * (r * r - 3 * r + 3);
  *v =
    -(pow(r, 6) - 7 * pow(r, 5) + 20 * pow(r, 4) + 14 * pow(r, 3) - 115 * r * r + 137 * r + 22) / 6;
}

static void lms4_trapezoidal(double r, double *q, double *v) /* (72) */
{
  *q = -r * (r - 2) * (r * r - 2 * r + 2);
  *v = (pow(r, 8) - 10 * pow(r, 7) + 44 * pow(r, 6) - 110 * pow(r, 5) + 2 * pow(r, 4) +
        570 * pow(r, 3) - 1100 * r * r + 830 * r + 93) /
       20;
}

static void ss2_first(double r, double *q, double *v) /* (73) */
{
  *q = (r * r - 2 * r - 1) / 2;
  *v = -pow(r + 1, 2) * pow(r - 3, 2) / 4;
}

static void ss3_first(double r, double *q, double *v) /* (74) */
{
  *q = -(pow(r, 3) - 4 * r * r + 5 * r + 4) / 6;
  *v = -pow(r + 1, 2) * pow(r * r - 5 * r + 10, 2) / 36;
}

static void ss4_first(double r, double *q, double *v) /* (75) */
{
  *q = (pow(r, 4) - 6 * pow(r, 3) + 14 * r * r - 14 * r - 15) / 20;
  *v = -pow(r + 1, 2) * pow(pow(r, 3) - 7 * r * r + 21 * r - 35, 2) / 400;
}

static PetscErrorCode OvershootFormulas(void)
{
  static const struct {
    const char *scheme;
    int         step;
    Formula     formula;
  } cases[] = {
    {"lms2",                          2, lms2_one_step   },
    {"lms3",                          3, lms3_one_step   },
    {"lms4",                          4, lms4_one_step   },
    {"lms2 -lms_startup trapezoidal", 2, lms2_trapezoidal},
    {"lms3 -lms_startup trapezoidal", 3, lms3_trapezoidal},
    {"lms4 -lms_startup trapezoidal", 4, lms4_trapezoidal},
    {"ss2",                           1, ss2_first       },
    {"ss3",                           1, ss3_first       },
    {"ss4",                           1, ss4_first       }
  };
  const PetscReal x      = 1e5,
                  rhos[] = {0, 0.3, 0.6, 0.9}; /* infinite: the next term is of order 1/x^2 */

  PetscFunctionBeginUser;
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(cases); i++)
    for (int r = 0; r < 4; r++) {
      FsIntegratorOptions options;
      PetscReal           q[5], v[5], want_q, want_v;

      PetscCall(Read(cases[i].scheme, rhos[r], &options));
      cases[i].formula(rhos[r], &want_q, &want_v);
      PetscCall(IntegratorFreeMotion(&options, 1, &x, 0, 1, 0, cases[i].step, q, v));
      CHECK(fabs(q[cases[i].step] - want_q) < 1e-7 && fabs(v[cases[i].step] * x - want_v) < 1e-5,
            "%s, rho_inf %g: q %.9g, dt v %.9g after step %d; expected %.9g, %.9g", cases[i].scheme,
            rhos[r], q[cases[i].step], v[cases[i].step] * x, cases[i].step, want_q, want_v);
      PetscCall(IntegratorFreeMotion(&options, 1, &x, 0, 0, 1, cases[i].step, q, v));
      CHECK(fabs(v[cases[i].step] - want_q) < 1e-7, "%s, rho_inf %g: v/v0 %.9g, expected %.9g",
            cases[i].scheme, rhos[r], v[cases[i].step], want_q);
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const char *path;

static PetscErrorCode Run(void)
{
  PetscFunctionBeginUser;
  PetscCall(ReferenceSpectra(path));
  PetscCall(Stability());
  PetscCall(Limits());
  PetscCall(OvershootFormulas());
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[])
{
  path = argc > 1 ? argv[1] : "";
  return TestMain(argc, argv, Run);
}
