/* node_marks.h: what is at each node: elements, joints, supports, or cells on which it may lie
   without being joined to them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_CONNECTIONS_NODE_MARKS_H
#define FS_DIAGNOSIS_CONNECTIONS_NODE_MARKS_H

#include "model/components.h"
#include "point_tree.h"
#include "model/model.h"

/* The bits of a node. */
enum {
  NODE_IN_ELEMENT = 1,  /* an element with a length has the node */
  NODE_IN_JOINT   = 2,  /* a joint, slider or element without length has the node */
  NODE_SUPPORTED  = 4,  /* supports fix all displacements of the node */
  NODE_IN_LINE    = 8,  /* an element that is a line has the node */
  NODE_IN_POINT   = 16, /* an element of one node has the node */
  /* a joint connects the node to ground or to another place, or a slider has the node */
  NODE_TIED       = 32,
  NODE_APART      = 64, /* the node is in a set of -mesh_unjoined */
  NODE_IN_SURFACE = 128 /* an element that is a surface has the node */
};

/* NamedSets - Sets that an option names. */
typedef struct {
  PetscInt  n;
  PetscInt *set; /* [n] indices in Geometry.set_name */
} NamedSets;

/* NamedSetsFind - Finds the sets of a list of names.

   Input:
     option  the option whose value is the list, for messages
     names   "a,b", or NULL for no sets
   Output:
     sets    the caller frees sets->set by PetscFree()
   Collective. Input error: there is no such set. */
PetscErrorCode NamedSetsFind(Mesh mesh, const char option[], const char names[], NamedSets *sets);

/* cell_is_named - Returns whether a cell is in one of the sets that an option names. */
PetscBool cell_is_named(const Geometry *g, int cell, const NamedSets *sets);

/* node_name - Returns the name of the set that describes a node of this rank best. If the node is
   in no set, returns the name of a part with an element at the node. */
const char *node_name(Model model, int node);

/* NodeMarksFind - Determines for all nodes what is there, as bits: elements, joints, supports.

   Input:
     apart  the sets of -mesh_unjoined
   Output:
     marks  [nnodes] bits of each node of this rank, from the elements and joints of all ranks
   Collective. */
PetscErrorCode NodeMarksFind(Model model, const NamedSets *apart, unsigned char marks[]);

/* ---- open nodes ------------------------------------------------------------------------------ */

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
  int      inside;     /* whether surfaces surround the node, and no line has it */
  double   length;     /* of the one element whose end the node is [m]; 0 if it is no free end */
} OpenNode;

/* NEAR_SIZE, NEAR_CELL - Largest distance at which a free end misses a cell by mistake, over the
   length of the shorter one of both elements. Within NEAR_SIZE a coordinate is wrong. Up to
   NEAR_CELL the distance is too short if the end lies inside of the section of the cell, that is
   within its radius of gyration. tests/model/sets.py has both sides of these limits. */
#define NEAR_SIZE 2e-3
#define NEAR_CELL 0.1

/* FreeEndsFind - Finds the free ends of lines: nodes of one element alone, with an extent, that no
   support, joint or surface holds and that are in no set of -mesh_unjoined.

   Input:
     marks   [nnodes] bits that say what is at each node, from NodeMarksFind()
   Output:
     length  [nnodes] length of the element whose free end a node is [m], or 0
   Collective. */
PetscErrorCode FreeEndsFind(Model model, const unsigned char marks[], double length[]);

/* block_has_extent - Returns whether the elements of a block are lines or surfaces of a material,
   unlike springs. */
PetscBool block_has_extent(const Block *b);

/* lies_in_surface - Returns whether surfaces have two nodes of a line, and neither a joint nor a
   set of -mesh_unjoined says how the line and these surfaces are connected. A rib that shares its
   nodes with a plate is such a line. The nodes inside of surfaces are open for such lines alone.

   Input:
     marks  [nnodes] bits that say what is at each node, from NodeMarksFind() */
PetscBool lies_in_surface(const Geometry *g, int cell, const unsigned char marks[]);

/* OpenNodesExchange - Finds the open nodes: those of lines, those at the border of surfaces, masses
   that no element has, and nodes inside of surfaces near a line that lies in a surface. The
   function sends each open node to the ranks that may have cells at its place.

   Nodes that are tied, supported or in sets of -mesh_unjoined are not open.
   Input:
     marks   [nnodes] bits that say what is at each node, from NodeMarksFind()
     length  [nnodes] from FreeEndsFind(); free ends are also sent to ranks with cells near to them
   Output:
     n      number of nodes that this rank has received
     nodes  address of a pointer, which is set to *n nodes, sorted by their ranks; the caller frees
            them by PetscFree()
   Collective. */
PetscErrorCode OpenNodesExchange(Model model, const unsigned char marks[], const double length[],
                                 PetscInt *n, OpenNode **nodes);

#endif
