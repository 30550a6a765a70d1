/* cell_field.h: values of formulas of the place in cells where the formulas jump or have corners.

   Loads, temperatures and initial strains take values of their formula at a few points of a cell,
   the points of a Gauss rule. If the formula has a break inside of the cell, values at these points
   miss the place of the break. The functions of this file replace them by values whose sums over
   the points are the exact integrals over the cell. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_FIELDS_CELL_FIELD_H
#define FS_MODEL_FIELDS_CELL_FIELD_H

#include "element/shape.h"
#include "input/formula/expression.h"

/* CellFieldValues - Computes values at Gauss points of a line or surface whose formula has a break
   inside of it.

   The values are those of the polynomial of degree points - 1 in each direction whose integrals
   over the cell, times any polynomial of this degree, are those of the formula (an L2 projection).
   Integrals of the formula times shape functions are therefore exact, to 1e-11 of the largest
   value.
   Input:
     formula  of x, y, z and perhaps t, or of the place on a surface (PLACE_VARIABLES), with t = 0
     t        value of t [s]
     x        [nn] positions of the nodes [m]
     points   points in each direction: 1, 2, or 4 as in shape_cell_points()
   Output:
     value    [points^dimension] in the order of shape_cell_points(): the first direction is
              fastest. It may contain values that are not finite
   Returns PETSC_FALSE without values if there is no break; the caller then takes the values of the
   formula at the points. Not collective. */
PetscBool CellFieldValues(Expression formula, PetscReal t, Shape shape, const double x[][3],
                          int points, double value[]);

/* CellFieldMean - Computes the mean of a power of the formula over a surface, and returns
   PETSC_FALSE without a mean if there is no break. The formula does not depend on t. */
PetscBool CellFieldMean(Expression formula, Shape shape, const double x[][3], int power,
                        double *mean);

/* CellFieldAtPoints - Computes the values of CellFieldValues() or, if there is no break, those of
   the formula at the points.

   Input:
     n, point  from shape_cell_points()
   Output:
     value     [n] */
void CellFieldAtPoints(Expression formula, PetscReal t, Shape shape, const double x[][3], int n,
                       const ShapeCellPoint point[], double value[]);

/* CellFieldAtNodes - Computes values at the nodes of a surface, between which the field is
   interpolated, such that the integrals times shape functions are those of the formula.

   Output:
     value  [nn] values at the nodes
   Returns PETSC_FALSE without values if there is no break. Not collective. */
PetscBool CellFieldAtNodes(Expression formula, PetscReal t, Shape shape, const double x[][3],
                           double value[]);

#endif
