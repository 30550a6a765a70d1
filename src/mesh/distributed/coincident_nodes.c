/* coincident_nodes.c: finds nodes at one place that no cell joins, as on the sides of a slit.

   They show where a mesh was not glued. Bodies and joints of a mechanism often are at one place on
   purpose. Therefore nodes of points alone, and nodes of a cell without length, do not count. Nodes
   are compared on the rank of the bin that has them. For nearly all nodes only the bin's hash is
   sent there. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include "point_locator.h"
#include "distributed_mesh.h"

/* Bits of a node: it is in a cell with a length, or in a cell without. */
enum { EXTENDED = 1, JOINED = 2 };

/* Sets kind[cells.nnodes] to EXTENDED, JOINED or both, from the cells of this rank. */
static void classify_needed_nodes(const Geometry *g, double tolerance, unsigned char kind[])
{
  for (int c = 0; c < g->ncells; c++) {
    const int *node = g->conn + g->offset[c], nn = geometry_cell_size(g, c);
    double     size = 0;

    for (int i = 1; i < nn; i++) size = fmax(size, point_distance(g->x[node[0]], g->x[node[i]]));
    for (int i = 0; i < nn && nn > 1; i++) kind[node[i]] |= size > tolerance ? EXTENDED : JOINED;
  }
}

/* Returns kind[nodes.nnodes], from the cells of all ranks; the caller frees it. */
static unsigned char *classify_nodes(DistributedMesh *d, double tolerance)
{
  unsigned char *local = ranks_calloc(d->ranks, d->cells.nnodes, 1),
                *kind  = ranks_calloc(d->ranks, d->nodes.nnodes, 1), *received;
  NodeFetch fetch;

  distributed_mesh_plan_fetch(d, &fetch);
  distributed_mesh_fetch_x(d, &fetch);
  classify_needed_nodes(&d->cells, tolerance, local);
  received = ranks_malloc(d->ranks, fetch.plan.m, 1);
  exchange_send(&fetch.plan, 1, local, received);
  for (int64_t k = 0; k < fetch.plan.m; k++) kind[fetch.at[k]] |= received[k];
  node_fetch_free(&fetch);
  free(local);
  free(received);
  return kind;
}

static int compare_by_bin(const void *a, const void *b)
{
  const BinnedNode *p = *(BinnedNode *const *)a, *q = *(BinnedNode *const *)b;

  if (p->hash != q->hash) return p->hash < q->hash ? -1 : 1;
  return compare_int64(p->number, q->number);
}

/* Sets lowest[n] to the lowest number among the nodes near to each node and itself, or to -1 if no
   node is near. */
static void find_near_in_bins(const Ranks *ranks, double tolerance, int64_t n, BinnedNode node[],
                              int64_t lowest[])
{
  BinnedNode **order = ranks_malloc(ranks, n, sizeof(BinnedNode *));

  for (int64_t k = 0; k < n; k++) {
    order[k]  = &node[k];
    lowest[k] = -1;
  }
  qsort(order, (size_t)n, sizeof(BinnedNode *), compare_by_bin);
  for (int64_t start = 0, k = 0; k < n; k++) {
    if (order[k]->hash != order[start]->hash) start = k;
    for (int64_t j = start; j < k; j++) {
      if (point_distance(order[j]->x, order[k]->x) > tolerance) continue;
      lowest[order[k] - node] = order[j]->number;
      if (lowest[order[j] - node] < 0) lowest[order[j] - node] = order[j]->number;
      break;
    }
  }
  free(order);
}

int64_t *find_near_nodes(DistributedMesh *d, double tolerance, const double corner[3])
{
  unsigned char *kind = classify_nodes(d, tolerance);
  int64_t       *near_in_bins, *back, *lowest;
  SpatialBins    bins = spatial_bins_init(d->ranks, tolerance, corner);

  for (int i = 0; i < d->nodes.nnodes; i++) kind[i] = kind[i] == EXTENDED;
  spatial_bins_add(&bins, d, kind, 0);
  spatial_bins_exchange(&bins, (const DistributedMesh *const[2]){d, NULL});
  free(kind);
  near_in_bins = ranks_malloc(d->ranks, bins.plan.m, sizeof *near_in_bins);
  find_near_in_bins(d->ranks, tolerance, bins.plan.m, bins.received, near_in_bins);
  back   = ranks_malloc(d->ranks, bins.node.n, sizeof *back);
  lowest = ranks_malloc(d->ranks, d->nodes.nnodes, sizeof *lowest);
  exchange_send_back(&bins.plan, sizeof *back, near_in_bins, back);
  for (int i = 0; i < d->nodes.nnodes; i++) lowest[i] = -1;
  for (int64_t k = 0; k < bins.node.n; k++) {
    int64_t *own = &lowest[bins.node.at[k]];

    if (back[k] >= 0 && (*own < 0 || back[k] < *own)) *own = back[k];
  }
  free(back);
  free(near_in_bins);
  spatial_bins_free(&bins);
  return lowest;
}

void find_coincident_nodes(DistributedMesh *d)
{
  /* Relative to the diagonal of the bounding box: nearer nodes are at one place. It is above the
     round-off of formulas and of files with nine digits, and far below the size of an element.
     The test tests/mesh/maps.py and tests/model/sets.py have seams and slits of known numbers of
     nodes. */
  const double rounding = 1e-8;
  double       corner[3], size[3];
  const double tolerance = rounding * distributed_mesh_bounding_box(d, corner, size);
  int64_t     *lowest, ncoincident = 0;

  d->nodes.nplaces = 0;
  if (!(tolerance > 0) || !isfinite(tolerance / rounding)) return;
  lowest = find_near_nodes(d, tolerance, corner);
  for (int i = 0; i < d->nodes.nnodes; i++) {
    int64_t *place = &d->nodes.place[i];

    if (lowest[i] >= 0 && (*place < 0 || lowest[i] < *place)) *place = lowest[i];
    ncoincident += lowest[i] >= 0;
  }
  free(lowest);
  if (ranks_sum(d->ranks, ncoincident)) d->nodes.nplaces = distributed_mesh_node_count(d);
}
