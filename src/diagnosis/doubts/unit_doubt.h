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

#endif
