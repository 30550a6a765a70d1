/* distributed_mesh.h: a mesh that is dealt out to the ranks, before it is partitioned: nodes in stretches of consecutive numbers, and cells anywhere. What
   a rank does not have it asks the rank that has it. Files, joined meshes and their order are made of it (gmsh_mesh.c, join.c, coincident_nodes.c,
   renumber.c); migrate.c makes the pieces of the model from it. Knows nothing of PETSc; all is collective. Begin at the struct. */
#ifndef FS_MESH_DISTRIBUTED_DISTRIBUTED_MESH_H
#define FS_MESH_DISTRIBUTED_DISTRIBUTED_MESH_H

#include "mesh/geometry.h"
#include "exchange.h"

/* nodes and cells are Geometries with a part of the arrays each, those that are named here. */
typedef struct {
  const Ranks *ranks;  /* borrowed */
  int64_t     *first;  /* [size + 1] nodes first[r] to first[r + 1] - 1 are those of rank r */
  int64_t      ncells; /* of all ranks */
  Geometry     nodes;  /* nnodes, x, id, node_sets, place: the stretch of this rank */
  Geometry
    cells; /* ncells, shape, offset, conn, cell_number, cell_sets; nnodes, node_number, node_sets: the nodes that the cells need, in
                         ascending order of their numbers; set_name and lists, the same on all ranks, of nodes, too */
} DistributedMesh;

/* For the nodes that this rank's cells need: ask those who have them. */
typedef struct {
  ExchangePlan plan;
  int         *at; /* [plan.m] places in nodes of what the others ask for */
} NodeFetch;

void    distributed_mesh_free(DistributedMesh *d);
int64_t distributed_mesh_node_count(const DistributedMesh *d); /* of all ranks; local */

/* Fetch: values[cells.nnodes] of each bytes = those in from[nodes.nnodes]. */
void distributed_mesh_plan_fetch(const DistributedMesh *d, NodeFetch *fetch);
void distributed_mesh_fetch(const DistributedMesh *d, const NodeFetch *fetch, size_t record_size,
                            const void *from, void *values);
void distributed_mesh_fetch_x(DistributedMesh *d, const NodeFetch *fetch); /* cells.x */
void node_fetch_free(NodeFetch *fetch);

/* The lists of sets of all ranks with the same numbers on all, in the nodes and cells, too. */
void distributed_mesh_unify_lists(DistributedMesh *d);
/* nodes.node_sets = the sets of the cells of a node, anywhere; of_all: a set that every node gets, or -1. */
void distributed_mesh_sets_to_nodes(DistributedMesh *d, int of_all);

/* corner: least coordinates of all nodes; size: the extents [m]; returns the diagonal. */
double distributed_mesh_bounding_box(const DistributedMesh *d, double corner[3], double size[3]);

/* What goes with a node that is dealt. */
typedef struct {
  double  x[3];
  int64_t number, id, place;
  int     sets;
} NodeRecord;

/* The node number i of g under a number of all; local. */
NodeRecord node_record(const Geometry *g, int i, int64_t number);
/* nodes = n nodes of this rank, which have any of total numbers, and those of other ranks, in stretches of equal length. */
void distributed_mesh_set_nodes(DistributedMesh *d, int64_t n, const NodeRecord node[],
                                int64_t total);
/* The number of the list with the sets of two lists; local. */
int set_lists_union(SetLists *lists, int list, int other);

/* From the piece that a rank has made of a grid or frame, with owners, which becomes empty. */
void distributed_mesh_from_local(const Ranks *ranks, Geometry *local_mesh, DistributedMesh *d);

/* Bring the nodes that cells need into ascending order of their numbers; local. */
void sort_needed_nodes(const Ranks *ranks, Geometry *cells);

/* The nodes get the numbers number[nodes.nnodes], all different and from 0 on, and go where these are. */
void distributed_mesh_renumber_nodes(DistributedMesh *d, const int64_t number[]);

/* join.c: put b into a; b becomes empty. Nodes of b that lie within apart [m] of one of a become that one (0: none does); sets with one name
   become one; numbers in files are counted on. */
void join_meshes(DistributedMesh *a, DistributedMesh *b, double tolerance);

/* coincident_nodes.c: set nodes.place: nodes of lines and surfaces that lie within 1e-8 of the mesh's extent from each other, and that no cell
   without length joins. Then nplaces is the number of all nodes, else 0. */
void find_coincident_nodes(DistributedMesh *d);

/* renumber.c: renumber nodes by their coordinate along the longest extent of the mesh, then along the next, and cells by
   their nodes; but only if that brings the nodes of cells clearly nearer to each other than they are. Then products
   with matrices go through memory in order, and the matrix rows of regular meshes repeat (src/stencil). */
void renumber_mesh(DistributedMesh *d);

/* hilbert.c: key[cells.ncells] = where along a space-filling curve the middle of each cell lies; places must be fetched. */
void hilbert_keys(const DistributedMesh *d, SortKey key[]);

/* weighted_split.c: to[cells.ncells] = the rank of each cell: stretches of equal weight of that curve, or of the cells in the order of their numbers;
   weight NULL: all are equal. */
void split_along_hilbert_curve(const DistributedMesh *d, const int weight[], int to[]);
void split_by_cell_number(const DistributedMesh *d, const int weight[], int to[]);

/* ghost_count.c: how many copies of nodes the ranks need of each other's, if the cells go to[cells.ncells]: of a node as many as ranks have it, less one. */
int64_t count_ghost_nodes(const DistributedMesh *d, const NodeFetch *fetch, const int to[]);

/* migrate.c: g = this rank's piece, with owners: the cells whose to[cells.ncells] it is, and their nodes, both in ascending order of their numbers.
   d becomes empty. */
void migrate_cells(DistributedMesh *d, const int to[], Geometry *g);

#endif
