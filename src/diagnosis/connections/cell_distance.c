/* cell_distance.c: computes the distance of a point from a line, arc, triangle or quadrilateral. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "cell_distance.h"
#include "math/vector.h"
#include "mesh/place/cell_place.h"

CellPlace cell_place(const Geometry *g, int cell)
{
  CellPlace     place = {.shape = (Shape)g->shape[cell], .nn = geometry_cell_size(g, cell)};
  const double *rise  = geometry_cell_rise(g, cell);

  geometry_cell_coordinates(g, cell, place.x);
  if (rise) memcpy(place.rise, rise, sizeof place.rise);
  for (int i = 1; i < place.nn; i++)
    place.size = fmax(place.size, distance_between(place.x[0], place.x[i]));
  return place;
}

double cell_bound(const CellPlace *cell, const double p[3])
{
  return distance_between(cell->x[0], p) - cell->size - norm(cell->rise);
}

double cell_distance(const CellPlace *cell, const double p[3])
{
  double square[2];

  return cell_nearest_point(cell->shape, (const double(*)[3])cell->x, cell->rise, p, square);
}
