/* unit_doubt.h: warns of a modulus and a density that are in units of different systems. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_DOUBTS_UNIT_DOUBT_H
#define FS_DIAGNOSIS_DOUBTS_UNIT_DOUBT_H

#include "model/model.h"

/* WarnMixedUnits - Warns of a part whose Young's modulus and density are the numbers of a known
   material in units that belong to no common system, such as MPa and kg/m3.

   Numbers that are those of no known material say nothing, because units are the user's own.
   Input:
     b       a part
   Output:
     warned  whether the function has warned
   Collective. */
PetscErrorCode WarnMixedUnits(MPI_Comm comm, const Block *b, PetscBool *warned);

/* WarnGravityUnit - Warns if a part has the Young's modulus and the density of a known material in
   units with lengths in mm, while gravity is that of the Earth in m/s2.

   Output:
     warned  whether the function has warned
   Collective. */
PetscErrorCode WarnGravityUnit(Model model, const Block *b, PetscBool *warned);

/* name_modulus - Names the material and the unit if a Young's modulus is the number of a known
   material in another unit than Pa, as the end of a sentence about strains that are too large.

   Input:
     young  the number, as the user gave it; NaN if it is not given
     size   number of bytes of text
   Output:
     text   "; if 2.1e+04 is the modulus of steel in kN/cm2, it is 2.1e+11 in N and m", or "" */
void name_modulus(PetscReal young, size_t size, char text[]);

#endif
