/* membrane.c: implements the transverse motion of a membrane under isotropic tension T.

   Elements have 3 or 4 nodes and one dof a node, the displacement w in z: mu w'' = T lap(w) + p.
   Zhang, Zhang & Masarati 2021, eq. (82), with c0^2 = T/mu. If the surface is not plane, the
   gradient is taken in the surface, and w is still in z. Then K is the z part of the geometric
   stiffness of an isotropic tension. Beyond 45 degrees w would be in the surface rather than across
   it, which is an error.

   T and mu may vary from place to place. A triangle has those of its center, a quadrilateral those
   of its 2 x 2 Gauss points. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "element/kernels.h"
#include "math/vector.h"

enum { TENSION, MASS_PER_AREA, MASS };

static const ElementProp props[] = {
  {"tension",       PROP_POSITIVE,    1,             0,               "tension per length T [N/m]",        0, 0         },
  {"mass_per_area", PROP_NONNEGATIVE, PROP_FOR_MASS, 0,               "mass per area mu [kg/m2]",          0, 0         },
  {"mass",          PROP_CHOICE,      0,             MASS_CONSISTENT, "mass matrix: consistent or lumped", 0, mass_words},
  {0,               0,                0,             0,               0,                                   0, 0         }
};

static const ElementResult results[] = {
  {"slope",    3, "gradient of w in the surface, global axes, mean over the element",       RESULT_GLOBAL},
  {"traction", 3, "T times the slope: force in z per length across each global axis [N/m]",
   RESULT_GLOBAL                                                                                         },
  {0,          0, 0,                                                                        RESULT_SCALAR}
};

static int directions(const ElementReference *ref)
{
  (void)ref;
  return 4; /* z */
}

/* Returns whether the surface is steeper than 45 degrees. Its area vector is half the cross product
   of the diagonals of a quadrilateral, or of two sides of a triangle. */
static int is_steep(int nn, const double x[][3])
{
  /* Relative to a cosine: a surface at exactly 45 degrees is allowed, and its normal has a
     round-off of 1e-16 to 1e-10, if coordinates are large. The test tests/model/sets.py has slopes
     of 0.999 and 1.01. */
  const double rounding = 1e-9;
  double       d[2][3], normal[3];

  for (int c = 0; c < 3; c++) {
    d[0][c] = x[2][c] - x[0][c];
    d[1][c] = x[nn - 1][c] - x[1][c];
  }
  cross(d[0], d[1], normal);
  return fabs(normal[2]) < (sqrt(0.5) - rounding) * norm(normal);
}

/* The data of elements whose properties vary are T and mu at their points; others have none. */
static const char *setup(const ElementReference *ref, double data[])
{
  const int n = ref->kernel->nsections;

  for (int g = 0; g < n; g++) {
    data[g]     = ref->sections[g][TENSION];
    data[n + g] = ref->sections[g][MASS_PER_AREA];
  }
  return 0;
}

/* Returns T at point g. */
static double tension(const ElementKernel *kernel, const double prop[], const double data[], int g)
{
  return kernel->nsections ? data[g] : prop[TENSION];
}

static SurfaceFactors factors(const ElementReference *ref)
{
  const int      n = ref->kernel->nsections;
  SurfaceFactors f;

  for (int g = 0; g < SHAPE_MAX_POINTS; g++) {
    f.grad[g] = tension(ref->kernel, ref->prop, ref->data, n ? g % n : 0);
    f.mass[g] = n ? ref->data[n + g % n] : ref->prop[MASS_PER_AREA];
  }
  return f;
}

static const char *matrices(const ElementReference *ref, double M[], double C[], double K[])
{
  const Shape          shape  = ref->kernel->shape;
  const int            nn     = shape_nodes(shape);
  const SurfaceFactors factor = factors(ref);

  (void)C;
  if (shape_surface_matrices(shape, ref->x, &factor, M, K)) return "has no area or is folded";
  if (is_steep(nn, ref->x))
    return "is steeper than 45 degrees, and moves in z: in its plane rather than across it; use "
           "finite_membrane";
  if (ref->prop[MASS] == MASS_LUMPED) lump_rows(nn, M);
  return 0;
}

/* The surface has the tangents t along the parent coordinates and the normal n = t0 x t1. The
   gradient in it is (w,0 t1 x n + w,1 n x t0) / n^2. */
static void linear_result(const ElementState *e, const double u[], const double rate[],
                          double values[])
{
  const Shape            shape = e->kernel->shape;
  const int              nn    = shape_nodes(shape);
  double                 x[SHAPE_MAX_NODES][3], area = 0;
  const ElementReference ref = reference_of(e, x);
  ShapePoint             points[SHAPE_MAX_POINTS];

  (void)rate;
  for (int k = 0; k < 6; k++) values[k] = 0;
  for (int ng = shape_points(shape, 0, points), g = 0; g < ng; g++) {
    double t[2][3] = {{0}}, slope[2] = {0}, normal[3], across[2][3], size;

    for (int i = 0; i < nn; i++)
      for (int d = 0; d < 2; d++) {
        slope[d] += points[g].dN[i][d] * u[i];
        for (int c = 0; c < 3; c++) t[d][c] += points[g].dN[i][d] * ref.x[i][c];
      }
    cross(t[0], t[1], normal);
    cross(t[1], normal, across[0]);
    cross(normal, t[0], across[1]);
    size = norm(normal);
    area += points[g].weight * size;
    for (int c = 0; c < 3; c++) {
      const double share =
        points[g].weight / size * (slope[0] * across[0][c] + slope[1] * across[1][c]);

      values[c] += share;
      values[3 + c] += tension(e->kernel, e->prop, e->data, g) * share;
    }
  }
  for (int k = 0; k < 6; k++) values[k] /= area;
}

static ElementScale scale(const double prop[])
{
  return (ElementScale){.speed     = wave_speed(prop[TENSION], prop[MASS_PER_AREA]),
                        .impedance = sqrt(prop[TENSION] * prop[MASS_PER_AREA])};
}

static const ElementType membrane = {.props         = props,
                                     .traits        = traits_none,
                                     .scale         = scale,
                                     .directions    = directions,
                                     .setup         = setup,
                                     .matrices      = matrices,
                                     .results       = results,
                                     .linear_result = linear_result};

#define MEMBRANE_KERNEL(its_shape, ...)                                                            \
  {                                                                                                \
    .name = "membrane", .shape = its_shape, .nc = 1, .type = &membrane, __VA_ARGS__                \
  }

static const ElementKernel varying[] = {
  MEMBRANE_KERNEL(SHAPE_TRIANGLE, .ndata = 2, .nsections = 1),
  MEMBRANE_KERNEL(SHAPE_QUADRILATERAL, .ndata = 8, .nsections = 4)};

const ElementKernel MembraneTriangleKernel =
  MEMBRANE_KERNEL(SHAPE_TRIANGLE, .varying = &varying[0]);
const ElementKernel MembraneQuadrilateralKernel =
  MEMBRANE_KERNEL(SHAPE_QUADRILATERAL, .varying = &varying[1]);
