/* cell_place.h: the point of a cell that is nearest to a point in space. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_PLACE_CELL_PLACE_H
#define FS_MESH_PLACE_CELL_PLACE_H

#include "element/shape.h"

/* cell_nearest_point - Computes the point of a line or a surface that is nearest to a point in
   space.

   Input:
     x      [nn] positions of the nodes of the cell [m]
     rise   for a 2-node line that is an arc: the vector from the middle between its nodes to the
            middle of the arc [m]; NULL or 0 for a straight line and for other shapes
     point  [m]
   Output:
     square  coordinates of the nearest point, from -1 to 1, as shape_cell_point() takes them. The
             coordinate of an arc is the arc length, from -1 at the first node to 1 at the second
   Returns the distance [m]. */
double cell_nearest_point(Shape shape, const double x[][3], const double rise[3],
                          const double point[3], double square[2]);

#endif
