/* mesh_map.c: maps the points of a grid by formulas of the user. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "mesh/mesh_options.h"

/* Steps of nodes of the grid in a direction. */
static int grid_steps(const Grid *grid, int d)
{
  const int lines = grid->kind == GRID_LINE;

  return d == 0 ? grid->order * grid->n[0] : lines ? 0 : grid->n[1];
}

/* Computes the place of a point of the grid, whose direction d is at w from 0 to 1 of its length.
 */
static void map_across(const PointFormulas *map, const Grid *grid, int d, PetscReal w,
                       const PetscReal at[2], PetscReal x[3])
{
  PetscReal moved[2] = {at[0], at[1]};

  moved[d] = (1 - w) * grid->lower[d] + w * grid->upper[d];
  for (int c = 0; c < 3; c++) x[c] = ExpressionValue(map->component[c], moved);
}

/* Determines whether both ends of direction d come to one place in the row of the point at. */
static PetscBool ends_coincide(const PointFormulas *map, const Grid *grid, int d,
                               const PetscReal at[2])
{
  /* Largest difference of a coordinate of both ends, relative to that of the start and the middle:
     round-off of formulas such as cos(2*pi*u), and the same number as for coincident nodes.
     The test tests/mesh/maps.py has surfaces that are closed in one, two and no directions. */
  const PetscReal rounding = 1e-8;
  PetscReal       start[3], middle[3], end[3], gap = 0, size = 0;

  map_across(map, grid, d, 0, at, start);
  map_across(map, grid, d, 0.5, at, middle);
  map_across(map, grid, d, 1, at, end);
  for (int c = 0; c < 3; c++) {
    gap  = PetscMax(gap, PetscAbsReal(end[c] - start[c]));
    size = PetscMax(size, PetscAbsReal(middle[c] - start[c]));
  }
  return (PetscBool)(size > 0 && gap <= rounding * size);
}

/* Sets the place of node i if it is on a side that comes to the place of the opposite one: the
   number of the node on the left or lower side. Returns whether it did. */
static PetscBool number_place(const PointFormulas *map, const Grid *grid, Geometry *g, int i)
{
  const int       nx    = grid_steps(grid, 0) + !grid->closed[0];
  const PetscReal x[2]  = {g->x[i][0], g->x[i][1]};
  int64_t         at[2] = {g->node_number[i] % nx, g->node_number[i] / nx};
  PetscBool       found = PETSC_FALSE;

  for (int d = 0; d < 2; d++) {
    const int steps = grid_steps(grid, d);

    if (grid->closed[d] || steps < 2 || (at[d] != 0 && at[d] != steps)) continue;
    if (!ends_coincide(map, grid, d, x)) continue;
    at[d] = 0;
    found = PETSC_TRUE;
  }
  if (found) g->place[i] = at[1] * nx + at[0];
  return found;
}

PetscErrorCode MeshMapApply(const PointFormulas *map, const Grid *grid, MPI_Comm comm, Geometry *g)
{
  PetscBool bad = PETSC_FALSE, places = PETSC_FALSE;
  char      message[512] = "";

  PetscFunctionBeginUser;
  if (!PointFormulasGiven(map)) PetscFunctionReturn(PETSC_SUCCESS);
  for (int i = 0; i < g->nnodes; i++) {
    const PetscReal at[2] = {g->x[i][0], g->x[i][1]};
    PetscReal       x[3];

    if (number_place(map, grid, g, i)) places = PETSC_TRUE;
    if (!PointFormulasValue(map, at, x) && !bad) {
      PointFormulasErrorText(map, at, sizeof message, message);
      bad = PETSC_TRUE;
    }
    for (int c = 0; c < 3; c++) g->x[i][c] = x[c];
  }
  PetscCall(CheckAllRanks(comm, bad, "%s", message));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &places, 1, FS_MPI_BOOL, MPI_LOR, comm));
  if (places)
    g->nplaces =
      (int64_t)(grid_steps(grid, 0) + !grid->closed[0]) * (grid_steps(grid, 1) + !grid->closed[1]);
  PetscFunctionReturn(PETSC_SUCCESS);
}
