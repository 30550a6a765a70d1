/* bar.c: implements a two-node bar for small displacements.

   K = EA/L n n^T between its ends, where n is the direction of the bar. The mass acts in all three
   directions and is consistent or lumped. Hughes, The Finite Element Method, ch. 1 and 7. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "law/axial_law.h"
#include "kernels.h"
#include "math/vector.h"

static const ElementResult results[] = {
  {"strain", 1, "axial strain of small displacements", RESULT_SCALAR},
  {"force",  1, "axial force, tension positive [N]",   RESULT_SCALAR},
  {0,        0, 0,                                     RESULT_SCALAR}
};

/* Data of elements whose properties vary: EA [N] and mass per length [kg/m] of their middle. */
enum { OWN_EA, OWN_MASS, OWN_NDATA };

/* Returns the kernel of bars with a law, or that of bars without one. */
static const ElementKernel *of_properties(const ElementKernel *kernel, const double prop[])
{
  return prop[BAR_LAW] > 0 ? axial_law_kernel(LAW_BAR, kernel->nsections) : kernel;
}

/* Computes the vector d from the first node to the second [m]. */
static void chord(const ElementReference *ref, double d[3])
{
  for (int c = 0; c < 3; c++) d[c] = ref->x[1][c] - ref->x[0][c];
}

static int directions(const ElementReference *ref)
{
  double d[3];

  chord(ref, d);
  return directions_along(d);
}

static const char *setup(const ElementReference *ref, double data[])
{
  if (!ref->kernel->nsections) return 0;
  data[OWN_EA]   = ref->sections[0][BAR_YOUNG] * ref->sections[0][BAR_AREA];
  data[OWN_MASS] = ref->sections[0][BAR_DENSITY] * ref->sections[0][BAR_AREA];
  return 0;
}

/* Returns EA [N] and the mass per length [kg/m], of prop or of data. */
static double axial_stiffness(const ElementKernel *kernel, const double prop[], const double data[])
{
  return kernel->nsections ? data[OWN_EA] : prop[BAR_YOUNG] * prop[BAR_AREA];
}

static double mass_per_length(const ElementKernel *kernel, const double prop[], const double data[])
{
  return kernel->nsections ? data[OWN_MASS] : prop[BAR_DENSITY] * prop[BAR_AREA];
}

static const char *matrices(const ElementReference *ref, double M[], double C[], double K[])
{
  const double *prop = ref->prop;
  double        d[3], L, stiffness, mass;

  (void)C;
  chord(ref, d);
  L = norm(d);
  if (!(L > 0)) return "has no length";
  stiffness = axial_stiffness(ref->kernel, prop, ref->data) / (L * dot(d, d));
  mass      = mass_per_length(ref->kernel, prop, ref->data) * L;
  axial_mass(mass, prop[BAR_MASS], M);
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      for (int c = 0; c < 3; c++) {
        const int row = 3 * i + c, sign = i == j ? 1 : -1;

        for (int e = 0; e < 3; e++) K[6 * row + 3 * j + e] = sign * stiffness * d[c] * d[e];
      }
  return 0;
}

static void linear_result(const ElementState *e, const double u[], const double rate[],
                          double values[])
{
  double                 x[2][3], d[3];
  const ElementReference ref = reference_of(e, x);

  (void)rate;
  chord(&ref, d);
  values[0] = (dot(d, u + 3) - dot(d, u)) / dot(d, d);
  values[1] = axial_stiffness(e->kernel, e->prop, e->data) * values[0];
}

static const ElementResult *derived(const double prop[])
{
  return capacity_results(prop + BAR_CAPACITY);
}

static void derive(const double prop[], const double values[], double more[])
{
  more[0] = utilisation(prop + BAR_CAPACITY, values[1]);
}

static ElementScale scale(const double prop[])
{
  return (ElementScale){.speed     = wave_speed(prop[BAR_YOUNG], prop[BAR_DENSITY]),
                        .impedance = prop[BAR_AREA] * sqrt(prop[BAR_YOUNG] * prop[BAR_DENSITY])};
}

static const ElementType bar = {.props         = bar_props,
                                .prepare       = bar_prepare,
                                .traits        = traits_none,
                                .scale         = scale,
                                .directions    = directions,
                                .setup         = setup,
                                .free_motion   = free_motion_even,
                                .matrices      = matrices,
                                .results       = results,
                                .linear_result = linear_result,
                                .derived       = derived,
                                .derive        = derive,
                                .of_properties = of_properties,
                                .divisible     = 1};

static const char *const uniform[] = {"capacity", "capacity_compression", 0};

static const ElementKernel varying = {.name      = "bar",
                                      .shape     = SHAPE_LINE,
                                      .nc        = 3,
                                      .ndata     = OWN_NDATA,
                                      .type      = &bar,
                                      .nsections = 1,
                                      .uniform   = uniform};

const ElementKernel BarKernel = {.name    = "bar",
                                 .shape   = SHAPE_LINE,
                                 .nc      = 3,
                                 .type    = &bar,
                                 .varying = &varying,
                                 .uniform = uniform};
