/* glued_edges.h: the weights of a mortar method for nodes on an edge that is glued to another edge.

   Let u be the motion of the edge with the tied nodes, and u' that of the other edge. With
   functions psi_k of the tied nodes k, the constraints are that the integral of psi_k (u - u')
   vanishes. The dual functions psi_k are linear on each line of tied nodes, and their integral with
   the shape function of another tied node is 0 (Wohlmuth, SIAM Journal on Numerical Analysis 38,
   2000). Therefore each constraint has a single tied node, whose motion is a weighted sum over
   nodes of the other edge. The sum of all psi_k is 1, so that constant tractions pass through the
   edge exactly. At an end of the edge the tied node follows the point at it, and psi of its
   neighbor is 1 on the last line. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_TIES_GLUED_EDGES_H
#define FS_MODEL_TIES_GLUED_EDGES_H

#include "glued_search.h"

/* GluedShare - The share of a node in the mean motion of the edge around a tied node. */
typedef struct {
  int64_t tied, node; /* numbers in the whole mesh */
  double  weight;     /* [m] integral of psi times the shape function of the node */
  double  full;       /* [m] integral of psi over the lines of tied nodes, in one share of them */
  double  x[3];       /* position of the node [m] */
  int     end;        /* 1 if the tied node is an end of the edge */
} GluedShare;

/* glued_shares - Computes the shares of the tied nodes of this rank's block.

   Input:
     sorted    [n] cells of the other edge, from glued_cells_send()
     selected  [d->nodes.nnodes] not 0 for tied nodes
   Output:
     m  number of shares
   Returns the shares, sorted by tied node and node, one for each pair; the caller frees them by
   free(). Collective. */
GluedShare *glued_shares(const GluedBins *bins, DistributedMesh *d, const GluedCell sorted[],
                         int64_t n, const unsigned char selected[], int64_t *m);

#endif
