/* side_rotations.c: implements rotations that soften the transverse shear of shells.

   A shear force changes the bending moments, and the director then rotates quadratically along the
   sides of an element, which the rotations of its nodes cannot follow. As in discrete Kirchhoff-
   Mindlin elements (Katili, Int. J. Num. Meth. Eng. 36 (1993)), the director therefore changes by
   b f X, with a number b, a function f and the vector X of each side (side_rotations.h). The lift
   of a side, which is the mean of scale X . t, then changes by Z b, where Z is 2/3 scale X . X.

   The b belong to the element alone. Their energy is that of their own curvatures; the product with
   the curvatures due to the nodes is left out, because constant moments would otherwise do work on
   the mean curvatures of b, and plates would not pass the patch test. With the stiffness S of the
   lifts l and the bending stiffness K of b, the energy

   (l + Z b) . S (l + Z b) / 2 + b . K b / 2

   is at its minimum for b. K contains the curvature across a side, because f falls to 0 there: a
   long narrow element does not lose its resistance to torsion, as it would if the length of the
   sides alone counted. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "math/small_dense.h"
#include "math/vector.h"
#include "side_rotations.h"

enum { ALL = SHELL_NSTRAIN, NODES = SHELL_NODES, LIFT = SHELL_STRAIN(lift) };

/* Factors of K. A rectangle with 1 would be exact if moments are linear along its sides, but a
   clamped plate of 8 x 8 squares would be 7 % too soft; with 3 it is 2 %. The same plate of
   triangles is within 1 % with 1, and a supported one 2 % too stiff. */
static const double TRIANGLE = 1, QUADRILATERAL = 3;

/* Computes the derivatives of the functions f by the parent coordinates. */
static void side_slopes(int nn, double r, double s, double slope[NODES][2])
{
  const double triangle[NODES][2] = {
    {4 * (1 - 2 * r - s), -4 * r             },
    {-4 * s,              4 * (1 - r - 2 * s)},
    {4 * s,               4 * r              }
  };
  const double quadrilateral[NODES][2] = {
    {-r * (1 - s),     -(1 - r * r) / 2},
    {-r * (1 + s),     (1 - r * r) / 2 },
    {-(1 - s * s) / 2, -s * (1 - r)    },
    {(1 - s * s) / 2,  -s * (1 + r)    }
  };

  memcpy(slope, nn == 3 ? triangle : quadrilateral, sizeof triangle);
}

void side_rotations_begin(const ElementReference *ref, const ShellPoint *middle, SideRotations *s)
{
  memset(s, 0, sizeof *s);
  s->nn = shape_nodes(ref->kernel->shape);
  for (int k = 0; k < s->nn; k++)
    for (int a = 0; a < 2; a++)
      s->X[k][a] = dot(middle->axes[a], ref->x[shell_edges(s->nn)[k][1]]) -
                   dot(middle->axes[a], ref->x[shell_edges(s->nn)[k][0]]);
}

void side_rotations_add(const ShellPoint *p, const double D[5][5], SideRotations *s)
{
  const double part = p->area * (s->nn == 3 ? TRIANGLE : QUADRILATERAL);
  double       slope[NODES][2], B[3][NODES];

  side_slopes(s->nn, p->r, p->s, slope);
  for (int k = 0; k < s->nn; k++) {
    double grad[2];

    for (int a = 0; a < 2; a++)
      grad[a] = p->inverse[0][a] * slope[k][0] + p->inverse[1][a] * slope[k][1];
    B[0][k] = grad[0] * s->X[k][0];
    B[1][k] = grad[1] * s->X[k][1];
    B[2][k] = grad[0] * s->X[k][1] + grad[1] * s->X[k][0];
  }
  for (int k = 0; k < s->nn; k++)
    for (int l = 0; l < s->nn; l++)
      for (int a = 0; a < 9; a++) s->K[k][l] += part * B[a / 3][k] * D[a / 3][a % 3] * B[a % 3][l];
}

/* Adds to the rows of A the part due to the numbers b = -B s of the sides. */
static void release_rows(int rows, int nn, const double Z[NODES], const double B[NODES][ALL],
                         double A[][ALL])
{
  for (int i = 0; i < rows; i++) {
    double lift[NODES];

    for (int k = 0; k < nn; k++) lift[k] = A[i][LIFT + k] * Z[k];
    for (int j = 0; j < ALL; j++)
      for (int k = 0; k < nn; k++) A[i][j] -= lift[k] * B[k][j];
  }
}

void side_rotations_release(const SideRotations *s, double S[ALL][ALL], double force[8][ALL])
{
  const int nn = s->nn;
  double    A[NODES][NODES], B[NODES][ALL], Z[NODES];

  for (int k = 0; k < nn; k++)
    Z[k] = 2. / 3 * shell_edge_scale(nn) * (s->X[k][0] * s->X[k][0] + s->X[k][1] * s->X[k][1]);
  for (int k = 0; k < nn; k++) {
    for (int l = 0; l < nn; l++) A[k][l] = s->K[k][l] + Z[k] * S[LIFT + k][LIFT + l] * Z[l];
    for (int j = 0; j < ALL; j++) B[k][j] = Z[k] * S[LIFT + k][j];
  }
  small_solve(nn, NODES, A[0], ALL, B[0]);
  release_rows(ALL, nn, Z, (const double(*)[ALL])B, S);
  release_rows(8, nn, Z, (const double(*)[ALL])B, force);
}
