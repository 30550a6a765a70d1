/* part_checks.h: checks of parts when the model is created, and their warnings. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_PARTS_PART_CHECKS_H
#define FS_MODEL_PARTS_PART_CHECKS_H

#include "model/model.h"
#include "model/parts/part_options.h"

/* ModelWarnSharedCells - Warns of cells that belong to two structural parts, and of springs
   along such cells.

   Structural parts are bars, trusses, cables, beams and membranes. Such a cell has the stiffnesses
   of both parts, which is rarely what the user wants. There is no warning for masses, springs and
   dampers, nor for two parts of which one names the other in -part_<name>_composite_with.
   Input:
     parts  [nparts] descriptions of all parts
   Collective. Input errors: a part names itself, a part that does not exist, or a part with which
   it has no common cell. */
PetscErrorCode ModelWarnSharedCells(Model model, PetscInt nparts, const PartOptions parts[]);

/* ---- section turns --------------------------------------------------------------------------- */

/* ModelWarnSectionTurns - Warns once for each part of beams whose section turns far about the line
   at a node, or between the nodes of a cell.

   This happens where the direction of the y axis comes close to the tangent of the beam, or where
   the default direction changes sides. Nodes are tested at which one cell of a part ends and
   another cell of the same part begins with nearly the same tangent. Twist that the user gives is
   ignored. Collective. */
PetscErrorCode ModelWarnSectionTurns(Model model);

/* ---- actions of parts ------------------------------------------------------------------------ */

/* PartActionsCheck - Checks whether the nodes of springs, dampers and absorbers have the
   displacements or rotations on which these elements act. Warns of elements without effect. Call
   it after ComponentsCreate().

   Collective. Input error: no element of a part has an effect. */
PetscErrorCode PartActionsCheck(Model model);

/* ---- edge check ------------------------------------------------------------------------------ */

/* PartEdgesCheck - Checks the cells of the parts that name the part whose edge they are at, by
   -part_<name>_of (PROP_EDGE). Call it after BlocksCreate().

   Input:
     parts  [n] descriptions of all parts
   Collective. Input error: a line is not the edge of exactly one cell of the named part, or another
   part of shells continues there. */
PetscErrorCode PartEdgesCheck(Model model, PetscInt n, const PartOptions parts[]);

#endif
