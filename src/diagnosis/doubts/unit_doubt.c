/* unit_doubt.c: warns of a modulus and a density that are in units of different systems.

   A modulus and a density determine the speed of waves, which has the unit of length over that of
   time. Units therefore fit together if a system with a common unit of time has both. For example,
   MPa and kg/m3 would need a unit of time of 1 ms beside the meter. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "unit_doubt.h"
#include "model/parts/block.h"

/* Materials whose numbers nobody takes for those of another one. Softer and lighter materials, such
   as plastics, rubber and foam, have densities and moduli in wide ranges. */
static const struct {
  const char *name;
  PetscReal   young[2], density[2]; /* ranges [Pa], [kg/m3] */
} materials[] = {
  {"steel",     {1.9e11, 2.15e11}, {7600, 8100}},
  {"aluminium", {6.7e10, 7.4e10},  {2650, 2850}},
  {"concrete",  {2.5e10, 4e10},    {2300, 2550}},
  {"timber",    {9e9, 1.4e10},     {350, 550}  }
};

/* Units of density, and those of the modulus that fit: bits of `moduli`. */
enum { PA = 1, KPA = 2, MPA = 4, GPA = 8, PSI = 16, N_CM2 = 32, KN_CM2 = 64 };

static const struct {
  int         bit;
  const char *name;
  PetscReal   size; /* [Pa] */
} moduli[] = {
  {PA,     "Pa",     1       },
  {KPA,    "kPa",    1e3     },
  {MPA,    "MPa",    1e6     },
  {GPA,    "GPa",    1e9     },
  {PSI,    "psi",    6894.757},
  {N_CM2,  "N/cm2",  1e4     },
  {KN_CM2, "kN/cm2", 1e7     }
};

/* KPA and GPA fit kg/mm3 with seconds and with milliseconds. Every number in t/m3 is that in g/cm3,
   which fits no modulus of this table. */
static const struct {
  const char *name;
  PetscReal   size; /* [kg/m3] */
  int         fits;
  const char *remedy;
} densities[] = {
  {"kg/m3",  1,        PA,        "with lengths in m give Pa, with mm give MPa and t/mm3"   },
  {"t/m3",   1e3,      KPA,       "with t/m3 give the modulus in kPa"                       },
  {"t/mm3",  1e12,     MPA,       "with t/mm3 give the modulus in MPa"                      },
  {"kg/mm3", 1e9,      KPA | GPA, "with MPa give the density in t/mm3"                      },
  {"lb/in3", 27679.90, 0,         "divide the density by 386.09, as lbf s2/in4"             },
  {"kg/cm3", 1e6,      0,         "with N/cm2 divide the density by 100, with kN/cm2 by 1e5"}
};

static PetscBool is_within(PetscReal x, const PetscReal range[2])
{
  return (PetscBool)(x >= range[0] && x <= range[1]);
}

void name_modulus(PetscReal young, size_t size, char text[])
{
  text[0] = 0;
  for (size_t m = 0; m < PETSC_STATIC_ARRAY_LENGTH(materials); m++)
    for (size_t e = 0; e < PETSC_STATIC_ARRAY_LENGTH(moduli); e++)
      if (moduli[e].bit != PA && is_within(young * moduli[e].size, materials[m].young) && !text[0])
        snprintf(text, size, "; if %.4g is the modulus of %s in %s, it is %.4g in N and m",
                 (double)young, materials[m].name, moduli[e].name,
                 (double)(young * moduli[e].size));
}

/* Returns whether a modulus [MPa] and a density [t/mm3], or [kPa] and [kg/mm3], are those of a
   known material: systems whose units of length and time are mm and s. */
static PetscBool is_in_millimeters(const Block *b)
{
  static const PetscReal sizes[][2] = {
    {1e6, 1e12},
    {1e3, 1e9 }
  };

  for (size_t m = 0; m < PETSC_STATIC_ARRAY_LENGTH(materials); m++)
    for (int k = 0; k < 2; k++)
      if (is_within(b->young * sizes[k][0], materials[m].young) &&
          is_within(b->density * sizes[k][1], materials[m].density))
        return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscErrorCode WarnGravityUnit(Model model, const Block *b, PetscBool *warned)
{
  static const PetscReal range[2] = {9.7, 9.9}; /* on the Earth [m/s2] */
  PetscReal              square   = 0;

  PetscFunctionBeginUser;
  for (int c = 0; c < 3; c++) square += PetscSqr(model->gravity.acceleration[c]);
  *warned = (PetscBool)(is_within(PetscSqrtReal(square), range) && is_in_millimeters(b));
  if (*warned)
    PetscCall(PetscFPrintf(
      model->comm, stderr,
      "fsolve: warning: part '%s': Young's modulus %.4g and density %.4g belong to lengths in mm, "
      "and gravity %.4g is that in m/s2: give %.5g mm/s2\n",
      b->part, (double)b->young, (double)b->density, (double)PetscSqrtReal(square),
      (double)(1000 * PetscSqrtReal(square))));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode WarnMixedUnits(MPI_Comm comm, const Block *b, PetscBool *warned)
{
  PetscFunctionBeginUser;
  *warned = PETSC_FALSE;
  for (size_t m = 0; m < PETSC_STATIC_ARRAY_LENGTH(materials); m++)
    for (size_t e = 0; e < PETSC_STATIC_ARRAY_LENGTH(moduli); e++)
      for (size_t d = 0; d < PETSC_STATIC_ARRAY_LENGTH(densities) && !*warned; d++) {
        if (densities[d].fits & moduli[e].bit) continue;
        if (!is_within(b->young * moduli[e].size, materials[m].young) ||
            !is_within(b->density * densities[d].size, materials[m].density))
          continue;
        *warned = PETSC_TRUE;
        PetscCall(PetscFPrintf(
          comm, stderr,
          "fsolve: warning: part '%s': Young's modulus %.4g and density %.4g are those of %s in %s "
          "and %s, whose units do not fit together (wave speed %.3g): %s\n",
          b->part, (double)b->young, (double)b->density, materials[m].name, moduli[e].name,
          densities[d].name, (double)PetscSqrtReal(b->young / b->density), densities[d].remedy));
      }
  PetscFunctionReturn(PETSC_SUCCESS);
}
