/* cell_field.h: values of formulas of the place in cells where the formulas jump or have corners.

   Loads, temperatures and initial strains evaluate their formula at a few points of a cell, the
   points of a Gauss rule. A break is a place where the formula jumps or has a corner. If there is a
   break inside the cell, the values at the points do not show where it is. The functions of this
   file replace them by values whose sums over the points are the exact integrals over the cell.
   Functions are not collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_FIELDS_CELL_FIELD_H
#define FS_MODEL_FIELDS_CELL_FIELD_H

#include "element/shape.h"
#include "input/formula/expression.h"

enum { CELL_FIELD_BREAKS = 64 }; /* most breaks that are found along a line */

/* CellFieldValues - Computes values at Gauss points of a line or surface whose formula has a break
   inside of it.

   The values are those of the polynomial of degree points - 1 in each direction whose integrals
   over the cell, times any polynomial of this degree, are those of the formula (an L2 projection).
   Integrals of the formula times shape functions are therefore exact, up to 1e-11 of the largest
   value.
   Input:
     formula  a formula of x, y, z and t, or of the variables place_variables[] (part_options.h)
     t        value of t [s]; 0 if the formula does not have this variable
     x        [nn] positions of the nodes [m]
     points   number of points in each direction: 1, 2 or 4
   Output:
     value    [points^dimension] values in the order of shape_cell_points(), in which the first
              direction changes fastest. They may be not finite
   Returns PETSC_FALSE, without values, if there is no break. The caller then uses the values of the
   formula at the points. */
PetscBool CellFieldValues(Expression formula, PetscReal t, Shape shape, const double x[][3],
                          int points, double value[]);

/* CellFieldMean - Computes the mean of a power of a formula over a surface cell in which the
   formula jumps or has a corner (break). Returns PETSC_FALSE, without a mean, if there is no break.

   Input:
     formula  must not depend on t
     x        [nn] positions of the nodes [m]
     power    exponent of the power */
PetscBool CellFieldMean(Expression formula, Shape shape, const double x[][3], int power,
                        double *mean);

/* CellFieldAtPoints - Computes values of a formula at the points of shape_cell_points() in a cell.
   If the formula jumps or has a corner (break) in the cell, sums of the values are exact integrals.

   Along a line, and on a surface if the formula does not depend on t, the formula is integrated
   adaptively. If the rule with four points in each direction is not exact for it, the values are
   again those whose sums are its integrals.

   Input:
     t      value of t [s]
     x      [nn] positions of the nodes [m]
     point  [n] the values the points, from shape_cell_points(), which returns n
   Output:
     value  [n] */
void CellFieldAtPoints(Expression formula, PetscReal t, Shape shape, const double x[][3], int n,
                       const ShapeCellPoint point[], double value[]);

/* CellFieldIntegrals - Integrates a formula that moves with t over a surface cell.

   Input:
     t      value of t [s]
     x      [nn] positions of the nodes [m]
   Output:
     sums   the integral by the values of CellFieldAtPoints(), and the integral of the formula by
            adaptive integration; they are the same if the formula has a break in the cell */
void CellFieldIntegrals(Expression formula, PetscReal t, Shape shape, const double x[][3],
                        double sums[2]);

/* CellFieldLineBreaks - Finds the breaks of a formula along a line cell. Returns their number, at
   most CELL_FIELD_BREAKS.

   Input:
     t   value of t [s]
     x   [nn] positions of the nodes [m]
   Output:
     at  [CELL_FIELD_BREAKS] parent coordinates of the breaks, from -1 to 1, in ascending order */
int CellFieldLineBreaks(Expression formula, PetscReal t, Shape shape, const double x[][3],
                        double at[]);

/* CellFieldAtNodes - Computes values at the nodes of a surface cell in which a formula jumps or has
   a corner (break). The field that the shape functions interpolate between these values has the
   same integrals, times shape functions, as the formula.

   Input:
     t      value of t [s]
     x      [nn] positions of the nodes [m]
   Output:
     value  [nn] values at the nodes
   Returns PETSC_FALSE, without values, if there is no break. */
PetscBool CellFieldAtNodes(Expression formula, PetscReal t, Shape shape, const double x[][3],
                           double value[]);

#endif
