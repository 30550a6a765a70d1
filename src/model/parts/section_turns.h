/* section_turns.h: warns of beams whose sections turn over from cell to cell or inside a cell. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_PARTS_SECTION_TURNS_H
#define FS_MODEL_PARTS_SECTION_TURNS_H

#include "model/model.h"

/* ModelWarnSectionTurns - Warns once for each part of beams whose section turns far about the line
   at a node, or between the nodes of a cell.

   The direction of y then comes close to the tangent, or the default direction changes sides. A
   node counts if one cell of beams ends there, one begins there, both belong to one part, and
   they have nearly the same tangent. Twist inside of cells does not count. Collective. */
PetscErrorCode ModelWarnSectionTurns(Model model);

#endif
