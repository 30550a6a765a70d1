/* connectivity_check.h: warnings about missing connections. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_CONNECTIONS_CONNECTIVITY_CHECK_H
#define FS_DIAGNOSIS_CONNECTIONS_CONNECTIVITY_CHECK_H

#include "node_marks.h"

/* ModelWarnUnconnected - Warns about missing connections and about cells of no part.

   The function warns about nodes that coincide but are not connected, and about nodes inside lines
   or surfaces to which nothing connects them. It also warns about pieces of the model that are not
   connected to each other, about cells and points that are in no part, and about cells that a part
   has twice.

   Two coincident nodes give a warning if both belong to elements, and if neither a cell nor a joint
   connects them. Several separate pieces give a warning if they contain elements. Sets of
   -mesh_unjoined and -mesh_unused give no warning. Collective. Input error: an option names a set
   that does not exist. */
PetscErrorCode ModelWarnUnconnected(Model model);

/* ---- for the files of this room -------------------------------------------------------------- */

/* WarnTouchingNodes - Warns of unconnected nodes that lie on cells, or on nodes of a frame, to
   which nothing connects them (touching_check.c).

   Input:
     marks  [nnodes] bits that say what is at each node, from NodeMarksFind()
     apart  sets whose nodes and cells may touch others
   Collective. */
PetscErrorCode WarnTouchingNodes(Model model, const unsigned char marks[], const NamedSets *apart);

/* WarnRepeatedCells - Warns of structural cells that a part has several times, with the same nodes.
   Collective. */
PetscErrorCode WarnRepeatedCells(Model model);

/* WarnUnusedCells - Warns of lines, surfaces and points that are in no part (unused_cells.c).

   Input:
     marks   [nnodes] bits that say what is at each node, from NodeMarksFind()
     unused  sets that are in no part on purpose
   Collective. */
PetscErrorCode WarnUnusedCells(Model model, const unsigned char marks[], const NamedSets *unused);

#endif
