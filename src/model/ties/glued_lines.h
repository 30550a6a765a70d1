/* glued_lines.h: the lines of a glued tie, from each tied node to nodes of the part to which the
   tie glues it.

   Point p of that part is at the tied node, or nearest to it. Its position is the sum of w_i (x_i +
   R_i s_i) over nodes i of the part, with weights w_i of sum 1 and with arms s_i that turn with the
   nodes. The arm is s_i = (X_p - X_i) / 2 + X - X_p, where X is the tied node. The second term is
   the eccentricity. The first term does not change the reference position of p. In bending it adds
   the deflection that belongs to the rotations of the nodes: a quadratic deflection is exact
   (linked interpolation: Auricchio & Taylor, Comput. Methods Appl. Mech. Eng. 117, 1994). For
   displacements along the surface the arm is the eccentricity alone (tie_glued.c). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_TIES_GLUED_LINES_H
#define FS_MODEL_TIES_GLUED_LINES_H

#include <stdint.h>
#include "glued_search.h"

/* Two ways in which a tied node follows the part: as the point p does with the arms s_i, or as the
   mean motion of the nodes with the eccentricity as their common arm. On an edge the mean motion is
   that of the edge around p, with the weights of a mortar method (glued_lines.h). */
enum { GLUED_POINT, GLUED_MEAN, GLUED_WAYS };

/* GluedLine - A line from a tied node to a node of the part. */
typedef struct {
  int64_t tied, node;         /* numbers of the tied node and of the other node in the whole mesh */
  int64_t row;                /* number of the tied node among all tied nodes of the tie, from 0 */
  int     first;              /* 1 for the first line of the tied node, else 0 */
  double  weight[GLUED_WAYS]; /* w_i */
  double  arm[GLUED_WAYS][3]; /* s_i, in the reference configuration [m] */
  double  along[3];           /* unit vector along a side of the part's cell */
  double  normal[3];          /* unit normal of the part's cell; 0 if the cell is a line */
  double  size;               /* largest distance of two nodes of the cell [m] */
  double  eccentricity;       /* distance of the tied node from the part [m] */
} GluedLine;

/* GluedLines - The lines of a tie that this rank has added to the mesh. */
typedef struct {
  int64_t    n;
  int64_t    before; /* number of cells that the mesh had before this tie added its lines */
  int        edges;  /* 1 if the tie glues nodes to edges, 0 if it glues them to surfaces */
  GluedLine *at;     /* [n], to be freed by free() */
} GluedLines;

/* ---- glued edges ----------------------------------------------------------------------------- */

/* The weights of a mortar method for nodes on an edge that is glued to another edge.

   Let u be the motion of the edge with the tied nodes, and u' that of the other edge. With
   functions psi_k of the tied nodes k, the constraints are that the integral of psi_k (u - u')
   vanishes. The dual functions psi_k are linear on each line of tied nodes, and their integral
   with the shape function of another tied node is 0 (Wohlmuth, SIAM Journal on Numerical
   Analysis 38, 2000). Therefore each constraint has a single tied node, whose motion is a
   weighted sum over nodes of the other edge. The sum of all psi_k is 1, so that constant
   tractions pass through the edge exactly. At an end of the edge the tied node follows the point
   at it, and psi of its neighbor is 1 on the last line. */

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
