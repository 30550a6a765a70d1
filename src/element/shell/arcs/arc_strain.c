/* arc_strain.c: implements the strains that quadrilaterals lack because their sides are chords. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "arc_strain.h"
#include "shell_arcs.h"
#include "math/small_dense.h"
#include "math/vector.h"

/* The sides of a quadrilateral, then its diagonals. */
static const int lines[6][2] = {
  {0, 1},
  {1, 2},
  {2, 3},
  {3, 0},
  {0, 2},
  {1, 3}
};

/* Computes the difference d of two vectors. */
static void difference(const double a[3], const double b[3], double d[3])
{
  for (int c = 0; c < 3; c++) d[c] = b[c] - a[c];
}

/* Computes the weights w[3] of a tensor 11, 22, 12 in its value along d; they are 0 if d is,
   between nodes that coincide. Returns L^2 k of a line with the vector d, between nodes whose
   normals differ by turn. */
static double line_weights(const double d[3], const double turn[3], const double axes[2][3],
                           double w[3])
{
  const double a = dot(axes[0], d), b = dot(axes[1], d), square = a * a + b * b;

  w[0] = square > 0 ? a * a / square : 0;
  w[1] = square > 0 ? b * b / square : 0;
  w[2] = square > 0 ? 2 * a * b / square : 0;
  return dot(d, turn);
}

void arc_strain(const double x[][3], const double normal[][3], const double axes[2][3], double h,
                const double curvature[3], ArcStrain *arc)
{
  double A[3][3] = {{0}};

  memset(arc, 0, sizeof *arc);
  for (int k = 0; k < 6; k++) { /* the tensor that is closest to the strains of all lines */
    double d[3], turn[3], w[3], bent;

    difference(x[lines[k][0]], x[lines[k][1]], d);
    difference(normal[lines[k][0]], normal[lines[k][1]], turn);
    bent = line_weights(d, turn, axes, w);
    if (k < 4) arc->steep = fmax(arc->steep, fabs(bent) / h);
    for (int i = 0; i < 3; i++) {
      arc->strain[i] += w[i] * bent / 12 * dot(w, curvature);
      for (int j = 0; j < 3; j++) A[i][j] += w[i] * w[j];
    }
  }
  small_solve(3, 3, A[0], 1, arc->strain);
  arc->missing = 1 - shell_arc_part(4, arc->steep);
  for (int i = 0; i < 3; i++) arc->strain[i] *= arc->missing;
}
