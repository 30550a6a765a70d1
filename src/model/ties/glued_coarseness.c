/* glued_coarseness.c: compares the lengths of glued lines with the cells on which they lie. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include "glued_search.h"
#include "math/vector.h"

/* The surface on which a tied node lies. */
typedef struct {
  double side[2][3]; /* mean vectors along its sides [m] */
  int    corners;    /* 3 or 4; 0 if the node lies on none */
} FootSides;

static FootSides sides_of_foot(const GluedFoot *foot)
{
  FootSides s         = {.corners = 0};
  const double(*x)[3] = (const double(*)[3])foot->cell.x;

  if (foot->found <= 0 || shape_dimension((Shape)foot->cell.shape) != 2) return s;
  s.corners = shape_nodes((Shape)foot->cell.shape) == 4 ? 4 : 3;
  for (int c = 0; c < 3; c++) {
    s.side[0][c] = s.corners == 4 ? (x[1][c] - x[0][c] + x[2][c] - x[3][c]) / 2 : x[1][c] - x[0][c];
    s.side[1][c] = s.corners == 4 ? (x[3][c] - x[0][c] + x[2][c] - x[1][c]) / 2 : x[2][c] - x[0][c];
  }
  return s;
}

/* Returns the extent of a surface along a unit vector [m]. */
static double extent_along(const FootSides *s, const double u[3])
{
  const double a = dot(s->side[0], u), b = dot(s->side[1], u);

  if (s->corners == 4) return fabs(a) + fabs(b);
  return fmax(fabs(a - b), fmax(fabs(a), fabs(b)));
}

/* Gives each node of this rank's cells the surface on which it lies, at[d->cells.nnodes]. */
static void fetch_sides(DistributedMesh *d, const unsigned char selected[], const GluedFoot foot[],
                        FootSides at[])
{
  FootSides *mine = ranks_calloc(d->ranks, d->nodes.nnodes, sizeof *mine);
  NodeFetch  fetch;
  int64_t    k = 0;

  for (int i = 0; i < d->nodes.nnodes; i++)
    if (selected[i]) mine[i] = sides_of_foot(&foot[k++]);
  distributed_mesh_plan_fetch(d, &fetch);
  distributed_mesh_fetch_x(d, &fetch);
  distributed_mesh_fetch(d, &fetch, sizeof *mine, mine, at);
  node_fetch_free(&fetch);
  free(mine);
}

double glued_coarseness(DistributedMesh *d, const unsigned char selected[], const GluedFoot foot[])
{
  const Geometry *g      = &d->cells;
  FootSides      *at     = ranks_calloc(d->ranks, g->nnodes, sizeof *at);
  double          sum[2] = {0, 0}; /* lengths of the lines, and extents of surfaces along them */

  fetch_sides(d, selected, foot, at);
  for (int c = 0; c < g->ncells; c++) {
    const int *const node = g->conn + g->offset[c];
    double           u[3], length;

    if (g->shape[c] != SHAPE_LINE || !at[node[0]].corners || !at[node[1]].corners) continue;
    length = point_distance(g->x[node[0]], g->x[node[1]]);
    if (!(length > 0)) continue;
    for (int k = 0; k < 3; k++) u[k] = (g->x[node[1]][k] - g->x[node[0]][k]) / length;
    sum[0] += length;
    sum[1] += (extent_along(&at[node[0]], u) + extent_along(&at[node[1]], u)) / 2;
  }
  free(at);
  MPI_Allreduce(MPI_IN_PLACE, sum, 2, MPI_DOUBLE, MPI_SUM, d->ranks->comm);
  return sum[1] > 0 ? sum[0] / sum[1] : 0;
}
