/* edge_check.h: checks that elements that end a part of shells, such as absorbers, are at the edge
   of this part. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_PARTS_EDGE_CHECK_H
#define FS_MODEL_PARTS_EDGE_CHECK_H

#include "model/model.h"

/* PartEdgesCheck - Checks the cells of the parts that name the part whose edge they are at, by
   -part_<name>_of (PROP_EDGE). Call it after BlocksCreate().

   Input:
     parts  [n] descriptions of all parts
   Collective. Input error: a line is not the edge of exactly one cell of the named part, or another
   part of shells continues there. */
PetscErrorCode PartEdgesCheck(Model model, PetscInt n, const PartOptions parts[]);

#endif
