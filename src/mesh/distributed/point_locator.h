/* point_locator.h: finds points that are near to a given point. Functions are not collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_DISTRIBUTED_POINT_LOCATOR_H
#define FS_MESH_DISTRIBUTED_POINT_LOCATOR_H

#include "math/vector.h"
#include "base/hash_index.h"

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

#endif
