/* spatial_bins.c: bins are cubes with sides of 16 times the distance that counts as near: most nodes are far from the sides of theirs, and alone in it. */
#include <math.h>
#include <stdlib.h>
#include "spatial_bins.h"

/* Hash of the bin of a point. */
static uint64_t bin_hash(const SpatialBins *bins, const double x[3])
{
  double key[3]; /* which may be too large for integers; + 0: no -0, whose bytes are others */

  for (int c = 0; c < 3; c++)
    key[c] = floor((x[c] - bins->corner[c]) / (16 * bins->tolerance)) + 0.;
  return hash_bytes(0, key, sizeof key);
}

/* hash[8] = those of the bins that the cube around a point reaches into; returns how many. */
static int bins_around(const SpatialBins *bins, const double x[3], uint64_t hash[8])
{
  int n = 0;

  for (int corner = 0; corner < 8; corner++) {
    double at[3];
    int    k = 0;

    for (int c = 0; c < 3; c++)
      at[c] = x[c] + (corner >> c & 1 ? bins->tolerance : -bins->tolerance);
    hash[n] = bin_hash(bins, at);
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
      int64_t capacity = bins->capacity;

      bins->hash = ranks_grow(bins->ranks, bins->hash, bins->n, &capacity, sizeof *bins->hash);
      bins->node =
        ranks_grow(bins->ranks, bins->node, bins->n, &bins->capacity, sizeof *bins->node);
      bins->hash[bins->n]   = hash[k];
      bins->node[bins->n++] = mesh ? -1 - i : i;
    }
  }
}

/* Keep those that are not alone. */
static void keep_shared_bins(SpatialBins *bins)
{
  unsigned char *equal = ranks_malloc(bins->ranks, bins->n, 1);
  int64_t        kept  = 0;

  ranks_flag_duplicates(bins->ranks, bins->n, bins->hash, equal);
  for (int64_t k = 0; k < bins->n; k++)
    if (equal[k]) {
      bins->hash[kept]   = bins->hash[k];
      bins->node[kept++] = bins->node[k];
    }
  bins->n = kept;
  free(equal);
}

void spatial_bins_exchange(SpatialBins *bins, const DistributedMesh *const of[2])
{
  BinnedNode *local;
  int        *to;

  keep_shared_bins(bins);
  local = ranks_malloc(bins->ranks, bins->n, sizeof *local);
  to    = ranks_malloc(bins->ranks, bins->n, sizeof *to);
  for (int64_t k = 0; k < bins->n; k++) {
    const int              mesh = bins->node[k] < 0, i = mesh ? -1 - bins->node[k] : bins->node[k];
    const DistributedMesh *d = of[mesh];

    local[k] = (BinnedNode){
      bins->hash[k],
      d->first[d->ranks->rank] + i,
      {d->nodes.x[i][0], d->nodes.x[i][1], d->nodes.x[i][2]},
      mesh
    };
    to[k] = ranks_owner_of_hash(bins->ranks, bins->hash[k]);
  }
  exchange_plan_create(bins->ranks, bins->n, to, &bins->plan);
  free(to);
  bins->received = ranks_malloc(bins->ranks, bins->plan.m, sizeof *bins->received);
  exchange_send(&bins->plan, sizeof *local, local, bins->received);
  free(local);
}

void spatial_bins_free(SpatialBins *bins)
{
  exchange_plan_free(&bins->plan);
  free(bins->hash);
  free(bins->node);
  free(bins->received);
}
