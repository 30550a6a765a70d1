/* load_segment.h: the part of a line on which a load acts, and the factor of the load there. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_ALONG_LOAD_SEGMENT_H
#define FS_MODEL_LOADS_ALONG_LOAD_SEGMENT_H

#include "element/shape.h"
#include "input/formula/expression.h"
#include "model/loads/load_options.h"

/* LoadSegment - The part of one line on which a load acts. */
typedef struct {
  /* parent coordinates, from -1 to 1, between which the load acts. They are equal if the load does
     not act on the line, else at[0] < at[1] */
  double at[2];
  double factor[2]; /* factor of the load at these places, between which it changes linearly */
} LoadSegment;

/* LoadSegmentsFind - Finds the parts of lines on which a load acts, from its range of arc lengths.

   Input:
     set      index of the set on which the load acts in Geometry.set_name
   Output:
     segment  [ncells] the part of each line of the set; entries of other cells are zero. The caller
              frees it by PetscFree(). NULL if the load has no range
   Collective. Input errors: the arc length is not unique (MeshMemberPlaces()); a range ends beyond
   a member, or before it begins. */
PetscErrorCode LoadSegmentsFind(struct _n_Model *model, const LoadOptions *options, PetscInt set,
                                LoadSegment **segment);

/* load_segment_points - Computes the points at which a load on a cell is integrated, and returns
   their number. Not collective.

   Input:
     segment  the part of the line on which the load acts; NULL for the whole cell
     x        [nn] positions of the nodes of the cell [m]
   Output:
     points   [SHAPE_MAX_CELL_POINTS] with the shape functions of the whole cell; without a segment
              those of shape_cell_points()
     factor   [SHAPE_MAX_CELL_POINTS] factor of the segment at these points */
int load_segment_points(const LoadSegment *segment, Shape shape, const double x[][3],
                        ShapeCellPoint points[], double factor[]);

/* load_segment_values - Computes the values of a formula of x, y, z and t at these points, so that
   sums of the values over the points are integrals, as CellFieldAtPoints() does. Not collective.

   Input:
     formula  NULL stands for 1
     t        value of t [s]
     points   [n] the points, from load_segment_points()
   Output:
     value    [n] without the factor of the segment */
void load_segment_values(const LoadSegment *segment, Expression formula, PetscReal t, Shape shape,
                         const double x[][3], int n, const ShapeCellPoint points[], double value[]);

#endif
