/* edge_load.c: the levers by which a load along the edge of a surface acts on nodes of shells.

   A line of the mesh with a load and the shell whose side it is can be on different ranks. Both
   send the numbers of the two nodes to the rank that a hash of these numbers chooses. This rank
   sums the loads of each edge, and sends every side of a shell its part of the sum. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "base/hash_index.h"
#include "edge_load.h"
#include "mesh/distributed/exchange.h"
#include "math/vector.h"
#include "model/parts/element_iterator.h"
#include "element/element.h"

/* EdgeShare - A loaded line, or a side of a shell that asks for its load. */
typedef struct {
  int64_t node[2]; /* numbers of the nodes in the whole mesh, ascending */
  int     side;    /* 1 for the side of a shell, 0 for a line */
  int     entry;   /* position among the entries that the rank has received */
  double  load[3]; /* integral of the load times the two shape functions of the line [N] */
} EdgeShare;

/* EdgeSide - A side of a shell that may have a load. */
typedef struct {
  PetscInt block, element;
  int      side; /* from node number side to the next one */
} EdgeSide;

typedef GROWING_LIST(EdgeShare) ShareList;
typedef GROWING_LIST(EdgeSide) SideList;

static EdgeShare share_between(const Geometry *g, int a, int b)
{
  const int64_t m = g->node_number[a], n = g->node_number[b];

  return (EdgeShare){
    .node = {m < n ? m : n, m < n ? n : m}
  };
}

/* Integrates the load along a line. */
static void integrate(const Geometry *g, const PlacedLoad *placed, int cell, double load[3])
{
  const LoadSegment *segment = placed->segment ? &placed->segment[cell] : NULL;
  double             x[ELEMENT_MAX_NODES][3];
  ShapeCellPoint     points[SHAPE_MAX_CELL_POINTS];
  double             value[SHAPE_MAX_CELL_POINTS], share[SHAPE_MAX_CELL_POINTS];
  int                n;

  geometry_cell_coordinates(g, cell, x);
  n = placed_load_points(placed, cell, SHAPE_LINE, (const double(*)[3])x, points, share);
  load_segment_values(segment, placed->field, 0, SHAPE_LINE, (const double(*)[3])x, n, points,
                      value);
  for (int k = 0; k < n; k++)
    for (int c = 0; c < 3; c++)
      load[c] += points[k].size * share[k] * value[k] * points[k].N[0] * points[k].N[1] *
                 placed->options->value[c];
}

static void add_lines(const Ranks *ranks, const Geometry *g, const PlacedLoad *placed,
                      ShareList *shares)
{
  for (int cell = 0; cell < g->ncells; cell++) {
    const int *node = g->conn + g->offset[cell];
    EdgeShare  share;

    if (g->shape[cell] != SHAPE_LINE || !placed_load_acts_on_cell(g, placed, cell)) continue;
    share = share_between(g, node[0], node[1]);
    integrate(g, placed, cell, share.load);
    GROWING_LIST_ADD(ranks, *shares, share);
  }
}

/* Adds the sides of shells between nodes of the set. */
static void add_sides(const Ranks *ranks, Model model, PetscInt set, ShareList *shares,
                      SideList *sides)
{
  const Geometry *g = &model->mesh->g;

  for (ElementIterator it = PartElements(model); NextElement(&it);) {
    const int nn = shape_nodes(it.block->kernel->shape);

    for (int i = 0; i < nn && it.block->kernel->type->side_load; i++) {
      const int a = it.node[i], b = it.node[(i + 1) % nn];
      EdgeShare share;

      if (!geometry_node_in_set(g, a, (int)set) || !geometry_node_in_set(g, b, (int)set)) continue;
      share      = share_between(g, a, b);
      share.side = 1;
      GROWING_LIST_ADD(ranks, *shares, share);
      GROWING_LIST_ADD(ranks, *sides,
                       (EdgeSide){.block = it.block_index, .element = it.element, .side = i});
    }
  }
}

static int compare_shares(const void *a, const void *b)
{
  const EdgeShare *p = a, *q = b;

  for (int k = 0; k < 2; k++)
    if (p->node[k] != q->node[k]) return compare_int64(p->node[k], q->node[k]);
  return (p->entry > q->entry) - (p->entry < q->entry);
}

static int same_edge(const EdgeShare *a, const EdgeShare *b)
{
  return a->node[0] == b->node[0] && a->node[1] == b->node[1];
}

/* Divides the load of each edge among its sides: sets load[n] by the position of entries. */
static void divide(int64_t n, EdgeShare share[], double (*load)[3])
{
  for (int64_t k = 0; k < n; k++) share[k].entry = (int)k;
  if (n) qsort(share, (size_t)n, sizeof *share, compare_shares);
  for (int64_t first = 0, end; first < n; first = end) {
    double sum[3] = {0};
    int    nsides = 0;

    for (end = first; end < n && same_edge(&share[first], &share[end]); end++) {
      nsides += share[end].side;
      for (int c = 0; c < 3; c++) sum[c] += share[end].load[c];
    }
    for (int64_t k = first; k < end; k++)
      for (int c = 0; c < 3; c++) load[share[k].entry][c] = nsides ? sum[c] / nsides : 0;
  }
}

/* Computes load[shares->n], the parts of the sides. */
static double (*exchange(const Ranks *ranks, const ShareList *shares))[3]
{
  double(*own)[3] = ranks_malloc(ranks, shares->n, sizeof *own), (*load)[3];
  int         *to = ranks_malloc(ranks, shares->n, sizeof *to);
  EdgeShare   *received;
  ExchangePlan plan;

  for (int64_t k = 0; k < shares->n; k++)
    to[k] =
      ranks_owner_of_hash(ranks, hash_bytes(0, shares->at[k].node, sizeof shares->at[k].node));
  exchange_plan_create(ranks, shares->n, to, &plan);
  received = ranks_malloc(ranks, plan.m, sizeof *received);
  load     = ranks_malloc(ranks, plan.m, sizeof *load);
  exchange_send(&plan, sizeof *received, shares->at, received);
  divide(plan.m, received, load);
  exchange_send_back(&plan, sizeof *load, load, own);
  exchange_plan_free(&plan);
  free(received);
  free(load);
  free(to);
  return own;
}

/* Adds the levers of a side to those of its nodes. */
static void add_side(Model model, const EdgeSide *side, const double load[3], Levers levers[])
{
  const Geometry *g    = &model->mesh->g;
  const Block    *b    = &model->block[side->block];
  const int       nn   = shape_nodes(b->kernel->shape);
  const int      *conn = g->conn + g->offset[b->cells[side->element]];
  double          x[ELEMENT_MAX_NODES][3], arm[2][3], force[2][3];

  geometry_cell_coordinates(g, (int)b->cells[side->element], x);
  b->kernel->type->side_load(b->kernel, (const double(*)[3])x,
                             b->data + (size_t)side->element * (size_t)b->kernel->ndata, side->side,
                             load, arm, force);
  for (int end = 0; end < 2; end++) {
    Levers *of_node = &levers[conn[(side->side + end) % nn]];

    for (int k = 0; k < 9; k++) {
      const double entry = arm[end][k / 3] * force[end][k % 3];

      of_node->sum[k] += entry;
      of_node->size += fabs(entry);
    }
  }
}

PetscBool edge_load_acts(Model model, const PlacedLoad *placed)
{
  PetscBool has = PETSC_FALSE;

  if (placed->options->kind != LOAD_TRACTION || placed->is_moving || !(placed->cells & 1 << 1))
    return PETSC_FALSE;
  for (PetscInt k = 0; k < model->nparts; k++)
    has = (PetscBool)(has || model->block[k].kernel->type->side_load);
  return has;
}

PetscErrorCode EdgeLoadAdd(Model model, const PlacedLoad *placed, Levers levers[])
{
  ShareList shares = {0};
  SideList  sides  = {0};
  Ranks     ranks  = {.comm = model->comm};
  int64_t   nlines;
  double(*load)[3];

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(model->comm, &ranks.rank));
  PetscCallMPI(MPI_Comm_size(model->comm, &ranks.size));
  add_lines(&ranks, &model->mesh->g, placed, &shares);
  nlines = shares.n;
  add_sides(&ranks, model, placed->set, &shares, &sides);
  load = exchange(&ranks, &shares);
  for (int64_t k = 0; k < sides.n; k++) add_side(model, &sides.at[k], load[nlines + k], levers);
  free(load);
  free(shares.at);
  free(sides.at);
  PetscFunctionReturn(PETSC_SUCCESS);
}
