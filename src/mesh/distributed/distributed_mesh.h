/* distributed_mesh.h: a mesh that is distributed over the ranks before it is partitioned.

   Each rank has nodes with consecutive numbers, and any cells. A rank that needs other nodes
   fetches them from their ranks. The Gmsh reader creates such a mesh; join.c, coincident_nodes.c
   and renumber.c change it; migrate.c makes the part of each rank from it. Functions do not call
   PETSc, and are collective unless their comment says "Local". */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_DISTRIBUTED_DISTRIBUTED_MESH_H
#define FS_MESH_DISTRIBUTED_DISTRIBUTED_MESH_H

#include "mesh/geometry.h"
#include "exchange.h"

/* nodes and cells are Geometries with some of the arrays each, those that are named here. */
typedef struct {
  const Ranks *ranks;  /* borrowed */
  int64_t     *first;  /* [size + 1] rank r has nodes first[r] to first[r + 1] - 1 */
  int64_t      ncells; /* of all ranks */
  Geometry     nodes;  /* nodes of this rank: nnodes, x, id, node_sets, place */
  /* Cells of this rank: ncells, shape, offset, conn, cell_number, cell_sets. Nodes that they need,
     by increasing number: nnodes, node_number, node_sets. Sets of cells and nodes, the same on all
     ranks: set_name, lists. */
  Geometry cells;
} DistributedMesh;

/* A plan to fetch data of the nodes that this rank's cells need. */
typedef struct {
  ExchangePlan plan;
  int         *at; /* [plan.m] index in d->nodes of each node that a rank requests */
} NodeFetch;

void distributed_mesh_free(DistributedMesh *d);

/* distributed_mesh_node_count - Returns the number of nodes of all ranks. Local. */
int64_t distributed_mesh_node_count(const DistributedMesh *d);

/* distributed_mesh_plan_fetch - Creates a plan, which the caller frees by node_fetch_free(). */
void distributed_mesh_plan_fetch(const DistributedMesh *d, NodeFetch *fetch);
void node_fetch_free(NodeFetch *fetch);

/* distributed_mesh_fetch - Fetches a record for each node that this rank's cells need.

   Input:
     record_size  bytes of a record
     from         [nodes.nnodes] records of this rank's nodes
   Output:
     values  [cells.nnodes] records of the needed nodes */
void distributed_mesh_fetch(const DistributedMesh *d, const NodeFetch *fetch, size_t record_size,
                            const void *from, void *values);

/* distributed_mesh_fetch_x - Fetches the coordinates of the needed nodes into d->cells.x. */
void distributed_mesh_fetch_x(DistributedMesh *d, const NodeFetch *fetch);

/* distributed_mesh_unify_lists - Gives lists of sets the same numbers on all ranks.

   The numbers in the nodes and cells change accordingly. */
void distributed_mesh_unify_lists(DistributedMesh *d);

/* distributed_mesh_sets_to_nodes - Puts every node into the sets of its cells on all ranks.

   Input:
     of_all  a set that every node gets, or -1 */
void distributed_mesh_sets_to_nodes(DistributedMesh *d, int of_all);

/* distributed_mesh_bounding_box - Computes the bounding box of all nodes; returns its diagonal [m].

   Output:
     corner  smallest coordinates [m]
     size    extents [m] */
double distributed_mesh_bounding_box(const DistributedMesh *d, double corner[3], double size[3]);

/* The data of a node that is sent to another rank. */
typedef struct {
  double  x[3];
  int64_t number, id, place;
  int     sets;
} NodeRecord;

/* node_record - Returns the data of node i of g, with its number in the whole mesh. Local. */
NodeRecord node_record(const Geometry *g, int i, int64_t number);

/* distributed_mesh_set_nodes - Sets d->nodes: all ranks together give every node once.

   The ranks then have equal numbers of nodes.
   Input:
     n, node  node[n], nodes with any numbers
     total    number of nodes of all ranks */
void distributed_mesh_set_nodes(DistributedMesh *d, int64_t n, const NodeRecord node[],
                                int64_t total);

/* set_lists_union - Returns the number of the list that has the sets of two lists. Local. */
int set_lists_union(SetLists *lists, int list, int other);

/* distributed_mesh_from_local - Creates a distributed mesh of the parts of a grid or frame.

   Input:
     local_mesh  this rank's part, with owners; it becomes empty */
void distributed_mesh_from_local(const Ranks *ranks, Geometry *local_mesh, DistributedMesh *d);

/* sort_needed_nodes - Sorts the nodes that the cells need by their numbers. Local. */
void sort_needed_nodes(const Ranks *ranks, Geometry *cells);

/* distributed_mesh_renumber_nodes - Gives the nodes new numbers, and moves them to their ranks.

   Input:
     number  [nodes.nnodes] new numbers: a permutation of the numbers of all nodes */
void distributed_mesh_renumber_nodes(DistributedMesh *d, const int64_t number[]);

/* join_meshes - Adds mesh b to mesh a (join.c); b becomes empty.

   Sets with one name become one set. Numbers in files continue those of a.
   Input:
     tolerance  a node of b becomes the nearest node of a that is not farther away [m]; 0 keeps all
                nodes apart */
void join_meshes(DistributedMesh *a, DistributedMesh *b, double tolerance);

/* find_coincident_nodes - Finds nodes at one place that no cell joins (coincident_nodes.c).

   Nodes of lines and surfaces coincide if their distance is at most 1e-8 of the diagonal of the
   mesh. The nodes of a cell without length do not count. Sets nodes.place, and nodes.nplaces to the
   number of all nodes, or to 0 if no nodes coincide. */
void find_coincident_nodes(DistributedMesh *d);

/* renumber_mesh - Renumbers nodes along the longest extent of the mesh, and cells by their nodes
   (renumber.c).

   Nodes with the same coordinate there follow each other along the next extent. The function does
   so only if it brings the nodes of a cell clearly nearer to each other. Products with matrices
   then pass through memory in order, and matrix rows of regular meshes repeat (src/stencil). */
void renumber_mesh(DistributedMesh *d);

/* hilbert_keys - Computes where the center of each cell lies along Hilbert's curve (hilbert.c).

   Coordinates must have been fetched.
   Output:
     key  [cells.ncells] */
void hilbert_keys(const DistributedMesh *d, SortKey key[]);

/* split_along_hilbert_curve - Cuts Hilbert's curve into parts of equal weight (weighted_split.c).

   Coordinates must have been fetched.
   Input:
     weight  [cells.ncells] of each cell; if it is NULL, all cells weigh the same
   Output:
     to  [cells.ncells] rank of each cell */
void split_along_hilbert_curve(const DistributedMesh *d, const int weight[], int to[]);

/* split_by_cell_number - Cuts the cells, in the order of their numbers, in the same way. */
void split_by_cell_number(const DistributedMesh *d, const int weight[], int to[]);

/* count_ghost_nodes - Counts the ghosts of a partition (ghost_count.c).

   A node that k ranks have counts k - 1 times.
   Input:
     to  [cells.ncells] rank of each cell
   Returns the number of all ranks. */
int64_t count_ghost_nodes(const DistributedMesh *d, const NodeFetch *fetch, const int to[]);

/* migrate_cells - Moves each cell with its nodes to its rank (migrate.c); d becomes empty.

   Input:
     to  [cells.ncells] rank of each cell
   Output:
     g  this rank's part, with owners; nodes and cells are sorted by their numbers */
void migrate_cells(DistributedMesh *d, const int to[], Geometry *g);

#endif
