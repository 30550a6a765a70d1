/* split_line.c: splits lines of a mesh by further nodes, and adds cells of one node, before the
   mesh is partitioned. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "mesh/place/cell_place.h"
#include "distributed_mesh.h"

/* The two parts of a line that is split. */
typedef struct {
  double point[3];   /* the node between them [m] */
  double rise[2][3]; /* Geometry.rise of each part [m] */
  double at;         /* fraction of the length of the line in its source, at the node */
} SplitLine;

/* Computes the rise of the part of a line from s0 to s1. */
static void part_rise(const double x[2][3], const double rise[3], double s0, double s1,
                      double of_part[3])
{
  double a[3], b[3], middle[3];

  cell_line_point(x, rise, s0, a);
  cell_line_point(x, rise, s1, b);
  cell_line_point(x, rise, (s0 + s1) / 2, middle);
  for (int c = 0; c < 3; c++) of_part[c] = middle[c] - (a[c] + b[c]) / 2;
}

static SplitLine find_parts(const Geometry *g, int cell, double s)
{
  const double *rise = geometry_cell_rise(g, cell), *part = g->origin[cell].part;
  double        x[SHAPE_MAX_NODES][3];
  SplitLine     split = {.at = part[0] + (1 + s) / 2 * (part[1] - part[0])};

  (void)geometry_cell_coordinates(g, cell, x);
  cell_line_point((const double(*)[3])x, rise, s, split.point);
  for (int e = 0; e < 2 && rise; e++)
    part_rise((const double(*)[3])x, rise, e ? s : -1, e ? 1 : s, split.rise[e]);
  return split;
}

/* Returns the number of the list that has the sets of a line and "all". The line is on the rank
   that is `here`; all ranks get the list. */
static int find_list(DistributedMesh *d, int here, int cell)
{
  const int *mine = NULL, all = geometry_find_set(&d->cells, "all");
  int64_t    n = 0, total;
  int       *sets, list;

  if (here) n = set_lists_get(&d->cells.lists, d->cells.cell_sets[cell], &mine);
  sets = ranks_allgather(d->ranks, sizeof *sets, n, mine, &total);
  list = total ? set_lists_find_or_add(&d->cells.lists, sets, (int)total) : 0;
  if (all >= 0) list = set_lists_with_set(&d->cells.lists, list, all);
  free(sets);
  if (d->cells.lists.failed) ranks_out_of_memory(d->ranks);
  return list;
}

/* Adds the node behind all others. */
static void add_node(DistributedMesh *d, int here, const double point[3], int list)
{
  const Ranks  *ranks = d->ranks;
  const int64_t count = distributed_mesh_node_count(d);
  NodeRecord   *node  = ranks_malloc(ranks, (int64_t)d->nodes.nnodes + here, sizeof *node);
  int64_t       last  = 0;

  for (int i = 0; i < d->nodes.nnodes; i++) {
    node[i] = node_record(&d->nodes, i, d->first[ranks->rank] + i);
    if (d->nodes.id[i] > last) last = d->nodes.id[i];
  }
  last = ranks_max(ranks, last);
  if (here) {
    NodeRecord *added = &node[d->nodes.nnodes];

    *added = (NodeRecord){.number = count, .id = last + 1, .place = -1, .sets = list};
    memcpy(added->x, point, sizeof added->x);
  }
  distributed_mesh_set_nodes(d, d->nodes.nnodes + here, node, count + 1);
  free(node);
}

/* Puts an existing node into the sets of a list, too. */
static void add_sets(DistributedMesh *d, int64_t node, int list)
{
  const int64_t i = node - d->first[d->ranks->rank];

  if (i >= 0 && i < d->nodes.nnodes)
    d->nodes.node_sets[i] = set_lists_union(&d->cells.lists, d->nodes.node_sets[i], list);
  distributed_mesh_unify_lists(d);
}

/* Appends a cell to the cells of this rank, if it is here. node has the numbers of its nodes in the
   whole mesh. Returns its index. */
static int append_cell(DistributedMesh *d, int here, Shape shape, const int64_t node[], int list)
{
  DistributedMesh b  = {.ranks = d->ranks, .ncells = 1};
  const int       nn = here ? shape_nodes(shape) : 0;

  if (geometry_allocate(&b.cells, nn, here, nn, 0)) ranks_out_of_memory(d->ranks);
  for (int i = 0; i < nn; i++) b.cells.conn[i] = i;
  if (here) {
    b.cells.shape[0]       = (unsigned char)shape;
    b.cells.offset[1]      = nn;
    b.cells.cell_sets[0]   = list;
    b.cells.cell_number[0] = 0;
  }
  append_cells(d, &b, node);
  geometry_free(&b.cells);
  return d->cells.ncells - 1;
}

void split_line(DistributedMesh *d, int rank, int cell, double s, int64_t node)
{
  const int     here   = d->ranks->rank == rank;
  const int64_t number = node < 0 ? distributed_mesh_node_count(d) : node;
  Geometry     *g      = &d->cells;
  SplitLine     split  = {.at = 0};
  int64_t       end[2] = {number, 0};
  int           added, list;

  if (!g->origin) {
    if (geometry_allocate_origin(g)) ranks_out_of_memory(d->ranks);
    for (int c = 0; c < g->ncells; c++)
      g->origin[c] = (CellOrigin){
        g->cell_number[c], 0, {0, 1}
      };
  }
  if (here) {
    split  = find_parts(g, cell, s);
    end[1] = g->node_number[g->conn[g->offset[cell] + 1]];
  }
  list = find_list(d, here, cell);
  if (node < 0) add_node(d, here, split.point, list);
  else add_sets(d, node, list);
  added = append_cell(d, here, SHAPE_LINE, end, here ? g->cell_sets[cell] : 0);
  if (!here) return;
  g->conn[g->offset[cell] + 1] = g->conn[g->offset[added]];
  g->origin[added]             = g->origin[cell];
  g->origin[cell].part[1] = g->origin[added].part[0] = split.at;
  for (int e = 0; e < 2 && g->rise; e++)
    memcpy(g->rise[e ? added : cell], split.rise[e], sizeof *g->rise);
}

void add_point_cell(DistributedMesh *d, int rank, int64_t node, int list)
{
  (void)append_cell(d, d->ranks->rank == rank, SHAPE_POINT, &node, list);
}
