/* open_nodes.h: the nodes that may lie on other cells without being joined to them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_CONNECTIONS_OPEN_NODES_H
#define FS_DIAGNOSIS_CONNECTIONS_OPEN_NODES_H

#include "point_tree.h"
#include "model/model.h"

/* TOUCHING_DISTANCE - Largest distance of a node that lies on a cell, over the size of the cell.
   Coordinates of four digits are as exact. tests/model/sets.py has both sides of this limit. */
#define TOUCHING_DISTANCE 1e-4

/* OpenNode - A node that may lie on cells of this or other ranks. */
typedef struct {
  double   x[3];       /* coordinates [m] */
  int64_t  number;     /* number in the whole mesh */
  PetscInt node;       /* index in the mesh of its rank */
  int      rank;       /* the rank that owns the node */
  int      components; /* bits of the displacements that the node has */
  int      coincides;  /* whether the node may coincide with another node unintentionally */
} OpenNode;

/* block_has_extent - Returns whether the elements of a block are lines or surfaces of a material,
   unlike springs. */
PetscBool block_has_extent(const Block *b);

/* OpenNodesExchange - Finds the open nodes: those of lines, those at the border of surfaces, and
   masses that no element has. The function sends each open node to the ranks that may have cells at
   its place.

   Nodes that are tied, supported or in sets of -mesh_unjoined are not open.
   Input:
     marks  [nnodes] bits that say what is at each node, from NodeMarksFind()
   Output:
     n      number of nodes that this rank has received
     nodes  address of a pointer, which is set to *n nodes, sorted by their ranks; the caller frees
            them by PetscFree()
   Collective. */
PetscErrorCode OpenNodesExchange(Model model, const unsigned char marks[], PetscInt *n,
                                 OpenNode **nodes);

#endif
