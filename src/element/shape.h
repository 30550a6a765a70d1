/* shape.h: the shapes of cells, and integrals over them. Knows nothing of PETSc. */
#ifndef SHAPE_H
#define SHAPE_H

/* Nodes of a 3-node line: both ends, then the middle; of triangles and quadrilaterals around. */
typedef enum { SHAPE_POINT, SHAPE_LINE, SHAPE_LINE3, SHAPE_TRIANGLE, SHAPE_QUADRILATERAL, SHAPES } Shape;
enum { SHAPE_MAX_NODES = 4 };

int         shape_nodes(Shape shape);
int         shape_dimension(Shape shape); /* 0, 1, 2 */
const char *shape_name(Shape shape);      /* "point", "line", "line3", "triangle", "quadrilateral" */

/* Length [m] or area [m2]; of a point 1. */
double shape_size(Shape shape, const double x[][3]);

/* N[nn]: integral of each shape function [m or m2]; they sum to the size. */
void shape_weights(Shape shape, const double x[][3], double N[]);

/* A point of Gauss's rule on a cell: N[nn], dN[nn][2] by the parent coordinates (a line uses the first), the weight.
   full: exact for the product of two shape functions on straight cells; otherwise the rule of reduced integration: 1
   point on a line, 2 on a 3-node line, 1 on a triangle; quadrilaterals have 2 x 2 points. */
typedef struct {
  double N[SHAPE_MAX_NODES], dN[SHAPE_MAX_NODES][2], weight;
} ShapePoint;
enum { SHAPE_MAX_POINTS = 4 };
int shape_points(Shape shape, int full, ShapePoint points[]); /* how many */

/* mass[nn][nn] = integral Ni Nj and grad[nn][nn] = integral of grad Ni . grad Nj in the cell's own surface, for triangles
   (exact) and quadrilaterals (2 x 2 Gauss points). Returns 0, or 1 where the map is singular or folded. */
int shape_surface(Shape shape, const double x[][3], double mass[], double grad[]);

#endif
