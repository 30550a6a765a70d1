/* load_points.h: the points at which a load between the nodes of a beam is evaluated. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_FINITE_LOAD_POINTS_H
#define FS_ELEMENT_BEAM_FINITE_LOAD_POINTS_H

#include "element/element.h"

/* LoadPoint - A point of LANES beams at which a load between their nodes is evaluated: its distance
   from the middle over the length, from -1/2 to 1/2, and the shape functions there. The integral of
   the load times a function is the sum, over all points, of size times field times the function. */
typedef struct {
  Lanes t, N[2], size, field;
} LoadPoint;

/* beam_load_points - Computes the points of LANES beams at which a load between their nodes is
   evaluated, and returns their number.

   A load per length has the points of shape_cell_points(), with the size in m, on the line or on
   the part of it on which the load acts. A concentrated load has one point, of size 1. Input:
     length  length of the beams [m]
   Output:
     p       [SHAPE_MAX_CELL_POINTS] the points */
static ALWAYS_INLINE int beam_load_points(const ElementLineLoad *load, Lanes length, LoadPoint p[])
{
  static const double unit[2][3] = {
    {-0.5, 0, 0},
    {0.5,  0, 0}
  };
  const Lanes    from = load->between[0] ? lanes_gather(load->between, 0) : lanes_fill(-1);
  const Lanes    to   = load->between[0] ? lanes_gather(load->between, 1) : lanes_fill(1);
  ShapeCellPoint point[SHAPE_MAX_CELL_POINTS];
  int            n;

  if (load->at[0]) {
    const Lanes t = lanes_gather(load->at, 0) / 2;

    p[0] = (LoadPoint){
      .t     = t,
      .N     = {0.5 - t, 0.5 + t},
      .size  = lanes_fill(1),
      .field = lanes_gather(load->field, 0)
    };
    return 1;
  }
  n = shape_cell_points(SHAPE_LINE, unit, point);
  for (int k = 0; k < n; k++) {
    p[k].t    = lanes_fill(point[k].x[0]);
    p[k].size = length * point[k].size;
    for (int i = 0; i < 2; i++) p[k].N[i] = lanes_fill(point[k].N[i]);
    p[k].field = load->field[0] ? lanes_gather(load->field, k) : lanes_fill(1);
    if (!load->between[0]) continue;
    p[k].t    = (from + to) / 4 + (to - from) / 2 * p[k].t;
    p[k].size = (to - from) / 2 * p[k].size;
    p[k].N[0] = 0.5 - p[k].t;
    p[k].N[1] = 0.5 + p[k].t;
  }
  return n;
}

#endif
