/* coupling.c: implements the share of one joint in a coupling of free coordinates.

   With g the gradient of the coordinate x and S its slope, x' = g . v, and x'' = g . a + v . S
   v. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "coupling.h"
#include <string.h>

enum { N = JOINT_DOFS };

void coupling_motion(const JointState *s, double v[], double a[])
{
  memset(v, 0, N * sizeof *v);
  memset(a, 0, N * sizeof *a);
  for (int n = 0; n < 2; n++)
    for (int c = 0; c < 3 && s->node[n]; c++) {
      v[6 * n + c]     = s->node[n]->v[c];
      v[6 * n + 3 + c] = s->node[n]->w[c];
      a[6 * n + c]     = s->node[n]->a[c];
      a[6 * n + 3 + c] = s->node[n]->wd[c];
    }
}

static double dot_dofs(const double x[N], const double y[N])
{
  double sum = 0;

  for (int i = 0; i < N; i++) sum += x[i] * y[i];
  return sum;
}

/* Computes D = v . S, the derivative of x' by displacements and spins. */
static void coordinate_rate_slope(const CouplingShareState *s, double D[N])
{
  for (int j = 0; j < N; j++) {
    D[j] = 0;
    for (int i = 0; i < N; i++) D[j] += s->v[i] * s->slope[N * i + j];
  }
}

void coupling_gradient(const CouplingShareState *s, double G[])
{
  for (int i = 0; i < N; i++) G[i] = s->f[1] * s->gradient[i];
}

double coupling_velocity(const CouplingShareState *s)
{
  return s->f[1] * dot_dofs(s->gradient, s->v);
}

void coupling_velocity_slope(const CouplingShareState *s, double D[])
{
  const double rate = dot_dofs(s->gradient, s->v);

  coordinate_rate_slope(s, D);
  for (int j = 0; j < N; j++) D[j] = s->f[1] * D[j] + s->f[2] * rate * s->gradient[j];
}

double coupling_acceleration(const CouplingShareState *s)
{
  const double rate = dot_dofs(s->gradient, s->v);
  double       D[N];

  coordinate_rate_slope(s, D);
  return s->f[1] * (dot_dofs(s->gradient, s->a) + dot_dofs(D, s->v)) + s->f[2] * rate * rate;
}

void coupling_acceleration_slope(const CouplingShareState *s, double D[])
{
  const double rate = dot_dofs(s->gradient, s->v);

  coordinate_rate_slope(s, D);
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) D[i] += s->v[j] * s->slope[N * i + j];
    D[i] = s->f[1] * D[i] + 2 * s->f[2] * rate * s->gradient[i];
  }
}

void coupling_stiffness(const CouplingShareState *s, double lambda, double K[])
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      K[N * i + j] +=
        lambda * (s->f[1] * s->slope[N * i + j] + s->f[2] * s->gradient[i] * s->gradient[j]);
}
