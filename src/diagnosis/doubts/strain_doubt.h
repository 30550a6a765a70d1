/* strain_doubt.h: warns of strains that are too large for a linear law. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_DOUBTS_STRAIN_DOUBT_H
#define FS_DIAGNOSIS_DOUBTS_STRAIN_DOUBT_H

#include "assembly/assembly.h"

/* WarnLargeStrains - Warns of the part with the largest strain, if it is beyond the range of linear
   elasticity. Parts with Young's modulus count, those with stiffnesses of sections do not.

   Input:
     s        state at the end
     loading  how much of the loads acts, and whether supports move
   Collective. */
PetscErrorCode WarnLargeStrains(FsSystem sys, const FsState *s, const FsLoading *loading);

/* LargeStrainsExplainFailure - Appends to a message that strains were beyond this range before a
   step failed.

   Input:
     s        state from which no step succeeds
     loading  how much of the loads acts, and whether supports move
     size     number of bytes of text
   Changed:
     text  [size] the message; unchanged if no strain is that large
   Output:
     found  whether a strain is that large
   Collective. */
PetscErrorCode LargeStrainsExplainFailure(FsSystem sys, const FsState *s, const FsLoading *loading,
                                          char text[], size_t size, PetscBool *found);

#endif
