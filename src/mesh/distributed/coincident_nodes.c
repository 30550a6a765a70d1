/* coincident_nodes.c: nodes at one place that no cell connects: the two sides of a slit, where a mesh has not been glued. Bodies and
   joints of a mechanism often are at one place on purpose: nodes of points alone, and those of a cell without length,
   are left out. Nodes are compared on the rank of the bin in which they are; of nearly all the bin's hash alone goes there. */
#include <math.h>
#include <stdlib.h>
#include "spatial_bins.h"
#include "distributed_mesh.h"
#include "point_locator.h"

/* What nodes are looked at for. */
enum { EXTENDED = 1, JOINED = 2 }; /* bits: in a cell with a length; in one without */

/* kind[cells.nnodes] = EXTENDED, JOINED or both. */
static void kinds_of_needed(const Geometry *g, double apart, unsigned char kind[])
{
  for (int c = 0; c < g->ncells; c++) {
    const int *node = g->conn + g->offset[c], nn = geometry_cell_size(g, c);
    double     size = 0;

    for (int i = 1; i < nn; i++) size = fmax(size, near_distance(g->x[node[0]], g->x[node[i]]));
    for (int i = 0; i < nn && nn > 1; i++) kind[node[i]] |= size > apart ? EXTENDED : JOINED;
  }
}

/* kind[nodes.nnodes], malloc'ed. */
static unsigned char *kinds_of_nodes(Dealt *d, double apart)
{
  unsigned char *here = ranks_clear(d->ranks, d->cells.nnodes, 1), *kind = ranks_clear(d->ranks, d->nodes.nnodes, 1),
                *there;
  Asked asked;

  dealt_ask(d, &asked);
  dealt_fetch_places(d, &asked);
  kinds_of_needed(&d->cells, apart, here);
  there = ranks_take(d->ranks, asked.plan.m, 1);
  plan_send(&asked.plan, 1, here, there);
  for (int64_t k = 0; k < asked.plan.m; k++) kind[asked.at[k]] |= there[k];
  asked_free(&asked);
  free(here);
  free(there);
  return kind;
}

static int compare_binned(const void *a, const void *b)
{
  const Binned *p = *(Binned *const *)a, *q = *(Binned *const *)b;

  if (p->hash != q->hash) return p->hash < q->hash ? -1 : 1;
  return (p->number > q->number) - (p->number < q->number);
}

/* least[n] = the least number of a node near to each, itself included; -1: it is alone. */
static void compare_in_bins(const Ranks *ranks, double apart, int64_t n, Binned node[], int64_t least[])
{
  Binned **order = ranks_take(ranks, n, sizeof(Binned *));

  for (int64_t k = 0; k < n; k++) {
    order[k] = &node[k];
    least[k] = -1;
  }
  qsort(order, (size_t)n, sizeof(Binned *), compare_binned);
  for (int64_t begin = 0, k = 0; k < n; k++) {
    if (order[k]->hash != order[begin]->hash) begin = k;
    for (int64_t j = begin; j < k; j++) {
      if (near_distance(order[j]->x, order[k]->x) > apart) continue;
      least[order[k] - node] = order[j]->number;
      if (least[order[j] - node] < 0) least[order[j] - node] = order[j]->number;
      break;
    }
  }
  free(order);
}

void dealt_find_places(Dealt *d)
{
  const double   rounding = 1e-8; /* of the box's diagonal: nodes that are nearer are at one place */
  double         corner[3], size[3];
  const double   apart = rounding * dealt_box(d, corner, size);
  unsigned char *kind;
  int64_t       *least, *back, found = 0;
  Bins           bins;

  d->nodes.nplaces = 0;
  if (!(apart > 0) || !isfinite(apart / rounding)) return;
  kind = kinds_of_nodes(d, apart);
  for (int i = 0; i < d->nodes.nnodes; i++) kind[i] = kind[i] == EXTENDED;
  bins = bins_begin(d->ranks, apart, corner);
  bins_add(&bins, d, kind, 0);
  bins_share(&bins, (const Dealt *const[2]){d, NULL});
  free(kind);
  least = ranks_take(d->ranks, bins.plan.m, sizeof *least);
  compare_in_bins(d->ranks, apart, bins.plan.m, bins.there, least);
  back = ranks_take(d->ranks, bins.n, sizeof *back);
  plan_back(&bins.plan, sizeof *back, least, back);
  for (int64_t k = 0; k < bins.n; k++) {
    int64_t *place = &d->nodes.place[bins.node[k]];

    if (back[k] >= 0 && (*place < 0 || back[k] < *place)) *place = back[k];
    found += back[k] >= 0;
  }
  free(back);
  free(least);
  bins_free(&bins);
  if (ranks_sum(d->ranks, found)) d->nodes.nplaces = dealt_nodes(d);
}
