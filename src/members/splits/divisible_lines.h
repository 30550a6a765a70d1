/* divisible_lines.h: finds the lines of a mesh that may be split, before the mesh is partitioned.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MEMBERS_SPLITS_DIVISIBLE_LINES_H
#define FS_MEMBERS_SPLITS_DIVISIBLE_LINES_H

#include "mesh/mesh.h"
#include "mesh/mesh_selection.h"

/* GivenSets - The sets to which a selection is restricted. */
typedef struct {
  PetscBool given; /* whether it is restricted to sets */
  int       list;  /* the sets, as the number of a list in DistributedMesh.cells.lists */
} GivenSets;

/* find_given_sets - Finds the sets of a selection, on all ranks alike.

   The copy "a+3" of a set counts as the set. Sets that do not exist are left out; the selection
   itself refuses them later. */
GivenSets find_given_sets(DistributedMesh *d, const MeshSelection *s);

/* have_common_set - Returns whether two lists of g->lists have a set in common. Local. */
PetscBool have_common_set(const Geometry *g, int list, int other);

/* find_divisible_lines - Finds the lines of two nodes that may be split: those in the sets of the
   parts. A part without sets, but with a box or formula, may have any line of "all".

   Input:
     part       [nparts] cells of the parts whose lines may be split
   Output:
     divisible  [d->cells.ncells] 1 for these lines, otherwise 0
   Collective. */
void find_divisible_lines(DistributedMesh *d, PetscInt nparts, const MeshSelection part[],
                          unsigned char divisible[]);

/* fetch_cell_nodes - Fetches what a search reads: coordinates and sets of the nodes of this rank's
   cells. Collective. */
void fetch_cell_nodes(DistributedMesh *d);

#endif
