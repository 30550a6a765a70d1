/* geometry.h: a mesh, or one rank's piece of it, as plain arrays: nodes, cells of the shapes of shape.h, and named sets
   of nodes and cells. Knows nothing of PETSc; functions are not collective. mesh.c makes a Geometry from a file or a
   grid; the model reads it through mesh.h. Begin at the struct. */
#ifndef FS_MESH_GEOMETRY_H
#define FS_MESH_GEOMETRY_H

#include <stddef.h>
#include <stdint.h>
#include "element/shape.h"
#include "sets.h"

enum { SET_NAME_SIZE = 64 }; /* the final 0 included */

/* Arrays are malloc'ed and belong to the Geometry. Nodes and cells are numbered from 0. The owner of a node that
   several ranks have is the rank that numbers its dofs. */
typedef struct {
  int nnodes, ncells, nsets;
  double (*x)[3]; /* [nnodes] coordinates [m] */
  int64_t              *
    id; /* [nnodes] number in the file (Gmsh tag) or in the whole grid (row by row), the same on all ranks */
  unsigned char *shape; /* [ncells] a Shape */
  int64_t       *node_number,
    *cell_number; /* [nnodes], [ncells] place in the whole mesh, from 0, the same on any number of ranks */
  int *offset,
    *conn; /* [ncells + 1], []: the nodes of cell c are conn[offset[c]] to conn[offset[c + 1] - 1] */
  char (*set_name)[SET_NAME_SIZE]; /* [nsets] */
  int *node_sets,
    *cell_sets; /* [nnodes], [ncells] number of the list of its sets; use geometry_node_in_set, ... */
  SetLists lists; /* these lists, of indices of set_name */
  int64_t  nplaces,
    *place; /* [nnodes] number of a place, less than nplaces, that the node shares with others, -1: it shares none */
  int *owner, *owner_node; /* [nnodes] owner, and the node's number on that rank; NULL: not set */
} Geometry;

/* Make the arrays for these numbers of nodes, cells, entries of conn, and sets, which are empty; owner and owner_node
   stay NULL. Returns 0, or 1 when memory runs out. Free frees the arrays, not g. */
int  geometry_allocate(Geometry *g, int nnodes, int ncells, int nconn, int nsets);
void geometry_free(Geometry *g);

/* Number of nodes of a cell. */
static inline int geometry_cell_size(const Geometry *g, int cell)
{
  return g->offset[cell + 1] - g->offset[cell];
}

/* x[nn] = positions of all nodes of a cell, midpoints included [m]; returns nn. */
int geometry_cell_coordinates(const Geometry *g, int cell, double x[][3]);
/* middle = the mean of them [m]. */
void geometry_cell_center(const Geometry *g, int cell, double center[3]);

/* Whether a node or cell is in a set. */
static inline int geometry_node_in_set(const Geometry *g, int node, int set)
{
  return set_lists_has_set(&g->lists, g->node_sets[node], set);
}
static inline int geometry_cell_in_set(const Geometry *g, int cell, int set)
{
  return set_lists_has_set(&g->lists, g->cell_sets[cell], set);
}

/* Put a node or cell into a set. When memory runs out lists.failed becomes 1. */
static inline void geometry_add_node_to_set(Geometry *g, int node, int set)
{
  g->node_sets[node] = set_lists_with_set(&g->lists, g->node_sets[node], set);
}
static inline void geometry_add_cell_to_set(Geometry *g, int cell, int set)
{
  g->cell_sets[cell] = set_lists_with_set(&g->lists, g->cell_sets[cell], set);
}

/* Add an empty set; its number, or -1 when memory runs out. Where the name is taken a number is put behind it. */
int geometry_add_set(Geometry *g, const char name[]);

int geometry_find_set(const Geometry *g, const char name[]); /* index in set_name, or -1 */

/* Put the nodes of every cell into the sets of that cell, and of no other. Returns 0, or 1 when memory runs out. */
int geometry_sets_to_nodes(Geometry *g);

/* grid.c: regular meshes of lines and rectangles. */
typedef enum { GRID_LINE, GRID_QUADRILATERAL, GRID_TRIANGLE, GRID_KINDS } GridKind;
typedef struct {
  GridKind kind;
  int      n[2];  /* cells per direction; of a line n[0] cells */
  int      order; /* 1, or 2: 3-node cells, of lines only */
  double   lower[3],
    upper[3]; /* the ends of a line, opposite corners of a rectangle in a plane z = const [m] */
} Grid;

/* Make the piece of rank number rank of size ranks, with owners set. The piece may be empty. Sets of all grids: "all",
   of all nodes and of the cells of the highest dimension.
   Of a line also "start", "end" (1-node cells). Of a rectangle the sides "left", "right", "bottom", "top" (2-node cells)
   and the corners "bottom_left", "bottom_right", "top_left", "top_right" (1-node cells). Returns 0, or 1 when memory
   runs out. */
int grid_local_mesh(const Grid *grid, int rank, int size, Geometry *g);

#endif
