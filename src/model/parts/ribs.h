/* ribs.h: beams beside the surface of a shell, to whose nodes they belong. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_PARTS_RIBS_H
#define FS_MODEL_PARTS_RIBS_H

#include "block.h"

/* BlockIsRib - Determines whether all elements of a block are ribs: beams along the smooth surface
   of shells, whose sections have an offset along the normal of this surface.

   The section must be uniform. Call the function after the elements are set up.
   Input:
     normals  [nnodes] result of NodeNormalsCreate(), or NULL
   Output:
     is_rib   the same on all ranks
   Collective. */
PetscErrorCode BlockIsRib(Model model, const Block *b, double (*normals)[3], PetscBool *is_rib);

#endif
