/* split_ends.h: the ends of lines of a part that are split off the nodes of points. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MEMBERS_SPLIT_ENDS_H
#define FS_MEMBERS_SPLIT_ENDS_H

#include "part_ends.h"

/* The end of a line of a part, at a point of the set. */
typedef struct {
  int     cell, end;
  int     needed;    /* index of the point's node in DistributedMesh.cells */
  int64_t position;  /* among the split ends of all ranks, in the order of the cells */
  double  offset[3]; /* in global axes [m] */
} SplitEnd;

/* The split at a set of points. */
typedef struct {
  MPI_Comm             comm;
  DistributedMesh     *d;
  NodeFetch            fetch;
  const PartSplit     *part;
  const PartEnd       *end;         /* of the part */
  char                 option[256]; /* that splits, for messages */
  const unsigned char *in_part;     /* [cells.ncells] */
  unsigned char       *at_set;  /* [cells.nnodes] whether a needed node is in the set of points */
  unsigned char       *at_sets; /* [cells.nnodes] ... or in a further set of points of the part */
  int                  n;       /* number of split ends of this rank */
  SplitEnd            *split;   /* [n] */
} Splitting;

static inline int is_line_cell(const Geometry *g, int cell)
{
  return g->shape[cell] == SHAPE_LINE || g->shape[cell] == SHAPE_LINE3;
}

/* SplitEndsSetOffsets - Sets the offsets of the split ends in global axes (split_offsets.c).

   Collective. Input errors: an offset end of a line with three nodes or of an arc; the member has
   several lines, so that its axis would have a kink; a beam lies along its direction. */
PetscErrorCode SplitEndsSetOffsets(const Splitting *s);

#endif
