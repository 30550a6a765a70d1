/* point.c: implements point masses, and springs and dampers between two nodes or a node and ground.

   Springs and dampers have the matrix c n n^T, which is K of a spring and C of a damper. n is the
   unit vector along the line of the nodes, or a given direction. Hughes, The Finite Element Method,
   ch. 1. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "law/axial_law.h"
#include "kernels.h"
#include "math/vector.h"

/* entries of prop of springs and dampers: c [N/m, N s/m]; direction [3] */
enum { COEFFICIENT = SPRING_STIFFNESS, DIRECTION = SPRING_DIRECTION };
enum { SPRING, DAMPER }; /* variants */

static const ElementProp mass_props[] = {
  {"mass", PROP_NONNEGATIVE, 1, 0, "mass [kg]", 0, 0},
  {0,      0,                0, 0, 0,           0, 0}
};
static const ElementProp damper_props[] = {
  {"damping",   PROP_NONNEGATIVE, 1, 0, "damping coefficient [N s/m]",        0, 0},
  {"direction", PROP_VECTOR,      0, 0,
   "direction of the force; default: along its line (required for one node)", 0, 0},
  {0,           0,                0, 0, 0,                                    0, 0}
};

static const ElementResult mass_results[] = {
  {"momentum", 3, "mass times velocity [kg m/s]", RESULT_GLOBAL},
  {0,          0, 0,                              RESULT_SCALAR}
};
static const ElementResult spring_results[] = {
  {"elongation", 1,
   "displacement of the second node relative to the first, or of the only node, along the "
   "direction [m]",                                                     RESULT_SCALAR},
  {"force",      1, "stiffness times elongation, tension positive [N]", RESULT_SCALAR},
  {0,            0, 0,                                                  RESULT_SCALAR}
};
static const ElementResult damper_results[] = {
  {"elongation_rate", 1,
   "velocity of the second node relative to the first, or of the only node, along the "
   "direction [m/s]",                                                RESULT_SCALAR},
  {"force",           1, "damping times rate, tension positive [N]", RESULT_SCALAR},
  {0,                 0, 0,                                          RESULT_SCALAR}
};

static int no_direction(const ElementReference *ref)
{
  (void)ref;
  return 0;
}

static const char *mass_matrices(const ElementReference *ref, double M[], double C[], double K[])
{
  (void)C, (void)K;
  for (int c = 0; c < 3; c++) M[4 * c] = ref->prop[0];
  return 0;
}

static void mass_result(const ElementState *e, const double u[], const double rate[],
                        double values[])
{
  (void)u;
  for (int c = 0; c < 3; c++) values[c] = e->prop[0] * rate[c];
}

/* Returns the kernel of springs with a law, or that of springs without one. */
static const ElementKernel *spring_of_properties(const ElementKernel *kernel, const double prop[])
{
  if (!(prop[SPRING_LAW] > 0)) return kernel;
  return axial_law_kernel(kernel->shape == SHAPE_LINE ? LAW_SPRING : LAW_GROUND_SPRING,
                          kernel->nsections);
}

/* Sets data[3] to n, or to 0 if it is the vector between the nodes. */
static const char *axial_setup(const ElementReference *ref, double data[])
{
  turn_direction(ref, ref->prop + DIRECTION, data);
  return 0;
}

static int directions(const ElementReference *ref)
{
  double n[3];

  spring_direction(ref, n);
  return ref->prop[COEFFICIENT] > 0 ? directions_along(n) : 0;
}

/* Computes c n n^T, positive in the diagonal blocks of the nodes and negative in the others. */
static const char *axial_matrices(const ElementReference *ref, double M[], double C[], double K[])
{
  const int nn = shape_nodes(ref->kernel->shape);
  double   *A  = ref->kernel->variant == DAMPER ? C : K, n[3], length;

  (void)M;
  spring_direction(ref, n);
  length = norm(n);
  if (!(length > 0))
    return nn == 2 ? "has no length; give it a direction" : "has one node and no direction";
  for (int i = 0; i < nn; i++)
    for (int j = 0; j < nn; j++)
      for (int c = 0; c < 3; c++)
        for (int e = 0; e < 3; e++)
          A[3 * nn * (3 * i + c) + 3 * j + e] =
            (i == j ? 1 : -1) * ref->prop[COEFFICIENT] * n[c] * n[e] / (length * length);
  return 0;
}

static void axial_result(const ElementState *e, const double u[], const double rate[],
                         double values[])
{
  const double          *moved = e->kernel->variant == DAMPER ? rate : u;
  double                 x[2][3], n[3];
  const ElementReference ref = reference_of(e, x);

  spring_direction(&ref, n);
  for (int c = 0; c < 3 && norm(e->data) > 0; c++) n[c] = e->data[c];
  values[0] =
    (e->kernel->shape == SHAPE_LINE ? dot(n, moved + 3) - dot(n, moved) : dot(n, moved)) / norm(n);
  values[1] = e->prop[COEFFICIENT] * values[0];
}

static ElementTraits damper_traits(const double prop[])
{
  return (ElementTraits){.velocity = prop[COEFFICIENT] > 0};
}

static const ElementType mass = {.props         = mass_props,
                                 .traits        = traits_none,
                                 .directions    = no_direction,
                                 .matrices      = mass_matrices,
                                 .results       = mass_results,
                                 .linear_result = mass_result};

const ElementKernel MassKernel = {.name = "mass", .shape = SHAPE_POINT, .nc = 3, .type = &mass};

static const ElementType spring = {.props         = spring_props,
                                   .prepare       = spring_prepare,
                                   .of_properties = spring_of_properties,
                                   .setup         = axial_setup,
                                   .traits        = traits_none,
                                   .directions    = directions,
                                   .matrices      = axial_matrices,
                                   .results       = spring_results,
                                   .linear_result = axial_result,
                                   .lumped        = 1};

const ElementKernel SpringKernel = {
  .name = "spring", .shape = SHAPE_LINE, .nc = 3, .ndata = 3, .variant = SPRING, .type = &spring};
const ElementKernel GroundSpringKernel = {
  .name = "spring", .shape = SHAPE_POINT, .nc = 3, .ndata = 3, .variant = SPRING, .type = &spring};

static const ElementType damper = {.props         = damper_props,
                                   .setup         = axial_setup,
                                   .traits        = damper_traits,
                                   .directions    = directions,
                                   .matrices      = axial_matrices,
                                   .results       = damper_results,
                                   .linear_result = axial_result,
                                   .lumped        = 1};

const ElementKernel DamperKernel = {
  .name = "damper", .shape = SHAPE_LINE, .nc = 3, .ndata = 3, .variant = DAMPER, .type = &damper};
const ElementKernel GroundDamperKernel = {
  .name = "damper", .shape = SHAPE_POINT, .nc = 3, .ndata = 3, .variant = DAMPER, .type = &damper};
