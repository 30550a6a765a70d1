/* distributed_mesh.h: a mesh that is distributed over the ranks before it is partitioned.

   Each rank has nodes with consecutive numbers, and cells that need not contain these nodes. A rank
   fetches the nodes of its cells from the ranks that have them. The Gmsh reader creates such a
   mesh. join.c, coincident_nodes.c and renumber.c change it. migrate.c then makes the Geometry of
   each rank. Functions do not call PETSc. They are collective unless their comment says "Local". */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_DISTRIBUTED_DISTRIBUTED_MESH_H
#define FS_MESH_DISTRIBUTED_DISTRIBUTED_MESH_H

#include "mesh/geometry.h"
#include "exchange.h"

/* DistributedMesh - The nodes and cells of this rank.

   The needed nodes are the nodes of this rank's cells. The two Geometries have only the members
   that the comments name. */
typedef struct {
  const Ranks *ranks;  /* borrowed */
  int64_t     *first;  /* [size + 1] rank r has nodes first[r] to first[r + 1] - 1 */
  int64_t      ncells; /* number of cells of all ranks */
  Geometry     nodes;  /* nodes of this rank: nnodes, x, id, node_sets, place, nplaces */
  /* Cells of this rank: ncells, shape, offset, conn, cell_number, cell_sets.
     Needed nodes, with increasing numbers: nnodes, node_number, node_sets; x after
     distributed_mesh_fetch_x().
     Sets of nodes and cells, the same on all ranks: nsets, set_name, lists. */
  Geometry cells;
} DistributedMesh;

/* NodeFetch - A plan to fetch data of the needed nodes. */
typedef struct {
  ExchangePlan plan; /* sends a request for each needed node to the rank that has it */
  int         *at;   /* [plan.m] index in DistributedMesh.nodes of each requested node */
} NodeFetch;

/* distributed_mesh_free - Frees the arrays and sets all members to 0. Local. */
void distributed_mesh_free(DistributedMesh *d);

/* distributed_mesh_node_count - Returns the number of nodes of all ranks. Local. */
int64_t distributed_mesh_node_count(const DistributedMesh *d);

/* distributed_mesh_plan_fetch - Creates a plan, which the caller frees by node_fetch_free().

   The plan is valid until nodes or cells change. */
void distributed_mesh_plan_fetch(const DistributedMesh *d, NodeFetch *fetch);
void node_fetch_free(NodeFetch *fetch);

/* distributed_mesh_fetch - Fetches a record for each needed node.

   Input:
     record_size  bytes of a record
     from         [d->nodes.nnodes] records of this rank's nodes
   Output:
     values  [d->cells.nnodes] records of the needed nodes */
void distributed_mesh_fetch(const DistributedMesh *d, const NodeFetch *fetch, size_t record_size,
                            const void *from, void *values);

/* distributed_mesh_fetch_x - Fetches the coordinates of the needed nodes into d->cells.x. */
void distributed_mesh_fetch_x(DistributedMesh *d, const NodeFetch *fetch);

/* distributed_mesh_unify_lists - Makes d->cells.lists the same on all ranks.

   The members node_sets and cell_sets of d->nodes and d->cells get the new numbers of lists. */
void distributed_mesh_unify_lists(DistributedMesh *d);

/* distributed_mesh_sets_to_nodes - Puts every node into the sets of its cells, on whichever ranks.

   Input:
     of_all  index of a set into which every node is put, or -1 for no such set */
void distributed_mesh_sets_to_nodes(DistributedMesh *d, int of_all);

/* distributed_mesh_bounding_box - Computes the bounding box of the nodes of all ranks.

   Output:
     corner  smallest coordinates [m]
     size    lengths of the sides [m]
   Returns the length of the diagonal [m]. */
double distributed_mesh_bounding_box(const DistributedMesh *d, double corner[3], double size[3]);

/* NodeRecord - The data of a node that is sent to another rank.

   number is the number in the whole mesh, and sets is the number of a list of sets. x, id and place
   are as in Geometry. */
typedef struct {
  double  x[3];
  int64_t number, id, place;
  int     sets;
} NodeRecord;

/* node_record - Returns the record of node i of g. Local.

   Input:
     number  number of the node in the whole mesh */
NodeRecord node_record(const Geometry *g, int i, int64_t number);

/* distributed_mesh_set_nodes - Replaces d->nodes and d->first.

   Each node of the mesh is given once, on any rank. Afterwards each rank has an equal number of
   nodes, with consecutive numbers.
   Input:
     node   [n] nodes that this rank gives
     total  number of nodes of all ranks */
void distributed_mesh_set_nodes(DistributedMesh *d, int64_t n, const NodeRecord node[],
                                int64_t total);

/* set_lists_union - Returns the number of the list that has the sets of both lists. Local.

   Adds this list if it does not exist. If memory runs out, sets lists->failed. */
int set_lists_union(SetLists *lists, int list, int other);

/* distributed_mesh_from_local - Creates a distributed mesh from the parts of a grid or frame.

   Input/Output:
     local_mesh  this rank's part; owner and owner_node must be set; empty on return
   Output:
     d  the caller frees it */
void distributed_mesh_from_local(const Ranks *ranks, Geometry *local_mesh, DistributedMesh *d);

/* sort_needed_nodes - Sorts node_number and node_sets by node_number, and renumbers conn. Local. */
void sort_needed_nodes(const Ranks *ranks, Geometry *cells);

/* distributed_mesh_renumber_nodes - Gives the nodes new numbers.

   It moves nodes to other ranks, so that each rank again has nodes with consecutive numbers.
   Input:
     number  [d->nodes.nnodes] new number of each node of this rank; the numbers of all ranks are a
             permutation of the old ones */
void distributed_mesh_renumber_nodes(DistributedMesh *d, const int64_t number[]);

/* join_meshes - Adds mesh b to mesh a (join.c); b becomes empty.

   A node of b is joined with the nearest node of a, if it is not farther away than tolerance. The
   further nodes at ends of members (members/member_ends.h) stay apart. A set
   of b is joined with the set of a that has the same name. Geometry.id of the other nodes of b
   continues after the largest one of a.
   Input:
     tolerance  [m]; if it is 0, no nodes are joined */
void join_meshes(DistributedMesh *a, DistributedMesh *b, double tolerance);

/* match_nodes - Finds the node of a that is nearest to each node of b (join.c).

   Input:
     of_a, of_b  [nodes.nnodes] not 0 for the nodes that count; NULL for all nodes
     tolerance   largest distance [m]; if it is 0, no nodes are near
   Returns number[b->nodes.nnodes], the numbers of nodes of a, or -1; the caller frees it. */
int64_t *match_nodes(const DistributedMesh *a, const unsigned char of_a[], const DistributedMesh *b,
                     const unsigned char of_b[], double tolerance);

/* join_lines - Adds lines between nodes of the mesh, in a set of their own (join.c).

   Input:
     line  [n] numbers of the two nodes of each line that this rank adds
     set   name of the set; its nodes are not put into the set */
void join_lines(DistributedMesh *a, int n, const int64_t line[][2], const char set[]);

/* find_coincident_nodes - Finds different nodes at the same place (coincident_nodes.c).

   Nodes of lines and surfaces count, unless they are also in a cell without length. Two nodes
   coincide if their distance is at most 1e-8 times the diagonal of the bounding box. Sets
   d->nodes.place.
   Sets d->nodes.nplaces to the number of nodes of the mesh, or to 0 if no nodes coincide. */
void find_coincident_nodes(DistributedMesh *d);

/* renumber_mesh - Renumbers nodes by their coordinates, and cells by their nodes (renumber.c).

   Nodes are sorted by the coordinate along the longest side of the bounding box. Nodes with the
   same coordinate there are sorted along the second longest side, then along the third. Products
   with matrices then pass through memory in order, and matrix rows of regular meshes repeat
   (src/stencil). The function does nothing unless the node numbers in cells become clearly nearer
   to each other. */
void renumber_mesh(DistributedMesh *d);

/* hilbert_keys - Computes where the center of each cell lies along Hilbert's curve (hilbert.c).

   d->cells.x must have been fetched.
   Output:
     key  [d->cells.ncells] keys that sort the cells along the curve */
void hilbert_keys(const DistributedMesh *d, SortKey key[]);

/* split_along_hilbert_curve - Cuts Hilbert's curve into parts of equal weight (weighted_split.c).

   Each rank gets the cells of one part. d->cells.x must have been fetched.
   Input:
     weight  [d->cells.ncells] weight of each cell; if it is NULL, all cells have the same weight
   Output:
     to  [d->cells.ncells] rank that gets each cell */
void split_along_hilbert_curve(const DistributedMesh *d, const int weight[], int to[]);

/* split_by_cell_number - Cuts the cells, in the order of cell_number, into parts of equal weight.

   The arguments are as for split_along_hilbert_curve(). d->cells.x is not needed. */
void split_by_cell_number(const DistributedMesh *d, const int weight[], int to[]);

/* count_ghost_nodes - Returns the number of ghosts that a partition gives (ghost_count.c).

   It is the sum over all ranks. A node that k ranks have counts k - 1 times.
   Input:
     to  [d->cells.ncells] rank that gets each cell */
int64_t count_ghost_nodes(const DistributedMesh *d, const NodeFetch *fetch, const int to[]);

/* migrate_cells - Moves each cell with its nodes to the rank that gets it (migrate.c).

   d becomes empty.
   Input:
     to  [d->cells.ncells] rank that gets each cell
   Output:
     g  this rank's part, with nodes sorted by node_number, and cells by cell_number; g->owner and
        g->owner_node are set */
void migrate_cells(DistributedMesh *d, const int to[], Geometry *g);

#endif
