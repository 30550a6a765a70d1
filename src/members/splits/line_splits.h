/* line_splits.h: places inside of lines at which the model needs a node.

   A support, an initial field, the law of a load or a part of one node may be at a place
   (-support_<name>_point x,y,z), and a glued tie may glue a node to a place, that is inside of a
   line of beams, trusses, cables or bars. The line is then split there: it gets a node at the
   place, and its two parts are in the same sets as the line was. Both parts know where they are
   along the member, so that arc lengths, sections that vary and releases stay. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MEMBERS_SPLITS_LINE_SPLITS_H
#define FS_MEMBERS_SPLITS_LINE_SPLITS_H

#include "mesh/mesh.h"

/* line_split_edit - The change of a mesh by which lines get nodes at such places. A line on the
   output names the lines and the places. A part of one node at a place also gets a cell of one node
   there, if the node has none. */
extern const MeshEditKind line_split_edit;

#endif
