/* shell_unstrained.c: implements the temperature and the initial strain of shells.

   A free section has membrane strains e and curvatures k, which are linear functions of the
   temperature of the reference surface and of its gradient along the normal. The strains of an
   element without stress are those of the vectors (I + e) X of the edges, with k X added to the
   changes c of directors. They replace the strains of the mesh. Free strains that differ from place
   to place also turn the nodes about their directors, one against the other: the slopes of the
   rotation w in the surface are

   w,1 = e12,1 - e11,2,  w,2 = e22,1 - e12,2,

   and an edge turns with the mean of its nodes. These strains are those of the section's middle.

   A surface with the initial strain i has the edges X/(1 + i) without stress, and the directors of
   the mesh. Temperature changes these edges. Initial strains are never linearized.

   Temperatures and initial strains at the Gauss points give a bilinear function, which counts where
   a strain is measured: in the middles of edges, in the middle, and at corners for the products of
   two edges there. A temperature that is linear over a flat rectangle causes no stress if
   displacements are small. A triangle has the mean. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "math/vector.h"
#include "shell.h"
#include "arcs/shell_arcs.h"

/* The first WARM fields cause strains by SHELL_FREE. */
enum { NODES = SHELL_NODES, WARM = 2, INITIAL = WARM, FIELDS };

int shell_expands(const double prop[]) { return prop[SHELL_EXPANDS] != 0; }

/* Temperature, gradient and initial strain: coefficients of 1, r, s, r s. */
typedef double Field[FIELDS][4];

/* The edges of an element in the mesh. */
typedef struct {
  const double    *free; /* [12] strains by temperature and its gradient */
  const ShellData *data;
  int              small;  /* 1 for results of first order */
  double           middle; /* height of the section's middle above the nodes [m] */
  double           X[NODES][3], c[NODES][3];
} Edges;

/* Middles of the edges of a quadrilateral. */
static const double middles[NODES][2] = {
  {0,  -1},
  {0,  1 },
  {-1, 0 },
  {1,  0 }
};

/* Least squares at the Gauss points, which is interpolation in a quadrilateral. */
static void fit(Shape shape, const ElementUnstrained u[], Field field)
{
  ShapePoint points[SHAPE_MAX_POINTS];
  const int  n       = element_unstrained_points(shape, points);
  double     sums[4] = {0};

  memset(field, 0, sizeof(Field));
  for (int g = 0; g < n; g++) {
    const double *N = points[g].N, r = -N[0] + N[1] + N[2] - N[3], s = -N[0] - N[1] + N[2] + N[3];
    const double  basis[4]     = {1, r, s, r * s},
                 value[FIELDS] = {u[g].thermal, u[g].curvature[0], u[g].initial};
    const int terms            = shape == SHAPE_QUADRILATERAL ? 4 : 1;

    for (int k = 0; k < terms; k++) {
      sums[k] += basis[k] * basis[k];
      for (int i = 0; i < FIELDS; i++) field[i][k] += basis[k] * value[i];
    }
  }
  for (int i = 0; i < FIELDS * 4; i++)
    if (sums[i % 4] > 0) field[i / 4][i % 4] /= sums[i % 4];
}

static double value_at(const double field[4], const double at[2])
{
  return field[0] + field[1] * at[0] + field[2] * at[1] + field[3] * at[0] * at[1];
}

/* Computes the free strains e[3] and curvatures e + 3 at parent coordinates. Returns the length of
   an edge by the initial strain there, over that in the mesh. */
static double free_strains(const double free[12], Field field, const double at[2], double e[6])
{
  memset(e, 0, 6 * sizeof *e);
  for (int i = 0; i < WARM; i++)
    for (int k = 0; k < 6; k++) e[k] += value_at(field[i], at) * free[6 * i + k];
  return 1 / (1 + value_at(field[INITIAL], at));
}

static void scale(double length, const double x[3], double y[3])
{
  for (int c = 0; c < 3; c++) y[c] = length * x[c];
}

/* Computes y = e x, with a tensor that has the components 11, 22, 2 12 in the axes of the surface.
   Its isotropic part counts in all directions, because elements may be warped. */
static void apply(const ShellData *data, const double e[3], const double x[3], double y[3])
{
  const double mean = (e[0] + e[1]) / 2, half = (e[0] - e[1]) / 2, x1 = dot(data->axes[0], x),
               x2 = dot(data->axes[1], x);

  for (int c = 0; c < 3; c++)
    y[c] = mean * x[c] + (half * x1 + e[2] / 2 * x2) * data->axes[0][c] +
           (e[2] / 2 * x1 - half * x2) * data->axes[1][c];
}

/* Returns the change of x . y if dx and dy are added. */
static double change(int small, const double x[3], const double dx[3], const double y[3],
                     const double dy[3])
{
  return dot(dx, y) + dot(x, dy) + (small ? 0 : dot(dx, dy));
}

/* Returns the ratio of angle and sine, if sine is half the difference of two directors. */
static double angle_ratio(double sine) { return sine > 0 ? asin(sine) / sine : 1; }

/* Sets the vectors of shell_motion.h in the mesh. */
static void set_edges(const ElementReference *ref, Edges *x)
{
  const int    nn    = shape_nodes(ref->kernel->shape);
  const double scale = shell_edge_scale(nn);

  for (int k = 0; k < nn; k++) {
    const int i = shell_edges(nn)[k][0], j = shell_edges(nn)[k][1];
    double    d[3];

    for (int c = 0; c < 3; c++) {
      x->X[k][c] = scale * (ref->x[j][c] - ref->x[i][c]);
      d[c]       = x->data->director[j][c] - x->data->director[i][c];
    }
    for (int c = 0; c < 3; c++) x->c[k][c] = scale * angle_ratio(norm(d) / 2) * d[c];
  }
}

/* Returns the change of X_a . c_b, with the length of edges, free strains and curvatures e. */
static double bend_change(const Edges *x, int a, int b, double length, const double e[6])
{
  double X[2][3], dX[3], dc[3];

  scale(length, x->X[a], X[0]);
  scale(length, x->X[b], X[1]);
  apply(x->data, e, X[0], dX);
  apply(x->data, e + 3, X[1], dc);
  return (length - 1) * dot(x->X[a], x->c[b]) + change(x->small, X[0], dX, x->c[b], dc);
}

/* Changes the bending strains, and the products by their arcs. */
static void change_bends(int nn, const Edges *x, Field field, ShellData *data)
{
  double sum[SHELL_BENDS];

  for (int k = 0; k < shell_bend_count(nn); k++) {
    const int a = shell_bends()[k][0], b = shell_bends()[k][1];
    double    at[2], e[6], length;

    for (int c = 0; c < 2; c++) at[c] = middles[a][c] + (a == b ? 0 : middles[b][c]);
    length = free_strains(x->free, field, at, e);
    sum[k] = bend_change(x, a, b, length, e);
    if (a != b) sum[k] += bend_change(x, b, a, length, e);
    data->rest.bend[k] += sum[k];
  }
  shell_rest_arcs(nn, data->arc, sum, data->rest.product);
}

/* Computes what is free of stress in the middle of edge k: the edge X with its initial length, the
   change dX of this edge by temperature, and the change dY of the edge of the section's middle by
   both. */
static void edge_changes(const Edges *x, Field field, int k, double X[3], double dX[3],
                         double dY[3])
{
  double       e[6], dc[3];
  const double length = free_strains(x->free, field, middles[k], e);

  scale(length, x->X[k], X);
  apply(x->data, e, X, dX);
  apply(x->data, e + 3, X, dc);
  for (int c = 0; c < 3; c++) dY[c] = X[c] - x->X[k][c] + dX[c] + x->middle * dc[c];
}

static void change_edges(int nn, const Edges *x, Field field, ShellData *data)
{
  for (int k = 0; k < nn; k++) {
    const int *node = shell_edges(nn)[k];
    double     X[3], dX[3], dY[3];

    edge_changes(x, field, k, X, dX, dY);
    data->rest.product[k] += dot(X, X) - dot(x->X[k], x->X[k]) + change(x->small, X, dX, X, dX);
    for (int c = 0; c < 3; c++) dX[c] += X[c] - x->X[k][c];
    data->rest.lift[k] +=
      (dot(dX, x->data->director[node[0]]) + dot(dX, x->data->director[node[1]])) / 2;
  }
}

/* Computes the derivatives of the free membrane strains 11, 22, 2 12 of the middle of the section
   by the parent coordinates, in the middle of edge k. */
static void strain_slopes(const Edges *x, Field field, int k, double slope[3][2])
{
  double       e[6];
  const double length = free_strains(x->free, field, middles[k], e);

  memset(slope, 0, sizeof(double[3][2]));
  for (int i = 0; i < FIELDS; i++)
    for (int a = 0; a < 3; a++) {
      const double initial = a < 2 ? -length * length : 0,
                   unit    = i == INITIAL
                               ? initial
                               : length * (x->free[6 * i + a] + x->middle * x->free[6 * i + 3 + a]);

      slope[a][0] += unit * (field[i][1] + field[i][3] * middles[k][1]);
      slope[a][1] += unit * (field[i][2] + field[i][3] * middles[k][0]);
    }
}

/* Returns the rotation of the second node of edge k of a quadrilateral about the normal, less that
   of its first node, due to the free strains: the slope of the rotation in the middle of the edge,
   times the edge. */
static double free_turn(const Edges *x, Field field, int k)
{
  const int other = k < 2 ? 2 : 0; /* edges along the other parent coordinate; their mean counts */
  double    slope[3][2], J[2][2], by[3][2], det;

  strain_slopes(x, field, k, slope);
  for (int a = 0; a < 2; a++) {
    J[a][k / 2] = dot(x->data->axes[a], x->X[k]);
    J[a][1 - k / 2] =
      (dot(x->data->axes[a], x->X[other]) + dot(x->data->axes[a], x->X[other + 1])) / 2;
  }
  det = J[0][0] * J[1][1] - J[0][1] * J[1][0];
  for (int a = 0; a < 3; a++) { /* derivatives along the axes */
    by[a][0] = (J[1][1] * slope[a][0] - J[1][0] * slope[a][1]) / det;
    by[a][1] = (J[0][0] * slope[a][1] - J[0][1] * slope[a][0]) / det;
  }
  return (J[0][k / 2] * (by[2][0] / 2 - by[0][1]) + J[1][k / 2] * (by[1][0] - by[2][1] / 2)) /
         shell_edge_scale(4);
}

/* Changes the bending of the sides and the drilling rotation. */
static void change_turns(int nn, const Edges *x, Field field, ShellData *data)
{
  for (int k = 0; k < nn; k++) {
    const double turn = nn == 4 ? free_turn(x, field, k) : 0;
    double       X[3], dX[3], dY[3];

    edge_changes(x, field, k, X, dX, dY);
    data->rest.side[k] += turn;
    for (int end = 0; end < 2; end++) {
      const int     i = shell_edges(nn)[k][end], side = shell_corners(nn)[i][1] == k;
      const double *across = x->data->across[i][side], half = (end ? -0.5 : 0.5) * turn;
      double        Y[3], around[3];

      for (int c = 0; c < 3; c++) Y[c] = x->X[k][c] + x->middle * x->c[k][c];
      cross(x->data->director[i], Y, around);
      data->rest.side[k] += dot(x->data->turn[i][side], dY);
      data->rest.drill += dot(across, dY) + half * dot(across, around);
    }
  }
}

/* Adds the change of the product of the tangents at the middle of a quadrilateral. */
static void change_middle(const Edges *x, Field field, ShellData *data)
{
  static const double at[2] = {0, 0};
  double              r[3], s[3], dr[3], ds[3], e[6], length;

  length = free_strains(x->free, field, at, e);
  for (int c = 0; c < 3; c++) {
    r[c] = length * (x->X[0][c] + x->X[1][c]) / 2;
    s[c] = length * (x->X[2][c] + x->X[3][c]) / 2;
  }
  data->rest.product[4] += (1 - 1 / (length * length)) * dot(r, s);
  apply(x->data, e, r, dr);
  apply(x->data, e, s, ds);
  data->rest.product[4] += change(x->small, r, dr, s, ds);
}

static void unstrain(const ElementReference *ref, const ElementUnstrained u[], const double rest[],
                     int small, double out[])
{
  const int        nn   = shape_nodes(ref->kernel->shape);
  ShellData *const data = (ShellData *)out;
  Edges            x    = {.data = (const ShellData *)rest, .small = small};
  Field            field;

  memcpy(out, rest, (size_t)ref->kernel->ndata * sizeof *out);
  fit(ref->kernel->shape, u, field);
  x.middle = ref->kernel->coupled ? x.data->middle : 0;
  x.free   = ref->kernel->nsections ? x.data->free : ref->prop + SHELL_FREE;
  set_edges(ref, &x);
  change_edges(nn, &x, field, data);
  change_turns(nn, &x, field, data);
  if (nn == 4) change_middle(&x, field, data);
  change_bends(nn, &x, field, data);
  for (int i = 0; i < WARM; i++) data->temperature[i] = field[i][0];
}

void shell_unstrain(const ElementReference *ref, const ElementUnstrained u[], const double rest[],
                    double data[])
{
  unstrain(ref, u, rest, 0, data);
}

void shell_small_unstrain(const ElementReference *ref, const ElementUnstrained u[],
                          const double rest[], double data[])
{
  unstrain(ref, u, rest, 1, data);
}
