/* shape.c: implements isoparametric points, lines, triangles and quadrilaterals in space.

   Parent coordinates are -1 to 1 on lines, and r, s >= 0, r + s <= 1 on triangles. On
   quadrilaterals they are -1 to 1 in r and s. Hughes, The Finite Element Method, ch. 3. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "shape.h"
#include "math/vector.h"

static const struct {
  const char *name;
  int         nodes, dimension;
} shapes[SHAPES] = {
  {"point",         1, 0},
  {"line",          2, 1},
  {"line3",         3, 1},
  {"triangle",      3, 2},
  {"quadrilateral", 4, 2}
};

int         shape_nodes(Shape shape) { return shapes[shape].nodes; }
int         shape_dimension(Shape shape) { return shapes[shape].dimension; }
const char *shape_name(Shape shape) { return shapes[shape].name; }

/* Computes N and dN at the parent coordinates r, s. */
static void shape_functions(Shape shape, double r, double s, ShapePoint *p)
{
  static const double corner[4][2] = {
    {-1, -1},
    {1,  -1},
    {1,  1 },
    {-1, 1 }
  };

  switch (shape) {
  case SHAPE_LINE:
    p->N[0] = (1 - r) / 2, p->N[1] = (1 + r) / 2;
    p->dN[0][0] = -0.5, p->dN[1][0] = 0.5;
    break;
  case SHAPE_LINE3:
    p->N[0] = r * (r - 1) / 2, p->N[1] = r * (r + 1) / 2, p->N[2] = 1 - r * r;
    p->dN[0][0] = r - 0.5, p->dN[1][0] = r + 0.5, p->dN[2][0] = -2 * r;
    break;
  case SHAPE_TRIANGLE:
    p->N[0] = 1 - r - s, p->N[1] = r, p->N[2] = s;
    p->dN[0][0] = p->dN[0][1] = -1, p->dN[1][0] = 1, p->dN[1][1] = 0, p->dN[2][0] = 0,
    p->dN[2][1] = 1;
    break;
  case SHAPE_QUADRILATERAL:
    for (int i = 0; i < 4; i++) {
      const double ri = corner[i][0], si = corner[i][1];

      p->N[i]     = (1 + ri * r) * (1 + si * s) / 4;
      p->dN[i][0] = ri * (1 + si * s) / 4;
      p->dN[i][1] = si * (1 + ri * r) / 4;
    }
    break;
  default:
    p->N[0] = 1;
  }
}

/* An integration rule with n points at the parent coordinates at[n][2]. */
typedef struct {
  int    n;
  double at[SHAPE_MAX_POINTS][2], weight[SHAPE_MAX_POINTS];
} GaussRule;

#define GAUSS2 0.57735026918962576451
#define GAUSS3 0.77459666924148337704

/* clang-format off */
static const GaussRule rules[SHAPES][2] = {
  /* reduced, full; the full rule of triangles has the midpoints of the sides */
  [SHAPE_POINT]         = {{1, {{0, 0}}, {1}}, {1, {{0, 0}}, {1}}},
  [SHAPE_LINE]          = {{1, {{0, 0}}, {2}}, {2, {{-GAUSS2, 0}, {GAUSS2, 0}}, {1, 1}}},
  [SHAPE_LINE3]         = {{2, {{-GAUSS2, 0}, {GAUSS2, 0}}, {1, 1}},
                           {3, {{-GAUSS3, 0}, {0, 0}, {GAUSS3, 0}}, {5. / 9, 8. / 9, 5. / 9}}},
  [SHAPE_TRIANGLE]      = {{1, {{1. / 3, 1. / 3}}, {0.5}},
                           {3, {{.5, 0}, {.5, .5}, {0, .5}}, {1. / 6, 1. / 6, 1. / 6}}},
  [SHAPE_QUADRILATERAL] = {{4, {{-GAUSS2, -GAUSS2}, {GAUSS2, -GAUSS2}, {GAUSS2, GAUSS2}, {-GAUSS2, GAUSS2}}, {1, 1, 1, 1}},
                           {4, {{-GAUSS2, -GAUSS2}, {GAUSS2, -GAUSS2}, {GAUSS2, GAUSS2}, {-GAUSS2, GAUSS2}}, {1, 1, 1, 1}}}
};
/* clang-format on */

int shape_points(Shape shape, int full, ShapePoint points[])
{
  const GaussRule *rule = &rules[shape][full != 0];

  for (int g = 0; g < rule->n; g++) {
    shape_functions(shape, rule->at[g][0], rule->at[g][1], &points[g]);
    points[g].weight = rule->weight[g];
  }
  return rule->n;
}

/* Computes t[d], the derivative of the position by parent coordinate d, and normal = t[0] x t[1].
   Returns the length of the normal, the area element. */
static double surface_normal(int nn, const double x[][3], const double dN[][2], double t[2][3],
                             double normal[3])
{
  for (int d = 0; d < 2; d++)
    for (int c = 0; c < 3; c++) {
      t[d][c] = 0;
      for (int i = 0; i < nn; i++) t[d][c] += dN[i][d] * x[i][c];
    }
  cross(t[0], t[1], normal);
  return norm(normal);
}

void shape_line_derivative(int nn, int i, const double value[][3], double derivative[3])
{
  static const double three[3][3] = {
    {-1.5, -0.5, 2 },
    {0.5,  1.5,  -2},
    {-0.5, 0.5,  0 }
  };

  for (int c = 0; c < 3; c++)
    derivative[c] =
      nn == 2 ? (value[1][c] - value[0][c]) / 2
              : three[i][0] * value[0][c] + three[i][1] * value[1][c] + three[i][2] * value[2][c];
}

int shape_surface_matrices(Shape shape, const double x[][3], const SurfaceFactors *factor,
                           double mass[], double grad[])
{
  const int  nn = shape_nodes(shape);
  ShapePoint points[SHAPE_MAX_POINTS];
  const int  ng = shape_points(shape, 1, points);
  double     first[3], size = 0;

  for (int i = 0; i < nn; i++) {
    const double d = distance_between(x[i], x[(i + 1) % nn]);

    if (d > size) size = d;
  }
  for (int ij = 0; ij < nn * nn; ij++) mass[ij] = grad[ij] = 0;
  for (int g = 0; g < ng; g++) {
    const ShapePoint *p       = &points[g];
    const int         place   = shape == SHAPE_TRIANGLE ? 0 : g;
    const double      of_mass = factor ? factor->mass[place] : 1,
                 of_grad      = factor ? factor->grad[place] : 1;
    double       t[2][3], normal[3];
    const double area = surface_normal(nn, x, p->dN, t, normal);
    const double g00 = dot(t[0], t[0]), g01 = dot(t[0], t[1]), g11 = dot(t[1], t[1]);

    if (g == 0)
      for (int c = 0; c < 3; c++) first[c] = normal[c];
    /* 1e-10 is relative to the square of the longest side: with coordinates of 16 digits, the
       normal of a surface that is flatter has less than six right digits. The element tests
       limits.c and shell.py have surfaces without area and folded ones. */
    if (!(area > 1e-10 * size * size) || !(dot(first, normal) > 0))
      return 1; /* without area, folded, or not finite */
    for (int i = 0; i < nn; i++)
      for (int j = 0; j < nn; j++) {
        const double dd = p->dN[i][0] * (g11 * p->dN[j][0] - g01 * p->dN[j][1]) +
                          p->dN[i][1] * (g00 * p->dN[j][1] - g01 * p->dN[j][0]);

        mass[i * nn + j] += of_mass * p->weight * area * (p->N[i] * p->N[j]); /* symmetric bits */
        grad[i * nn + j] +=
          of_grad * p->weight * dd / area; /* dN . g^-1 dN area; g^-1 = adj(g) / area^2 */
      }
  }
  return 0;
}

/* Returns the length or area element of the cell at a point with derivatives dN; 1 if it is a
   point. */
static double element_size(Shape shape, const double x[][3], const double dN[][2])
{
  const int nn = shape_nodes(shape);
  double    t[2][3], normal[3], along[3] = {0, 0, 0};

  if (shape_dimension(shape) == 2) return surface_normal(nn, x, dN, t, normal);
  if (shape_dimension(shape) == 0) return 1;
  for (int i = 0; i < nn; i++)
    for (int c = 0; c < 3; c++) along[c] += dN[i][0] * x[i][c];
  return norm(along);
}

void shape_weights(Shape shape, const double x[][3], double N[])
{
  const int  nn = shape_nodes(shape);
  ShapePoint points[SHAPE_MAX_POINTS];
  const int  ng = shape_points(shape, 1, points);

  for (int i = 0; i < nn; i++) N[i] = 0;
  for (int g = 0; g < ng; g++) {
    const double size = element_size(shape, x, (const double(*)[2])points[g].dN);

    for (int i = 0; i < nn; i++) N[i] += points[g].weight * size * points[g].N[i];
  }
}

void shape_cell_point(Shape shape, const double x[][3], const double square[2], double weight,
                      ShapeCellPoint *place)
{
  double     r = square[0], s = square[1];
  ShapePoint p = {.weight = 1};

  if (shape == SHAPE_TRIANGLE) {
    r = (1 + r) / 2;
    s = (1 + s) / 2 * (1 - r);
    weight *= (1 - r) / 4;
  }
  shape_functions(shape, r, s, &p);
  *place = (ShapeCellPoint){.size = weight * element_size(shape, x, (const double(*)[2])p.dN)};
  for (int i = 0; i < shape_nodes(shape); i++) {
    place->N[i] = p.N[i];
    for (int c = 0; c < 3; c++) place->x[c] += p.N[i] * x[i][c];
  }
}

/* The points of Gauss's rule with four points, and their weights. */
static const double cell_at[]     = {-0.86113631159405257522, -0.33998104358485626480,
                                     0.33998104358485626480, 0.86113631159405257522};
static const double cell_weight[] = {0.34785484513745385737, 0.65214515486254614263,
                                     0.65214515486254614263, 0.34785484513745385737};

void shape_cell_square(Shape shape, int k, double square[2])
{
  square[0] = shape_dimension(shape) > 0 ? cell_at[k % 4] : 0;
  square[1] = shape_dimension(shape) > 1 ? cell_at[k / 4] : 0;
}

int shape_cell_points(Shape shape, const double x[][3], ShapeCellPoint places[])
{
  const int n = shape_dimension(shape) > 0 ? 4 : 1, m = shape_dimension(shape) > 1 ? 4 : 1;

  for (int k = 0; k < n * m; k++) {
    double square[2];

    shape_cell_square(shape, k, square);
    shape_cell_point(shape, x, square,
                     (n > 1 ? cell_weight[k % n] : 1) * (m > 1 ? cell_weight[k / n] : 1),
                     &places[k]);
  }
  return n * m;
}

double shape_size(Shape shape, const double x[][3])
{
  double N[SHAPE_MAX_NODES], size = 0;

  shape_weights(shape, x, N);
  for (int i = 0; i < shape_nodes(shape); i++) size += N[i];
  return size;
}
