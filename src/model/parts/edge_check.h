/* edge_check.h: checks that elements for the edge of a part of shells are at its edge. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_PARTS_EDGE_CHECK_H
#define FS_MODEL_PARTS_EDGE_CHECK_H

#include "model/model.h"

/* PartEdgesCheck - Checks the cells of the parts that have a property of the kind PROP_EDGE.

   Call it after BlocksCreate. Collective. Input error: a line is not the edge of exactly one cell
   of the part that -part_<name>_of names, or another part of shells continues there. */
PetscErrorCode PartEdgesCheck(Model model, PetscInt n, const PartOptions parts[]);

#endif
