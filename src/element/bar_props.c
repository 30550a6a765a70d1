/* bar_props.c: the properties of bars and springs, and what follows from them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "kernels.h"
#include "law/axial_law.h"

const ElementProp bar_props[] = {
  {"young",   PROP_POSITIVE,    0,             NAN,             "Young's modulus E [N/m2]",          0, 0         },
  {"area",    PROP_POSITIVE,    1,             0,               "area of the cross-section A [m2]",  0, 0         },
  {"density", PROP_NONNEGATIVE, PROP_FOR_MASS, 0,               "mass per volume [kg/m3]",           0, 0         },
  {"mass",    PROP_CHOICE,      0,             MASS_CONSISTENT, "mass matrix: consistent or lumped", 0, mass_words},
  CAPACITY_PROPS,
  LAW_PROP,
  UNSTRAINED_PROPS,
  {0,         0,                0,             0,               0,                                   0, 0         }
};

const char *bar_prepare(const double given[], double prop[])
{
  const char  *wrong   = uniaxial_law_prepare(given + BAR_LAW, prop + AXIAL_LAW);
  const double modulus = prop[AXIAL_LAW + LAW_MODULUS];

  if (wrong) return wrong;
  if (isnan(given[BAR_YOUNG]) && isnan(modulus))
    return "has no young, its Young's modulus: give it";
  if (!isnan(given[BAR_YOUNG]) && !isnan(modulus)) return LAW_HAS_STIFFNESS;
  for (int i = 0; i < BAR_NPROP; i++) prop[i] = given[i];
  if (!isnan(modulus)) prop[BAR_YOUNG] = modulus;
  prop[AXIAL_STIFFNESS] = prop[BAR_YOUNG] * given[BAR_AREA];
  prop[AXIAL_PRESTRESS] = prop[AXIAL_DAMPING] = 0;
  prop[AXIAL_MASS]                            = given[BAR_DENSITY] * given[BAR_AREA];
  prop[AXIAL_LUMPED]                          = given[BAR_MASS];
  for (int k = 0; k < 2; k++) prop[AXIAL_CAPACITY + k] = given[BAR_CAPACITY + k];
  return capacity_check(given + BAR_CAPACITY);
}

const ElementProp spring_props[] = {
  {"stiffness", PROP_NONNEGATIVE, 0, NAN, "stiffness [N/m]",                  0, 0},
  {"direction", PROP_VECTOR,      0, 0,
   "direction of the force; default: along its line (required for one node)", 0, 0},
  LAW_PROP,
  {0,           0,                0, 0,   0,                                  0, 0}
};

void spring_direction(const ElementReference *ref, double n[3])
{
  const double *given = ref->prop + SPRING_DIRECTION;
  const int     line =
    ref->kernel->shape == SHAPE_LINE && given[0] == 0 && given[1] == 0 && given[2] == 0;

  turn_direction(ref, given, n);
  for (int c = 0; c < 3 && line; c++) n[c] = ref->x[1][c] - ref->x[0][c];
}

const char *spring_prepare(const double given[], double prop[])
{
  const char  *wrong   = uniaxial_law_prepare(given + SPRING_LAW, prop + AXIAL_LAW);
  const double modulus = prop[AXIAL_LAW + LAW_MODULUS];

  if (wrong) return wrong;
  if (isnan(given[SPRING_STIFFNESS]) && isnan(modulus)) return "has no stiffness: give it";
  if (!isnan(given[SPRING_STIFFNESS]) && !isnan(modulus)) return LAW_HAS_STIFFNESS;
  for (int i = 0; i < SPRING_NPROP; i++) prop[i] = given[i];
  if (!isnan(modulus)) prop[SPRING_STIFFNESS] = modulus;
  prop[AXIAL_STIFFNESS] = prop[SPRING_STIFFNESS];
  prop[AXIAL_PRESTRESS] = prop[AXIAL_DAMPING] = prop[AXIAL_MASS] = 0;
  return 0;
}
