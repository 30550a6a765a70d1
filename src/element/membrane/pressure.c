/* pressure.c: implements follower loads by pressure on triangles and quadrilaterals.

   r_i = -p integral N_i (x,1 x x,2) over the parent cell, where x,a are the derivatives of the
   position by the parent coordinates. A positive pressure acts along the normal that the order of
   the nodes defines (right-hand rule). p is a number times a factor, which is interpolated between
   its values at the nodes, sum N_i f_i. The integrals are exact. The tangent is unsymmetric;
   assembled over a closed surface it is symmetric. Bonet & Wood, Nonlinear Continuum Mechanics for
   Finite Element Analysis (2008), on pressure forces. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "element/kernels.h"
#include "math/vector.h"

static const ElementProp props[] = {
  {"pressure", PROP_REAL, 1, 0, "pressure along the normal of the order of the nodes [N/m2]", 0, 0},
  {0,          0,         0, 0, 0,                                                            0, 0}
};

/* data is the factor at each node. */
static const char *setup(const ElementReference *ref, double data[])
{
  for (int i = 0; i < ref->kernel->ndata; i++) data[i] = ref->field ? ref->field[i] : 1;
  return 0;
}

/* Returns whether the factor differs between nodes. */
static inline int factor_varies(int nn, const double factor[])
{
  for (int i = 1; i < nn; i++)
    if (factor[i] != factor[0]) return 1;
  return 0;
}

/* A point in each lane: N and dN of ShapePoint, and p, the pressure times the weight. */
typedef struct {
  Lanes N[SHAPE_MAX_NODES], dN[SHAPE_MAX_NODES][2], p;
} PressurePoints;

/* Adds the forces of the points to r, for elements with nodes at x[nn]. t[d] is the derivative of
   the position by the parent coordinate d. */
static ALWAYS_INLINE void add_points(int nn, const PressurePoints *at, const Lanes x[][3],
                                     Lanes t[2][3], Lanes r[])
{
  for (int d = 0; d < 2; d++)
    for (int c = 0; c < 3; c++) {
      t[d][c] = at->dN[0][d] * x[0][c];
      for (int i = 1; i < nn; i++) t[d][c] += at->dN[i][d] * x[i][c];
    }
  for (int c = 0; c < 3; c++) {
    const int   k = (c + 1) % 3, l = (c + 2) % 3;
    const Lanes push = at->p * (t[0][k] * t[1][l] - t[0][l] * t[1][k]);

    for (int i = 0; i < nn; i++) r[3 * i + c] -= at->N[i] * push;
  }
}

/* Computes several elements, one in each lane. The number of nodes nn is a constant in all calls,
   so that the compiler unrolls the loops. */
static ALWAYS_INLINE void pressure_forces(int nn, const ElementLanes *e, Lanes r[])
{
  int        changes = 0, ng;
  ShapePoint points[SHAPE_MAX_POINTS];
  Lanes      f[SHAPE_MAX_NODES], t[2][3];

  for (int i = 0; i < 3 * nn; i++) r[i] = lanes_fill(0);
  for (int i = 0; i < nn; i++) f[i] = lanes_gather(e->data, i);
  for (int k = 0; k < LANES; k++) changes |= factor_varies(nn, e->data[k]);
  /* in triangles N_i times the factor has the degree 2 */
  ng = shape_points(e->kernel->shape, changes, points);
  for (int g = 0; g < ng; g++) {
    PressurePoints at = {.p = lanes_fill(0)};

    for (int i = 0; i < nn; i++) {
      at.N[i] = lanes_fill(points[g].N[i]);
      for (int d = 0; d < 2; d++) at.dN[i][d] = lanes_fill(points[g].dN[i][d]);
      if (changes) at.p += points[g].N[i] * f[i];
    }
    at.p = e->prop[0] * e->factor * points[g].weight * (changes ? at.p : f[0]);
    add_points(nn, &at, (const Lanes(*)[3])e->x, t, r);
  }
}

SIMD_CLONES static void forces_lanes(const ElementLanes *e, Lanes r[])
{
  if (e->kernel->shape == SHAPE_TRIANGLE) pressure_forces(3, e, r);
  else pressure_forces(4, e, r);
}

/* Computes one element, with a point in each lane. nn is a constant in all calls. */
static ALWAYS_INLINE void add_pressure(int nn, const ElementState *e, double r[], double K[])
{
  const int      nd      = 3 * nn;
  const int      changes = factor_varies(nn, e->data);
  ShapePoint     points[SHAPE_MAX_POINTS];
  const int      ng = shape_points(e->kernel->shape, changes, points);
  PressurePoints at = {.p = lanes_fill(0)};
  Lanes          x[SHAPE_MAX_NODES][3], t[2][3], sum[3 * SHAPE_MAX_NODES];

  for (int g = 0; g < LANES; g++) {
    const ShapePoint *point = &points[g < ng ? g : 0]; /* unused lanes have no pressure */
    double            f     = e->data[0];

    for (int i = 0; i < nn && changes; i++) f = (i ? f : 0) + point->N[i] * e->data[i];
    at.p[g] = g < ng ? e->prop[0] * e->factor * f * point->weight : 0;
    for (int i = 0; i < nn; i++) {
      at.N[i][g] = point->N[i];
      for (int d = 0; d < 2; d++) at.dN[i][d][g] = point->dN[i][d];
    }
  }
  for (int i = 0; i < nn; i++)
    for (int c = 0; c < 3; c++) {
      x[i][c]        = lanes_fill(e->node[i]->x[c]);
      sum[3 * i + c] = lanes_fill(0);
    }
  add_points(nn, &at, (const Lanes(*)[3])x, t, sum);
  for (int i = 0; i < nd; i++)
    for (int g = 0; g < ng; g++) r[i] += sum[i][g];
  for (int g = 0; g < ng && K; g++) {
    double across[2][9];

    for (int d = 0; d < 2; d++)
      skew((const double[3]){t[d][0][g], t[d][1][g], t[d][2][g]}, across[d]);
    for (int j = 0; j < nn; j++)
      for (int cd = 0; cd < 9; cd++) { /* x,1 x dx,2 - x,2 x dx,1 */
        const double slope =
          at.p[g] * (points[g].dN[j][1] * across[0][cd] - points[g].dN[j][0] * across[1][cd]);

        for (int i = 0; i < nn; i++)
          K[nd * (3 * i + cd / 3) + 3 * j + cd % 3] -= points[g].N[i] * slope;
      }
  }
}

static int forces(const ElementState *e, double r[], double K[], double C[], double M[])
{
  (void)C, (void)M;
  if (e->kernel->shape == SHAPE_TRIANGLE) add_pressure(3, e, r, K);
  else add_pressure(4, e, r, K);
  return 0;
}

/* The edge of an open surface makes the tangent unsymmetric. */
static ElementTraits traits(const double prop[])
{
  (void)prop;
  return (ElementTraits){.unsymmetric = 1};
}

static const ElementType pressure = {.props        = props,
                                     .setup        = setup,
                                     .traits       = traits,
                                     .directions   = directions_all,
                                     .forces       = forces,
                                     .lanes_forces = forces_lanes};

const ElementKernel PressureTriangleKernel = {
  .name = "pressure", .shape = SHAPE_TRIANGLE, .nc = 3, .ndata = 3, .type = &pressure};
const ElementKernel PressureQuadrilateralKernel = {
  .name = "pressure", .shape = SHAPE_QUADRILATERAL, .nc = 3, .ndata = 4, .type = &pressure};
