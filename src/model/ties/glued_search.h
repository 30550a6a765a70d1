/* glued_search.h: finds the cells of a part on which the nodes of a glued tie lie.

   Cells and nodes are on any ranks. Space is divided into cubes, the bins. Each bin belongs to one
   rank, and the cells and nodes in a bin are sent to this rank, which compares them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_TIES_GLUED_SEARCH_H
#define FS_MODEL_TIES_GLUED_SEARCH_H

#include "mesh/mesh.h"

/* GluedCell - A line or surface of the part, as it is sent to other ranks. */
typedef struct {
  double  bin[3];                /* the bin to which this copy is sent */
  double  low[3];                /* the lowest bin of the cell */
  int64_t number;                /* number of the cell in the whole mesh */
  int64_t node[SHAPE_MAX_NODES]; /* numbers of its nodes */
  double  x[SHAPE_MAX_NODES][3]; /* their positions [m] */
  double  size, reach;           /* largest distance of two nodes; largest distance of a tied
                                    node [m] */
  int shape;                     /* its Shape */
  int is_side;                   /* 1 for a line along a side of a surface, else 0 */
  int end[2];                    /* of a line of tied nodes: 1 where no other line continues */
} GluedCell;

typedef GROWING_LIST(GluedCell) GluedCellList;

/* GluedBins - The division of space into bins. */
typedef struct {
  const Ranks *ranks;
  double       corner[3]; /* a corner of a bin, the same on all ranks [m] */
  double       side;      /* length of the side of a bin [m] */
} GluedBins;

/* GluedFoot - The point of the part that is nearest to a node. */
typedef struct {
  GluedCell cell;                     /* of the point */
  double    N[SHAPE_MAX_NODES], x[3]; /* shape functions there, and its position [m] */
  double    distance;                 /* of the node [m] */
  int       found;                    /* 1; 0 if no cell is within reach; -1 if the node is a node
                                         of the part */
} GluedFoot;

/* glued_cells - Collects the cells of this rank that are in a set and have the highest dimension of
   the cells in the set.

   Input:
     set    index of the set
     reach  largest distance of a tied node from a cell [m]; 0: 1e-3 of the size of the cell
   Output:
     cells  cells of this rank, without bins; the caller frees the list
   Returns the dimension, 1 or 2; 0 if no rank has such a cell. Collective. */
int glued_cells(DistributedMesh *d, int set, double reach, GluedCellList *cells);

/* glued_bins - Chooses bins for cells. Collective. */
GluedBins glued_bins(const DistributedMesh *d, const GluedCellList *cells);

/* glued_cells_send - Sends each cell to the ranks of all bins that have points within its reach.

   Returns the received cells, sorted by their bins and numbers; the caller frees them by free().
   Output:
     n  number of received cells
   Collective. */
GluedCell *glued_cells_send(const GluedBins *bins, const GluedCellList *cells, int64_t *n);

/* glued_cells_in_bin - Returns the first of sorted cells in a bin, or NULL, and their number.
 * Local.
 */
const GluedCell *glued_cells_in_bin(const GluedCell sorted[], int64_t n, const double bin[3],
                                    int64_t *count);

/* glued_feet - Finds the nearest points of the part to nodes of this rank's block.

   Input:
     sorted    [n] result of glued_cells_send()
     selected  [d->nodes.nnodes] not 0 for the nodes
   Output:
     foot      one for each selected node, in their order
   Collective. */
void glued_feet(const GluedBins *bins, const DistributedMesh *d, const GluedCell sorted[],
                int64_t n, const unsigned char selected[], GluedFoot foot[]);

/* glued_distance - Returns the distance of a point, the same on all ranks, from the nearest of all
   cells [m]. Collective. */
double glued_distance(const Ranks *ranks, const GluedCellList *cells, const double x[3]);

#endif
