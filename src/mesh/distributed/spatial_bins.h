/* spatial_bins.h: nodes of dealt meshes in bins of space, so that those of different ranks that are near to each other meet on one rank. Called by coincident_nodes.c and
   join.c. Collective. */
#ifndef FS_MESH_DISTRIBUTED_SPATIAL_BINS_H
#define FS_MESH_DISTRIBUTED_SPATIAL_BINS_H

#include "distributed_mesh.h"
#include "growing_list.h"

/* A node in a bin. mesh: 0, or 1 of the second mesh. */
typedef struct {
  uint64_t hash;
  int64_t  number;
  double   x[3];
  int      mesh;
} BinnedNode;

/* The nodes of this rank in all bins that something near to them can be in; and, once they are shared, those bins in which there is more than
   one node, on the ranks that look after these. */
typedef struct {
  const Ranks *ranks;
  double       tolerance, corner[3];
  GROWING_LIST(uint64_t) hash;
  GROWING_LIST(int)
  node; /* [hash.n] numbers of the rank's nodes, of the second mesh -1 - number */
  ExchangePlan plan;
  BinnedNode  *received; /* [plan.m] */
} SpatialBins;

/* apart: what is not farther is near [m]; corner: where bins begin. */
static inline SpatialBins spatial_bins_init(const Ranks *ranks, double tolerance,
                                            const double corner[3])
{
  return (SpatialBins){
    .ranks = ranks, .tolerance = tolerance, .corner = {corner[0], corner[1], corner[2]}
  };
}
/* Add the nodes of d, for which wanted[nodes.nnodes] is not 0; NULL: all. mesh: 0 or 1. Local. */
void spatial_bins_add(SpatialBins *bins, const DistributedMesh *d, const unsigned char selected[],
                      int mesh);
/* of[2]: the meshes whose nodes are in. */
void spatial_bins_exchange(SpatialBins *bins, const DistributedMesh *const of[2]);
void spatial_bins_free(SpatialBins *bins);

#endif
