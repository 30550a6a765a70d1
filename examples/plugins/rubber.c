/* rubber.c: a plug-in with an element, a bar of rubber that can be stretched to a multiple of its
   length.

   The rubber is incompressible and neo-Hookean, with the shear modulus mu. A bar of the length L and
   the section A in the mesh, stretched to the length l = s L, has the energy
     W = mu A L (s^2 + 2/s - 3)/2
   and the force dW/dl = mu A (s - 1/s^2). Ogden, Non-linear Elastic Deformations (1984), ch. 4.

   cmake -S examples/plugins -B plugins && cmake --build plugins
   fsolve examples/plugins/rubber.opts -plugin plugins/rubber.so */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "plugin/plugin.h"
#include "element/kernels.h"
#include "math/vector.h"

/* The properties in the order of the table, and the results in the order of theirs. */
enum { SHEAR_MODULUS, AREA, DENSITY };
enum { STRETCH, FORCE };

static const ElementProp props[] = {
  {"shear_modulus", PROP_POSITIVE,    PROP_REQUIRED, 0,   "mu [N/m2]; Young's modulus is 3 mu", 0, 0},
  {"area",          PROP_POSITIVE,    PROP_REQUIRED, 0,   "area of the section A [m2]",         0, 0},
  {"density",       PROP_NONNEGATIVE, PROP_FOR_MASS, NAN, "mass per volume [kg/m3]",            0, 0},
  {0,               0,                0,             0,   0,                                    0, 0}
};

static const ElementResult results[] = {
  {"stretch", 1, "length over the length in the mesh",  RESULT_SCALAR},
  {"force",   1, "axial force, tension positive [N]",   RESULT_SCALAR},
  {0,         0, 0,                                     RESULT_SCALAR}
};

/* A bar has its length in the mesh as its only number. */
static const char *setup(const ElementReference *ref, double data[])
{
  data[0] = shape_size(SHAPE_LINE, ref->x);
  return data[0] > 0 ? 0 : "has no length";
}

static const char *matrices(const ElementReference *ref, double M[], double C[], double K[])
{
  const double density = ref->prop[DENSITY],
               mass    = density > 0 ? density * ref->prop[AREA] * ref->data[0] : 0;

  (void)C, (void)K;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      for (int c = 0; c < 3; c++) M[6 * (3 * i + c) + 3 * j + c] = i == j ? mass / 3 : mass / 6;
  return 0;
}

static ElementScale scale(const double prop[])
{
  const double stiffness = 3 * prop[SHEAR_MODULUS] * prop[AREA],
               mass      = prop[DENSITY] > 0 ? prop[DENSITY] * prop[AREA] : 0;

  return (ElementScale){.speed = wave_speed(stiffness, mass), .impedance = sqrt(stiffness * mass)};
}

/* Computes the stretch s, and the unit vector n from the first node to the second. */
static double stretch(const ElementState *e, double n[3])
{
  double length;

  for (int c = 0; c < 3; c++) n[c] = e->node[1]->x[c] - e->node[0]->x[c];
  length = norm(n);
  for (int c = 0; c < 3; c++) n[c] /= length;
  return length / e->data[0];
}

static double force(const double prop[], double s)
{
  return prop[SHEAR_MODULUS] * prop[AREA] * (s - 1 / (s * s));
}

static int forces(const ElementState *e, double r[], double K[], double C[], double M[])
{
  double       n[3];
  const double s = stretch(e, n), P = force(e->prop, s), length = s * e->data[0],
               slope = e->prop[SHEAR_MODULUS] * e->prop[AREA] * (1 + 2 / (s * s * s)) / e->data[0];

  (void)C, (void)M;
  if (!(s > 0)) return 1; /* the step is rejected */
  for (int c = 0; c < 3; c++) {
    r[c] -= P * n[c];
    r[3 + c] += P * n[c];
  }
  for (int c = 0; c < 3 && K; c++)
    for (int d = 0; d < 3; d++) {
      const double k = slope * n[c] * n[d] + P / length * ((c == d) - n[c] * n[d]);

      for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) K[6 * (3 * i + c) + 3 * j + d] += i == j ? k : -k;
    }
  return 0;
}

static double energy(const ElementState *e)
{
  double       n[3];
  const double s = stretch(e, n);

  return e->prop[SHEAR_MODULUS] * e->prop[AREA] * e->data[0] * (s * s + 2 / s - 3) / 2;
}

static void result(const ElementState *e, double values[])
{
  double n[3];

  values[STRETCH] = stretch(e, n);
  values[FORCE]   = force(e->prop, values[STRETCH]);
}

static void linear_result(const ElementState *e, const double u[], const double rate[],
                          double values[])
{
  double n[3], strain;

  (void)rate;
  stretch(e, n);
  strain          = (dot(n, u + 3) - dot(n, u)) / e->data[0];
  values[STRETCH] = 1 + strain;
  values[FORCE]   = 3 * e->prop[SHEAR_MODULUS] * e->prop[AREA] * strain;
}

static const ElementType rubber = {.props         = props,
                                   .traits        = traits_none,
                                   .scale         = scale,
                                   .directions    = directions_all,
                                   .setup         = setup,
                                   .matrices      = matrices,
                                   .forces        = forces,
                                   .energy        = energy,
                                   .results       = results,
                                   .result        = result,
                                   .linear_result = linear_result};

static const ElementKernel rubber_line = {
  .name = "rubber", .shape = SHAPE_LINE, .nc = 3, .ndata = 1, .type = &rubber};

static const ElementKernel *const elements[] = {&rubber_line, 0};

const Plugin fs_plugin = {.identity = PLUGIN_IDENTITY("rubber", "1.0"), .elements = elements};
