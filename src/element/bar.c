/* bar.c: implements a two-node bar for small displacements.

   K = EA/L n n^T between its ends, where n is the direction of the bar. The mass acts in all three
   directions and is consistent or lumped. Hughes, The Finite Element Method, ch. 1 and 7. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "kernels.h"
#include "math/vector.h"

enum { YOUNG, AREA, DENSITY, MASS, CAPACITY, NPROP = CAPACITY + 2 };

static const ElementProp props[] = {
  {"young",   PROP_POSITIVE,    1,             0,               "Young's modulus E [N/m2]",          0, 0         },
  {"area",    PROP_POSITIVE,    1,             0,               "area of the cross-section A [m2]",  0, 0         },
  {"density", PROP_NONNEGATIVE, PROP_FOR_MASS, 0,               "mass per volume [kg/m3]",           0, 0         },
  {"mass",    PROP_CHOICE,      0,             MASS_CONSISTENT, "mass matrix: consistent or lumped", 0, mass_words},
  CAPACITY_PROPS,
  UNSTRAINED_PROPS,
  {0,         0,                0,             0,               0,                                   0, 0         }
};

static const ElementResult results[] = {
  {"strain", 1, "axial strain of small displacements", RESULT_SCALAR},
  {"force",  1, "axial force, tension positive [N]",   RESULT_SCALAR},
  {0,        0, 0,                                     RESULT_SCALAR}
};

/* Data of elements whose properties vary: EA [N] and mass per length [kg/m] of their middle. */
enum { OWN_EA, OWN_MASS, OWN_NDATA };

static const char *prepare(const double given[], double prop[])
{
  for (int i = 0; i < NPROP; i++) prop[i] = given[i];
  return capacity_check(given + CAPACITY);
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
  data[OWN_EA]   = ref->sections[0][YOUNG] * ref->sections[0][AREA];
  data[OWN_MASS] = ref->sections[0][DENSITY] * ref->sections[0][AREA];
  return 0;
}

/* Returns EA [N] and the mass per length [kg/m], of prop or of data. */
static double axial_stiffness(const ElementKernel *kernel, const double prop[], const double data[])
{
  return kernel->nsections ? data[OWN_EA] : prop[YOUNG] * prop[AREA];
}

static double mass_per_length(const ElementKernel *kernel, const double prop[], const double data[])
{
  return kernel->nsections ? data[OWN_MASS] : prop[DENSITY] * prop[AREA];
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
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      for (int c = 0; c < 3; c++) {
        const int row = 3 * i + c, sign = i == j ? 1 : -1;

        M[6 * row + 3 * j + c] =
          prop[MASS] == MASS_LUMPED ? (i == j ? mass / 2 : 0) : (i == j ? mass / 3 : mass / 6);
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
  return capacity_results(prop + CAPACITY);
}

static void derive(const double prop[], const double values[], double more[])
{
  more[0] = utilisation(prop + CAPACITY, values[1]);
}

static ElementScale scale(const double prop[])
{
  return (ElementScale){.speed     = wave_speed(prop[YOUNG], prop[DENSITY]),
                        .impedance = prop[AREA] * sqrt(prop[YOUNG] * prop[DENSITY])};
}

static const ElementType bar = {.props         = props,
                                .prepare       = prepare,
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
