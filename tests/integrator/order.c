/* order.c: every registered scheme reaches its order in q, v and a, for rho_inf 0, 0.6 and
   1 and one between the published ones, and with parameters that change its matrices:
   - on a damped linear oscillator under two harmonic forces: global errors (79) of Zhang, Zhang &
   Masarati 2021 over [0, 10];
   - on a nonlinear oscillator under a force of its own time, and on the spring pendulum: the same
   errors against an independent extrapolation method. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "problems.h"
#include "petsc_test.h"
#include "solve/stage_state.h"

typedef struct {
  PetscReal error[3], size[3]; /* sums of squares */
} Errors;

static void compare_oscillator(PetscInt step, PetscReal t, const PetscScalar q[],
                               const PetscScalar v[], const PetscScalar a[], void *context)
{
  Errors         *e      = context;
  const PetscReal got[3] = {q[0], v[0], a[0]};
  PetscReal       want[3];

  if (!step) return;
  oscillator_exact(&paper_oscillator, t, want);
  for (int i = 0; i < 3; i++) {
    e->error[i] += PetscSqr(got[i] - want[i]);
    e->size[i] += PetscSqr(want[i]);
  }
}

/* ---- matrices of a linear system --------------------------------------------------------------
 */

/* How often a matrix was built for each shift. */
enum { MAX_SHIFTS = 64 };
static struct {
  PetscErrorCode (*combine)(FsSystem, FsShift, Mat);
  PetscInt n, count[MAX_SHIFTS];
  FsShift  shift[MAX_SHIFTS];
} builds;

static PetscErrorCode CountingCombine(FsSystem sys, FsShift shift, Mat A)
{
  PetscInt i = 0;

  PetscFunctionBeginUser;
  while (i < builds.n && !shift_equal(shift, builds.shift[i])) i++;
  PetscCheck(i < MAX_SHIFTS, PETSC_COMM_SELF, PETSC_ERR_PLIB, "many shifts");
  if (i == builds.n) {
    builds.count[builds.n]   = 0;
    builds.shift[builds.n++] = shift;
  }
  builds.count[i]++;
  PetscCall(builds.combine(sys, shift, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the number of builds beyond one for each shift of stages, which all have mass. Extra
   matrices with M alone, from which the stage chooses a solver, do not count. */
static PetscInt repeated_builds(void)
{
  PetscInt n = 0;

  for (PetscInt i = 0; i < builds.n; i++)
    if (builds.shift[i].cm != 0 && (builds.shift[i].cc != 0 || builds.shift[i].ck != 0))
      n += builds.count[i] - 1;
  return n;
}

static PetscErrorCode LinearErrors(const char scheme[], PetscReal rho, PetscInt nsteps,
                                   double error[3])
{
  Errors   e = {{0}, {0}};
  FsSystem sys;

  PetscFunctionBeginUser;
  PetscCall(SystemCreateOscillator(&paper_oscillator, &sys));
  builds.combine          = sys->ops.matrix.combine;
  builds.n                = 0;
  sys->ops.matrix.combine = CountingCombine;
  PetscCall(Integrate(sys, scheme, rho, 10. / (PetscReal)nsteps, nsteps, &paper_oscillator.q0,
                      &paper_oscillator.v0, compare_oscillator, &e));
  CHECK(repeated_builds() == 0 && matrix_builds <= builds.n,
        "%s: %d effective matrices were built, of which %d had been built before", scheme,
        (int)matrix_builds, (int)repeated_builds());
  for (int i = 0; i < 3; i++) error[i] = PetscSqrtReal(e.error[i] / e.size[i]);
  PetscCall(FsSystemDestroy(&sys));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MotionErrors(const Motion *m, const char scheme[], PetscReal rho,
                                   PetscInt nsteps, double error[3])
{
  Comparison c;
  FsSystem   sys;

  PetscFunctionBeginUser;
  comparison_start(&c, m);
  PetscCall(SystemCreateMotion(m, &sys));
  PetscCall(Integrate(sys, scheme, rho, m->t_end / (PetscReal)nsteps, nsteps, m->q0, m->v0,
                      compare_motion, &c));
  for (int i = 0; i < 3; i++) error[i] = PetscSqrtReal(c.error[i] / c.size[i]);
  PetscCall(FsSystemDestroy(&sys));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The slope between n and 2 n steps; n doubles until it settles, while errors are above round-off.
 */
static PetscErrorCode CheckOrder(const Motion *m, const FsScheme *s, PetscReal rho)
{
  enum { LEVELS = 5 };
  static const PetscInt linear[]    = {0, 0, 4000, 1000, 600, 200},
                        nonlinear[] = {0, 0, 400, 120, 60, 40};
  const double round_off = 1e-12, within = 0.1, h[2] = {2, 1};
  PetscInt     n = m ? nonlinear[s->order] : linear[s->order];
  double       error[2][3], order[3] = {0};
  PetscBool    settled = PETSC_FALSE;

  PetscFunctionBeginUser;
  for (int level = 0; level < LEVELS && !settled; level++, n *= 2) {
    for (int i = 0; i < 3; i++) error[0][i] = error[1][i];
    if (m) PetscCall(MotionErrors(m, s->name, rho, n, error[1]));
    else PetscCall(LinearErrors(s->name, rho, n, error[1]));
    settled = (PetscBool)(level > 0);
    for (int i = 0; i < 3 && level; i++) {
      const double pair[] = {error[0][i], error[1][i]};

      order[i] = slope(2, h, pair);
      settled =
        (PetscBool)(settled && fabs(order[i] - (double)s->order) <= within && pair[1] > round_off);
    }
  }
  CHECK(settled,
        "%s, %s, rho_inf %g: orders of q, v, a are %.3f, %.3f, %.3f, expected %d (errors %.2e, "
        "%.2e, %.2e)",
        m ? m->name : "linear", s->name, (double)rho, order[0], order[1], order[2], (int)s->order,
        error[1][0], error[1][1], error[1][2]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Checks a scheme with all its values of rho_inf on all problems. */
static PetscErrorCode CheckScheme(const FsScheme *s)
{
  const Motion *const problems[] = {NULL, &forced_oscillator, &compliant_pendulum};
  const PetscReal     rhos[]     = {0, 0.37, 0.6, 1};

  PetscFunctionBeginUser;
  for (size_t r = 0; r < (s->tunable ? PETSC_STATIC_ARRAY_LENGTH(rhos) : 1); r++)
    for (size_t p = 0; p < PETSC_STATIC_ARRAY_LENGTH(problems); p++)
      PetscCall(
        CheckOrder(problems[p], s, s->tunable ? PetscMax(rhos[r], s->rho_min) : s->rho_inf));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  static const char *const parameters[][3] = {
    {"bathe", "-bathe_split",   "0.4"    },
    {"ce3",   "-ce_parameters", "1.5,0.5"}
  };
  const FsScheme *const *all = FsIntegratorSchemes();

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsSetValue(NULL, "-snes_atol", "1e-14"));
  for (const FsScheme *const *s = all; *s; s++)
    if (serves_programs((*s)->name)) PetscCall(CheckScheme(*s));
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(parameters); k++) {
    const char *const *p = parameters[k];

    PetscCall(PetscOptionsSetValue(NULL, p[1], p[2]));
    for (const FsScheme *const *s = all; *s; s++)
      if (!strcmp((*s)->name, p[0])) PetscCall(CheckScheme(*s));
    PetscCall(PetscOptionsClearValue(NULL, p[1]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Run); }
