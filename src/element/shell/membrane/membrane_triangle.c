/* membrane_triangle.c: the drilling rotations of triangular shells.

   The rotations of the nodes relative to the triangle cause linear strains along its sides:
   Felippa, A study of optimal membrane triangles with drilling freedoms, Comput. Methods Appl.
   Mech. Engrg. 192 (2003). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "math/small_dense.h"
#include "membrane_parts.h"

enum { DOFS = MEMBRANE_DOFS, NM = SHELL_MEMBRANE };

/* Computes D[3][3], the membrane stiffness for the strains along the sides 01, 12, 20. */
static void side_stiffness(const double d[3][2], const double soft[3][3], double D[3][3])
{
  double A[3][3], flexible[3][3], T[3][3], inverse[3][3];

  memcpy(flexible, soft, sizeof flexible);
  small_inverse(3, flexible[0], A[0]);
  for (int k = 0; k < 3; k++) {
    const double square = d[k][0] * d[k][0] + d[k][1] * d[k][1];

    T[k][0] = d[k][0] * d[k][0] / square;
    T[k][1] = d[k][1] * d[k][1] / square;
    T[k][2] = d[k][0] * d[k][1] / square;
  }
  small_inverse(3, T[0], inverse[0]);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      D[i][j] = 0;
      for (int a = 0; a < 9; a++)
        D[i][j] += inverse[a / 3][i] * A[a / 3][a % 3] * inverse[a % 3][j];
    }
}

/* Computes Q[3][3], the stiffness of the drilling rotations of the nodes relative to the triangle,
   per area and for beta_0 = 1: Felippa, eqs. (25) to (28), with the optimal parameters. */
static void bending_stiffness(const double d[3][2], double area, const double soft[3][3],
                              double Q[3][3])
{
  /* strains along the three sides at each node by the rotations, over 2 area/(3 length^2) */
  static const double strain[3][3][3] = {
    {{1, 2, 1},    {0, 1, -1},   {-1, -1, -2}},
    {{-2, -1, -1}, {1, 1, 2},    {-1, 0, 1}  },
    {{1, -1, 0},   {-1, -2, -1}, {2, 1, 1}   }
  };
  double D[3][3];

  side_stiffness(d, soft, D);
  memset(Q, 0, sizeof(double[3][3]));
  for (int k = 0; k < 3; k++) { /* the middle of a side */
    double B[3][3];

    for (int i = 0; i < 9; i++) {
      const double square = d[i / 3][0] * d[i / 3][0] + d[i / 3][1] * d[i / 3][1];

      B[i / 3][i % 3] =
        area / (3 * square) * (strain[k][i / 3][i % 3] + strain[(k + 1) % 3][i / 3][i % 3]);
    }
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        for (int a = 0; a < 9; a++) Q[i][j] += B[a / 3][i] * D[a / 3][a % 3] * B[a % 3][j];
  }
}

/* Returns Felippa's beta_0 (shell_membrane.c). Poisson's ratio is that of the mean flexibility of
   all directions in the plane. */
static double bending_factor(const double soft[3][3])
{
  const double along  = 3 * soft[0][0] + 3 * soft[1][1] + 2 * soft[0][1] + soft[2][2];
  const double across = soft[0][0] + soft[1][1] + 6 * soft[0][1] - soft[2][2];

  return (1 + across / along / 4) / 2;
}

void membrane_triangle(const double soft[3][3], const double V[DOFS][NM], int n, ShellMembrane *m)
{
  const double factor = bending_factor(soft);
  double       d[3][2], Q[3][3], turn[3][NM], area;

  for (int k = 0; k < 3; k++)
    for (int c = 0; c < 2; c++) d[k][c] = m->place[(k + 1) % 3][c] - m->place[k][c];
  area = (d[0][0] * d[1][1] - d[0][1] * d[1][0]) / 2;
  bending_stiffness((const double(*)[2])d, area, soft, Q);
  for (int k = 0; k < n; k++) { /* rotations of the nodes less that of the triangle */
    double mean = 0;

    for (int i = 0; i < 3; i++) { /* of the side opposite of node i */
      const double *side = d[(i + 1) % 3];

      mean -= (side[0] * V[3 * i][k] + side[1] * V[3 * i + 1][k]) / (4 * area);
    }
    for (int i = 0; i < 3; i++) turn[i][k] = V[3 * i + 2][k] - mean;
  }
  for (int k = 0; k < n; k++)
    for (int l = 0; l < n; l++) {
      double sum = 0;

      for (int a = 0; a < 9; a++) sum += turn[a / 3][k] * Q[a / 3][a % 3] * turn[a % 3][l];
      m->extra[shell_membrane_strain(3, k)][shell_membrane_strain(3, l)] =
        0.75 * factor * area * sum;
    }
}
