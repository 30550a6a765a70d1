/* drag.c: implements the drag of a fluid on a slender line, across its axis.

   The force per length is rho/2 Cd D |w| w with w = (1 - t t^T)(u - v), where t is the direction
   between the nodes, v the velocity of the line and u that of the fluid: the drag term of Morison,
   O'Brien, Johnson & Schaaf, The force exerted by surface waves on piles (1950), with the relative
   velocity. Two Gauss points integrate the force times linear shape functions along the reference
   length. There are no moments, no added mass and no force along the axis. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "kernels.h"
#include "math/vector.h"

enum { FLUID_DENSITY, DIAMETER, COEFFICIENT, FLOW }; /* entries of prop; FLOW has three */
enum { POINTS = 2 };

/* clang-format off */
static const ElementProp props[] = {
  {"fluid_density",    PROP_POSITIVE, 1, 0, "density of the fluid [kg/m3]",             0, 0},
  {"diameter",         PROP_POSITIVE, 1, 0, "width of the line across the flow [m]",    0, 0},
  {"drag_coefficient", PROP_POSITIVE, 1, 0, "Cd of the force rho/2 Cd D v^2 per length", 0, 0},
  {"flow_x", PROP_FLOW, 0, 0, "velocity of the fluid in x [m/s], a formula of the present place x, y, z and of t", 0, 0},
  {"flow_y", PROP_FLOW, 0, 0, "the same in y [m/s]",                                    0, 0},
  {"flow_z", PROP_FLOW, 0, 0, "the same in z [m/s]",                                    0, 0},
  {0,        0,         0, 0, 0,                                                        0, 0}
};
/* clang-format on */

static const ElementResult results[] = {
  {"force", 3, "force of the fluid on the element [N]", RESULT_GLOBAL},
  {0,       0, 0,                                       RESULT_SCALAR}
};

static ElementTraits traits(const double prop[])
{
  const int flows = prop[FLOW] > 0 || prop[FLOW + 1] > 0 || prop[FLOW + 2] > 0;

  return (ElementTraits){.velocity = 1, .unsymmetric = 1, .pivots = flows};
}

static const char *setup(const ElementReference *ref, double data[])
{
  data[0] = shape_size(SHAPE_LINE, ref->x);
  return data[0] > 0 ? 0 : "has no length";
}

/* The present direction of an element. */
typedef struct {
  double l, t[3], across[9]; /* length [m], direction, 1 - t t^T */
} Axis;

static int find_axis(const ElementState *e, Axis *x)
{
  for (int c = 0; c < 3; c++) x->t[c] = e->node[1]->x[c] - e->node[0]->x[c];
  x->l = norm(x->t);
  if (!(x->l > 0)) return 1;
  for (int c = 0; c < 3; c++) x->t[c] /= x->l;
  for (int i = 0; i < 9; i++) x->across[i] = (i % 4 == 0) - x->t[i / 3] * x->t[i % 3];
  return 0;
}

/* The flow past a Gauss point. */
typedef struct {
  double shape[2];    /* shape functions of the nodes */
  double v[3];        /* velocity of the line [m/s] */
  double relative[3]; /* v - u [m/s] */
  double w[3];        /* its part across the axis */
  double speed;       /* |w| */
  double gradient[9]; /* derivatives of u by the place [1/s] */
} Stream;

/* Computes the flow at Gauss point k, with its gradient if derivatives is 1. Returns the factor
   [kg/m] of |w| w in the force at the point. */
static double find_stream(const ElementState *e, const Axis *axis, int k, int derivatives,
                          Stream *s)
{
  const double at = 0.5 + (k ? 0.5 : -0.5) / sqrt(3);
  double       x[3], u[3];

  s->shape[0] = 1 - at;
  s->shape[1] = at;
  for (int c = 0; c < 3; c++) {
    x[c]    = (1 - at) * e->node[0]->x[c] + at * e->node[1]->x[c];
    s->v[c] = (1 - at) * e->node[0]->v[c] + at * e->node[1]->v[c];
  }
  element_field(e->flow, x, e->t, u, derivatives ? s->gradient : 0);
  for (int c = 0; c < 3; c++) s->relative[c] = s->v[c] - u[c];
  mat_vec(axis->across, s->relative, s->w);
  s->speed = norm(s->w);
  return e->prop[FLUID_DENSITY] / 2 * e->prop[COEFFICIENT] * e->prop[DIAMETER] * e->data[0] /
         POINTS;
}

/* Adds the derivatives of the force at a Gauss point to K and C. */
static void add_derivatives(const Axis *axis, const Stream *s, double factor, double K[],
                            double C[])
{
  const double along = dot(s->relative, axis->t);
  double       slope[9], by_t[9], by_v[9], by_place[9], by_turn[9];

  for (int i = 0; i < 9; i++) {
    slope[i] = factor * ((i % 4 == 0) * s->speed +
                         (s->speed > 0 ? s->w[i / 3] * s->w[i % 3] / s->speed : 0));
    by_t[i]  = -(along * axis->across[i] + axis->t[i / 3] * s->w[i % 3]) / axis->l;
  }
  mat_mat(slope, axis->across, by_v);
  mat_mat(by_v, s->gradient, by_place);
  mat_mat(slope, by_t, by_turn);
  for (int n = 0; n < 2; n++)
    for (int m = 0; m < 2; m++)
      for (int i = 0; i < 9; i++) {
        const int    at = 6 * (3 * n + i / 3) + 3 * m + i % 3;
        const double N  = s->shape[n];

        C[at] += N * s->shape[m] * by_v[i];
        K[at] += N * ((m ? by_turn[i] : -by_turn[i]) - s->shape[m] * by_place[i]);
      }
}

static int forces(const ElementState *e, double r[], double K[], double C[], double M[])
{
  Axis axis;

  (void)M;
  if (find_axis(e, &axis)) return 1;
  for (int k = 0; k < POINTS; k++) {
    Stream       s;
    const double factor = find_stream(e, &axis, k, K != 0, &s);

    for (int n = 0; n < 2; n++)
      for (int c = 0; c < 3; c++) r[3 * n + c] += s.shape[n] * factor * s.speed * s.w[c];
    if (K) add_derivatives(&axis, &s, factor, K, C);
  }
  return 0;
}

static double power(const ElementState *e)
{
  double sum = 0;
  Axis   axis;

  if (find_axis(e, &axis)) return 0;
  for (int k = 0; k < POINTS; k++) {
    Stream       s;
    const double factor = find_stream(e, &axis, k, 0, &s);

    sum += factor * s.speed * dot(s.w, s.v);
  }
  return sum;
}

static void result(const ElementState *e, double values[])
{
  double r[6] = {0};

  forces(e, r, 0, 0, 0);
  for (int c = 0; c < 3; c++) values[c] = -r[c] - r[3 + c];
}

static void linear_result(const ElementState *e, const double u[], const double rate[],
                          double values[])
{
  double r[6] = {0}, K[36] = {0}, C[36] = {0};

  forces(e, r, K, C, 0);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) r[i] += K[6 * i + j] * u[j] + C[6 * i + j] * rate[j];
  for (int c = 0; c < 3; c++) values[c] = -r[c] - r[3 + c];
}

static const ElementType drag = {.props         = props,
                                 .traits        = traits,
                                 .directions    = directions_all,
                                 .setup         = setup,
                                 .forces        = forces,
                                 .power         = power,
                                 .results       = results,
                                 .result        = result,
                                 .linear_result = linear_result};

const ElementKernel DragKernel = {
  .name = "drag", .shape = SHAPE_LINE, .nc = 3, .ndata = 1, .type = &drag};
