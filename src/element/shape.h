/* shape.h: the shapes of cells, their shape functions, and integrals over cells.

   The functions do not use PETSc. x[nn][3] are the positions of a cell's nodes [m]. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_SHAPE_H
#define FS_ELEMENT_SHAPE_H

/* The shapes of cells. A 3-node line has its end nodes first, then the middle node. The nodes of
   triangles and quadrilaterals are in order around the cell. */
typedef enum {
  SHAPE_POINT,
  SHAPE_LINE,
  SHAPE_LINE3,
  SHAPE_TRIANGLE,
  SHAPE_QUADRILATERAL,
  SHAPES
} Shape;
enum { SHAPE_MAX_NODES = 4 };

/* shape_nodes, shape_dimension, shape_name - Return the number of nodes, the dimension and the name
   of the shape of a cell.

   The dimension is 0, 1 or 2. The names are "point", "line", "line3", "triangle",
   "quadrilateral". */
int         shape_nodes(Shape shape);
int         shape_dimension(Shape shape);
const char *shape_name(Shape shape);

/* shape_size - Returns the length [m] or the area [m2] of a cell; 1 for a point. */
double shape_size(Shape shape, const double x[][3]);

/* shape_weights - Computes the integral N[nn] of each shape function over the cell [m, m2].

   N[i] is the part of the length or area of the cell that belongs to node i. */
void shape_weights(Shape shape, const double x[][3], double N[]);

/* A point of a Gauss rule on the parent cell, which is the cell in natural coordinates. */
typedef struct {
  double N[SHAPE_MAX_NODES];     /* [nn] shape functions */
  double dN[SHAPE_MAX_NODES][2]; /* [nn][2] derivatives by the parent coordinates; lines use [0] */
  /* weight on the parent cell; multiply it by the Jacobian of the map to the cell */
  double weight;
} ShapePoint;
enum { SHAPE_MAX_POINTS = 4 };

/* shape_points - Computes the points of a Gauss rule on a cell's parent cell (the cell in natural
   coordinates) and returns their number.

   Input:
     full    if 1, the rule is exact for products of two shape functions on straight cells and
             parallelograms. If 0, integration is reduced: 1 point on a line, 2 on a 3-node line, 1
             on a triangle. Quadrilaterals have 2 x 2 points in both cases
   Output:
     points  [SHAPE_MAX_POINTS] the points */
int shape_points(Shape shape, int full, ShapePoint points[]);

/* ShapeCellPoint - A point in a cell: its position [m], the shape functions there, and size, its
   weight in integrals over the cell [m or m2]. The weight is 1 if the cell is a point. */
typedef struct {
  double x[3], N[SHAPE_MAX_NODES], size;
} ShapeCellPoint;
enum { SHAPE_MAX_CELL_POINTS = 16 };

/* shape_cell_points - Computes the points of a high-order integration rule on a cell, for loads
   that vary, and returns their number.

   The rule has four Gauss points in each direction. Triangles use the rule of a square with one
   side collapsed. The rule is exact for polynomials of degree 7 on straight cells and
   parallelograms, and of degree 6 on triangles.
   Output:
     places  [SHAPE_MAX_CELL_POINTS] the points */
int shape_cell_points(Shape shape, const double x[][3], ShapeCellPoint places[]);

/* shape_cell_square - Computes the coordinates of point k of shape_cell_points() in the square of
   shape_cell_point(), from -1 to 1. */
void shape_cell_square(Shape shape, int k, double square[2]);

/* shape_cell_point - Computes a point of a line or surface cell from coordinates in a square.

   Input:
     square  [2] coordinates from -1 to 1; those of lines and quadrilaterals are the parent
             coordinates, and one side of the square is collapsed to a corner of a triangle
     weight  factor of place->size. If it is 1, place->size is the length or area of the cell per
             unit of the square */
void shape_cell_point(Shape shape, const double x[][3], const double square[2], double weight,
                      ShapeCellPoint *place);

/* shape_line_derivative - Computes the derivative of an interpolated vector by the parent
   coordinate at node i of a line cell.

   Input:
     nn     number of nodes, 2 or 3
     value  [nn][3] values at the nodes; their positions give the tangent */
void shape_line_derivative(int nn, int i, const double value[][3], double derivative[3]);

/* SurfaceFactors - Values at the integration points of a surface, by which shape_surface_matrices()
   multiplies its integrands: mass for products of shape functions, such as the mass per area, and
   grad for products of their gradients, such as the tension. */
typedef struct {
  double mass[SHAPE_MAX_POINTS], grad[SHAPE_MAX_POINTS];
} SurfaceFactors;

/* shape_surface_matrices - Integrates products of shape functions and gradients on a surface.

   The integrals are exact on triangles; quadrilaterals use 2 x 2 Gauss points. Returns 0, or 1 if
   the cell has no area or is folded.
   Input:
     factor  factors of the two integrands at the points of shape_points() with reduced integration;
             NULL stands for 1
   Output:
     mass    [nn][nn] integral of N_i N_j [m2]
     grad    [nn][nn] integral of grad N_i . grad N_j, with gradients in the surface */
int shape_surface_matrices(Shape shape, const double x[][3], const SurfaceFactors *factor,
                           double mass[], double grad[]);

#endif
