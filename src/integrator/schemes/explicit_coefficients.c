/* explicit_coefficients.c: computes the coefficients of conditionally explicit schemes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "explicit_coefficients.h"

PetscReal taylor_weight(PetscReal h, PetscInt n)
{
  return n == 0 ? 1 : h / (PetscReal)n * taylor_weight(h, n - 1);
}

PetscReal velocity_per_acceleration(const ExplicitFormula *f, PetscReal h)
{
  return f->d == 2 ? h * f->p[1]
                   : f->p[1] * taylor_weight(h, f->d - 1) / (f->p[2] * taylor_weight(h, f->d - 2));
}

void known_coefficients(const ExplicitFormula *f, PetscReal h, PetscInt m, PetscReal c[])
{
  const PetscReal weight = taylor_weight(h, f->d - m);

  for (PetscInt i = 0; i <= f->d + 1; i++) c[i] = i >= m && i < f->d ? taylor_weight(h, i - m) : 0;
  c[f->d] = weight * (1 - f->p[m]);
}

void displacement_coefficients(const ExplicitFormula *f, PetscReal h, PetscReal ratio,
                               PetscReal c[])
{
  const PetscReal weight = taylor_weight(h, f->d), back = (1 - f->p[0]) * ratio;

  for (PetscInt i = 0; i <= f->d + 1; i++) c[i] = i < f->d ? taylor_weight(h, i) : 0;
  c[f->d]     = weight * (1 - back);
  c[f->d + 1] = weight * back;
}

void new_derivatives(const ExplicitFormula *f, PetscReal h,
                     PetscReal derivative[][EXPLICIT_MAX_D + 3])
{
  const PetscInt new = f->d + 2;

  for (PetscInt m = 0; m <= f->d; m++)
    for (PetscInt i = 0; i <= new; i++) derivative[m][i] = 0;
  for (PetscInt m = 1; m < f->d; m++) known_coefficients(f, h, m, derivative[m]);
  if (f->d == 2) {
    derivative[2][new] = 1;
  } else { /* top_{k+1} follows from a_{k+1}, then its part of the other derivatives */
    const PetscReal scale = 1 / (f->p[2] * taylor_weight(h, f->d - 2));

    for (PetscInt i = 0; i < new; i++) derivative[f->d][i] = -scale * derivative[2][i];
    derivative[f->d][new] = scale;
  }
  for (PetscInt m = 1; m < f->d; m++)
    for (PetscInt i = 0; i <= new; i++)
      derivative[m][i] += f->p[m] * taylor_weight(h, f->d - m) * derivative[f->d][i];
}

void next_coefficients(const ExplicitFormula *f, PetscReal h, PetscReal q[], PetscReal jerk[])
{
  PetscReal derivative[EXPLICIT_MAX_D + 1][EXPLICIT_MAX_D + 3];

  new_derivatives(f, h, derivative);
  for (PetscInt i = 0; i <= f->d + 2; i++) {
    q[i] = f->p[0] * taylor_weight(h, f->d) * derivative[f->d][i];
    for (PetscInt m = 1; m < f->d; m++) q[i] += taylor_weight(h, m) * derivative[m][i];
    jerk[i] = f->d > 2 ? derivative[3][i] : 0;
  }
  q[f->d] += (1 - f->p[0]) * taylor_weight(h, f->d); /* the formula's top_{k-1} in the next step */
}

PetscBool is_stable_constrained(const ExplicitFormula *f, PetscReal h)
{
  enum { STEPS = 1000 };
  /* relative to the start: an unstable formula exceeds it within 1000 steps if its root is larger
     than 1.014, and the powers of a double root on the unit circle do not reach it */
  const PetscReal growth_limit          = 1e6;
  PetscReal       x[EXPLICIT_MAX_D + 3] = {0, 1, 1, 1, 1, 1, 0}, q[EXPLICIT_MAX_D + 3],
                               jerk[EXPLICIT_MAX_D + 3],
                               derivative[EXPLICIT_MAX_D + 1][EXPLICIT_MAX_D + 3];

  next_coefficients(f, h, q, jerk);
  new_derivatives(f, h, derivative);
  /* scales all to the size of displacements */
  for (PetscInt i = 1; i <= f->d; i++) x[i] /= taylor_weight(h, i);
  for (int k = 0; k < STEPS; k++) {
    const PetscReal previous_top          = x[f->d];
    PetscReal       y[EXPLICIT_MAX_D + 3] = {0};

    x[f->d + 2] = 0;
    for (PetscInt i = 0; i <= f->d + 1; i++) x[f->d + 2] -= q[i] / q[f->d + 2] * x[i];
    for (PetscInt m = 1; m <= f->d; m++)
      for (PetscInt i = 0; i <= f->d + 2; i++) y[m] += derivative[m][i] * x[i];
    for (PetscInt m = 1; m <= f->d; m++) {
      x[m] = y[m];
      if (!(PetscAbsReal(x[m]) * taylor_weight(h, m) < growth_limit)) return PETSC_FALSE;
    }
    x[f->d + 1] = previous_top;
  }
  return PETSC_TRUE;
}
