/* point_locator.h: finds points that are near to a given point. Functions are not collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_DISTRIBUTED_POINT_LOCATOR_H
#define FS_MESH_DISTRIBUTED_POINT_LOCATOR_H

#include "math/vector.h"
#include "mesh/hash_index.h"

typedef struct {
  const double (*x)[3]; /* coordinates of all points, borrowed [m] */
  double    tolerance;  /* largest distance of near points [m], > 0 */
  double    origin[3];  /* of the bins [m] */
  HashIndex index;      /* finds the points that were added by their bins */
} PointLocator;

/* point_locator_init - Returns a locator that has no points yet. */
static inline PointLocator point_locator_init(const double (*x)[3], double tolerance,
                                              const double origin[3])
{
  return (PointLocator){
    x, tolerance, {origin[0],  origin[1], origin[2]},
      {.n = 0}
  };
}

/* point_locator_add - Adds a point by its index in x. Returns 0, or 1 if memory runs out. */
int point_locator_add(PointLocator *locator, int point);

/* point_locator_find - Returns the nearest of the points that are near to x, or -1.

   If several are equally near, returns the first one. */
int  point_locator_find(const PointLocator *locator, const double x[3]);
void point_locator_free(PointLocator *locator);

#endif
