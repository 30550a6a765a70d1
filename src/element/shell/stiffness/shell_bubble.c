/* shell_bubble.c: implements rotations inside a triangular shell that are 0 on its edges.

   The director of a triangle changes by f b, with f = 27 r s (1 - r - s) and two numbers b in
   the axes of the surface (Lee, Lee & Bathe, The MITC3+ shell element and its performance,
   Comput. Struct. 138 (2014)). The mean of its curvatures is 0, so that constant moments do no
   work on them. The mean shear strain is that in the middles of the lines from the center to the
   nodes, where f = 1/2. With constant strains s of the section, the energy per area is

   (s + Z b) . D (s + Z b) / 2 + b . K b / 2, Z b = b/2 in the shear strains,

   where K is the mean stiffness of the curvatures sym(b, grad f). The stationary value for b is
   the energy of the section D - D Z (Z^T D Z + K)^-1 Z^T D.

   A shear force changes the moments linearly. A single function f follows them too stiffly, so
   that only a part of K counts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "shell_bubble.h"

enum { SHEAR = 6 }; /* first shear strain */

/* Part of K. Without shear strains, the moments of a strip that bends along a side of the length L
   have the flexibility L^2/(24 D) in an equilateral triangle, L^2/(18 D) in a right one with two
   sides L, and L^2/(12 D) in both halves of a square. All of K has L^2/(44 D) and L^2/(41 D), if
   nu = 0.3. */
static const double LINEAR_MOMENTS = 0.4;

/* Computes the means of grad f grad f over the element. */
static void mean_gradients(const ShellPoint *p, double mean[2][2])
{
  /* by the parent coordinates they are 8.1 on the diagonal and 4.05 beside it */
  for (int a = 0; a < 2; a++)
    for (int b = 0; b < 2; b++)
      mean[a][b] =
        8.1 * (p->inverse[0][a] * p->inverse[0][b] + p->inverse[1][a] * p->inverse[1][b]) +
        4.05 * (p->inverse[0][a] * p->inverse[1][b] + p->inverse[1][a] * p->inverse[0][b]);
}

/* Computes K. Membrane forces do not change. */
static void bending(const ShellPoint *p, const double D[SHELL_STRAINS][SHELL_STRAINS],
                    double K[2][2])
{
  /* curvatures 11, 22, 2 12 of b_i by the gradient of f: the component that counts, or -1 */
  static const int along[2][3] = {
    {0,  -1, 1},
    {-1, 1,  0}
  };
  double mean[2][2], inverse[3][3], ratio[3][5], rest[5][5];

  mean_gradients(p, mean);
  section_condense(D, inverse, ratio, rest);
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      K[i][j] = 0;
      for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
          if (along[i][a] >= 0 && along[j][b] >= 0)
            K[i][j] += rest[a][b] * mean[along[i][a]][along[j][b]];
    }
}

void shell_soften(const ShellPoint *p, double D[SHELL_STRAINS][SHELL_STRAINS])
{
  double H[2][2], row[2][SHELL_STRAINS], det;

  bending(p, (const double(*)[SHELL_STRAINS])D, H);
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) H[i][j] = LINEAR_MOMENTS * H[i][j] + D[SHEAR + i][SHEAR + j] / 4;
  det = H[0][0] * H[1][1] - H[0][1] * H[1][0];
  for (int k = 0; k < SHELL_STRAINS; k++) {
    const double first = D[SHEAR][k] / 2, second = D[SHEAR + 1][k] / 2;

    row[0][k] = (H[1][1] * first - H[0][1] * second) / det;
    row[1][k] = (H[0][0] * second - H[1][0] * first) / det;
  }
  for (int a = 0; a < SHELL_STRAINS; a++) {
    const double first = D[a][SHEAR] / 2, second = D[a][SHEAR + 1] / 2;

    for (int b = 0; b < SHELL_STRAINS; b++) D[a][b] -= first * row[0][b] + second * row[1][b];
  }
}
