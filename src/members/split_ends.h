/* split_ends.h: ends of lines that have a node of their own, apart from the node of the point where
   they end.

   An option can split the lines of a part at a set of points (part_ends.h), for example for a
   hinge: each line then gets a node of its own there. The functions below know the nodes of this
   rank's cells alone (distributed_mesh.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MEMBERS_SPLIT_ENDS_H
#define FS_MEMBERS_SPLIT_ENDS_H

#include "part_ends.h"

/* SplitEnd - An end of a line that gets a further node instead of the node of the point at which
   the line ends. */
typedef struct {
  /* cell: index of the line in DistributedMesh.cells. end: 0 for the start of the line, 1 for its
     end. */
  int     cell, end;
  int     needed;    /* index of the point's node in DistributedMesh.cells */
  int64_t position;  /* number of this split end among those of all ranks, in the order of cells */
  double  offset[3]; /* vector from the point to the further node, in global axes [m] */
} SplitEnd;

/* Splitting - The data with which the lines of one part are split off one set of points. */
typedef struct {
  MPI_Comm             comm;
  DistributedMesh     *d;
  NodeFetch            fetch;       /* fetches data of needed nodes */
  const PartSplit     *part;        /* the part */
  const PartEnd       *end;         /* the set of points, and the release and the offset there */
  char                 option[256]; /* name of the option that splits the lines, for messages */
  const unsigned char *in_part;     /* [d->cells.ncells] whether each cell is in the part */
  unsigned char       *at_set;      /* [d->cells.nnodes] whether a needed node is in the set */
  unsigned char *at_sets; /* [d->cells.nnodes] whether a needed node is in any set of points of the
                             part */
  int       n;            /* number of split ends of this rank */
  SplitEnd *split;        /* [n] the split ends */
} Splitting;

/* is_line_cell - Returns whether a cell is a line of two or three nodes. */
static inline int is_line_cell(const Geometry *g, int cell)
{
  return g->shape[cell] == SHAPE_LINE || g->shape[cell] == SHAPE_LINE3;
}

/* SplitEndsSetOffsets - Computes the vectors from points to the further nodes of the lines that are
   split off these points, and stores them in SplitEnd.offset.

   Collective. Input errors: a line with such an offset has three nodes or is an arc. A member
   consists of several lines, so that the offset of one line would make a kink. The offset is in the
   axes of the section, which do not exist because the direction is along the beam. */
PetscErrorCode SplitEndsSetOffsets(const Splitting *s);

#endif
