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
      GROWING_LIST_ADD(bins->ranks, bins->hash, hash[k]);
      GROWING_LIST_ADD(bins->ranks, bins->node, mesh ? -1 - i : i);
    }
  }
}

/* Keep those that are not alone. */
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
