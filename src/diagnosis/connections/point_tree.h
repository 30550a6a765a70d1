/* point_tree.h: a tree of balls that finds the points near a line or surface, by
   their distances from it.

   A long line of one cell and a fine surface may be in one model. Therefore the points are sorted
   into a tree instead of bins of one size. Functions are not collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_CONNECTIONS_POINT_TREE_H
#define FS_DIAGNOSIS_CONNECTIONS_POINT_TREE_H

#include <fs/petsc_versions.h>
#include "mesh/geometry.h"

/* ---- cell distance --------------------------------------------------------------------------- */

/* The distance of a point from a line or surface of the mesh. Functions are not collective. */

/* CellPlace - Where a line or surface is in space. */
typedef struct {
  Shape  shape;                 /* not SHAPE_POINT */
  int    nn;                    /* number of nodes */
  double x[SHAPE_MAX_NODES][3]; /* [nn] coordinates of the nodes [m] */
  /* vector from the middle of the chord to the middle of an arc [m]; 0 for other cells */
  double rise[3];
  double size; /* largest distance of a node from the first node [m] */
} CellPlace;

/* cell_place - Returns where a cell of the mesh g, which is a line or a surface, is in space. */
CellPlace cell_place(const Geometry *g, int cell);

/* cell_distance - Returns the distance of the point p from a cell [m]. */
double cell_distance(const CellPlace *cell, const double p[3]);

/* ---- the tree ---------------------------------------------------------------------------------
 */

/* PointBall - A ball that has all points of a branch of the tree. */
typedef struct {
  double center[3], radius; /* [m] */
  int    first, end;        /* the points PointTree.order[first] to order[end - 1] */
  int    next;              /* index of the first ball behind this branch */
} PointBall;

/* PointTree - The points, in an order in which the points of each branch are consecutive. */
typedef struct {
  const double (*x)[3]; /* coordinates of all points [m]; borrowed */
  int       *order;     /* indices of x */
  int        nballs;    /* number of balls; 0 if there are no points */
  PointBall *ball;      /* [nballs] each branch: its ball, then the smaller balls in it */
} PointTree;

/* PointTreeCreate - Sorts n points into a tree of balls, in which the points near a cell are found
   fast.

   Input:
     x     [n] coordinates [m]; borrowed by the tree
   Output:
     tree  the caller destroys it by PointTreeDestroy() */
PetscErrorCode PointTreeCreate(int n, const double x[][3], PointTree *tree);
PetscErrorCode PointTreeDestroy(PointTree *tree);

/* point_tree_find - Finds the points whose distance from a cell is at most tolerance [m].

   Input:
     found  is called for each such point, with its index in x
     to     first argument of found */
void point_tree_find(const PointTree *tree, const CellPlace *cell, double tolerance,
                     void (*found)(void *to, int point), void *to);

#endif
