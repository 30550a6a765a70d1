/* absorber.c: implements a dashpot that absorbs waves at the end of a line or the edge of a
   surface.

   It exerts the traction Z n (n . v) in the direction n, at a point [N] or along a line [N/m]. If Z
   is the impedance of the neighbour, it absorbs waves of normal incidence completely. A wave at the
   angle a to the normal is reflected with the factor (1 - cos a)/(1 + cos a). Lysmer & Kuhlemeyer,
   Finite dynamic model for infinite media, J. Eng. Mech. Div. ASCE 95 (1969). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "kernels.h"
#include "math/vector.h"

enum { IMPEDANCE, DIRECTION }; /* entries of prop: Z [N s/m], per length of lines [N s/m2]; [3] */

static const ElementProp props[] = {
  {"impedance", PROP_IMPEDANCE, 1, 0, "force over velocity, [N s/m] of points, [N s/m2] of lines",
   0,                                                                                                  0},
  {"direction", PROP_VECTOR,    1, 0, "direction of the force: along a bar, across a membrane (z)", 0,
   0                                                                                                    },
  {0,           0,              0, 0, 0,                                                            0, 0}
};

static const ElementResult results[] = {
  {"velocity", 1, "velocity in its direction, mean along a line [m/s]", RESULT_SCALAR},
  {"force",    1, "force against the velocity [N]",                     RESULT_SCALAR},
  {0,          0, 0,                                                    RESULT_SCALAR}
};

static ElementTraits traits(const double prop[])
{
  return (ElementTraits){.velocity = prop[IMPEDANCE] > 0};
}

static int directions(const ElementReference *ref)
{
  double n[3];

  turn_direction(ref, ref->prop + DIRECTION, n);
  return ref->prop[IMPEDANCE] > 0 ? directions_along(n) : 0;
}

/* Sets data[3] to the direction. */
static const char *setup(const ElementReference *ref, double data[])
{
  turn_direction(ref, ref->prop + DIRECTION, data);
  return 0;
}

/* C = Z n n^T times the integral of N_i N_j. */
static const char *matrices(const ElementReference *ref, double M[], double C[], double K[])
{
  const Shape    shape = ref->kernel->shape;
  const int      nn    = shape_nodes(shape);
  double         n[3], scale;
  ShapeCellPoint points[SHAPE_MAX_CELL_POINTS];

  (void)M, (void)K;
  turn_direction(ref, ref->prop + DIRECTION, n);
  scale = ref->prop[IMPEDANCE] / dot(n, n);
  if (!(norm(n) > 0)) return "has no direction";
  if (!(shape_size(shape, ref->x) > 0)) return "has no length";
  for (int k = shape_cell_points(shape, ref->x, points) - 1; k >= 0; k--)
    for (int i = 0; i < nn; i++)
      for (int j = 0; j < nn; j++)
        for (int c = 0; c < 3; c++)
          for (int e = 0; e < 3; e++)
            C[3 * nn * (3 * i + c) + 3 * j + e] +=
              scale * n[c] * n[e] * points[k].size * points[k].N[i] * points[k].N[j];
  return 0;
}

static void linear_result(const ElementState *e, const double u[], const double rate[],
                          double values[])
{
  const Shape   shape = e->kernel->shape;
  const double *n     = e->data;
  const int     nn    = shape_nodes(shape);
  double        x[SHAPE_MAX_NODES][3];

  (void)u;
  values[0] = 0;
  for (int i = 0; i < nn; i++) {
    for (int c = 0; c < 3; c++) x[i][c] = e->node[i]->x[c];
    values[0] += dot(n, rate + 3 * i) / norm(n) / nn;
  }
  values[1] = e->prop[IMPEDANCE] * shape_size(shape, (const double(*)[3])x) * values[0];
}

static const ElementType absorber = {.props         = props,
                                     .setup         = setup,
                                     .traits        = traits,
                                     .directions    = directions,
                                     .matrices      = matrices,
                                     .results       = results,
                                     .linear_result = linear_result};

const ElementKernel AbsorberPointKernel = {
  .name = "absorber", .shape = SHAPE_POINT, .nc = 3, .ndata = 3, .type = &absorber};
const ElementKernel AbsorberLineKernel = {
  .name = "absorber", .shape = SHAPE_LINE, .nc = 3, .ndata = 3, .type = &absorber};
