/* membrane.c: transverse motion of a membrane under uniform tension T, with 3 or 4 nodes and one dof, the displacement
   w in z: mu w'' = T lap(w) + p. Zhang, Zhang & Masarati 2021, eq. (82), with c0^2 = T/mu. On a curved surface the
   gradient is the surface's own: the z part of the geometric stiffness of an isotropic tension. */
#include "kernels.h"

enum { TENSION, MASS_PER_AREA, MASS };

static const ElementProp props[] = {
  {"tension",       PROP_POSITIVE,    1, 0,               "tension per length T [N/m]"       },
  {"mass_per_area", PROP_NONNEGATIVE, 1, 0,               "mass per area mu [kg/m2]"         },
  {"mass",          PROP_MASS,        0, MASS_CONSISTENT, "mass matrix: consistent or lumped"},
  {0,               0,                0, 0,               0                                  }
};

static const char *matrices(int nn, const double x[][3], const double prop[], double M[], double K[])
{
  double mass[16], grad[16], N[4];

  if (shape_surface(nn, x, mass, grad)) return "has no area or is folded";
  shape_weights(nn, x, N);
  for (int i = 0; i < nn; i++)
    for (int j = 0; j < nn; j++) {
      const int ij = i * nn + j;

      K[ij] = prop[TENSION] * grad[ij];
      M[ij] = prop[MASS_PER_AREA] * (prop[MASS] == MASS_LUMPED ? (i == j ? N[i] : 0) : mass[ij]);
    }
  return 0;
}

static const char *triangle(const double x[][3], const double prop[], double M[], double C[], double K[])
{
  (void)C;
  return matrices(3, x, prop, M, K);
}

static const char *quadrilateral(const double x[][3], const double prop[], double M[], double C[], double K[])
{
  (void)C;
  return matrices(4, x, prop, M, K);
}

const ElementKernel MembraneTriangleKernel = {
  .name = "membrane", .nn = 3, .nc = 1, .props = props, .matrices = triangle};
const ElementKernel MembraneQuadrilateralKernel = {
  .name = "membrane", .nn = 4, .nc = 1, .props = props, .matrices = quadrilateral};
