/* bar.c: two-node bar (linear truss) with axial stiffness EA along its line in space. Displacements are small; the mass
   moves in all directions. Hughes, The Finite Element Method, ch. 1 and 7. */
#include <math.h>
#include "kernels.h"

enum { YOUNG, AREA, DENSITY, MASS };

static const ElementProp props[] = {
  {"young",   PROP_POSITIVE,    1, 0,               "Young's modulus E [N/m2]",          0, 0         },
  {"area",    PROP_POSITIVE,    1, 0,               "area of the cross-section A [m2]",  0, 0         },
  {"density", PROP_NONNEGATIVE, 1, 0,               "mass per volume [kg/m3]",           0, 0         },
  {"mass",    PROP_CHOICE,      0, MASS_CONSISTENT, "mass matrix: consistent or lumped", 0, mass_words},
  {0,         0,                0, 0,               0,                                   0, 0         }
};

static const char *matrices(const double x[][3], const double prop[], double M[], double C[], double K[])
{
  double d[3], L2 = 0, L, stiffness, mass;

  (void)C;
  for (int c = 0; c < 3; c++) {
    d[c] = x[1][c] - x[0][c];
    L2 += d[c] * d[c];
  }
  L = sqrt(L2);
  if (!(L > 0)) return "has no length";
  stiffness = prop[YOUNG] * prop[AREA] / (L * L2);
  mass      = prop[DENSITY] * prop[AREA] * L;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      for (int c = 0; c < 3; c++) {
        const int row = 3 * i + c, sign = i == j ? 1 : -1;

        M[6 * row + 3 * j + c] = prop[MASS] == MASS_LUMPED ? (i == j ? mass / 2 : 0) : (i == j ? mass / 3 : mass / 6);
        for (int e = 0; e < 3; e++) K[6 * row + 3 * j + e] = sign * stiffness * d[c] * d[e];
      }
  return 0;
}

const ElementKernel BarKernel = {.name = "bar", .shape = SHAPE_LINE, .nc = 3, .props = props, .matrices = matrices};
