/* bare_points.h: points to which only released lines of a part are connected.

   If the ends of all lines at a point are released (hinges), nothing determines the rotation of the
   point's node. One of the lines must therefore keep its rigid connection to the point. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_ENDS_BARE_POINTS_H
#define FS_MODEL_ENDS_BARE_POINTS_H

#include "model/model.h"

/* KeepFirstLines - Moves, at each bare point, one of the cells that become hinges from their set to
   another set, whose cells become rigid joints.

   A point is bare if at least two cells of the set end there, and if its node is in no element of a
   part, support, tie or joint of model->joint. The cell with the lowest number is moved.
   Input:
     set   index of the set of cells from the ends of lines to points; the second node of each cell
           is that of the point
     name  name of the other set, which is added to the mesh
   Output:
     kept  index of the other set; -1 if no point is bare, and then the set is not added
   Collective. */
PetscErrorCode KeepFirstLines(Model model, PetscInt set, const char name[], PetscInt *kept);

#endif
