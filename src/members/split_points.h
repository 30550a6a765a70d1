/* split_points.h: finds the points off which ends of lines were split by -part_<name>_release or
   _end_offset.

   An end is split off its point if the line has a further node there, and a 2-node cell of
   SPLIT_OFF_SET connects this node to the node of the point (part_ends.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MEMBERS_SPLIT_POINTS_H
#define FS_MEMBERS_SPLIT_POINTS_H

#include "mesh/geometry.h"
#include "mesh/distributed/exchange.h"

/* SplitPoint - An end of a line, and the point off which it was split. Node numbers are those of
   the whole mesh. */
typedef struct {
  int64_t node;  /* number of the node at the end of the line */
  int64_t point; /* number of the point's node; -1 if the end was not split off a point */
  double  x[3];  /* coordinates of the point [m]; not set if point is -1 */
} SplitPoint;

/* find_split_points - Finds the points off which n ends of lines were split.

   Input:
     g  this rank's part of the mesh
   Changed:
     split  [n] node is given; the function sets point and x
   Collective. */
void find_split_points(const Ranks *ranks, const Geometry *g, int64_t n, SplitPoint split[]);

/* find_inner_split - Finds a point at which a release or an offset cuts a chain of lines in two.

   At such a point the end of one line and the start of another line were split off, and no other
   line or surface is there, except for lines that coincide with these two.
   Input:
     g      this rank's part of the mesh
     split  [n] the start and the end of each line of the chains: split[2k] and split[2k + 1], from
            find_split_points()
   Output:
     x  coordinates of the point [m]; set only if the function returns 1
   Returns 1 if there is such a point among those that this rank compares, else 0. Collective. */
int find_inner_split(const Ranks *ranks, const Geometry *g, int64_t n, const SplitPoint split[],
                     double x[3]);

#endif
