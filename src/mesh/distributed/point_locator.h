/* point_locator.h: finds points that are near to a given point, on one rank and on different
   ranks, by bins, which are cubes in space. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_DISTRIBUTED_POINT_LOCATOR_H
#define FS_MESH_DISTRIBUTED_POINT_LOCATOR_H

#include "math/vector.h"
#include "base/hash_index.h"
#include "distributed_mesh.h"
#include "exchange.h"

/* PointLocator - Points that are sorted into bins, which are cubes in space, so that a search looks
   only at the points in a few bins. */
typedef struct {
  const double (*x)[3]; /* coordinates of all points, those that may be added [m]; borrowed */
  double    tolerance;  /* largest distance of a point that a search finds, > 0 [m] */
  double    origin[3];  /* a corner of one bin [m] */
  HashIndex index;      /* finds the added points of a bin */
} PointLocator;

/* point_locator_init - Returns a locator to which no points have been added.

   The arguments have the meaning of the members of PointLocator with the same names. The caller
   frees the locator by point_locator_free(). */
static inline PointLocator point_locator_init(const double (*x)[3], double tolerance,
                                              const double origin[3])
{
  return (PointLocator){
    x, tolerance, {origin[0],  origin[1], origin[2]},
      {.n = 0}
  };
}

/* point_locator_add - Adds the point locator->x[point], so that searches find it.

   Returns 0, or 1 if memory runs out. */
int point_locator_add(PointLocator *locator, int point);

/* point_locator_find - Returns the index of the added point that is nearest to x.

   Returns -1 if no added point is within the tolerance. If several points have the same distance,
   returns the one with the lowest index. */
int  point_locator_find(const PointLocator *locator, const double x[3]);
void point_locator_free(PointLocator *locator);

/* ---- spatial bins ---------------------------------------------------------------------------- */

/* Sorts nodes of distributed meshes into bins, which are cubes in space.

   The bins find pairs of nodes that are near to each other, also on different ranks. Each bin
   belongs to one rank. Two nodes that are near to each other are both in some bin, and both are
   sent to the rank of this bin, which can then compare them. Functions are not collective,
   except spatial_bins_exchange(). */

/* BinnedNode - A node in a bin. */
typedef struct {
  uint64_t hash;   /* hash of the bin */
  int64_t  number; /* number of the node in its mesh */
  double   x[3];   /* [m] */
  int      mesh;   /* 0 if the node is in the first mesh, 1 if it is in the second */
} BinnedNode;

/* SpatialBins - Pairs of a node and a bin, for nodes of one or two meshes.

   A node forms a pair with its own bin and with each neighboring bin that is within the tolerance
   of the node. The function spatial_bins_exchange() removes the pairs of bins with only one node,
   and sends the others to the ranks of the bins. */
typedef struct {
  const Ranks *ranks;
  /* largest distance of nodes that are near, and a corner of one bin, the same on all ranks [m] */
  double tolerance, corner[3];
  GROWING_LIST(uint64_t) hash; /* hash of the bin of each pair */
  /* node of each pair: i for node i of the first mesh, -1 - i for node i of the second mesh, where
     i is an index in the block of nodes of this rank */
  GROWING_LIST(int) node;
  ExchangePlan plan;     /* sends each pair to the rank of the bin */
  BinnedNode  *received; /* [plan.m] the nodes, of all ranks, in the bins of this rank */
} SpatialBins;

/* spatial_bins_init - Returns bins without nodes, which the caller frees by spatial_bins_free().

   Input:
     tolerance  nodes are near if their distance is at most tolerance [m]
     corner     a corner of one bin, the same on all ranks [m] */
static inline SpatialBins spatial_bins_init(const Ranks *ranks, double tolerance,
                                            const double corner[3])
{
  return (SpatialBins){
    .ranks = ranks, .tolerance = tolerance, .corner = {corner[0], corner[1], corner[2]}
  };
}

/* spatial_bins_add - Adds nodes of this rank's block to their bins.

   Input:
     d         the mesh of the nodes
     selected  [d->nodes.nnodes] not 0 for the nodes to add; if it is NULL, all nodes are added
     mesh      0 for the first mesh, 1 for the second */
void spatial_bins_add(SpatialBins *bins, const DistributedMesh *d, const unsigned char selected[],
                      int mesh);

/* spatial_bins_exchange - Removes the pairs of bins that have only one node, and sends the other
   pairs to the ranks of the bins. Sets bins->plan and bins->received.

   Input:
     of  the first and the second mesh; of[1] may be NULL if no nodes of a second mesh were added
   Collective. */
void spatial_bins_exchange(SpatialBins *bins, const DistributedMesh *const of[2]);
void spatial_bins_free(SpatialBins *bins);

#endif
