/* surface_fit.c: implements the paraboloid through the points around a point of a surface. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "math/small_dense.h"
#include "math/vector.h"
#include "surface_fit.h"

enum { N = FIT_NUMBERS };

/* Computes two orthogonal unit vectors perpendicular to n. */
static void tangents_of(const double n[3], double t[2][3])
{
  int least = 0;

  for (int c = 1; c < 3; c++)
    if (fabs(n[c]) < fabs(n[least])) least = c;
  for (int c = 0; c < 3; c++) t[0][c] = (c == least) - n[least] * n[c];
  normalize(t[0]);
  cross(n, t[0], t[1]);
}

/* Adds an equation f . x = value. */
static void add_equation(const double f[N], double value, SurfaceFit *fit)
{
  for (int i = 0; i < N; i++) {
    fit->right[i] += f[i] * value;
    for (int j = 0; j < N; j++) fit->matrix[i][j] += f[i] * f[j];
  }
}

void surface_fit_add(const double n[3], const double d[3], const double other[3], SurfaceFit *fit)
{
  /* Weight of normals relative to heights. In a cylinder whose nodes are shifted by up to 0.3 cells
     four fits with 0.1 arrive at errors that 0.3 has after six, in quadrilaterals and triangles. */
  const double weight = 0.1, square = dot(d, d), turn = weight / sqrt(square);
  double       t[2][3];

  tangents_of(n, t);
  const double u = dot(t[0], d), v = dot(t[1], d);
  const double height[N]  = {u / square, v / square, -u * u / (2 * square), -v * v / (2 * square),
                             -u * v / square};
  const double first[N]   = {-turn, 0, turn * u, 0, turn * v};
  const double another[N] = {0, -turn, 0, turn * v, turn * u};

  add_equation(height, dot(n, d) / square, fit);
  add_equation(first, turn * dot(t[0], other), fit);
  add_equation(another, turn * dot(t[1], other), fit);
}

int surface_fit_solve(const double n[3], const SurfaceFit *fit, double slope[3], double bend[9])
{
  /* Smallest pivot of the matrix with a diagonal of ones. Four nodes in two lines of a paraboloid
     have 0.05 with the weight of normals; a single line of nodes has 0. */
  const double small = 1e-3;
  double       scale[N], A[N * N], x[N], t[2][3];

  for (int i = 0; i < N; i++) {
    if (!(fit->matrix[i][i] > 0)) return 0;
    scale[i] = 1 / sqrt(fit->matrix[i][i]);
    x[i]     = fit->right[i] * scale[i];
  }
  for (int i = 0; i < N * N; i++) A[i] = fit->matrix[i / N][i % N] * scale[i / N] * scale[i % N];
  if (!(small_solve(N, N, A, 1, x) > small)) return 0;
  for (int i = 0; i < N; i++) x[i] *= scale[i];
  tangents_of(n, t);
  for (int c = 0; c < 3; c++) slope[c] = x[0] * t[0][c] + x[1] * t[1][c];
  for (int c = 0; c < 9; c++)
    bend[c] = x[2] * t[0][c / 3] * t[0][c % 3] + x[3] * t[1][c / 3] * t[1][c % 3] +
              x[4] * (t[0][c / 3] * t[1][c % 3] + t[1][c / 3] * t[0][c % 3]);
  return 1;
}
