/* geometry.h: a mesh as plain arrays: nodes, cells, and named sets of nodes and cells.

   It is the whole mesh or the part that one rank has. Functions do not call PETSc and are not
   collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_GEOMETRY_H
#define FS_MESH_GEOMETRY_H

#include <stddef.h>
#include <stdint.h>
#include "element/shape.h"
#include "sets.h"

enum { SET_NAME_SIZE = 64 }; /* with the final 0 */

/* Arrays are malloc'ed and belong to the Geometry. Nodes and cells are numbered from 0. If several
   ranks have a node, its owner is the rank that numbers its dofs. */
typedef struct {
  int nnodes, ncells, nsets;
  double (*x)[3]; /* [nnodes] coordinates [m] */
  /* [nnodes] number in the file (Gmsh tag) or in the whole grid (row by row), the same on all
     ranks */
  int64_t       *id;
  unsigned char *shape; /* [ncells] a Shape */
  /* [nnodes], [ncells] index in the whole mesh, from 0, the same on any number of ranks */
  int64_t *node_number, *cell_number;
  /* [ncells + 1], []: the nodes of cell c are conn[offset[c]] to conn[offset[c + 1] - 1] */
  int *offset, *conn;
  char (*set_name)[SET_NAME_SIZE]; /* [nsets] */
  /* [nnodes], [ncells] list of the sets of each; geometry_node_in_set() and others read them */
  int     *node_sets, *cell_sets;
  SetLists lists; /* these lists, of indices of set_name */
  /* place[nnodes] numbers the places where several nodes are, from 0 to nplaces - 1. It is -1 for a
     node that shares its place with no other. */
  int64_t nplaces, *place;
  int    *owner, *owner_node; /* [nnodes] owner, and the node's number there; NULL if not set */
} Geometry;

/* geometry_allocate - Allocates the arrays of a mesh; its nodes and cells are in no set.

   Input:
     nconn  size of conn
   owner and owner_node stay NULL. Returns 0, or 1 if memory runs out. */
int geometry_allocate(Geometry *g, int nnodes, int ncells, int nconn, int nsets);

/* geometry_free - Frees the arrays, but not g, which becomes all 0. */
void geometry_free(Geometry *g);

/* geometry_cell_size - Returns the number of nodes of a cell. */
static inline int geometry_cell_size(const Geometry *g, int cell)
{
  return g->offset[cell + 1] - g->offset[cell];
}

/* geometry_cell_coordinates - Copies the coordinates of all nodes of a cell, with mid-side nodes.

   Output:
     x  [nn] coordinates [m]
   Returns nn, the number of nodes. */
int geometry_cell_coordinates(const Geometry *g, int cell, double x[][3]);

/* geometry_cell_center - Computes the mean of the coordinates of a cell's nodes [m]. */
void geometry_cell_center(const Geometry *g, int cell, double center[3]);

/* geometry_node_in_set - Returns whether a node is in a set; geometry_cell_in_set does so for a
   cell. */
static inline int geometry_node_in_set(const Geometry *g, int node, int set)
{
  return set_lists_has_set(&g->lists, g->node_sets[node], set);
}
static inline int geometry_cell_in_set(const Geometry *g, int cell, int set)
{
  return set_lists_has_set(&g->lists, g->cell_sets[cell], set);
}

/* geometry_add_node_to_set - Adds a node to a set; geometry_add_cell_to_set adds a cell.

   If memory runs out, both set g->lists.failed to 1. */
static inline void geometry_add_node_to_set(Geometry *g, int node, int set)
{
  g->node_sets[node] = set_lists_with_set(&g->lists, g->node_sets[node], set);
}
static inline void geometry_add_cell_to_set(Geometry *g, int cell, int set)
{
  g->cell_sets[cell] = set_lists_with_set(&g->lists, g->cell_sets[cell], set);
}

/* geometry_add_set - Adds an empty set, and returns its number, or -1 if memory runs out.

   If the name is taken, the new name is the given one with a number appended. */
int geometry_add_set(Geometry *g, const char name[]);

/* geometry_find_set - Returns the index in set_name of a name, or -1. */
int geometry_find_set(const Geometry *g, const char name[]);

/* geometry_sets_to_nodes - Puts every node into the sets of its cells, and into no other set.

   Returns 0, or 1 if memory runs out. */
int geometry_sets_to_nodes(Geometry *g);

/* ---- grid.c: regular meshes of lines and rectangles ------------------------------------------ */

typedef enum { GRID_LINE, GRID_QUADRILATERAL, GRID_TRIANGLE, GRID_KINDS } GridKind;
typedef struct {
  GridKind kind;
  int      n[2];  /* cells per direction; a line has n[0] cells */
  int      order; /* 1 or 2; lines alone can have 3-node cells, of order 2 */
  /* ends of a line, or opposite corners of a rectangle in a plane z = const [m] */
  double lower[3], upper[3];
} Grid;

/* grid_local_mesh - Generates the part of a grid that a rank has, with owners.

   Input:
     rank, size  rank number and number of ranks; any rank can generate any part
   Output:
     g  the part, which may be empty

   Set "all" has all nodes and the cells of the highest dimension. A line also has the sets "start"
   and "end" (1-node cells). A rectangle has the sides "left", "right", "bottom", "top" (2-node
   cells) and the corners "bottom_left", "bottom_right", "top_left", "top_right" (1-node cells).
   Returns 0, or 1 if memory runs out. */
int grid_local_mesh(const Grid *grid, int rank, int size, Geometry *g);

#endif
