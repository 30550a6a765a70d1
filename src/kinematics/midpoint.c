/* midpoint.c: implements rotations of nodes in the middle of a time step. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "midpoint.h"
#include "math/vector.h"

void midpoint_increment(const double theta[3], double tau[3])
{
  const double angle = norm(theta);
  /* below it 2 tan(angle/2)/angle = 1 + angle^2/12 + ... is 1 to round-off */
  const double small = 1e-8, factor = angle > small ? 2 * tan(angle / 2) / angle : 1;

  for (int c = 0; c < 3; c++) tau[c] = factor * theta[c];
}

void midpoint_mean(const double half[3], double P[9])
{
  const double square = dot(half, half), angle = sqrt(square);
  /* (1 - cos angle)/angle^2, without cancellation */
  const double sine = sin(angle / 2), bend = square > 0 ? 2 * sine * sine / square : 0.5;

  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) P[3 * i + j] = bend * half[i] * half[j];
  for (int i = 0; i < 3; i++) P[4 * i] += cos(angle);
}

PetscErrorCode ChartIncrement(const Chart *chart, Vec q, Vec step)
{
  PetscScalar *x;

  PetscFunctionBeginUser;
  PetscCall(VecCopy(q, step));
  PetscCall(VecGetArray(step, &x));
  for (PetscInt k = 0; k < chart->n; k++) {
    double theta[3], tau[3];

    chart_get(chart->at[k], x, theta);
    midpoint_increment(theta, tau);
    chart_put(chart->at[k], tau, x);
  }
  PetscCall(VecRestoreArray(step, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ChartAverageMoments(const Chart *chart, Vec q, Vec r)
{
  const PetscScalar *theta;
  PetscScalar       *moments;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(q, &theta));
  PetscCall(VecGetArray(r, &moments));
  for (PetscInt k = 0; k < chart->n; k++) {
    double half[3], m[3], P[9], mean[3];

    chart_get(chart->at[k], theta, half);
    chart_get(chart->at[k], moments, m);
    midpoint_mean(half, P);
    mat_vec(P, m, mean);
    chart_put(chart->at[k], mean, moments);
  }
  PetscCall(VecRestoreArray(r, &moments));
  PetscCall(VecRestoreArrayRead(q, &theta));
  PetscFunctionReturn(PETSC_SUCCESS);
}
