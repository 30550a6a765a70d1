/* shell_membrane.c: implements the membrane of shells, whose nodes have drilling rotations.

   The side of an element with the length L moves with its two nodes, and bends in the plane by
   their drilling rotations a and b: its normal displacement is linear, and the parabola alpha L (b
   - a) s (1 - s)/2 is added (Allman, Comput. Struct. 19 (1984)).

   Quadrilaterals. The membrane forces are a field of seven parameters in Cartesian coordinates: all
   fields in equilibrium that are linear in the place (Cen, Zhou & Fu, Comput. Struct. 89 (2011)).
   The energy is that of Hellinger and Reissner, p . F^T v - p . H p / 2, with the work F of the
   forces on the sides and alpha = 1. A constant field and the bending of a rectangle are exact, and
   because the fields are Cartesian, distorted elements bend nearly as well.

   Seven fields do not resist two of the nine deformations: the drilling rotations that differ from
   all displacements of the second degree in equilibrium, by least squares. They get a stiffness of
   their own.

   Triangles. The forces are constant, with alpha = 3/2. The drilling rotations of the nodes
   relative to the triangle cause linear strains along its sides (Felippa, A study of optimal
   membrane triangles with drilling freedoms, Comput. Methods Appl. Mech. Engrg. 192 (2003)). With
   his factor beta_0, (1 - 4 nu^2)/2, single rows of triangles are up to 10 % soft. With ours, (1 -
   nu/4)/2, they are within 3 % (tools/trials/drilling.py).

   The stiffness belongs to the strains of the element: the products of its sides, the bending of
   its sides, and drilling. A deformation of the nodes in the plane has one value of each, and a
   matrix of the displacements becomes a matrix of the strains. shell_motion.h has the strains in
   any rotation. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "math/small_dense.h"
#include "math/vector.h"
#include "membrane_parts.h"

enum { NODES = SHELL_NODES, DOFS = MEMBRANE_DOFS, NM = SHELL_MEMBRANE, NF = SHELL_FORCES };

/* Sets the places of the nodes about the centroid, in units of the length. */
static void set_places(int nn, const double x[][3], const ShellSurface *surface, ShellMembrane *m)
{
  double center[2] = {0, 0};

  m->length = sqrt(surface->middle.area);
  for (int i = 0; i < nn; i++)
    for (int c = 0; c < 2; c++) m->place[i][c] = dot(surface->middle.axes[c], x[i]) / m->length;
  for (int g = 0; g < surface->n; g++) {
    double at[2];

    membrane_place(nn, m, &surface->point[g], at);
    for (int c = 0; c < 2; c++) center[c] += surface->point[g].area / surface->middle.area * at[c];
  }
  for (int i = 0; i < nn; i++)
    for (int c = 0; c < 2; c++) m->place[i][c] -= center[c];
}

/* ---- strains --------------------------------------------------------------------------------- */

/* Computes the derivatives B of the deformations of the nodes in the plane by their dofs: products
   of edges, rotations from a node to the next one, drilling. Returns their number, 2 nn + nn - 3.
 */
static int strain_rows(int nn, const ShellMembrane *m, double B[][DOFS])
{
  const int(*node)[2] = shell_edges(nn), (*corner)[2] = shell_corners(nn);
  const double scale = shell_edge_scale(nn);
  double       X[NODES][2];
  int          row = 0;

  for (int k = 0; k < nn; k++, row++)
    for (int c = 0; c < 2; c++) {
      X[k][c] = scale * (m->place[node[k][1]][c] - m->place[node[k][0]][c]);
      B[row][3 * node[k][0] + c] -= 2 * scale * X[k][c];
      B[row][3 * node[k][1] + c] += 2 * scale * X[k][c];
    }
  for (int k = 0; k < nn && nn == 4; k++)
    for (int c = 0; c < 2; c++) {
      const int    a     = k < 2 ? 2 : 0;
      const double other = scale * (X[a][c] + X[a + 1][c]) / 4;

      B[row][3 * node[k][0] + c] -= other;
      B[row][3 * node[k][1] + c] += other;
    }
  row += nn == 4;
  for (int k = 1; k < nn;
       k++, row++) { /* rotations from a node to the next one; not the last side */
    B[row][3 * (k - 1) + 2] = -1;
    B[row][3 * k + 2]       = 1;
  }
  for (int i = 0; i < nn; i++) {
    const double *a = X[corner[i][0]], *b = X[corner[i][1]];
    const double  det = 2 * nn * (a[0] * b[1] - a[1] * b[0]);

    for (int side = 0; side < 2; side++) { /* x,1 = (da b[1] - db a[1])/det, x,2 in the same way */
      const int    *end   = node[corner[i][side]];
      const double *other = side ? a : b, factor = (side ? -1 : 1) * scale / det;

      for (int c = 0; c < 2; c++) {
        B[row][3 * end[0] + c] -= factor * other[c];
        B[row][3 * end[1] + c] += factor * other[c];
      }
    }
    B[row][3 * i + 2] -= 1. / nn;
  }
  return row + 1;
}

/* Computes X[][NM], by the membrane strains: the values of the rows of strain_rows(). The bending
   of the sides adds up to 0 around a flat element. Around a curved one it adds up to the change of
   its Gaussian curvature, which is a matter of bending: the directors of a curved side that tilt
   turn its nodes about them, and those of the opposite side by another angle. The sum is taken away
   from the sides by their parts of it, curved[]. */
static void strain_values(int nn, const double curved[], double X[][NM])
{
  /* 1 if the nodes of the side from a node to the next one are in the order of the edge, else -1 */
  static const int sign[2][NODES] = {
    {1, 1, -1, 0 },
    {1, 1, -1, -1}
  };
  const int np = shell_product_count(nn), quad = nn == 4;

  for (int k = 0; k < np; k++) X[k][k] = 1;
  for (int k = 0; k < nn - 1; k++) {
    X[np + k][np + shell_edge_between(nn, k)] = sign[quad][k];
    for (int l = 0; l < nn; l++)
      X[np + k][np + shell_edge_between(nn, l)] -=
        sign[quad][l] * curved[shell_edge_between(nn, k)];
  }
  X[np + nn - 1][np + nn] = 1;
}

/* Computes V[3 nn][n], displacements of the nodes by the membrane strains. Node 0 and the direction
   from it to node 1 stay. Returns n. */
static int displacements_of(int nn, const double curved[], const ShellMembrane *m,
                            double V[DOFS][NM])
{
  double    B[DOFS][DOFS] = {{0}};
  const int n             = strain_rows(nn, m, B);

  B[n][0] = B[n + 1][1] = 1;
  B[n + 2][3]           = -(m->place[1][1] - m->place[0][1]);
  B[n + 2][4]           = m->place[1][0] - m->place[0][0];
  memset(V, 0, sizeof(double[DOFS][NM]));
  strain_values(nn, curved, V);
  small_solve(3 * nn, DOFS, B[0], NM, V[0]);
  return n + 1;
}

/* ---- membrane -------------------------------------------------------------------------------- */

/* Changes products and energies to the unit m. */
static void scale_membrane(ShellMembrane *m)
{
  const double square = m->length * m->length;

  for (int k = 0; k < NM; k++) {
    const double unit = k < SHELL_PRODUCTS ? 1 / square : 1;

    for (int f = 0; f < NF; f++) m->work[f][k] *= square * unit;
    for (int l = 0; l < NM; l++)
      m->extra[k][l] *= square * unit * (l < SHELL_PRODUCTS ? 1 / square : 1);
  }
}

/* Computes the vectors x_r, x_s and x_d of a quadrilateral, over m->length: the half medians, and
   half the difference of opposite sides. */
static void middle_vectors(const ShellMembrane *m, double vector[3][2])
{
  static const double sign[3][NODES] = {
    {-1, 1,  1, -1},
    {-1, -1, 1, 1 },
    {1,  -1, 1, -1}
  };

  memset(vector, 0, sizeof(double[3][2]));
  for (int a = 0; a < 6; a++)
    for (int i = 0; i < NODES; i++) vector[a / 2][a % 2] += sign[a / 2][i] * m->place[i][a % 2] / 4;
}

/* Returns by how much opposite sides of a quadrilateral differ in the plane, over the shorter
   median. A parallelogram has 0. */
static double distortion(const ShellMembrane *m)
{
  double x[3][2], length[3];

  middle_vectors(m, x);
  for (int a = 0; a < 3; a++) length[a] = hypot(x[a][0], x[a][1]);
  return length[2] / fmin(length[0], length[1]);
}

/* Makes the bending of sides count as much as keep says, so that thin curved elements do not lock.
   In a quadrilateral whose sides do not bend, two of the force fields would only be stiff.

   The other two linear fields resist the difference of the strains of opposite sides. If the sides
   of a curved quadrilateral are not parallel, they have different curvatures, and bending without
   stretching changes their chords by different amounts: these fields would make thin elements lock.
   Their flexibility is therefore multiplied by 1 + min(1, 9 d^2) (1/keep^2 - 1) with the distortion
   d. Without d, regular meshes of 16 x 16 cells would be 1 to 2 % too soft (hemisphere, saddle);
   with 4 or 100 instead of 9, distorted strips and cylinders change by less than 1 %. */
static void relax(int nn, const double keep[], ShellMembrane *m)
{
  double least = 1, apart = nn == 4 ? fmin(1, 3 * distortion(m)) : 0;

  for (int k = 0; k < nn; k++) {
    least = fmin(least, keep[k]);
    for (int f = 0; f < NF; f++) m->work[f][SHELL_PRODUCTS + k] *= keep[k];
  }
  for (int k = 0; k < NM; k++)
    for (int l = 0; l < NM; l++) m->extra[k][l] *= least * least;
  for (int f = 0; f < NF; f++) {
    const double part = f < 3 ? 0 : f < SHELL_STRETCHING ? apart * apart : 1;

    m->softer[f] = 1 + part * (1 / (least * least) - 1);
  }
}

/* Sets the axes of the fields, and turns the places into them. Those of a quadrilateral have 45
   degrees to the line that bisects its mean edges: they are along the sides of a rectangle, and do
   not depend on the order of the nodes. */
static void set_axes(int nn, ShellMembrane *m)
{
  double edge[3][2], c = 1, s = 0;

  if (nn == 4) {
    middle_vectors(m, edge);
    const double r = hypot(edge[0][0], edge[0][1]), t = hypot(edge[1][0], edge[1][1]);
    const double x = edge[0][0] / r + edge[1][0] / t, y = edge[0][1] / r + edge[1][1] / t;

    c = (x + y) / (M_SQRT2 * hypot(x, y));
    s = (y - x) / (M_SQRT2 * hypot(x, y));
  }
  for (int i = 0; i < nn; i++) {
    const double x = m->place[i][0], y = m->place[i][1];

    m->place[i][0] = c * x + s * y;
    m->place[i][1] = c * y - s * x;
  }
  memcpy(m->turn,
         (const double[3][3]){
           {c * c, s * s,  -2 * c * s   },
           {s * s, c * c,  2 * c * s    },
           {c * s, -c * s, c * c - s * s}
  },
         sizeof m->turn);
}

/* Computes own, the flexibility in the axes of the fields. */
static void turn_flexibility(const ShellMembrane *m, const double soft[3][3], double own[3][3])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      own[i][j] = 0;
      for (int a = 0; a < 9; a++)
        own[i][j] += m->turn[a / 3][i] * soft[a / 3][a % 3] * m->turn[a % 3][j];
    }
}

void shell_membrane(int nn, const double x[][3], const ShellSurface *surface,
                    const double soft[3][3], int straight, const double keep[],
                    const double curved[], double drilling, ShellMembrane *m)
{
  double F[DOFS][NF], V[DOFS][NM], own[3][3];
  int    n;

  memset(m, 0, sizeof *m);
  m->nforces = nn == 4 ? NF : 3;
  set_places(nn, x, surface, m);
  set_axes(nn, m);
  turn_flexibility(m, soft, own);
  n = displacements_of(nn, curved, m, V);
  membrane_side_work(nn, (const double(*)[2])m->place, straight, F);
  if (nn == 4)
    membrane_quadrilateral((const double(*)[3])own, straight, drilling, (const double(*)[NM])V, F,
                           m);
  else membrane_triangle((const double(*)[3])own, (const double(*)[NM])V, n, m);
  for (int f = 0; f < m->nforces; f++)
    for (int k = 0; k < n; k++)
      for (int i = 0; i < 3 * nn; i++)
        m->work[f][shell_membrane_strain(nn, k)] += F[i][f] * V[i][k];
  relax(nn, keep, m);
  scale_membrane(m);
}
