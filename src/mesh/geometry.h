/* geometry.h: a mesh as plain arrays: nodes, cells, and named sets of nodes and cells.

   A Geometry is the whole mesh, or the part that one rank has. Functions do not call PETSc and are
   not collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_GEOMETRY_H
#define FS_MESH_GEOMETRY_H

#include <stddef.h>
#include <stdint.h>
#include "element/shape.h"
#include "sets.h"

enum { SET_NAME_SIZE = 64 }; /* with the final 0 */

/* CellOrigin - The source of a mesh from which a cell comes, and its number there; -1 if a tie
   added the cell. */
typedef struct {
  int64_t number;
  int     source;
} CellOrigin;

/* Geometry - Nodes, cells and sets.

   Arrays are malloc'ed and belong to the Geometry. Nodes and cells are numbered from 0. Several
   ranks can have the same node. One of them, the owner, numbers the dofs of the node. */
typedef struct {
  int nnodes, ncells, nsets;
  double (*x)[3]; /* [nnodes] coordinates [m] */
  /* [nnodes] number that the user knows: the tag in the Gmsh file, or the number in the whole grid,
     row by row */
  int64_t       *id;
  unsigned char *shape; /* [ncells] a Shape */
  /* [nnodes] and [ncells] index in the whole mesh, from 0, the same on any number of ranks */
  int64_t *node_number, *cell_number;
  /* offset[ncells + 1]: the nodes of cell c are conn[offset[c]] to conn[offset[c + 1] - 1] */
  int *offset, *conn;
  /* [ncells] for a 2-node cell that is an arc: the vector from the middle between its nodes to the
     middle of the arc [m]; 0 for other cells. NULL if there is no arc */
  double (*rise)[3];
  CellOrigin *origin; /* [ncells]; NULL if the mesh has one source, which numbers the cells */
  char (*set_name)[SET_NAME_SIZE]; /* [nsets] */
  /* [nnodes] and [ncells] number, in lists, of the list of sets of each node and cell; read them by
     geometry_node_in_set() and geometry_cell_in_set() */
  int     *node_sets, *cell_sets;
  SetLists lists; /* lists of indices of set_name */
  /* Places where several nodes are have numbers from 0 to nplaces - 1. place[nnodes] is the number
     of the node's place, or -1 if no other node is there. */
  int64_t nplaces, *place;
  /* [nnodes] rank that owns each node, and number of the node on that rank; NULL if not set */
  int *owner, *owner_node;
} Geometry;

/* MemberPlace - The place of a line cell along its member. */
typedef struct {
  double s[2];   /* arc lengths of the cell's first and second node from the member's start [m] */
  double length; /* of the whole member [m] */
} MemberPlace;

/* geometry_allocate - Allocates the arrays of a mesh; its nodes and cells are in no set.

   rise, origin, owner and owner_node stay NULL.
   Input:
     nconn  size of g->conn
   Returns 0, or 1 if memory runs out. */
int geometry_allocate(Geometry *g, int nnodes, int ncells, int nconn, int nsets);

/* geometry_allocate_rise - Allocates g->rise, which becomes 0.

   Returns 0, or 1 if memory runs out. */
int geometry_allocate_rise(Geometry *g);

/* geometry_allocate_origin - Allocates g->origin, whose sources become -1.

   Returns 0, or 1 if memory runs out. */
int geometry_allocate_origin(Geometry *g);

/* geometry_cell_origin - Returns the origin of a cell. */
static inline CellOrigin geometry_cell_origin(const Geometry *g, int cell)
{
  return g->origin ? g->origin[cell] : (CellOrigin){g->cell_number[cell], 0};
}

/* geometry_cell_rise - Returns the rise[3] of a cell, or NULL if there is no arc. */
static inline const double *geometry_cell_rise(const Geometry *g, int cell)
{
  return g->rise ? g->rise[cell] : NULL;
}

/* geometry_free - Frees the arrays and sets all members to 0; does not free g. */
void geometry_free(Geometry *g);

/* geometry_cell_size - Returns the number of nodes of a cell. */
static inline int geometry_cell_size(const Geometry *g, int cell)
{
  return g->offset[cell + 1] - g->offset[cell];
}

/* geometry_cell_coordinates - Copies the coordinates of all nodes of a cell, also mid-side nodes.

   Output:
     x  [nn] coordinates [m]
   Returns nn, the number of nodes. */
int geometry_cell_coordinates(const Geometry *g, int cell, double x[][3]);

/* geometry_cell_center - Computes the center of a cell, the mean of its nodes [m]. */
void geometry_cell_center(const Geometry *g, int cell, double center[3]);

/* geometry_node_in_set, geometry_cell_in_set - Return 1 if a node or cell is in a set, else 0. */
static inline int geometry_node_in_set(const Geometry *g, int node, int set)
{
  return set_lists_has_set(&g->lists, g->node_sets[node], set);
}
static inline int geometry_cell_in_set(const Geometry *g, int cell, int set)
{
  return set_lists_has_set(&g->lists, g->cell_sets[cell], set);
}

/* geometry_add_node_to_set, geometry_add_cell_to_set - Add a node or cell to a set.

   If memory runs out, they set g->lists.failed to 1. */
static inline void geometry_add_node_to_set(Geometry *g, int node, int set)
{
  g->node_sets[node] = set_lists_with_set(&g->lists, g->node_sets[node], set);
}
static inline void geometry_add_cell_to_set(Geometry *g, int cell, int set)
{
  g->cell_sets[cell] = set_lists_with_set(&g->lists, g->cell_sets[cell], set);
}

/* geometry_add_set - Adds an empty set and returns its index, or -1 if memory runs out.

   If another set has this name, a number is appended to the name. */
int geometry_add_set(Geometry *g, const char name[]);

/* geometry_append_set - Does the same for a name that no set has yet, without a search. */
int geometry_append_set(Geometry *g, const char name[]);

/* geometry_find_set - Returns the index of the set with this name, or -1 if it does not exist. */
int geometry_find_set(const Geometry *g, const char name[]);

/* geometry_sets_to_nodes - Puts every node into the sets of its cells, and removes it from others.

   Returns 0, or 1 if memory runs out. */
int geometry_sets_to_nodes(Geometry *g);

/* ---- grid.c: regular meshes of lines and rectangles ------------------------------------------ */

typedef enum { GRID_LINE, GRID_QUADRILATERAL, GRID_TRIANGLE, GRID_KINDS } GridKind;

/* Grid - The description of a line of cells, or of a rectangle of quadrilaterals or triangles. */
typedef struct {
  GridKind kind;
  int      n[2];  /* cells in each direction; a line has n[0] cells */
  int      order; /* 1, or 2 for a line of 3-node cells */
  /* 1 if the last nodes of a direction are its first ones; then it has at least 3 cells */
  int closed[2];
  /* ends of a line, or opposite corners of a rectangle in a plane z = const [m] */
  double lower[3], upper[3];
} Grid;

/* grid_local_mesh - Generates the part of a grid that a rank has.

   The set "all" has all nodes and the cells of the highest dimension. A line also has the sets
   "start" and "end" (1-node cells). A rectangle has the sides "left", "right", "bottom" and "top"
   (2-node cells). Its corners are "bottom_left", "bottom_right", "top_left" and "top_right" (1-node
   cells). A closed direction has no ends, sides or corners of these names.
   Input:
     rank  whose part; it need not be the calling rank
     size  number of ranks
   Output:
     g  the part, which may be empty; g->owner and g->owner_node are set
   Returns 0, or 1 if memory runs out. */
int grid_local_mesh(const Grid *grid, int rank, int size, Geometry *g);

#endif
