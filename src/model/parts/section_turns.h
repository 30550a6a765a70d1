/* section_turns.h: warns of beams whose sections turn over from cell to cell or inside a cell. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_PARTS_SECTION_TURNS_H
#define FS_MODEL_PARTS_SECTION_TURNS_H

#include "model/model.h"

/* ModelWarnSectionTurns - Warns once for each part of beams whose section turns far about the line
   at a node, or between the nodes of a cell.

   This happens where the direction of the y axis comes close to the tangent of the beam, or where
   the default direction changes sides. Nodes are tested at which one cell of a part ends and
   another cell of the same part begins with nearly the same tangent. Twist that the user gives is
   ignored. Collective. */
PetscErrorCode ModelWarnSectionTurns(Model model);

#endif
