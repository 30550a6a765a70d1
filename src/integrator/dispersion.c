/* dispersion.c: computes accuracy and dissipation of a scheme as functions of the step size.

   Measures: Zhang, Zhang & Masarati 2021, section 4. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "dispersion.h"

enum { OVERSHOOT_STEPS = 10 }; /* number of steps for the overshoot */
/* ratio of neighbouring x, small enough to follow a root from one to the next */
static const PetscReal REFINEMENT_RATIO = 1.005;

static PetscReal root_distance(const PetscReal a[2], const PetscReal b[2])
{
  return hypot(a[0] - b[0], a[1] - b[1]);
}

/* Returns the root nearest to the expected principal root. */
static const PetscReal *nearest_root(PetscInt m, const PetscReal roots[],
                                     const PetscReal expected[2])
{
  const PetscReal *best = roots;

  for (PetscInt j = 1; j < m; j++)
    if (root_distance(roots + 2 * j, expected) < root_distance(best, expected))
      best = roots + 2 * j;
  return best;
}

/* Follows the principal root from the exact one by linear extrapolation. phase[] is its argument
   without jumps of 2 pi. */
static void follow_principal_root(PetscInt n, const PetscReal x[], PetscReal xi, PetscInt m,
                                  const PetscReal roots[], PetscReal principal[], PetscReal phase[])
{
  const PetscReal damped = PetscSqrtReal(1 - xi * xi);

  for (PetscInt i = 0; i < n; i++) {
    const PetscReal *mu;
    PetscReal        expected[2];

    if (i == 0) {
      expected[0] = PetscExpReal(-xi * x[0]) * PetscCosReal(damped * x[0]);
      expected[1] = PetscExpReal(-xi * x[0]) * PetscSinReal(damped * x[0]);
    } else
      for (int c = 0; c < 2; c++)
        expected[c] =
          i == 1 ? principal[c] : 2 * principal[2 * (i - 1) + c] - principal[2 * (i - 2) + c];
    mu                   = nearest_root(m, roots + 2 * i * m, expected);
    principal[2 * i]     = mu[0];
    principal[2 * i + 1] = mu[1];
    phase[i]             = atan2(mu[1], mu[0]);
    if (i) phase[i] += 2 * PETSC_PI * round((phase[i - 1] - phase[i]) / (2 * PETSC_PI));
  }
}

/* Creates *fine[*count] from x[] and points between, at most a factor REFINEMENT_RATIO apart. The
   caller frees it. at[i] is the position of x[i]. */
static PetscErrorCode RefineGrid(PetscInt n, const PetscReal x[], PetscInt *count, PetscReal **fine,
                                 PetscInt at[])
{
  /* counted in the first pass, stored in the second */
  PetscInt total = 0;

  PetscFunctionBeginUser;
  for (int pass = 0; pass < 2; pass++) {
    PetscReal from = PetscMin(x[0], 1e-2); /* the principal root is certain there */

    if (pass) PetscCall(PetscMalloc1(total, fine));
    total = 0;
    for (PetscInt i = 0; i < n; from = x[i++]) {
      const PetscInt parts = PetscMax(
        1, (PetscInt)PetscCeilReal(PetscLogReal(x[i] / from) / PetscLogReal(REFINEMENT_RATIO)));

      for (PetscInt k = i ? 1 : 0; k < parts; k++, total++)
        if (pass)
          (*fine)[total] = from * PetscPowReal(x[i] / from, (PetscReal)k / (PetscReal)parts);
      if (pass) (*fine)[total] = x[i];
      at[i] = total++;
    }
  }
  *count = total;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MeasureOvershoot(const FsIntegratorOptions *options, PetscReal xi,
                                       Spectrum *s)
{
  const PetscInt n = s->n;
  PetscReal     *q, *v;

  PetscFunctionBeginUser;
  PetscCall(
    PetscMalloc2((OVERSHOOT_STEPS + 1) * (size_t)n, &q, (OVERSHOOT_STEPS + 1) * (size_t)n, &v));
  for (int start = 0; start < 2; start++) {
    PetscCall(IntegratorFreeMotion(options, n, s->x, xi, !start, start, OVERSHOOT_STEPS, q, v));
    for (PetscInt i = 0; i < n; i++) {
      PetscReal *peak = s->overshoot + 4 * i + 2 * start;

      for (PetscInt k = 1; k <= OVERSHOOT_STEPS; k++) {
        peak[0] = PetscMax(peak[0], PetscAbsReal(q[k * n + i]));
        peak[1] = PetscMax(peak[1], PetscAbsReal(v[k * n + i]));
      }
    }
  }
  PetscCall(PetscFree2(q, v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SpectrumCreate(const FsIntegratorOptions *options, PetscReal xi, PetscInt n,
                              const PetscReal x[], Spectrum *s)
{
  PetscInt   count = 0, *at;
  PetscReal *fine, *A, *roots, *principal, *phase;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n, &at));
  PetscCall(RefineGrid(n, x, &count, &fine, at));
  PetscCall(IntegratorAmplification(options, count, fine, xi, &s->m, &A));
  PetscCall(
    PetscMalloc3(2 * (size_t)(count * s->m), &roots, 2 * (size_t)count, &principal, count, &phase));
  PetscCall(AmplificationRoots(count, s->m, A, roots));
  follow_principal_root(count, fine, xi, s->m, roots, principal, phase);
  s->n = n;
  PetscCall(PetscMalloc5(n, &s->x, n, &s->radius, n, &s->decay, n, &s->elongation,
                         2 * (size_t)(n * s->m), &s->roots));
  PetscCall(PetscCalloc2(2 * (size_t)n, &s->principal, 4 * (size_t)n, &s->overshoot));
  for (PetscInt i = 0; i < n; i++) {
    const PetscReal *mu = principal + 2 * at[i], *all = roots + 2 * at[i] * s->m;
    const PetscReal  log_decrement = -PetscLogReal(hypot(mu[0], mu[1])),
                    frequency      = hypot(phase[at[i]], log_decrement);

    s->x[i]          = x[i];
    s->radius[i]     = hypot(all[0], all[1]);
    s->decay[i]      = log_decrement / frequency;
    s->elongation[i] = x[i] / frequency - 1;
    for (int c = 0; c < 2; c++) s->principal[2 * i + c] = mu[c];
    for (PetscInt k = 0; k < 2 * s->m; k++) s->roots[2 * i * s->m + k] = all[k];
  }
  PetscCall(PetscFree3(roots, principal, phase));
  PetscCall(PetscFree(A));
  PetscCall(PetscFree(fine));
  PetscCall(PetscFree(at));
  PetscCall(MeasureOvershoot(options, xi, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SpectrumDestroy(Spectrum *s)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree5(s->x, s->radius, s->decay, s->elongation, s->roots));
  PetscCall(PetscFree2(s->principal, s->overshoot));
  PetscFunctionReturn(PETSC_SUCCESS);
}
