/* geometry.h: a mesh as plain arrays: nodes, cells, and named sets of nodes and cells.

   A Geometry is the whole mesh, or the part of the mesh that one rank has. A cell is an element,
   a joint, or another thing with nodes. A set is a named group of nodes and cells, such as a
   physical group of Gmsh. Functions do not call PETSc and are not collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_GEOMETRY_H
#define FS_MESH_GEOMETRY_H

#include <stddef.h>
#include <stdint.h>
#include "element/shape.h"
#include "base/hash_index.h"

/* ---- sets ------------------------------------------------------------------------------------ */

/* Lists of the sets to which nodes and cells belong; each distinct list is stored once.

   A set is a named group of nodes and cells; here it is only an index that the caller defines.
   Most nodes and cells are in the same few sets. Therefore a node or cell stores only one
   number, that of the list of its sets. List 0 is empty. Lists are never changed or removed: a
   node that enters another set gets the number of another list. Functions do not call PETSc and
   are not collective. */

/* SetLists - All distinct lists of sets.

   A SetLists whose members are all 0 is valid and has only the empty list. */
typedef struct {
  int n; /* number of lists, without the empty list 0 */
  /* the sets of list l > 0 are at[offset[l - 1]] to at[offset[l] - 1], ascending; offset has n + 1
     entries; both are NULL if n is 0 */
  int      *offset, *at;
  size_t    capacity, at_capacity; /* allocated entries of offset and at */
  HashIndex index;                 /* finds a list by its sets */
  int       failed; /* 1 if memory has run out; then list numbers returned since are wrong */
  /* arguments list and set, and result, of the last call of set_lists_with_set(), which is not
     searched again; last is 0 before the first call */
  int last_from, last_set, last;
} SetLists;

/* set_lists_free - Frees the arrays of lists and sets all members of *lists to 0. */
void set_lists_free(SetLists *lists);

/* set_lists_find_or_add - Returns the number of the list that consists of n given sets.

   Adds this list if it does not exist.
   Input:
     sets  [n] different sets, in ascending order
   If memory runs out, the function returns 0 and sets lists->failed to 1. */
int set_lists_find_or_add(SetLists *lists, const int sets[], int n);

/* set_lists_find_or_add_unsorted - Returns the number of the list that consists of n given sets in
   any order. Adds this list if it does not exist.

   Changed:
     sets  [n] different sets; in ascending order on return */
int set_lists_find_or_add_unsorted(SetLists *lists, int sets[], int n);

/* set_lists_with_set - Returns the index of the list that has the sets of another list and one set
   more.

   Input:
     list  index of the other list, 0 for the empty one
     set   index of the set
   Returns `list` itself if it has the set already. Adds the list to `lists` if it does not exist.
   If memory runs out, the function sets lists->failed to 1, and what it returns must be ignored. */
int set_lists_with_set(SetLists *lists, int list, int set);

/* set_lists_get - Returns the number of sets of a list, and points *sets to these sets.

   *sets is in ascending order, or NULL for list 0. It belongs to lists, and is valid until a list
   is added. */
int set_lists_get(const SetLists *lists, int list, const int **sets);

/* set_lists_has_set - Returns 1 if a set is in a list, otherwise 0. */
static inline int set_lists_has_set(const SetLists *lists, int list, int set)
{
  int low, high;

  if (!list) return 0;
  low = lists->offset[list - 1], high = lists->offset[list];
  while (low < high) {
    const int middle = low + (high - low) / 2;

    if (lists->at[middle] < set) low = middle + 1;
    else high = middle;
  }
  return low < lists->offset[list] && lists->at[low] == set;
}

/* ---- geometry -------------------------------------------------------------------------------- */

enum { SET_NAME_SIZE = 64 }; /* with the final 0 */

/* CellOrigin - Says from which source a cell comes. A source is one of the meshes that -mesh joins
   into the whole mesh. */
typedef struct {
  int64_t number; /* number of the cell in the source, from 0 */
  int     source; /* index of the source in -mesh, from 0; -1 if an edit has added the cell */
  /* where this cell starts and ends along the cell of the source, as fractions of its length: 0 and
     1, unless the cell of the source was split (distributed/split_line.c) */
  double part[2];
} CellOrigin;

/* Geometry - A mesh, or a part of it: nodes, cells and sets.

   The arrays are malloc'ed and belong to the Geometry. Nodes and cells of this Geometry are
   numbered from 0. Several ranks can have the same node; one of these ranks owns the node. */
typedef struct {
  int nnodes, ncells, nsets; /* numbers of nodes and cells of this Geometry, number of sets */
  double (*x)[3];            /* [nnodes] coordinates [m] */
  /* [nnodes] number of each node that messages and results show: the tag in the Gmsh file, or the
     number in the whole grid, row by row */
  int64_t       *id;
  unsigned char *shape; /* [ncells] the Shape of each cell: line, triangle, ... */
  /* [nnodes] and [ncells] index of each node and cell in the whole mesh, from 0. The index does not
     depend on the number of ranks */
  int64_t *node_number, *cell_number;
  /* offset[ncells + 1]: the nodes of cell c are conn[offset[c]] to conn[offset[c + 1] - 1] */
  int *offset, *conn;
  /* [ncells] for a 2-node cell that is an arc: the vector from the middle between its two nodes to
     the middle of the arc [m]; 0 for other cells. NULL if no cell of this Geometry is an arc */
  double (*rise)[3];
  /* [ncells] the source of each cell; NULL if the mesh has only one source and no cell was split */
  CellOrigin *origin;
  char (*set_name)[SET_NAME_SIZE]; /* [nsets] names of the sets; a set is an index of this array */
  /* [nnodes] and [ncells] the sets of each node and cell, as the number of a list in `lists`; read
     them by geometry_node_in_set() and geometry_cell_in_set() */
  int     *node_sets, *cell_sets;
  SetLists lists; /* all lists of sets that some node or cell has */
  /* Nodes of different parts can coincide, that is, have the same coordinates without being joined.
     Each point where several nodes coincide has a number from 0 to nplaces - 1 in the whole mesh;
     not every such number is used. The array place [nnodes] has the number of the point where a
     node is, or -1 if no other node is there. nplaces is 0 if no nodes of the mesh coincide. */
  int64_t nplaces, *place;
  /* [nnodes] the rank that owns each node, and the index of the node in the Geometry of that rank;
     NULL if the owners are not known or not needed any more */
  int *owner, *owner_node;
} Geometry;

/* MemberPlace - Where a line cell lies along its member. A member is a straight line or an arc of a
   frame between two points, which the mesh divides into cells. */
typedef struct {
  double s[2];   /* arc length from the start of the member to the first and second node [m] */
  double length; /* arc length of the whole member [m] */
} MemberPlace;

/* geometry_allocate - Allocates the arrays of a mesh of known size, which the caller then fills.

   Afterwards no node or cell is in a set, no nodes coincide, and the names of the sets are empty.
   rise, origin, owner and owner_node are NULL.
   Input:
     nnodes, ncells, nsets  numbers of nodes, cells and sets
     nconn                  sum of the numbers of nodes of all cells, the size of g->conn
   Output:
     g  the caller frees the arrays by geometry_free()
   Returns 0, or 1 if memory runs out; then nothing is allocated. */
int geometry_allocate(Geometry *g, int nnodes, int ncells, int nconn, int nsets);

/* geometry_allocate_rise - Allocates g->rise[g->ncells] and sets it to 0: no cell is an arc.

   Returns 0, or 1 if memory runs out. */
int geometry_allocate_rise(Geometry *g);

/* geometry_allocate_origin - Allocates g->origin[g->ncells]. The source of each cell is set to -1,
   and the number to 0.

   Returns 0, or 1 if memory runs out. */
int geometry_allocate_origin(Geometry *g);

/* geometry_cell_origin - Returns from which of the meshes of -mesh a cell comes, and its number
   there. */
static inline CellOrigin geometry_cell_origin(const Geometry *g, int cell)
{
  if (g->origin) return g->origin[cell];
  return (CellOrigin){
    g->cell_number[cell], 0, {0, 1}
  };
}

/* geometry_cell_rise - Returns the vector from the chord to the middle of an arc.

   The result is Geometry.rise[cell][3], which the Geometry owns; it is 0 if the cell is not an arc.
   Returns NULL if no cell of g is an arc. */
static inline const double *geometry_cell_rise(const Geometry *g, int cell)
{
  return g->rise ? g->rise[cell] : NULL;
}

/* geometry_free - Frees the arrays of g and sets all members of *g to 0; does not free g. */
void geometry_free(Geometry *g);

/* geometry_cell_size - Returns the number of nodes of a cell. */
static inline int geometry_cell_size(const Geometry *g, int cell)
{
  return g->offset[cell + 1] - g->offset[cell];
}

/* geometry_cell_coordinates - Copies the coordinates of all nodes of a cell, also of nodes in the
   middle of the cell's sides.

   Output:
     x  [n] coordinates [m]; the caller gives space for SHAPE_MAX_NODES nodes
   Returns n, the number of nodes of the cell. */
int geometry_cell_coordinates(const Geometry *g, int cell, double x[][3]);

/* geometry_cell_center - Computes the center of a cell, the mean position of its nodes [m]. */
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

   A cell and its nodes are added separately. If memory runs out, the functions set
   g->lists.failed to 1, which the caller tests after the last call. */
static inline void geometry_add_node_to_set(Geometry *g, int node, int set)
{
  g->node_sets[node] = set_lists_with_set(&g->lists, g->node_sets[node], set);
}
static inline void geometry_add_cell_to_set(Geometry *g, int cell, int set)
{
  g->cell_sets[cell] = set_lists_with_set(&g->lists, g->cell_sets[cell], set);
}

/* geometry_add_set - Adds a set without nodes and cells, and returns the index of the set, or -1 if
   memory runs out.

   If another set has this name already, the new set is called "name_2", "name_3", .... */
int geometry_add_set(Geometry *g, const char name[]);

/* geometry_append_set - Adds a set without nodes and cells, whose name no other set has.

   This is faster than geometry_add_set(), because it does not compare the name with the names of
   the other sets. Returns the index of the set, or -1 if memory runs out. */
int geometry_append_set(Geometry *g, const char name[]);

/* geometry_find_set - Returns the index of the set with this name, or -1 if it does not exist. */
int geometry_find_set(const Geometry *g, const char name[]);

/* geometry_sets_to_nodes - Puts every node into exactly the sets in which its cells are.

   A node is removed from all other sets. Returns 0, or 1 if memory runs out. */
int geometry_sets_to_nodes(Geometry *g);

/* ---- grid.c: regular meshes of lines and rectangles ------------------------------------------ */

typedef enum { GRID_LINE, GRID_QUADRILATERAL, GRID_TRIANGLE, GRID_KINDS } GridKind;

/* Grid - The description of a line of cells, or of a rectangle of quadrilaterals or triangles. */
typedef struct {
  GridKind kind;
  int      n[2];  /* number of cells in each direction; a line has n[0] cells */
  int      order; /* 1 for cells with nodes at the corners only; 2 for a line of 3-node cells */
  /* 1 if a direction is closed to a ring, so that its last nodes are also its first; it has at
     least 3 cells then */
  int closed[2];
  /* ends of a line, or opposite corners of a rectangle in a plane z = const [m] */
  double lower[3], upper[3];
} Grid;

/* grid_local_mesh - Generates the part of a grid that one rank has, without communication.

   The set "all" has all nodes and the cells of the highest dimension. A line also has the sets
   "start" and "end" (1-node cells). A rectangle also has sets of its sides, "left", "right",
   "bottom" and "top" (2-node cells), and sets of its corners, "bottom_left", "bottom_right",
   "top_left" and "top_right" (1-node cells). A closed direction has no ends; therefore the sets of
   the ends, or of the sides and corners at these ends, do not exist.
   Input:
     rank  the rank whose part is generated; it need not be the calling rank
     size  number of ranks into whose parts the grid is divided
   Output:
     g  the part, which may be empty; g->owner and g->owner_node are set; the caller frees it by
        geometry_free()
   Returns 0, or 1 if memory runs out. */
int grid_local_mesh(const Grid *grid, int rank, int size, Geometry *g);

/* An end of a line is split off its point if the line gets a further node there, which coincides
   with the point. This set has all such further nodes, of edits and frames, and the lines of edits
   from these nodes to the points. A box, sphere, plane, formula or point in the options
   (mesh_selection.h) selects nodes of this set only for parts and initial fields, and never selects
   lines of this set. */
#define SPLIT_OFF_SET "member_ends"

/* best_set - Returns the set that describes a node or cell best, or -1 if there is no such set.

   It is the first set but "all" of the list of its sets. best_set_name() returns the name of this
   set, or the text otherwise. */
int         best_set(const Geometry *g, int list);
const char *best_set_name(const Geometry *g, int list, const char otherwise[]);

#endif
