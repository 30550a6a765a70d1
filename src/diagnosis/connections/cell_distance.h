/* cell_distance.h: the distance of a point from a line or surface of the mesh. Functions are not
   collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_CONNECTIONS_CELL_DISTANCE_H
#define FS_DIAGNOSIS_CONNECTIONS_CELL_DISTANCE_H

#include "mesh/geometry.h"

/* CellPlace - Where a line or surface is in space. */
typedef struct {
  Shape  shape;                 /* not SHAPE_POINT */
  int    nn;                    /* number of nodes */
  double x[SHAPE_MAX_NODES][3]; /* [nn] coordinates of the nodes [m] */
  double rise[3]; /* from the middle of the chord to the middle of an arc; 0 for other cells [m] */
  double size;    /* largest distance of a node from the first node [m] */
} CellPlace;

/* cell_place - Returns the place of a cell of g, which is a line or a surface. */
CellPlace cell_place(const Geometry *g, int cell);

/* cell_bound - Returns a lower bound of cell_distance(), which is faster to compute [m]. */
double cell_bound(const CellPlace *cell, const double p[3]);

/* cell_distance - Returns the distance of the point p from a cell [m]. */
double cell_distance(const CellPlace *cell, const double p[3]);

#endif
