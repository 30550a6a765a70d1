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
} Dealt;

/* For the nodes that this rank's cells need: ask those who have them. */
typedef struct {
  Plan plan;
  int *at; /* [plan.m] places in nodes of what the others ask for */
} Asked;

void    dealt_free(Dealt *d);
int64_t dealt_nodes(const Dealt *d); /* of all ranks; local */

/* Fetch: values[cells.nnodes] of each bytes = those in from[nodes.nnodes]. */
void dealt_ask(const Dealt *d, Asked *asked);
void dealt_fetch(const Dealt *d, const Asked *asked, size_t each, const void *from, void *values);
void dealt_fetch_places(Dealt *d, const Asked *asked); /* cells.x */
void asked_free(Asked *asked);

/* The lists of sets of all ranks with the same numbers on all, in the nodes and cells, too. */
void dealt_share_lists(Dealt *d);
/* nodes.node_sets = the sets of the cells of a node, anywhere; of_all: a set that every node gets, or -1. */
void dealt_nodes_of_sets(Dealt *d, int of_all);

/* corner: least coordinates of all nodes; size: the extents [m]; returns the diagonal. */
double dealt_box(const Dealt *d, double corner[3], double size[3]);

/* What goes with a node that is dealt. */
typedef struct {
  double  x[3];
  int64_t number, id, place;
  int     sets;
} DealtNode;

/* The node number i of g under a number of all; local. */
DealtNode dealt_node(const Geometry *g, int i, int64_t number);
/* nodes = n nodes of this rank, which have any of total numbers, and those of other ranks, in stretches of equal length. */
void dealt_take_nodes(Dealt *d, int64_t n, const DealtNode node[], int64_t total);
/* The number of the list with the sets of two lists; local. */
int dealt_unite(SetLists *lists, int list, int other);

/* From the piece that a rank has made of a grid or frame, with owners, which becomes empty. */
void dealt_from_piece(const Ranks *ranks, Geometry *piece, Dealt *d);

/* Bring the nodes that cells need into ascending order of their numbers; local. */
void dealt_order_needed(const Ranks *ranks, Geometry *cells);

/* The nodes get the numbers number[nodes.nnodes], all different and from 0 on, and go where these are. */
void dealt_renumber_nodes(Dealt *d, const int64_t number[]);

/* join.c: put b into a; b becomes empty. Nodes of b that lie within apart [m] of one of a become that one (0: none does); sets with one name
   become one; numbers in files are counted on. */
void dealt_join(Dealt *a, Dealt *b, double apart);

/* coincident_nodes.c: set nodes.place: nodes of lines and surfaces that lie within 1e-8 of the mesh's extent from each other, and that no cell
   without length joins. Then nplaces is the number of all nodes, else 0. */
void dealt_find_places(Dealt *d);

/* renumber.c: renumber nodes by their coordinate along the longest extent of the mesh, then along the next, and cells by
   their nodes; but only if that brings the nodes of cells clearly nearer to each other than they are. Then products
   with matrices go through memory in order, and the matrix rows of regular meshes repeat (src/stencil). */
void dealt_sweep(Dealt *d);

/* hilbert.c: key[cells.ncells] = where along a space-filling curve the middle of each cell lies; places must be fetched. */
void dealt_follow_curve(const Dealt *d, SortKey key[]);

/* weighted_split.c: to[cells.ncells] = the rank of each cell: stretches of equal weight of that curve, or of the cells in the order of their numbers;
   weight NULL: all are equal. */
void dealt_cut_curve(const Dealt *d, const int weight[], int to[]);
void dealt_cut_numbers(const Dealt *d, const int weight[], int to[]);

/* edge_cut.c: how many copies of nodes the ranks need of each other's, if the cells go to[cells.ncells]: of a node as many as ranks have it, less one. */
int64_t dealt_count_border(const Dealt *d, const Asked *asked, const int to[]);

/* migrate.c: g = this rank's piece, with owners: the cells whose to[cells.ncells] it is, and their nodes, both in ascending order of their numbers.
   d becomes empty. */
void dealt_make_pieces(Dealt *d, const int to[], Geometry *g);

#endif
