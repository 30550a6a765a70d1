/* spatial_bins.h: nodes of dealt meshes in bins of space, so that those of different ranks that are near to each other meet on one rank. Called by coincident_nodes.c and
   join.c. Collective. */
#ifndef FS_MESH_DISTRIBUTED_SPATIAL_BINS_H
#define FS_MESH_DISTRIBUTED_SPATIAL_BINS_H

#include "distributed_mesh.h"

/* A node in a bin. mesh: 0, or 1 of the second mesh. */
typedef struct {
  uint64_t hash;
  int64_t  number;
  double   x[3];
  int      mesh;
} Binned;

/* The nodes of this rank in all bins that something near to them can be in; and, once they are shared, those bins in which there is more than
   one node, on the ranks that look after these. */
typedef struct {
  const Ranks *ranks;
  double       apart, corner[3];
  int64_t      n, room;
  uint64_t    *hash; /* [n] */
  int         *node; /* [n] numbers of the rank's nodes, of the second mesh -1 - number */
  Plan         plan;
  Binned      *there; /* [plan.m] */
} Bins;

/* apart: what is not farther is near [m]; corner: where bins begin. */
static inline Bins bins_begin(const Ranks *ranks, double apart, const double corner[3])
{
  return (Bins){
    .ranks = ranks, .apart = apart, .corner = {corner[0], corner[1], corner[2]}
  };
}
/* Add the nodes of d, for which wanted[nodes.nnodes] is not 0; NULL: all. mesh: 0 or 1. Local. */
void bins_add(Bins *bins, const Dealt *d, const unsigned char wanted[], int mesh);
/* of[2]: the meshes whose nodes are in. */
void bins_share(Bins *bins, const Dealt *const of[2]);
void bins_free(Bins *bins);

#endif
