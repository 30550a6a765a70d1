/* membrane_stress.c: implements principal stresses of finite membranes, and their extremes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "finite_membrane.h"
#include "math/vector.h"

static const ElementResult derived_results[] = {
  {"stress_max",   1, "larger principal stress [N/m2]",                                         RESULT_SCALAR},
  {"stress_min",   1, "smaller principal stress [N/m2]",                                        RESULT_SCALAR},
  {"stress_angle", 1, "direction of stress_max from the x axis towards y, -pi/2 to pi/2 [rad]",
   RESULT_SCALAR                                                                                             },
  {"taut",         1, "number of tensile principal stresses: 2 taut, 1 wrinkled, 0 slack",      RESULT_SCALAR},
  {0,              0, 0,                                                                        RESULT_SCALAR}
};

const ElementResult *membrane_derived(const double prop[]) { return (void)prop, derived_results; }

/* A stress is tensile above 1e-12 of Young's modulus (round-off of coordinates) and 1e-8 of the
   larger principal stress (what Newton's method leaves); tests/element/stress.py. */
void membrane_derive(const double prop[], const double values[], double more[])
{
  const double mean = (values[0] + values[1]) / 2, half = (values[0] - values[1]) / 2,
               radius = hypot(half, values[2]);
  const double none   = fmax(1e-12 * prop[YOUNG], 1e-8 * (fabs(mean) + radius));

  more[0] = mean + radius;
  more[1] = mean - radius;
  more[2] = atan2(values[2], half) / 2;
  more[3] = (more[0] > none) + (more[1] > none);
}

const RecoveredResult membrane_recovered[] = {
  {0, 3, 0},
  {0, 0, 0}
};

/* The slopes of the shape functions along the axes: the sum of slope times x is the axis. */
void membrane_axes(const ElementKernel *kernel, const double x[][3], const double data[],
                   double axes[2][3])
{
  const int nn = shape_nodes(kernel->shape), ng = kernel->nstrain / 3;
  double    part;

  memset(axes, 0, 2 * sizeof *axes);
  for (int g = 0; g < ng; g++, data += POINT_DATA(nn))
    for (int i = 0; i < nn; i++)
      for (int a = 0; a < 2; a++)
        for (int c = 0; c < 3; c++) axes[a][c] += data[2 * i + a] * x[i][c];
  normalize(axes[0]);
  part = dot(axes[0], axes[1]);
  for (int c = 0; c < 3; c++) axes[1][c] -= part * axes[0][c];
  normalize(axes[1]);
}

void membrane_raise(const double prop[], const double values[], double more[])
{
  double at[4];

  membrane_derive(prop, values, at);
  more[0] = fmax(more[0], at[0]);
  more[1] = fmin(more[1], at[1]);
}
