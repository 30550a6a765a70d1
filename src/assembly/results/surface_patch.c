/* surface_patch.c: implements linear polynomials through the results of the elements at a node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "math/small_dense.h"
#include "math/vector.h"
#include "surface_patch.h"

/* The scatter of the middles of the elements of a patch along a direction, over that of the corners
   of an element. It is 1 in regular meshes, 0.2 about an inner node of three triangles, 0.1 across
   an edge of a surface of triangles, and 0 across an edge of quadrilaterals. Polynomials of patches
   with less than GOOD are used where no other patch is near, for strips of one row of cells. The
   middles of triangles in a row differ by a third of its width only: their slopes with less than
   SOME would be noise. */
static const double GOOD = 0.3, SOME = 0.15;

void patch_add_place(int nn, const double corner[][2], PatchPlaces *sums)
{
  double middle[2] = {0, 0};

  for (int i = 0; i < nn; i++)
    for (int d = 0; d < 2; d++) middle[d] += corner[i][d] / nn;
  sums->n++;
  for (int d = 0; d < 2; d++) sums->place[d] += middle[d];
  for (int k = 0; k < 3; k++) {
    const int a = k == 1, b = k > 0;

    sums->square[k] += middle[a] * middle[b];
    for (int i = 0; i < nn; i++)
      sums->corners[k] += (corner[i][a] - middle[a]) * (corner[i][b] - middle[b]) / nn;
  }
}

/* Solves A v = value S v with the factor L of S: scatter of the middles A, of the corners S. */
void patch_fit(const PatchPlaces *sums, PatchFit *fit)
{
  double S[4] = {sums->corners[0], sums->corners[2], sums->corners[2], sums->corners[1]};
  double A[4], L[4], values[4], directions[4];

  memset(fit, 0, sizeof *fit);
  fit->n = sums->n;
  for (int d = 0; d < 2; d++) fit->mean[d] = sums->place[d] / sums->n;
  for (int a = 0; a < 4; a++) {
    const int i = a / 2, j = a % 2, k = i == j ? i : 2;

    A[a] = sums->square[k] - sums->n * fit->mean[i] * fit->mean[j];
  }
  memcpy(L, S, sizeof L);
  if (small_cholesky(2, L)) return;
  /* values = L^-1 A L^-T */
  values[0] = A[0] / (L[0] * L[0]);
  values[1] = values[2] = (A[1] - L[2] / L[0] * A[0]) / (L[0] * L[3]);
  values[3] = (A[3] - 2 * L[2] / L[0] * A[1] + L[2] * L[2] / (L[0] * L[0]) * A[0]) / (L[3] * L[3]);
  small_eigen(2, values, directions);
  fit->whole = values[0] > GOOD && values[3] > GOOD;
  for (int k = 0; k < 2; k++) {
    const double *u = directions + 2 * k, value = values[3 * k];
    const double  v[2] = {(u[0] - L[2] / L[3] * u[1]) / L[0], u[1] / L[3]}; /* L^-T u */

    if (!(value > SOME)) continue;
    fit->gradient[0] += v[0] * v[0] / value;
    fit->gradient[1] += v[1] * v[1] / value;
    fit->gradient[2] += v[0] * v[1] / value;
  }
}

void patch_add_value(int n, const double place[2], const double value[], PatchSums *sums)
{
  for (int k = 0; k < n; k++) {
    sums->value[k] += value[k];
    for (int d = 0; d < 2; d++) sums->moment[d][k] += place[d] * value[k];
  }
}

void patch_value(int n, const PatchFit *fit, const PatchSums *sums, const double place[2],
                 double value[])
{
  const double *G = fit->gradient, x = place[0] - fit->mean[0], y = place[1] - fit->mean[1];
  const double  slope[2] = {G[0] * x + G[2] * y, G[2] * x + G[1] * y};

  for (int k = 0; k < n; k++) {
    value[k] = sums->value[k] / fit->n;
    for (int d = 0; d < 2; d++)
      value[k] += slope[d] * (sums->moment[d][k] - fit->mean[d] * sums->value[k]);
  }
}

void patch_tangents(const double normal[3], double tangents[2][3])
{
  int least = 0;

  for (int c = 1; c < 3; c++)
    if (fabs(normal[c]) < fabs(normal[least])) least = c;
  for (int c = 0; c < 3; c++) tangents[0][c] = (c == least) - normal[least] * normal[c];
  normalize(tangents[0]);
  cross(normal, tangents[0], tangents[1]);
}

void patch_turn(const double normal[3], const double tangents[2][3], const double axes[2][3],
                double turn[2])
{
  double own[3], part, size;

  cross(axes[0], axes[1], own);
  part = dot(axes[0], normal) / (1 + dot(own, normal));
  for (int d = 0; d < 2; d++) {
    turn[d] = dot(axes[0], tangents[d]);
    for (int c = 0; c < 3; c++) turn[d] -= part * (own[c] + normal[c]) * tangents[d][c];
  }
  size = hypot(turn[0], turn[1]);
  for (int d = 0; d < 2; d++) turn[d] /= size;
}

void patch_turn_results(const RecoveredResult list[], const double turn[2], int sign,
                        double value[])
{
  const double c = turn[0], s = sign * turn[1];

  for (; list->count; value += list++->count) {
    const double a = value[0], b = list->count > 1 ? value[1] : 0,
                 ab = value[2 * (list->count > 2)];

    if (list->count == 2) {
      value[0] = c * a - s * b;
      value[1] = s * a + c * b;
    } else if (list->count == 3) {
      value[0] = c * c * a + s * s * b - 2 * c * s * ab;
      value[1] = s * s * a + c * c * b + 2 * c * s * ab;
      value[2] = c * s * (a - b) + (c * c - s * s) * ab;
    }
  }
}
