/* arc_pressure.c: implements the work of a pressure on the volume between a curved shell element
   and the surface through its nodes.

   The pressure itself acts on the surface through the nodes (membrane/pressure.c). The volume is V
   = sum W_ij x_i . t_j with the constants W of arc_volume.h and the directors t_j = R_j T_j. The
   forces are those of the potential -p V, so that the tangent is symmetric except for the spins. p
   is a number times the mean of the factors at the nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "arc_volume.h"
#include "element/kernels.h"
#include "math/vector.h"

enum { NODES = SHELL_NODES };

typedef struct {
  double factor; /* of the pressure, mean; 0 in flat elements */
  double W[NODES * NODES], director[NODES][3];
} ArcPressureData;

static const ElementProp props[] = {
  {"pressure", PROP_REAL, 1, 0, "pressure along the normal of the order of the nodes [N/m2]", 0, 0},
  {0,          0,         0, 0, 0,                                                            0, 0}
};

static const char *setup(const ElementReference *ref, double numbers[])
{
  ArcPressureData *data = (ArcPressureData *)numbers;
  const int        nn   = shape_nodes(ref->kernel->shape);
  double           sum  = 0, diagonal[2][3], middle[3];

  memset(data, 0, sizeof *data);
  for (int c = 0; c < 3; c++) { /* a triangle has its first node twice */
    diagonal[0][c] = ref->x[2][c] - ref->x[0][c];
    diagonal[1][c] = ref->x[nn == 4 ? 3 : 0][c] - ref->x[1][c];
  }
  cross(diagonal[0], diagonal[1], middle);
  normalize(middle);
  shell_directors(ref, middle, data->director);
  for (int i = 0; i < nn; i++) sum += ref->field ? ref->field[i] : 1;
  if (!arc_volume(nn, ref->x, (const double(*)[3])data->director, data->W)) data->factor = sum / nn;
  return 0;
}

/* Returns whether the element has no such volume. */
static int idle(const double numbers[]) { return ((const ArcPressureData *)numbers)->factor == 0; }

/* Adds the derivatives of the moment of node j, -p T x R^T g with g = sum W_ij x_i, and those of
   the forces by its spin. */
static void add_tangent(const ElementState *e, int j, double p, const double local[3], double K[])
{
  const ArcPressureData *data = (const ArcPressureData *)e->data;
  const int              nn = shape_nodes(e->kernel->shape), nd = 6 * nn;
  const double          *R = e->node[j]->R;
  double                 T[9], G[9], own[9], lever[9];

  skew(data->director[j], T);
  skew(local, G);
  mat_mat(T, G, own);
  mat_mat(R, T, lever); /* -R T is the derivative of the director by the spin */
  for (int c = 0; c < 9; c++) {
    K[nd * (6 * j + 3 + c / 3) + 6 * j + 3 + c % 3] -= p * own[c];
    for (int i = 0; i < nn; i++) {
      const double slope = p * data->W[nn * i + j] * lever[c];

      K[nd * (6 * i + c / 3) + 6 * j + 3 + c % 3] += slope;
      K[nd * (6 * j + 3 + c % 3) + 6 * i + c / 3] += slope;
    }
  }
}

static int forces(const ElementState *e, double r[], double K[], double C[], double M[])
{
  const ArcPressureData *data = (const ArcPressureData *)e->data;
  const int              nn   = shape_nodes(e->kernel->shape);
  const double           p    = e->prop[0] * e->factor * data->factor;

  (void)C, (void)M;
  for (int j = 0; j < nn && p != 0; j++) {
    double t[3], g[3] = {0, 0, 0}, local[3], moment[3];

    mat_vec(e->node[j]->R, data->director[j], t);
    for (int i = 0; i < nn; i++)
      for (int c = 0; c < 3; c++) {
        const double w = data->W[nn * i + j];

        r[6 * i + c] -= p * w * t[c];
        g[c] += w * e->node[i]->x[c];
      }
    mat_t_vec(e->node[j]->R, g, local);
    cross(data->director[j], local, moment);
    for (int c = 0; c < 3; c++) r[6 * j + 3 + c] -= p * moment[c];
    if (K) add_tangent(e, j, p, local, K);
  }
  return 0;
}

static ElementTraits traits(const double prop[])
{
  (void)prop;
  return (ElementTraits){0};
}

static const ElementType arc_pressure = {.props      = props,
                                         .setup      = setup,
                                         .idle       = idle,
                                         .traits     = traits,
                                         .directions = directions_all,
                                         .forces     = forces};

enum { NDATA = sizeof(ArcPressureData) / sizeof(double) };

const ElementKernel ArcPressureTriangleKernel = {
  .name = "pressure", .shape = SHAPE_TRIANGLE, .nc = 6, .ndata = NDATA, .type = &arc_pressure};
const ElementKernel ArcPressureQuadrilateralKernel = {
  .name = "pressure", .shape = SHAPE_QUADRILATERAL, .nc = 6, .ndata = NDATA, .type = &arc_pressure};
