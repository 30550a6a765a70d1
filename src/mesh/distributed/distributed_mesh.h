/* distributed_mesh.h: a mesh that is distributed over the ranks before it is partitioned.

   A mesh is read or generated in this form: each rank has a block of nodes with consecutive
   numbers, and some cells. The nodes of these cells, the needed nodes, can be in the blocks of
   other ranks; a rank fetches their data when it needs them. The files join.c, coincident_nodes.c
   and renumber.c change such a mesh. The file migrate.c then moves each cell to its final rank and
   makes the Geometry of each rank. Functions do not call PETSc. They are collective unless their
   comment says "Local". If memory runs out, the job ends with a message. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_DISTRIBUTED_DISTRIBUTED_MESH_H
#define FS_MESH_DISTRIBUTED_DISTRIBUTED_MESH_H

#include "mesh/geometry.h"
#include "exchange.h"

/* DistributedMesh - The nodes and cells of this rank.

   The two Geometries have only the members that the comments name. */
typedef struct {
  const Ranks *ranks;  /* borrowed */
  int64_t     *first;  /* [size + 1] the block of rank r has nodes first[r] to first[r + 1] - 1 */
  int64_t      ncells; /* number of cells of all ranks */
  /* The block of nodes of this rank. It has the members nnodes, x, id, node_sets, place and
     nplaces; numbers of lists in node_sets are those of cells.lists. */
  Geometry nodes;
  /* The cells of this rank: ncells, shape, offset, conn, cell_number, cell_sets; also rise and
     origin if the mesh has arcs or several sources.
     The needed nodes, sorted by their numbers: nnodes, node_number, node_sets; and x after a call
     of distributed_mesh_fetch_x(). conn has indices of needed nodes.
     The sets of nodes and cells, the same on all ranks: nsets, set_name, lists. */
  Geometry cells;
} DistributedMesh;

/* NodeFetch - A plan by which each rank fetches data of the nodes of its cells from the ranks that
   have these nodes. */
typedef struct {
  ExchangePlan plan; /* sends a request for each needed node to the rank that has the node */
  int         *at;   /* [plan.m] index in DistributedMesh.nodes of each node that ranks request */
} NodeFetch;

/* distributed_mesh_free - Frees the arrays and sets all members to 0. Local. */
void distributed_mesh_free(DistributedMesh *d);

/* distributed_mesh_node_count - Returns the number of nodes of a distributed mesh on all ranks
   together. Local. */
int64_t distributed_mesh_node_count(const DistributedMesh *d);

/* distributed_mesh_plan_fetch - Creates a plan by which each rank fetches data of the nodes of its
   cells (needed nodes) from other ranks.

   Output:
     fetch  the plan, which is valid until nodes or cells change; the caller frees it by
            node_fetch_free() */
void distributed_mesh_plan_fetch(const DistributedMesh *d, NodeFetch *fetch);
void node_fetch_free(NodeFetch *fetch);

/* distributed_mesh_fetch - Fetches a record, such as a number or coordinates, for each node that
   the cells of a rank need.

   Input:
     record_size  number of bytes of a record
     from         [d->nodes.nnodes] a record for each node of this rank's block
   Output:
     values       [d->cells.nnodes] the record of each needed node, from the rank that has the
                  node */
void distributed_mesh_fetch(const DistributedMesh *d, const NodeFetch *fetch, size_t record_size,
                            const void *from, void *values);

/* distributed_mesh_fetch_x - Fetches the coordinates of the nodes of this rank's cells into
   d->cells.x. */
void distributed_mesh_fetch_x(DistributedMesh *d, const NodeFetch *fetch);

/* distributed_mesh_unify_lists - Makes d->cells.lists, the lists of sets that nodes and cells have,
   the same on all ranks, so that ranks can exchange numbers of lists.

   The lists get new numbers. The function writes these numbers to the members node_sets and
   cell_sets of d->nodes and d->cells. */
void distributed_mesh_unify_lists(DistributedMesh *d);

/* distributed_mesh_sets_to_nodes - Puts every node into the sets in which its cells are, also cells
   on other ranks, and removes it from all other sets.

   Input:
     of_all  index of a set into which every node is put as well, or -1 if there is no such set */
void distributed_mesh_sets_to_nodes(DistributedMesh *d, int of_all);

/* distributed_mesh_bounding_box - Computes the bounding box of the nodes of all ranks.

   Output:
     corner  smallest coordinates [m]
     size    lengths of the sides [m]
   Returns the length of the diagonal [m]. */
double distributed_mesh_bounding_box(const DistributedMesh *d, double corner[3], double size[3]);

/* NodeRecord - The data of a node that is sent to another rank. */
typedef struct {
  double x[3]; /* coordinates [m] */
  /* number of the node in the whole mesh; number (id) that messages and results show; number
     (place) of the point where the node coincides with other nodes, or -1 */
  int64_t number, id, place;
  int     sets; /* sets of the node: number of a list in DistributedMesh.cells.lists */
} NodeRecord;

/* node_record - Returns the record of node i of g. Local.

   Input:
     i       index of the node in g
     number  number of the node in the whole mesh */
NodeRecord node_record(const Geometry *g, int i, int64_t number);

/* distributed_mesh_set_nodes - Replaces the nodes of a distributed mesh, and distributes them
   evenly over the ranks in the order of their numbers.

   Each node of the mesh is given once, by any rank. Afterwards the blocks of the ranks have equal
   numbers of nodes, up to one.
   Input:
     node   [n] nodes that this rank gives; their numbers are different on all ranks
     total  sum of n over the ranks; the numbers of the nodes are 0 to total - 1 */
void distributed_mesh_set_nodes(DistributedMesh *d, int64_t n, const NodeRecord node[],
                                int64_t total);

/* set_lists_union - Returns the number of the list that unites two lists of sets, those of nodes or
   cells. Local.

   Adds this list if it does not exist. If memory runs out, sets lists->failed. */
int set_lists_union(SetLists *lists, int list, int other);

/* distributed_mesh_from_local - Creates a distributed mesh from the part of a grid or frame that
   each rank has generated.

   Changed:
     local_mesh  this rank's part, with owner and owner_node; on return, the arrays have moved to d
                 or are freed, and all members are 0
   Output:
     d  the caller frees it by distributed_mesh_free() */
void distributed_mesh_from_local(const Ranks *ranks, Geometry *local_mesh, DistributedMesh *d);

/* sort_needed_nodes - Sorts the nodes of this rank's cells by their numbers in the whole mesh.
   Local.

   The function permutes node_number and node_sets, and writes the new indices of the nodes to conn.
   It does not permute x, which must be fetched again. */
void sort_needed_nodes(const Ranks *ranks, Geometry *cells);

/* distributed_mesh_renumber_nodes - Gives the nodes new numbers, and moves nodes to other ranks, so
   that each rank again has a block of nodes with consecutive numbers.

   Input:
     number  [d->nodes.nnodes] new number of each node of this rank's block; the new numbers on all
             ranks are a permutation of the old numbers */
void distributed_mesh_renumber_nodes(DistributedMesh *d, const int64_t number[]);

/* join_meshes - Adds mesh b to mesh a (join.c); b becomes empty.

   A node of b and the nearest node of a become one node if their distance is at most `tolerance`.
   The nodes at ends of members that are split off their points (SPLIT_OFF_SET of mesh.h) are
   never joined with other nodes. A set of b and the set of a with the same name become one set. The
   nodes of b that are not joined get new values of Geometry.id, which continue after the largest
   value in a.
   Input:
     tolerance  [m]; if it is 0, no nodes are joined */
void join_meshes(DistributedMesh *a, DistributedMesh *b, double tolerance);

/* find_near_nodes - Finds the nodes of lines and surfaces that are near to others
   (coincident_nodes.c), except for the nodes of a cell that is shorter than the tolerance.

   Input:
     tolerance  nodes are near if their distance is at most tolerance, which is not 0 [m]
     corner     smallest coordinates of all nodes [m]
   Returns an array [d->nodes.nnodes] with the lowest number of the nodes that are near to each
   node, including its own, or -1 if no other node is near. The caller frees the array by free(). */
int64_t *find_near_nodes(DistributedMesh *d, double tolerance, const double corner[3]);

/* join_nodes - Joins nodes of one mesh (join.c).

   Input:
     number  [d->nodes.nnodes] new number of each node that stays, from 0 to total - 1, in the order
             of the old numbers; -1 for the others
     joined  [d->nodes.nnodes] new number of the node that each node becomes
   Returns 0, or 1 if a cell would have one node twice, and then d is unchanged. */
int join_nodes(DistributedMesh *d, const int64_t number[], int64_t total, const int64_t joined[]);

/* match_nodes - Finds the node of mesh a that is nearest to each node of mesh b (join.c).

   Input:
     of_a, of_b  [a->nodes.nnodes], [b->nodes.nnodes] not 0 for the nodes that may be matched; NULL
                 if all nodes may be matched
     tolerance   largest distance of two matched nodes [m]; if it is 0, no nodes are matched

   Returns an array [b->nodes.nnodes] with the number, in mesh a, of the node that is nearest to
   each node of b, or -1 if there is no such node within the tolerance. The caller frees the array
   by free(). */
int64_t *match_nodes(const DistributedMesh *a, const unsigned char of_a[], const DistributedMesh *b,
                     const unsigned char of_b[], double tolerance);

/* join_lines - Adds 2-node lines between existing nodes of the mesh (join.c).

   Input:
     n     number of lines that this rank adds
     line  [n] numbers, in the whole mesh, of the two nodes of each line
     set   name of the set into which the lines are put, but not their nodes; the set is added if
           the mesh does not have it */
void join_lines(DistributedMesh *a, int n, const int64_t line[][2], const char set[]);

/* append_cells - Appends the cells of b to those of a (join.c). Local.

   Numbers of lists in b->cells.cell_sets are those of a->cells.lists.
   Input:
     b       its member ncells is the same on all ranks
     needed  [b->cells.nnodes] numbers, in mesh a, of the nodes that the cells of b need */
void append_cells(DistributedMesh *a, const DistributedMesh *b, const int64_t needed[]);

/* split_line - Splits a 2-node line or arc in two by a node (split_line.c).

   Call distributed_mesh_fetch_x() before. The first part stays the cell that the line was; the
   second part is the last cell of the mesh, and a further node is the last node of the mesh. Both
   parts are in the sets of the line, and so is the node. Geometry.origin has the place of each
   part.
   Input:
     rank  the rank that has the line
     cell  index of the line in d->cells of this rank; other ranks ignore it
     s     arc length of the node from the middle of the line, between -1 at the first node and 1 at
           the second; other ranks ignore it
     node  number in the whole mesh of the existing node that becomes the node between both parts;
           -1: a further node, at s */
void split_line(DistributedMesh *d, int rank, int cell, double s, int64_t node);

/* add_point_cell - Adds a cell of one node to an existing node (split_line.c).

   Input:
     rank  the rank that gets the cell
     node  number of the node in the whole mesh
     list  sets of the cell: number of a list in d->cells.lists, the same on all ranks */
void add_point_cell(DistributedMesh *d, int rank, int64_t node, int list);

/* find_coincident_nodes - Finds different nodes with the same coordinates, which often show that a
   mesh was not glued (coincident_nodes.c).

   Two nodes coincide if their distance is at most 1e-8 times the diagonal of the bounding box. Only
   nodes of lines and surfaces are compared, and of these not the nodes of a cell without length,
   because such a cell is a joint of nodes that coincide on purpose. Sets d->nodes.place, with
   numbers that are not consecutive. Sets d->nodes.nplaces to the number of nodes of the mesh, or
   to 0 if no nodes coincide. */
void find_coincident_nodes(DistributedMesh *d);

/* renumber_mesh - Renumbers nodes by their coordinates, and cells by their nodes (renumber.c).

   Nodes are sorted by the coordinate along the longest side of the bounding box. Nodes with equal
   coordinates along this side are sorted along the second longest side, then along the third. In
   this order, products with matrices pass through memory in order, and nodes of regular meshes
   have equal rows in the matrices, which are then stored once (src/stencil). The function keeps the
   old numbers unless the new numbers of the nodes of a cell are clearly nearer to each other. */
void renumber_mesh(DistributedMesh *d);

/* split_along_hilbert_curve - Distributes the cells over the ranks in the order in which they lie
   along Hilbert's space-filling curve, so that all ranks get the same weight (renumber.c).

   Call distributed_mesh_fetch_x() before.
   Input:
     weight  [d->cells.ncells] weight of each cell; if it is NULL, all cells have the same weight
   Output:
     to  [d->cells.ncells] rank that gets each cell */
void split_along_hilbert_curve(const DistributedMesh *d, const int weight[], int to[]);

/* split_by_cell_number - Distributes the cells over the ranks in the order of their numbers, so
   that all ranks get the same weight (renumber.c).

   Input:
     weight  [d->cells.ncells] weight of each cell; if it is NULL, all cells have the same weight
   Output:
     to  [d->cells.ncells] rank that gets each cell */
void split_by_cell_number(const DistributedMesh *d, const int weight[], int to[]);

/* count_ghost_nodes - Returns how many ghosts all ranks together would have after each cell is
   moved to a given rank (migrate.c).

   A ghost is a copy of a node of another rank; a node that k ranks have counts k - 1 times.
   Input:
     fetch  from distributed_mesh_plan_fetch()
     to     [d->cells.ncells] rank that gets each cell */
int64_t count_ghost_nodes(const DistributedMesh *d, const NodeFetch *fetch, const int to[]);

/* migrate_cells - Moves each cell with its nodes to a given rank (migrate.c); d becomes empty.

   Input:
     to  [d->cells.ncells] rank that gets each cell
   Output:
     g  the cells that this rank gets, sorted by cell_number, and their nodes, sorted by
        node_number; g->owner and g->owner_node are set; the caller frees it by geometry_free() */
void migrate_cells(DistributedMesh *d, const int to[], Geometry *g);

#endif
