/* shape.c: isoparametric lines, triangles and quadrilaterals embedded in space. Hughes, The Finite Element Method, ch. 3. */
#include <math.h>
#include "element.h"

static double distance(const double a[3], const double b[3])
{
  return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

/* Shape functions and their derivatives by the parent coordinates at Gauss point g of ng; returns its weight. */
static double gauss_point(int nn, int g, double N[], double dN[][2])
{
  if (nn == 3) { /* midpoints of the sides: exact for quadratics */
    static const double xi[3][2] = {
      {.5, 0 },
      {.5, .5},
      {0,  .5}
    };
    const double r = xi[g][0], s = xi[g][1];

    N[0] = 1 - r - s, N[1] = r, N[2] = s;
    dN[0][0] = dN[0][1] = -1, dN[1][0] = 1, dN[1][1] = 0, dN[2][0] = 0, dN[2][1] = 1;
    return 1. / 6;
  } else {
    static const double corner[4][2] = {
      {-1, -1},
      {1,  -1},
      {1,  1 },
      {-1, 1 }
    };
    const double r = corner[g][0] / sqrt(3), s = corner[g][1] / sqrt(3);

    for (int i = 0; i < 4; i++) {
      const double ri = corner[i][0], si = corner[i][1];

      N[i]     = (1 + ri * r) * (1 + si * s) / 4;
      dN[i][0] = ri * (1 + si * s) / 4;
      dN[i][1] = si * (1 + ri * r) / 4;
    }
    return 1;
  }
}

/* Tangents t[2] of the surface and its normal, whose length, returned, is the area element. */
static double surface_normal(int nn, const double x[][3], double dN[][2], double t[2][3], double normal[3])
{
  for (int d = 0; d < 2; d++)
    for (int c = 0; c < 3; c++) {
      t[d][c] = 0;
      for (int i = 0; i < nn; i++) t[d][c] += dN[i][d] * x[i][c];
    }
  for (int c = 0; c < 3; c++) {
    const int a = (c + 1) % 3, b = (c + 2) % 3;

    normal[c] = t[0][a] * t[1][b] - t[0][b] * t[1][a];
  }
  return sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
}

int shape_surface(int nn, const double x[][3], double mass[], double grad[])
{
  const int ng = nn; /* 3 side midpoints; 2 x 2 */
  double    first[3], size = 0;

  for (int i = 0; i < nn; i++) {
    const double d = distance(x[i], x[(i + 1) % nn]);

    if (d > size) size = d;
  }
  for (int ij = 0; ij < nn * nn; ij++) mass[ij] = grad[ij] = 0;
  for (int g = 0; g < ng; g++) {
    double       N[4], dN[4][2], t[2][3], normal[3];
    const double weight = gauss_point(nn, g, N, dN), area = surface_normal(nn, x, dN, t, normal);
    double       g00 = 0, g01 = 0, g11 = 0, same = 0;

    if (g == 0)
      for (int c = 0; c < 3; c++) first[c] = normal[c];
    for (int c = 0; c < 3; c++) {
      g00 += t[0][c] * t[0][c], g01 += t[0][c] * t[1][c], g11 += t[1][c] * t[1][c];
      same += first[c] * normal[c];
    }
    if (!(area > 1e-10 * size * size) || !(same > 0)) return 1; /* flat, folded or not finite */
    for (int i = 0; i < nn; i++)
      for (int j = 0; j < nn; j++) {
        const double dd = dN[i][0] * (g11 * dN[j][0] - g01 * dN[j][1]) + dN[i][1] * (g00 * dN[j][1] - g01 * dN[j][0]);

        mass[i * nn + j] += weight * area * N[i] * N[j];
        grad[i * nn + j] += weight * dd / area; /* metric inverse / det, times the area element */
      }
  }
  return 0;
}

void shape_weights(int nn, const double x[][3], double N[])
{
  if (nn == 1) {
    N[0] = 1;
  } else if (nn == 2) {
    N[0] = N[1] = distance(x[0], x[1]) / 2;
  } else {
    for (int i = 0; i < nn; i++) N[i] = 0;
    for (int g = 0; g < nn; g++) {
      double       n[4], dN[4][2], t[2][3], normal[3];
      const double weight = gauss_point(nn, g, n, dN), area = surface_normal(nn, x, dN, t, normal);

      for (int i = 0; i < nn; i++) N[i] += weight * area * n[i];
    }
  }
}

double shape_size(int nn, const double x[][3])
{
  double N[4], size = 0;

  shape_weights(nn, x, N);
  for (int i = 0; i < nn; i++) size += N[i];
  return size;
}
