/* order.c: every scheme reaches its order in q, v and a, for rho_inf 0, 0.6 and 1.
   Linear: global errors (79) of Zhang, Zhang & Masarati 2021 on its oscillator (77)-(78) over [0, 10].
   Nonlinear: spring pendulum (84)-(85) at t = 0.5 against a run of esdirk43_6l with 1000 steps. */
#include "problems.h"
#include "petsc_test.h"

typedef struct {
  PetscReal error[3], size[3]; /* sums of squares */
} Errors;

static void compare_oscillator(PetscInt step, PetscReal t, const PetscScalar q[], const PetscScalar v[],
                               const PetscScalar a[], void *context)
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

/* The interval divided into steps small enough for the slope, large enough to stay above round-off at order 4. */
static PetscErrorCode LinearOrder(const Scheme *s, PetscReal rho)
{
  enum { LEVELS = 2 };
  static const char *const names[] = {"q", "v", "a"};
  double                   h[LEVELS], error[3][LEVELS];
  System                   sys;
  const PetscInt           first = s->order >= 3 ? 400 : 4000;

  PetscFunctionBeginUser;
  PetscCall(SystemCreateOscillator(&paper_oscillator, &sys));
  for (int level = 0; level < LEVELS; level++) {
    const PetscInt n = first << level;
    Errors         e = {{0}, {0}};

    h[level] = 10. / n;
    PetscCall(
      Integrate(sys, s->name, rho, h[level], n, &paper_oscillator.q0, &paper_oscillator.v0, compare_oscillator, &e));
    for (int i = 0; i < 3; i++) error[i][level] = PetscSqrtReal(e.error[i] / e.size[i]);
    CHECK(matrix_builds == 1, "%s: the effective matrix was built %d times", s->name, (int)matrix_builds);
  }
  for (int i = 0; i < 3; i++)
    CHECK(fabs(slope(LEVELS, h, error[i]) - s->order) <= 0.05, "%s, rho_inf %g: order of %s is %.3f, expected %d",
          s->name, (double)rho, names[i], slope(LEVELS, h, error[i]), (int)s->order);
  PetscCall(SystemDestroy(&sys));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void keep_last(PetscInt step, PetscReal t, const PetscScalar q[], const PetscScalar v[], const PetscScalar a[],
                      void *context)
{
  PetscReal *last = context;

  (void)step, (void)t;
  for (int i = 0; i < 2; i++) {
    last[i]     = q[i];
    last[2 + i] = v[i];
    last[4 + i] = a[i];
  }
}

static PetscErrorCode NonlinearOrder(const Scheme *s, PetscReal rho, const PetscReal reference[])
{
  const PetscReal q0[] = {0, PETSC_PI / 4}, v0[] = {1, 0};
  const PetscInt  first = s->order >= 3 ? 60 : 400;
  double          h[2], error[3][2];
  System          sys;

  PetscFunctionBeginUser;
  PetscCall(SystemCreateSpringPendulum(98.1, &sys));
  for (int level = 0; level < 2; level++) {
    PetscReal last[6];

    h[level] = 0.5 / (first << level);
    PetscCall(Integrate(sys, s->name, rho, h[level], first << level, q0, v0, keep_last, last));
    for (int i = 0; i < 3; i++)
      error[i][level] = hypot(last[2 * i] - reference[2 * i], last[2 * i + 1] - reference[2 * i + 1]);
  }
  for (int i = 0; i < 3; i++)
    CHECK(fabs(slope(2, h, error[i]) - s->order) <= 0.1,
          "spring pendulum, %s, rho_inf %g: order %d of field %d is %.3f", s->name, (double)rho, (int)s->order, i,
          slope(2, h, error[i]));
  PetscCall(SystemDestroy(&sys));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  const SchemeFamily *const families[] = {&lms_family, &ss_family, &dirk_family, &alpha_family};
  const PetscReal           rhos[] = {0, 0.6, 1}, q0[] = {0, PETSC_PI / 4}, v0[] = {1, 0};
  PetscReal                 reference[6];
  System                    pendulum;

  PetscFunctionBeginUser;
  PetscCall(SystemCreateSpringPendulum(98.1, &pendulum));
  PetscCall(PetscOptionsSetValue(NULL, "-snes_rtol", "1e-14")); /* Newton to round-off: errors of 1e-12 are compared */
  PetscCall(Integrate(pendulum, "esdirk43_6l", 0, 0.5 / 1000, 1000, q0, v0, keep_last, reference));
  PetscCall(SystemDestroy(&pendulum));
  for (size_t f = 0; f < PETSC_STATIC_ARRAY_LENGTH(families); f++)
    for (const Scheme *s = families[f]->schemes; s->name; s++)
      for (size_t r = 0; r < (s->tunable ? PETSC_STATIC_ARRAY_LENGTH(rhos) : 1); r++) {
        const PetscReal rho = s->tunable ? rhos[r] : s->rho_inf;

        PetscCall(LinearOrder(s, rho));
        PetscCall(NonlinearOrder(s, rho, reference));
      }
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Run); }
