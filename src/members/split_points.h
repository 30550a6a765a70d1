/* split_points.h: the points from which ends of lines were split off by -part_<name>_release or
   _end_offset. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MEMBERS_SPLIT_POINTS_H
#define FS_MEMBERS_SPLIT_POINTS_H

#include "mesh/geometry.h"
#include "mesh/distributed/exchange.h"

/* The end of a line of a part, and the point that it was split off. */
typedef struct {
  int64_t node;  /* number of the node of the end */
  int64_t point; /* number of the point's node; -1 if the end is not split off */
  double  x[3];  /* place of the point [m] */
} SplitPoint;

/* find_split_points - Sets point and x of n ends whose nodes are given. */
void find_split_points(const Ranks *ranks, const Geometry *g, int64_t n, SplitPoint split[]);

/* find_inner_split - Finds a point at which a release or an offset cuts a chain of lines in two.

   Two ends were split off such a point, the end of one line and the start of another, and nothing
   else is there, except for lines of other groups that coincide with these.
   Input:
     split  [n] the first and the second end of each line, from find_split_points()
   Output:
     x  place of the point, if there is one [m]
   Returns whether there is one among the points of this rank. Collective. */
int find_inner_split(const Ranks *ranks, const Geometry *g, int64_t n, const SplitPoint split[],
                     double x[3]);

#endif
