/* shape.h: the shapes of cells, their shape functions, and integrals over them. Called by kernels, the mesh and the
   model; knows nothing of PETSc. x[nn][3] are the positions of a cell's nodes [m]. Begin at shape_points. */
#ifndef FS_ELEMENT_SHAPE_H
#define FS_ELEMENT_SHAPE_H

/* Order of the nodes: of a 3-node line both ends, then the middle; of triangles and quadrilaterals around the cell. */
typedef enum {
  SHAPE_POINT,
  SHAPE_LINE,
  SHAPE_LINE3,
  SHAPE_TRIANGLE,
  SHAPE_QUADRILATERAL,
  SHAPES
} Shape;
enum { SHAPE_MAX_NODES = 4 };

int         shape_nodes(Shape shape);
int         shape_dimension(Shape shape); /* 0, 1, 2 */
const char *shape_name(Shape shape); /* "point", "line", "line3", "triangle", "quadrilateral" */

/* Length [m] or area [m2] of a cell; 1 for a point. */
double shape_size(Shape shape, const double x[][3]);

/* N[nn] = integral of each shape function over the cell [m or m2], the share of each node; their sum is the size. */
void shape_weights(Shape shape, const double x[][3], double N[]);

/* A point of a Gauss rule on the parent cell. */
typedef struct {
  double N[SHAPE_MAX_NODES]; /* [nn] shape functions */
  double dN[SHAPE_MAX_NODES]
           [2];  /* [nn][2] their derivatives by the parent coordinates; lines use the first */
  double weight; /* on the parent cell; multiply it by the length or area element */
} ShapePoint;
enum { SHAPE_MAX_POINTS = 4 };

/* points[SHAPE_MAX_POINTS]; returns how many. full 1: exact for products of two shape functions on cells that are
   straight or parallelograms. full 0, reduced integration: 1 point on a line, 2 on a 3-node line, 1 on a triangle;
   quadrilaterals have 2 x 2 points in both cases. */
int shape_points(Shape shape, int full, ShapePoint points[]);

/* A place in a cell: its position, the shape functions there, and its share of the cell's length [m] or area [m2], 1 of a point. */
typedef struct {
  double x[3], N[SHAPE_MAX_NODES], size;
} ShapeCellPoint;
enum { SHAPE_MAX_CELL_POINTS = 16 };

/* places[SHAPE_MAX_CELL_POINTS] by Gauss's rule of four points in each direction, in triangles by that of a square with one side drawn together:
   on cells that are straight or parallelograms exact for polynomials of degree 7, in triangles 6. Returns how many. */
int shape_cell_points(Shape shape, const double x[][3], ShapeCellPoint places[]);

/* mass[nn][nn] = integral of N_i N_j [m2] and grad[nn][nn] = integral of grad N_i . grad N_j, gradients in the surface
   of the cell, for triangles (exact) and quadrilaterals (2 x 2 Gauss points). Returns 0, or 1 if the cell has no area
   or is folded. */
int shape_surface_matrices(Shape shape, const double x[][3], double mass[], double grad[]);

#endif
