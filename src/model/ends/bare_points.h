/* bare_points.h: points that nothing but released lines of a part hold. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_ENDS_BARE_POINTS_H
#define FS_MODEL_ENDS_BARE_POINTS_H

#include "model/model.h"

/* KeepFirstLines - Moves one line at each bare point from a set of joint cells to another set.

   A point is bare if its node is in no element of a part, in no support, in no tie and in no joint
   of model->joint. At least two cells of the set end there. If all of them were released, the node
   could turn freely. The cell with the lowest number moves.
   Input:
     set   the cells of the joint; the second node of each is that of the point
     name  name of the other set
   Output:
     kept  the other set; -1 if no point is bare
   Collective. */
PetscErrorCode KeepFirstLines(Model model, PetscInt set, const char name[], PetscInt *kept);

#endif
