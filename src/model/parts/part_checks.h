/* part_checks.h: checks of parts when the model is created, and their warnings. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_PARTS_PART_CHECKS_H
#define FS_MODEL_PARTS_PART_CHECKS_H

#include "model/model.h"

/* ModelWarnSharedCells - Warns of cells that belong to two structural parts.

   Structural parts are bars, trusses, cables, beams and membranes. Both stiffnesses act in such a
   cell. Masses, springs and dampers may share cells with other parts, and so may two parts of which
   one names the other in -part_<name>_composite_with.
   Input:
     parts  [nparts] descriptions of all parts
   Collective. Input errors: a part names itself, a part that does not exist, or a part with which
   it has no common cell. */
PetscErrorCode ModelWarnSharedCells(Model model, PetscInt nparts, const PartOptions parts[]);

/* ---- section turns --------------------------------------------------------------------------- */

/* ModelWarnSectionTurns - Warns once for each part of beams whose section turns far about the line
   at a node, or between the nodes of a cell.

   The direction of y then comes close to the tangent, or the default direction changes sides. A
   node counts if one cell of beams ends there, one begins there, both belong to one part, and
   they have nearly the same tangent. Twist inside of cells does not count. Collective. */
PetscErrorCode ModelWarnSectionTurns(Model model);

/* ---- edge check ------------------------------------------------------------------------------ */

/* PartEdgesCheck - Checks the cells of the parts that have a property of the kind PROP_EDGE.

   Call it after BlocksCreate. Collective. Input error: a line is not the edge of exactly one cell
   of the part that -part_<name>_of names, or another part of shells continues there. */
PetscErrorCode PartEdgesCheck(Model model, PetscInt n, const PartOptions parts[]);

#endif
