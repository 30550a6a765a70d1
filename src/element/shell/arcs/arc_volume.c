/* arc_volume.c: implements the volume between a curved shell element and the surface through its
   nodes.

   The element has the coordinates r and s of shell.h: its curvature k has the components k_rr, k_ss
   and k_rs, which are X . c of its edges. All volumes are linear in a change of the curvature.

   In a quadrilateral with the tangents x_r + s x_d and x_s + r x_d the height of the arcs over the
   chords is ((1 - r^2) x_r . k (x_r + 2 s x_d) + (1 - s^2) x_s . k (x_s + 2 r x_d) + (1 - r^2 s^2)
   x_d . k x_d)/2. The integral with the area J0 + J1 r + J2 s, whose mean is J0 = A/4, is

   A ((k_rr + k_ss)/3 + 4/9 x_d . k x_d + 2/9 J2/J0 x_r . k x_d + 2/9 J1/J0 x_s . k x_d).

   A part of this volume is taken away. The pressure p is carried by membrane forces N = p k/(k .
   k), and the arcs of the element turn its nodes by N (shell_arcs.h). On a curvature that stretches
   the surface, those of a cylinder about its circles, N has no arcs. The moments of p would then
   bend the elements of an irregular mesh alone. The volume is therefore that of the arcs of N for a
   curvature with the cofactors of k, which no bending without stretching contains: all others have
   k_11 k'_22 + k_22 k'_11 = 2 k_12 k'_12. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "arc_volume.h"
#include "math/vector.h"

/* Components of a symmetric tensor by the coordinates. */
enum { RR, SS, RS };

/* Part of the volume of an element that is flat: its arcs have an angle below 1e-5 rad. */
static const double FLAT = 1e-4;

/* The geometry of an element. */
typedef struct {
  double edge[SHELL_NODES][2]; /* X in the axes of the middle, which has x_r along the first */
  double J[2][2];              /* J[a][d]: components of x_r and x_s */
  double area;
  double slope[2]; /* J1/J0 and J2/J0 */
} ArcGeometry;

/* ---- geometry ------------------------------------------------------------------------------ */

/* Computes the edges X of the element, or the changes of the directors along them. */
static void edges_of(int nn, const double x[][3], double X[SHELL_NODES][3])
{
  for (int k = 0; k < nn; k++)
    for (int c = 0; c < 3; c++)
      X[k][c] = shell_edge_scale(nn) * (x[shell_edges(nn)[k][1]][c] - x[shell_edges(nn)[k][0]][c]);
}

static void set_geometry(int nn, const double x[][3], ArcGeometry *g)
{
  double X[SHELL_NODES][3], t[3][3], normal[3], axes[2][3], change[3], size;

  edges_of(nn, x, X);
  for (int c = 0; c < 3; c++) {
    t[0][c] = nn == 4 ? (X[0][c] + X[1][c]) / 2 : X[0][c];
    t[1][c] = nn == 4 ? (X[2][c] + X[3][c]) / 2 : X[1][c];
    t[2][c] = nn == 4 ? (X[1][c] - X[0][c]) / 2 : 0;
  }
  cross(t[0], t[1], normal);
  size    = norm(normal);
  g->area = nn == 4 ? 4 * size : size / 2;
  normalize(normal);
  for (int d = 0; d < 2; d++) {
    if (d) cross(t[2], t[1], change);
    else cross(t[0], t[2], change);
    g->slope[d] = dot(change, normal) / size;
  }
  memcpy(axes[0], t[0], sizeof axes[0]);
  normalize(axes[0]);
  cross(normal, axes[0], axes[1]);
  for (int a = 0; a < 2; a++) {
    for (int k = 0; k < nn; k++) g->edge[k][a] = dot(axes[a], X[k]);
    for (int d = 0; d < 2; d++) g->J[a][d] = dot(axes[a], t[d]);
  }
}

/* ---- tensors ------------------------------------------------------------------------------- */

static double product(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + 2 * a[2] * b[2];
}

/* Returns a . k b of two vectors in the axes and a tensor 11, 22, 12. */
static double between(const double a[2], const double k[3], const double b[2])
{
  return a[0] * k[0] * b[0] + a[1] * k[1] * b[1] + k[2] * (a[0] * b[1] + a[1] * b[0]);
}

/* Computes a tensor 11, 22, 12 from its components x_r . k x_r, x_s . k x_s and x_r . k x_s. */
static void to_axes(const ArcGeometry *g, const double of[3], double k[3])
{
  static const int at[3][2] = {
    {0, 0},
    {1, 1},
    {0, 1}
  };
  const double(*J)[2]        = g->J;
  const double det           = J[0][0] * J[1][1] - J[0][1] * J[1][0];
  const double inverse[2][2] = {
    {J[1][1] / det,  -J[0][1] / det},
    {-J[1][0] / det, J[0][0] / det }
  };

  for (int m = 0; m < 3; m++) {
    const int a = at[m][0], b = at[m][1];

    k[m] = inverse[0][a] * inverse[0][b] * of[RR] + inverse[1][a] * inverse[1][b] * of[SS] +
           (inverse[0][a] * inverse[1][b] + inverse[1][a] * inverse[0][b]) * of[RS];
  }
}

/* Computes the mean curvature 11, 22, 12 by the bending strains of an element. */
static void mean_curvature(int nn, const ArcGeometry *g, const double b[SHELL_BENDS], double k[3])
{
  double of[3];

  of[RR] = nn == 4 ? (b[0] + b[1] + b[4]) / 4 : b[0];
  of[SS] = nn == 4 ? (b[2] + b[3] + b[5]) / 4 : b[1];
  of[RS] = nn == 4 ? (b[6] + b[7] + b[8] + b[9]) / 8 : (b[0] + b[1] - b[2]) / 2;
  to_axes(g, of, k);
}

/* Adds the strains of the sides x_r, x_s and x_r - x_s of a triangle by the mean displacements of
   their nodes less that of all nodes. */
static void add_means(const double k[3], const double change[3], const double line[][2],
                      double of[])
{
  const double rr = between(line[0], change, line[0]), ss = between(line[1], change, line[1]),
               rs   = between(line[0], change, line[1]);
  const double w[3] = {-(rr + ss + 2 * rs) / 18, -(4 * rr + ss - 4 * rs) / 18,
                       -(rr + 4 * ss - 4 * rs) / 18};
  const double mean = (w[0] + w[1] + w[2]) / 3;

  of[0] += between(line[0], k, line[0]) * ((w[0] + w[1]) / 2 - mean);
  of[1] += between(line[1], k, line[1]) * ((w[0] + w[2]) / 2 - mean);
  of[3] += between(line[3], k, line[3]) * ((w[1] + w[2]) / 2 - mean);
}

/* Computes the strains 11, 22, 12 that an element with the curvature k measures beside those by the
   mean displacement of its nodes, if they move by -x . change x/2 along the normal. The square of a
   line is X . X + b^2/3 or, in triangles, X . X + b^2/12. Its two nodes are moved by another mean
   than all nodes, which in quadrilaterals matters on the diagonals alone. */
static void arc_strain(int nn, const ArcGeometry *g, const double k[3], const double change[3],
                       double strain[3])
{
  const double part = nn == 4 ? 1. / 3 : 1. / 12;
  double       line[4][2], of[4], strains[3]; /* x_r, x_s, their sum and difference */

  for (int a = 0; a < 2; a++) {
    line[0][a] = g->J[a][0], line[1][a] = g->J[a][1];
    line[2][a] = line[0][a] + line[1][a], line[3][a] = line[0][a] - line[1][a];
  }
  for (int m = 0; m < 4; m++)
    of[m] = part * between(line[m], k, line[m]) * between(line[m], change, line[m]);
  if (nn == 3) add_means(k, change, (const double(*)[2])line, of);
  strains[RR] = of[0], strains[SS] = of[1];
  strains[RS] = nn == 4 ? (of[2] - of[3]) / 4 : (of[0] + of[1] - of[3]) / 2;
  if (nn == 4)
    strains[RS] -= (between(line[0], k, line[0]) + between(line[1], k, line[1])) *
                   between(line[0], change, line[1]) / 2;
  to_axes(g, strains, strain);
}

/* ---- volume -------------------------------------------------------------------------------- */

/* Computes the bending strains of an element by a curvature 11, 22, 12. */
static void bending_of(int nn, const ArcGeometry *g, const double k[3], double b[SHELL_BENDS])
{
  for (int m = 0; m < shell_bend_count(nn); m++) {
    const int *pair = shell_bends()[m];

    b[m] = (pair[0] == pair[1] ? 1 : 2) * between(g->edge[pair[0]], k, g->edge[pair[1]]);
  }
}

/* Computes the weights of the bending strains in the volume. */
static void set_volume(int nn, const ArcGeometry *g, double v[SHELL_BENDS])
{
  const double tilt[2][SHELL_BENDS] = {
    {0,  0, -1, 1},
    {-1, 1 }
  };

  for (int m = 0; m < shell_bend_count(nn); m++) {
    v[m] = nn == 3 ? 1. / 24 : 0;
    if (nn == 4 && m < 6) v[m] = 1. / 12 + (m < 4 ? 1 : -1) / 18.;
    for (int d = 0; d < 2 && nn == 4; d++) v[m] += g->slope[d] * tilt[d][m] / 18;
    v[m] *= g->area;
  }
}

/* Replaces the volume for a curvature with the cofactors of k by the work of the arcs. */
static void balance(int nn, const ArcGeometry *g, const double k[3], double v[SHELL_BENDS])
{
  const double square = product(k, k), cofactors[3] = {k[1], k[0], -k[2]};
  double       b[SHELL_BENDS], strain[3], excess;

  arc_strain(nn, g, k, cofactors, strain);
  excess = -g->area * product(k, strain) / square;
  bending_of(nn, g, cofactors, b);
  for (int m = 0; m < shell_bend_count(nn); m++) excess += v[m] * b[m];
  for (int m = 0; m < shell_bend_count(nn); m++) {
    double mean[3];

    memset(b, 0, sizeof b);
    b[m] = 1;
    mean_curvature(nn, g, b, mean);
    v[m] -= excess * product(cofactors, mean) / square;
  }
}

/* Returns the part of the volume that counts: nearly none in elements that are flat except for the
   errors of their mesh, such as the imperfections of a plate. */
static double curved_part(const ArcGeometry *g, const double k[3])
{
  /* Angle of the arcs of an element [rad]: a circle of 3000 elements has twice as much. */
  const double small  = 1e-3;
  const double square = product(k, k) * g->area; /* of the angle of the arcs of this element */

  return square / (square + small * small);
}

/* A load q does the work q . n on the volume, which is the sum of W_ij x_i . t_j. Its normal n
   stays that of the mesh: the forces are dead. */
void shell_area_load(const ElementKernel *kernel, const double x[][3], const double numbers[],
                     const double load[3], double force[][3], double lever[][9])
{
  const ShellData *data = (const ShellData *)numbers;
  const int        nn   = shape_nodes(kernel->shape);
  double           W[SHELL_NODES * SHELL_NODES], along = 0;

  arc_volume(nn, x, (const double(*)[3])data->director, W);
  for (int i = 0; i < nn; i++) along += dot(load, data->director[i]) / nn;
  for (int j = 0; j < nn; j++) {
    double g[3] = {0, 0, 0};

    for (int c = 0; c < 3; c++) force[j][c] = 0;
    for (int i = 0; i < nn; i++)
      for (int c = 0; c < 3; c++) {
        force[j][c] += along * W[nn * j + i] * data->director[i][c];
        g[c] += along * W[nn * i + j] * x[i][c];
      }
    for (int k = 0; k < 9; k++) lever[j][k] = data->director[j][k / 3] * g[k % 3];
  }
}

int arc_volume(int nn, const double x[][3], const double director[][3], double W[])
{
  double      X[SHELL_NODES][3], c[SHELL_NODES][3], b[SHELL_BENDS] = {0}, v[SHELL_BENDS], k[3];
  ArcGeometry g;

  memset(W, 0, (size_t)(nn * nn) * sizeof *W);
  set_geometry(nn, x, &g);
  edges_of(nn, x, X);
  edges_of(nn, director, c);
  for (int m = 0; m < shell_bend_count(nn); m++)
    for (int side = 0; side < (shell_bends()[m][0] == shell_bends()[m][1] ? 1 : 2); side++)
      b[m] += dot(X[shell_bends()[m][side]], c[shell_bends()[m][1 - side]]);
  mean_curvature(nn, &g, b, k);
  if (!(curved_part(&g, k) > FLAT)) return 1;
  set_volume(nn, &g, v);
  balance(nn, &g, k, v);
  for (int m = 0; m < shell_bend_count(nn); m++)
    for (int side = 0; side < (shell_bends()[m][0] == shell_bends()[m][1] ? 1 : 2); side++) {
      const int *a   = shell_edges(nn)[shell_bends()[m][side]],
                *e   = shell_edges(nn)[shell_bends()[m][1 - side]];
      const double w = curved_part(&g, k) * v[m] * shell_edge_scale(nn) * shell_edge_scale(nn);

      for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) W[nn * a[i] + e[j]] += (i == j ? w : -w);
    }
  return 0;
}
