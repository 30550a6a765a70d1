/* spatial_bins.h: sorts nodes of distributed meshes into bins, which are cubes in space.

   Each bin belongs to one rank. Nodes that are near to each other, on the same or different ranks,
   are sent to the rank of a bin that has both. That rank can then compare them. Functions are
   local, except spatial_bins_exchange(). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_DISTRIBUTED_SPATIAL_BINS_H
#define FS_MESH_DISTRIBUTED_SPATIAL_BINS_H

#include "distributed_mesh.h"
#include "growing_list_add.h"

/* BinnedNode - A node in a bin. */
typedef struct {
  uint64_t hash;   /* hash of the bin */
  int64_t  number; /* number of the node in its mesh */
  double   x[3];   /* [m] */
  int      mesh;   /* 0 or 1, as for spatial_bins_add() */
} BinnedNode;

/* SpatialBins - Pairs of a node and a bin, for nodes of one or two meshes.

   A node has a pair with each bin in which another node can be near to it. After
   spatial_bins_exchange(), only bins with more than one node remain. received then has the nodes,
   of all ranks, in the bins of this rank. */
typedef struct {
  const Ranks *ranks;
  double       tolerance, corner[3]; /* [m], see spatial_bins_init() */
  GROWING_LIST(uint64_t) hash;       /* of each pair: hash of the bin */
  GROWING_LIST(int) node;            /* of each pair: local node i of mesh 0, or -1 - i of mesh 1 */
  ExchangePlan plan;                 /* sends each pair to the rank of the bin */
  BinnedNode  *received;             /* [plan.m] */
} SpatialBins;

/* spatial_bins_init - Returns empty bins.

   Input:
     tolerance  nodes are near if their distance is at most tolerance [m]
     corner     a corner of one bin [m], the same on all ranks */
static inline SpatialBins spatial_bins_init(const Ranks *ranks, double tolerance,
                                            const double corner[3])
{
  return (SpatialBins){
    .ranks = ranks, .tolerance = tolerance, .corner = {corner[0], corner[1], corner[2]}
  };
}

/* spatial_bins_add - Adds nodes of this rank to their bins.

   Input:
     selected  [d->nodes.nnodes] not 0 for the nodes to add; if it is NULL, all nodes are added
     mesh      0 for the first mesh, 1 for the second */
void spatial_bins_add(SpatialBins *bins, const DistributedMesh *d, const unsigned char selected[],
                      int mesh);

/* spatial_bins_exchange - Removes bins with one node, and sends the others to their ranks.

   Input:
     of  mesh 0 and mesh 1 of spatial_bins_add(); of[1] may be NULL if only mesh 0 was added
   Collective. */
void spatial_bins_exchange(SpatialBins *bins, const DistributedMesh *const of[2]);
void spatial_bins_free(SpatialBins *bins);

#endif
