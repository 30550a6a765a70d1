/* steps.c: steps of changing size.
   - Schemes keep second order when every step differs from the one before: alternating, smooth, by
   jumps, at random.
   - -adapt: the error follows the tolerance, steps follow the motion, counts add up.
   - A stage that cannot be solved is tried again with shorter steps; where none helps the run ends
   and says so.
   - A step that misses the end of an interval by round-off ends there, in any unit of time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "integrator/step_size.h"
#include "problems.h"
#include "petsc_test.h"

typedef enum { ALTERNATING, SMOOTH, JUMPS, RANDOM, NPATTERNS } Pattern;
static const char *const pattern_names[] = {"alternating", "smooth", "jumps", "random"};

/* n steps over [0, end]; jumps by a factor 4, eight of them. */
static void make_times(Pattern pattern, PetscInt n, PetscReal end, PetscReal t[])
{
  PetscReal sum = 0;

  srand(7);
  t[0] = 0;
  for (PetscInt k = 1; k <= n; k++) {
    PetscReal h = 1;

    if (pattern == ALTERNATING) h = k % 2 ? 1 : 2;
    if (pattern == SMOOTH) h = 1 + 0.5 * sin(12 * PETSC_PI * (PetscReal)k / (PetscReal)n);
    if (pattern == JUMPS) h = (9 * (k - 1) / n) % 2 ? 4 : 1;
    if (pattern == RANDOM) h = exp(1.4 * ((PetscReal)rand() / RAND_MAX - 0.5));
    sum += h;
    t[k] = sum;
  }
  for (PetscInt k = 1; k <= n; k++) t[k] *= end / sum;
}

static PetscErrorCode IrregularError(const char scheme[], PetscReal rho, Pattern pattern,
                                     PetscInt n, double error[3])
{
  const Motion *m = &compliant_pendulum;
  Comparison    c;
  PetscReal    *t;
  FsSystem      sys;

  PetscFunctionBeginUser;
  comparison_start(&c, m);
  PetscCall(PetscMalloc1(n + 1, &t));
  make_times(pattern, n, m->t_end, t);
  PetscCall(SystemCreateMotion(m, &sys));
  PetscCall(IntegrateSteps(sys, scheme, rho, n, t, m->q0, m->v0, compare_motion, &c));
  for (int i = 0; i < 3; i++) error[i] = PetscSqrtReal(c.error[i] / c.size[i]);
  PetscCall(FsSystemDestroy(&sys));
  PetscCall(PetscFree(t));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Random steps differ from level to level: their slope scatters. */
static PetscErrorCode IrregularSteps(void)
{
  static const char *const names[] = {
    "lms2",  "bdf2",        "ss2",    "ss3",       "ss4",  "hht", "wbz", "generalized_alpha",
    "bathe", "trapezoidal", "msstc3", "tr_bdf2_q", "lms3", "lms4"};
  const PetscReal        rhos[]            = {0, 0.6};
  const double           within[NPATTERNS] = {0.1, 0.1, 0.1, 0.25}, h[2] = {2, 1};
  const FsScheme *const *all = FsIntegratorSchemes();

  PetscFunctionBeginUser;
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(names); i++)
    for (int r = 0; r < 2; r++)
      for (int pattern = 0; pattern < NPATTERNS; pattern++) {
        const PetscInt         n = 1600;
        const FsScheme *const *s = all;
        double                 coarse[3], fine[3];
        PetscBool              same = PETSC_FALSE;

        for (; !same; s++) PetscCall(PetscStrcmp(names[i], (*s)->name, &same));
        s--;
        if (r && !(*s)->tunable) continue;
        {
          const PetscReal rho = (*s)->tunable ? PetscMax(rhos[r], (*s)->rho_min) : (*s)->rho_inf;

          PetscCall(IrregularError(names[i], rho, (Pattern)pattern, n, coarse));
          PetscCall(IrregularError(names[i], rho, (Pattern)pattern, 2 * n, fine));
          for (int field = 0; field < 2; field++) {
            const double pair[2] = {coarse[field], fine[field]};

            CHECK(fabs(slope(2, h, pair) - 2) <= within[pattern],
                  "%s, rho_inf %g, %s steps: order of %c is %.3f (%.2e)", names[i], rho,
                  pattern_names[pattern], "qv"[field], slope(2, h, pair), fine[field]);
          }
        }
      }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetTolerance(double rtol)
{
  char text[32];

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(text, sizeof text, "%g", rtol));
  PetscCall(PetscOptionsSetValue(NULL, "-adapt", "true"));
  PetscCall(PetscOptionsSetValue(NULL, "-adapt_rtol", text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ClearTolerance(void)
{
  PetscFunctionBeginUser;
  PetscCall(PetscOptionsClearValue(NULL, "-adapt"));
  PetscCall(PetscOptionsClearValue(NULL, "-adapt_rtol"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

typedef struct {
  Comparison comparison;
  PetscReal  last, shortest, longest;
} Steps;

static void watch_steps(PetscInt step, PetscReal t, const PetscScalar q[], const PetscScalar v[],
                        const PetscScalar a[], void *context)
{
  Steps *s = context;

  compare_motion(step, t, q, v, a, &s->comparison);
  if (step) {
    s->shortest = PetscMin(s->shortest, t - s->last);
    s->longest  = PetscMax(s->longest, t - s->last);
  }
  s->last = t;
}

/* Tolerance proportionality (lms4 holds its step until one twice as long pays): the global error of
   a controlled run goes like the tolerance to the power p/(p_hat + 1), p the order of the solution
   and p_hat + 1 that of the estimate, and stays near the tolerance in size. */
static PetscErrorCode Adaptive(void)
{
  static const struct {
    const char *scheme;
    double      rho, power;
  } cases[] = {
    {"esdirk32_4l",       0,   3. / 3},
    {"esdirk32_5l",       0,   3. / 3},
    {"esdirk43_6l",       0,   4. / 4},
    {"tr_bdf2_q",         0,   2. / 3},
    {"lms2",              0,   2. / 3},
    {"ss2",               0.6, 2. / 3},
    {"ss4",               0,   2. / 3},
    {"lms4",              0.6, 0     },
    {"trapezoidal",       1,   2. / 3},
    {"bathe",             0,   2. / 3},
    {"generalized_alpha", 0.6, 2. / 3}
  };
  Motion   m = compliant_pendulum;
  FsSystem sys;

  PetscFunctionBeginUser;
  m.t_end = 3;
  PetscCall(SystemCreateMotion(&m, &sys));
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(cases); i++) {
    const double tolerance[2] = {1e-5, 1e-7};
    double       error[2], power;
    FsStepInfo   sum[2];
    Steps        s;

    for (int level = 0; level < 2; level++) {
      PetscCall(SetTolerance(tolerance[level]));
      s = (Steps){.shortest = PETSC_MAX_REAL};
      comparison_start(&s.comparison, &m);
      PetscCall(IntegrateControlled(sys, cases[i].scheme, cases[i].rho, 1e-3, m.t_end, m.q0, m.v0,
                                    watch_steps, &s, &sum[level]));
      error[level] = PetscSqrtReal(s.comparison.error[0] / s.comparison.size[0]);
      CHECK(sum[level].solve.ok && fabs(s.last - m.t_end) < 1e-14, "%s ends at %g", cases[i].scheme,
            s.last);
      CHECK(sum[level].rejected <= sum[level].accepted / 4 + 2,
            "%s, rtol %g: %d steps rejected, %d accepted", cases[i].scheme, tolerance[level],
            (int)sum[level].rejected, (int)sum[level].accepted);
      CHECK(s.longest > 1.3 * s.shortest || cases[i].power == 0, "%s: steps from %g to %g",
            cases[i].scheme, s.shortest, s.longest);
    }
    power = log(error[1] / error[0]) / log(tolerance[1] / tolerance[0]);
    if (getenv("VERBOSE"))
      printf("%-18s rtol 1e-5: %5d + %3d, error %.1e; 1e-7: %5d + %3d, error %.1e; power %.2f\n",
             cases[i].scheme, (int)sum[0].accepted, (int)sum[0].rejected, error[0],
             (int)sum[1].accepted, (int)sum[1].rejected, error[1], power);
    CHECK(cases[i].power == 0 ? error[1] < error[0] / 5 : fabs(power - cases[i].power) < 0.15,
          "%s: error goes like the tolerance to the %.2f, expected %.2f", cases[i].scheme, power,
          cases[i].power);
  }
  PetscCall(FsSystemDestroy(&sys));
  PetscCall(ClearTolerance());
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Newton gets too few iterations for the nominal step: shorter ones go through, and the result is
   what the motion is. With a floor at the nominal step, or with no iterations at all, the run ends.
 */
static PetscErrorCode CutBack(void)
{
  const Motion *m = &forced_oscillator;
  FsSystem      sys;

  PetscFunctionBeginUser;
  PetscCall(SystemCreateMotion(m, &sys));
  PetscCall(PetscOptionsSetValue(NULL, "-snes_max_it", "2"));
  for (const FsScheme *const *s = FsIntegratorSchemes(); *s; s++) {
    const double    dt  = 0.5;
    const PetscReal rho = (*s)->tunable ? 0.6 : (*s)->rho_inf;
    Comparison      c;
    FsStepInfo      sum;
    double          error;

    if (!serves_programs((*s)->name)) continue;
    comparison_start(&c, m);
    PetscCall(IntegrateControlled(sys, (*s)->name, rho, dt, m->t_end, m->q0, m->v0, compare_motion,
                                  &c, &sum));
    error = PetscSqrtReal(c.error[0] / c.size[0]);
    CHECK(sum.solve.ok && error < (sum.failed ? 0.1 : 0.4), "%s: error %.2g after %d cut-backs",
          (*s)->name, error, (int)sum.failed);
    CHECK((sum.failed > 0) == (sum.accepted > round(m->t_end / dt)),
          "%s: %d failed attempts, %d steps", (*s)->name, (int)sum.failed, (int)sum.accepted);
    if (!sum.failed) continue; /* two iterations were enough */

    PetscCall(PetscOptionsSetValue(NULL, "-dt_min", "0.5"));
    comparison_start(&c, m);
    PetscCall(IntegrateControlled(sys, (*s)->name, rho, dt, m->t_end, m->q0, m->v0, compare_motion,
                                  &c, &sum));
    CHECK(!sum.solve.ok && sum.failed == 1 && sum.solve.reason, "%s: a cut-back below the floor",
          (*s)->name);
    PetscCall(PetscOptionsClearValue(NULL, "-dt_min"));
  }
  PetscCall(PetscOptionsClearValue(NULL, "-snes_max_it"));
  PetscCall(FsSystemDestroy(&sys));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The remainder of an interval differs from a step by a part of it: 1e-10 is round-off, and the
   step keeps its bits; 1e-8 is not. */
static PetscErrorCode StepEnds(void)
{
  PetscFunctionBeginUser;
  for (int power = -6; power <= 6; power += 3) {
    const PetscReal dt = 0.1 * PetscPowReal(10, power), longer = dt * (1 + 1e-8),
                    shorter   = dt * (1 - 1e-8);
    struct _n_FsStepControl c = {.dt = dt, .h = dt, .dt_min = dt / 1024};
    PetscBool               reaches;

    for (int sign = -1; sign <= 1; sign++)
      CHECK(step_size_next(&c, dt * (1 + sign * 1e-10), &reaches) == dt && reaches,
            "dt %g: the remainder is %+d 1e-10 longer", dt, sign);
    CHECK(step_size_next(&c, shorter, &reaches) == shorter && reaches, "dt %g: a shorter end", dt);
    CHECK(step_size_next(&c, longer, &reaches) == longer / 2 && !reaches, "dt %g: a longer end",
          dt);
    CHECK(!step_size_shorten(&c, c.dt_min * (1 + 1e-10), 0.5), "dt %g: below the floor", dt);
    CHECK(step_size_shorten(&c, c.dt_min * (1 + 1e-8), 0.5), "dt %g: above the floor", dt);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  PetscFunctionBeginUser;
  PetscCall(PetscOptionsSetValue(NULL, "-snes_atol", "1e-14"));
  PetscCall(IrregularSteps());
  PetscCall(Adaptive());
  PetscCall(CutBack());
  PetscCall(StepEnds());
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Run); }
