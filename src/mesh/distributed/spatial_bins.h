/* spatial_bins.h: sorts nodes of distributed meshes into bins of space.

   Nodes that are near to each other meet on one rank, whichever ranks have them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_DISTRIBUTED_SPATIAL_BINS_H
#define FS_MESH_DISTRIBUTED_SPATIAL_BINS_H

#include "distributed_mesh.h"
#include "growing_list.h"

/* A node in a bin. */
typedef struct {
  uint64_t hash; /* of the bin */
  int64_t  number;
  double   x[3];
  int      mesh; /* 0 or 1 */
} BinnedNode;

/* Each node of this rank with all bins in which a node near to it can be. After the exchange, this
   rank also has the bins that it owns and that have more than one node. */
typedef struct {
  const Ranks *ranks;
  double       tolerance, corner[3];
  GROWING_LIST(uint64_t) hash; /* of the bins */
  GROWING_LIST(int) node;      /* index of the node; -1 - index if it is of mesh 1 */
  ExchangePlan plan;
  BinnedNode  *received; /* [plan.m] */
} SpatialBins;

/* spatial_bins_init - Returns empty bins.

   Input:
     tolerance  largest distance of near nodes [m]
     corner     origin of the bins [m] */
static inline SpatialBins spatial_bins_init(const Ranks *ranks, double tolerance,
                                            const double corner[3])
{
  return (SpatialBins){
    .ranks = ranks, .tolerance = tolerance, .corner = {corner[0], corner[1], corner[2]}
  };
}

/* spatial_bins_add - Adds nodes of a mesh. Local.

   Input:
     selected  [nodes.nnodes] not 0 for the nodes to add; if it is NULL, all nodes are added
     mesh      0 or 1 */
void spatial_bins_add(SpatialBins *bins, const DistributedMesh *d, const unsigned char selected[],
                      int mesh);

/* spatial_bins_exchange - Sends the nodes in shared bins to the ranks of these bins. Collective.

   Input:
     of  the meshes 0 and 1 whose nodes were added */
void spatial_bins_exchange(SpatialBins *bins, const DistributedMesh *const of[2]);
void spatial_bins_free(SpatialBins *bins);

#endif
