/* point.c: lumped elements. A point mass at a node; springs and dampers between two nodes, along their line or a given
   direction, or between a node and ground. */
#include <math.h>
#include "kernels.h"

static const ElementProp mass_props[] = {
  {"mass", PROP_NONNEGATIVE, 1, 0, "mass [kg]", 0, 0},
  {0,      0,                0, 0, 0,           0, 0}
};
static const ElementProp spring_props[] = {
  {"stiffness", PROP_NONNEGATIVE, 1, 0, "stiffness [N/m]",                                                     0, 0},
  {"direction", PROP_VECTOR,      0, 0, "direction it acts in; default: along its line (needed for one node)", 0, 0},
  {0,           0,                0, 0, 0,                                                                     0, 0}
};
static const ElementProp damper_props[] = {
  {"damping",   PROP_NONNEGATIVE, 1, 0, "damping coefficient [N s/m]",                                         0, 0},
  {"direction", PROP_VECTOR,      0, 0, "direction it acts in; default: along its line (needed for one node)", 0, 0},
  {0,           0,                0, 0, 0,                                                                     0, 0}
};

static const char *mass(const double x[][3], const double prop[], double M[], double C[], double K[])
{
  (void)x, (void)C, (void)K;
  for (int c = 0; c < 3; c++) M[4 * c] = prop[0];
  return 0;
}

/* A[3 nn][3 nn] = coefficient n n^T between the nodes, n along prop[1..3] or the line. */
static const char *axial(int nn, const double x[][3], const double prop[], double A[])
{
  double n[3] = {prop[1], prop[2], prop[3]}, length;

  if (nn == 2 && n[0] == 0 && n[1] == 0 && n[2] == 0)
    for (int c = 0; c < 3; c++) n[c] = x[1][c] - x[0][c];
  length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  if (!(length > 0)) return nn == 2 ? "has no length; give it a direction" : "has one node and no direction";
  for (int i = 0; i < nn; i++)
    for (int j = 0; j < nn; j++)
      for (int c = 0; c < 3; c++)
        for (int e = 0; e < 3; e++)
          A[3 * nn * (3 * i + c) + 3 * j + e] = (i == j ? 1 : -1) * prop[0] * n[c] * n[e] / (length * length);
  return 0;
}

static const char *spring(const double x[][3], const double prop[], double M[], double C[], double K[])
{
  (void)M, (void)C;
  return axial(2, x, prop, K);
}

static const char *ground_spring(const double x[][3], const double prop[], double M[], double C[], double K[])
{
  (void)M, (void)C;
  return axial(1, x, prop, K);
}

static const char *damper(const double x[][3], const double prop[], double M[], double C[], double K[])
{
  (void)M, (void)K;
  return axial(2, x, prop, C);
}

static const char *ground_damper(const double x[][3], const double prop[], double M[], double C[], double K[])
{
  (void)M, (void)K;
  return axial(1, x, prop, C);
}

const ElementKernel MassKernel = {.name = "mass", .shape = SHAPE_POINT, .nc = 3, .props = mass_props, .matrices = mass};
const ElementKernel SpringKernel = {
  .name = "spring", .shape = SHAPE_LINE, .nc = 3, .props = spring_props, .matrices = spring};
const ElementKernel GroundSpringKernel = {
  .name = "spring", .shape = SHAPE_POINT, .nc = 3, .props = spring_props, .matrices = ground_spring};
const ElementKernel DamperKernel = {
  .name = "damper", .shape = SHAPE_LINE, .nc = 3, .props = damper_props, .matrices = damper};
const ElementKernel GroundDamperKernel = {
  .name = "damper", .shape = SHAPE_POINT, .nc = 3, .props = damper_props, .matrices = ground_damper};
