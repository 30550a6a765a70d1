/* geometry.h: a mesh, or one rank's piece of it, as plain arrays: nodes, cells of the shapes of shape.h and named sets of
   both. Knows nothing of PETSc. */
#ifndef GEOMETRY_H
#define GEOMETRY_H

#include <stddef.h>
#include <stdint.h>
#include "element/shape.h"

enum { SET_NAME_SIZE = 64 };

/* The owner of a node is the rank that numbers its dofs. Arrays are malloc'ed and owned by the Geometry. */
typedef struct {
  int nnodes, ncells, nsets;
  double (*x)[3];       /* [nnodes] coordinates [m] */
  int64_t       *id;    /* [nnodes] number in the file (Gmsh tag) or in the grid (along the line, row by row) */
  unsigned char *shape; /* [ncells] Shape */
  int *offset, *conn;   /* nodes of cell i: conn[offset[i]] ... conn[offset[i + 1] - 1]; offset is [ncells + 1] */
  char (*set_name)[SET_NAME_SIZE];
  int       words;                 /* 64-bit words of set bits per node or cell */
  uint64_t *node_sets, *cell_sets; /* [nnodes][words], [ncells][words] */
  int      *owner, *owner_node;    /* [nnodes] rank and its local node number there; NULL: all here */
} Geometry;

/* Arrays for that many nodes, cells, connectivity entries and sets; sets empty. 0, or 1 when memory runs out. */
int  geometry_allocate(Geometry *g, int nnodes, int ncells, int nconn, int nsets);
void geometry_free(Geometry *g);

static inline int geometry_cell_size(const Geometry *g, int cell) { return g->offset[cell + 1] - g->offset[cell]; }

/* Gather the coordinates of a cell's nodes; returns its number of nodes. */
int geometry_cell_corners(const Geometry *g, int cell, double x[][3]);

static inline int set_has(const uint64_t bits[], int words, int entry, int set)
{
  return (int)(bits[(size_t)entry * (size_t)words + (size_t)set / 64] >> (set % 64) & 1);
}

static inline void set_add(uint64_t bits[], int words, int entry, int set)
{
  bits[(size_t)entry * (size_t)words + (size_t)set / 64] |= (uint64_t)1 << (set % 64);
}

int geometry_find_set(const Geometry *g, const char name[]); /* index, or -1 */

/* Put the nodes of every cell of a set into that set. */
void geometry_nodes_of_sets(Geometry *g);

/* gmsh.c: read a Gmsh file, versions 2.2 and 4.1, text or binary: points, lines of 2 and 3 nodes, triangles and quadrilaterals;
   physical groups become sets (by name, or by number where they have none), and "all" is every cell of the highest
   dimension unless the file has a group of that name. Nodes without cells are left out. Returns 0, or 1 with one message (what, where, remedy) and g empty. */
int gmsh_read(const char path[], Geometry *g, char message[], size_t size);

/* sweep.c: nodes by their place along the longest extent of the mesh, then the next, and cells by their nodes, where that brings
   the nodes of cells nearer to each other than the order that there is: products with matrices go through memory in
   order, and rows of regular meshes repeat. Owners must not be set yet. 0, or 1 when memory runs out. */
int geometry_sweep(Geometry *g);

/* grid.c: regular meshes. Each rank makes its own part of the blocks into which size ranks divide the grid; owners are set. */
typedef enum { GRID_LINE, GRID_QUADRILATERAL, GRID_TRIANGLE, GRID_CHAIN, GRID_KINDS } GridKind;
typedef struct {
  GridKind kind;
  int      n[2];  /* cells per direction; a line, or the links of a chain, use the first */
  int      order; /* 2: 3-node cells of a line or chain; otherwise 1 */
  double   lower[3], upper[3];
} Grid;

/* Sets: "all"; of a line "start", "end"; of a chain, whose links share no nodes, these and "joints", 2-node cells of no length from the
   end of a link to the start of the next; of a rectangle the sides "left", "right", "bottom", "top" (2-node cells) and the
   corners "bottom_left", ... (1-node cells). 0, or 1 when memory runs out. */
int grid_piece(const Grid *grid, int rank, int size, Geometry *g);

#endif
