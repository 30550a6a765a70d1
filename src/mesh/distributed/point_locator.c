/* point_locator.c: finds near points by bins, which are cubes in space, on one rank and on all
   ranks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "point_locator.h"
#include "math/vector.h"
#include <stdlib.h>

typedef struct {
  const PointLocator *locator;
  const double       *x;        /* the point whose neighbours are searched */
  double             *distance; /* of the nearest point so far; initially the tolerance */
  int                *nearest;  /* its number; -1 if no point is near so far */
} PointQuery;

/* Keeps the point if it is the nearest one so far; of equally near points the lowest number wins.

   Always returns 0, so that the search continues. */
static int keep_nearest(const void *context, int point)
{
  const PointQuery *const query    = context;
  const double            distance = point_distance(query->locator->x[point], query->x);

  if (distance < *query->distance ||
      (distance == *query->distance && (*query->nearest < 0 || point < *query->nearest))) {
    *query->distance = distance;
    *query->nearest  = point;
  }
  return 0;
}

/* Returns the hash of the bin of a point, a cube with this side in a grid with a corner. */
static uint64_t bin_hash(const double corner[3], double side, const double x[3])
{
  double key[3]; /* may be too large for integers; adding 0 avoids -0, which has other bytes */

  for (int c = 0; c < 3; c++) key[c] = floor((x[c] - corner[c]) / side) + 0.;
  return hash_bytes(0, key, sizeof key);
}

static uint64_t locator_hash(const PointLocator *locator, const double x[3])
{
  return bin_hash(locator->origin, 4 * locator->tolerance, x);
}

int point_locator_add(PointLocator *locator, int point)
{
  return hash_index_add(&locator->index, locator_hash(locator, locator->x[point]), point);
}

/* A near point may be in another bin: the bins of the corners of a cube around x are searched. */
int point_locator_find(const PointLocator *locator, const double x[3])
{
  double           distance = locator->tolerance;
  int              nearest  = -1;
  const PointQuery context  = {locator, x, &distance, &nearest};

  for (int corner = 0; corner < 8; corner++) {
    double at[3];

    for (int c = 0; c < 3; c++)
      at[c] = x[c] + (corner >> c & 1 ? locator->tolerance : -locator->tolerance);
    (void)hash_index_find(&locator->index, locator_hash(locator, at), keep_nearest, &context);
  }
  return nearest;
}

void point_locator_free(PointLocator *locator) { hash_index_free(&locator->index); }

/* ---- spatial bins ---------------------------------------------------------------------------- */

/* Sorts nodes of all ranks into cubes with sides of 16 times the tolerance.

   Most nodes are far from the sides of their bin, and alone in it. */

/* Finds the bins that a cube around a point touches, and returns their number. */
static int bins_around(const SpatialBins *bins, const double x[3], uint64_t hash[8])
{
  int n = 0;

  for (int corner = 0; corner < 8; corner++) {
    double at[3];
    int    k = 0;

    for (int c = 0; c < 3; c++)
      at[c] = x[c] + (corner >> c & 1 ? bins->tolerance : -bins->tolerance);
    hash[n] = bin_hash(bins->corner, 16 * bins->tolerance, at);
    while (hash[k] != hash[n]) k++;
    n += k == n;
  }
  return n;
}

void spatial_bins_add(SpatialBins *bins, const DistributedMesh *d, const unsigned char selected[],
                      int mesh)
{
  const Geometry *g = &d->nodes;

  for (int i = 0; i < g->nnodes; i++) {
    uint64_t  hash[8];
    const int n = !selected || selected[i] ? bins_around(bins, g->x[i], hash) : 0;

    for (int k = 0; k < n; k++) {
      GROWING_LIST_ADD(bins->ranks, bins->hash, hash[k]);
      GROWING_LIST_ADD(bins->ranks, bins->node, mesh ? -1 - i : i);
    }
  }
}

/* Keeps the bins that have another node, on this or another rank. */
static void keep_shared_bins(SpatialBins *bins)
{
  unsigned char *equal = ranks_malloc(bins->ranks, bins->hash.n, 1);
  int64_t        kept  = 0;

  ranks_flag_duplicates(bins->ranks, bins->hash.n, bins->hash.at, equal);
  for (int64_t k = 0; k < bins->hash.n; k++)
    if (equal[k]) {
      bins->hash.at[kept]   = bins->hash.at[k];
      bins->node.at[kept++] = bins->node.at[k];
    }
  bins->hash.n = bins->node.n = kept;
  free(equal);
}

void spatial_bins_exchange(SpatialBins *bins, const DistributedMesh *const of[2])
{
  BinnedNode *local;
  int        *to;

  keep_shared_bins(bins);
  local = ranks_malloc(bins->ranks, bins->hash.n, sizeof *local);
  to    = ranks_malloc(bins->ranks, bins->hash.n, sizeof *to);
  for (int64_t k = 0; k < bins->hash.n; k++) {
    const int              node = bins->node.at[k], mesh = node < 0, i = mesh ? -1 - node : node;
    const DistributedMesh *d = of[mesh];

    local[k] = (BinnedNode){
      bins->hash.at[k],
      d->first[d->ranks->rank] + i,
      {d->nodes.x[i][0], d->nodes.x[i][1], d->nodes.x[i][2]},
      mesh
    };
    to[k] = ranks_owner_of_hash(bins->ranks, bins->hash.at[k]);
  }
  exchange_plan_create(bins->ranks, bins->hash.n, to, &bins->plan);
  free(to);
  bins->received = ranks_malloc(bins->ranks, bins->plan.m, sizeof *bins->received);
  exchange_send(&bins->plan, sizeof *local, local, bins->received);
  free(local);
}

void spatial_bins_free(SpatialBins *bins)
{
  exchange_plan_free(&bins->plan);
  free(bins->hash.at);
  free(bins->node.at);
  free(bins->received);
}
