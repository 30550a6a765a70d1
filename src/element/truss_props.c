/* truss_props.c: the properties of trusses and cables, and what follows from them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "law/axial_law.h"
#include "kernels.h"
#include "strain_measure.h"
#include "truss.h"

static const char *const strain_words[] = {"green", "biot", "logarithmic", 0};

const ElementProp truss_props[] = {
  {"strain",            PROP_CHOICE,      0,             GREEN,           "strain: green, biot or logarithmic",      0, strain_words},
  {"ea",                PROP_NONNEGATIVE, 0,             NAN,             "EA [N], or young and area; 0 is allowed", 0, 0           },
  {"young",             PROP_POSITIVE,    0,             NAN,             "Young's modulus E [N/m2]",                0, 0           },
  {"area",              PROP_POSITIVE,    0,             NAN,             "area of the cross-section A [m2]",        0, 0           },
  {"mass_per_length",   PROP_NONNEGATIVE, PROP_FOR_MASS, NAN,             "[kg/m], or density and area",             0, 0           },
  {"density",           PROP_NONNEGATIVE, PROP_FOR_MASS, NAN,             "mass per volume [kg/m3]",                 0, 0           },
  {"prestress",         PROP_REAL,        0,             0,               "axial force at the reference length [N]", 0, 0           },
  {"damping",           PROP_NONNEGATIVE, 0,             0,               "beta [s] in EA (E + beta dE/dt)",         0, 0           },
  {"mass",              PROP_CHOICE,      0,             MASS_CONSISTENT, "mass matrix: consistent or lumped",       0, mass_words  },
  CAPACITY_PROPS,
  LAW_PROP,
  {"unstrained_length", PROP_UNSTRAINED,  0,             NAN,
   "of all elements of the part [m], instead of initial_strain",                                                     0, 0           },
  UNSTRAINED_PROPS,
  {0,                   0,                0,             0,               0,                                         0, 0           }
};

/* Sets the properties of elements with a law from the others. */
static void set_axial_properties(double prop[])
{
  prop[AXIAL_STIFFNESS] = prop[EA];
  prop[AXIAL_PRESTRESS] = prop[PRESTRESS];
  prop[AXIAL_DAMPING]   = prop[DAMPING];
  prop[AXIAL_MASS]      = prop[MASS_PER_LENGTH];
  prop[AXIAL_LUMPED]    = prop[MASS];
  prop[AXIAL_MEASURE]   = prop[STRAIN];
  for (int k = 0; k < 2; k++) prop[AXIAL_CAPACITY + k] = prop[CAPACITY + k];
}

const char *truss_prepare(const double given[], double prop[])
{
  const char  *wrong   = uniaxial_law_prepare(given + LAW, prop + AXIAL_LAW);
  const double modulus = prop[AXIAL_LAW + LAW_MODULUS];
  const int    table   = !isnan(modulus);
  const int    ea = !isnan(given[EA]), young = !isnan(given[YOUNG]), area = !isnan(given[AREA]);
  const int    mass = !isnan(given[MASS_PER_LENGTH]), density = !isnan(given[DENSITY]);

  if (wrong) return wrong;
  if (table && (ea || young)) return LAW_HAS_STIFFNESS;
  if (ea && young) return "has both ea and young; give one of them";
  if (mass && density) return "has both mass_per_length and density; give one of them";
  if (!ea && !(young && area) && !table) return "has no stiffness: give ea, or young and area";
  if (ea && given[EA] == 0 && (!(given[PRESTRESS] > 0) || given[LAW] > 0))
    return given[LAW] > 0 ? "has a law, which needs an ea above 0"
                          : "has no stiffness: ea is 0, which needs a prestress above 0, as for "
                            "form finding";
  if (density && !area) return "has a density but no area";
  if (capacity_check(given + CAPACITY)) return capacity_check(given + CAPACITY);
  if (area && ea && mass) return "has an area, which ea and mass_per_length replace: leave it out";
  for (int i = 0; i < NPROP; i++) prop[i] = given[i];
  if (!ea) prop[EA] = (table ? modulus : given[YOUNG]) * (area ? given[AREA] : 1);
  if (!mass) prop[MASS_PER_LENGTH] = density ? given[DENSITY] * given[AREA] : 0;
  set_axial_properties(prop);
  return 0;
}
