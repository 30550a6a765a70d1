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
  /* vector from the middle of the chord to the middle of an arc [m]; 0 for other cells */
  double rise[3];
  double size; /* largest distance of a node from the first node [m] */
} CellPlace;

/* cell_place - Returns where a cell of the mesh g, which is a line or a surface, is in space. */
CellPlace cell_place(const Geometry *g, int cell);

/* cell_bound - Returns a lower bound of the distance of the point p from a cell [m], which is
   faster to compute than cell_distance(). */
double cell_bound(const CellPlace *cell, const double p[3]);

/* cell_distance - Returns the distance of the point p from a cell [m]. */
double cell_distance(const CellPlace *cell, const double p[3]);

#endif
