/* shared_cells.h: warns of cells that belong to two parts with stiffness. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_PARTS_SHARED_CELLS_H
#define FS_MODEL_PARTS_SHARED_CELLS_H

#include "model/model.h"

/* ModelWarnSharedCells - Warns of cells that belong to two structural parts.

   Structural parts are bars, trusses, cables, beams and membranes. Such a cell has the stiffnesses
   of both parts, which is rarely what the user wants. There is no warning for masses, springs and
   dampers, nor for two parts of which one names the other in -part_<name>_composite_with.
   Input:
     parts  [nparts] descriptions of all parts
   Collective. Input errors: a part names itself, a part that does not exist, or a part with which
   it has no common cell. */
PetscErrorCode ModelWarnSharedCells(Model model, PetscInt nparts, const PartOptions parts[]);

#endif
