/* cell_place.h: points of a cell, and the one that is nearest to a point in space. */
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

/* cell_line_point - Computes a point of a 2-node line or arc.

   Input:
     x, rise  as for cell_nearest_point()
     s        arc length from the middle of the line, from -1 at the first node to 1 at the second
   Output:
     point  [m] */
void cell_line_point(const double x[2][3], const double rise[3], double s, double point[3]);

#endif
