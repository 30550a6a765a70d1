/* point_locator.h: find points of space that are near to one, among some that are numbered from 0. Called by what looks for nodes at one place.
   Not collective; a Near that is made by point_locator_init has no points. */
#ifndef FS_MESH_DISTRIBUTED_POINT_LOCATOR_H
#define FS_MESH_DISTRIBUTED_POINT_LOCATOR_H

#include "math/vector.h"
#include "mesh/hash_index.h"

typedef struct {
  const double (*x)[3]; /* of all points, borrowed [m] */
  double    tolerance;  /* what is not farther is near [m]; > 0 */
  double    origin[3];  /* of the bins */
  HashIndex index;      /* of the points that were added, by their bins */
} PointLocator;

static inline PointLocator point_locator_init(const double (*x)[3], double tolerance,
                                              const double origin[3])
{
  return (PointLocator){
    x, tolerance, {origin[0],  origin[1], origin[2]},
      {.n = 0}
  };
}

/* Returns 0, or 1 when memory runs out. */
int point_locator_add(PointLocator *locator, int point);
/* The nearest of the points that were added and are near to x, of equally near ones the first; -1: there is none. */
int  point_locator_find(const PointLocator *locator, const double x[3]);
void point_locator_free(PointLocator *locator);

/* corner[3] of the box around n points; returns the length of its diagonal [m]. */
double points_bounding_box(int n, const double (*x)[3], double corner[3]);

#endif
