/* grid_options.c: reads the description of a grid from the options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "mesh/mesh_options.h"

/* Reads the ends of a line, or the corners of a rectangle in a plane z = const [m]. */
static PetscErrorCode CornersFromOptions(FsOptions o, MPI_Comm comm, PetscBool line,
                                         PetscReal lower[3], PetscReal upper[3])
{
  PetscInt  min_values = line ? 1 : 2, nlower = 3, nupper = 3;
  PetscReal length2 = 0;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReals(o, "-mesh_lower", min_values, &nlower, lower, NULL));
  PetscCall(FsOptionsReals(o, "-mesh_upper", min_values, &nupper, upper, NULL));
  if (!line) {
    PetscCheck(upper[2] == lower[2] || nupper < 3, comm, PETSC_ERR_USER_INPUT,
               "-mesh_upper: a rectangle lies in a plane z = %.6g, that of -mesh_lower",
               (double)lower[2]);
    PetscCheck(upper[0] > lower[0] && upper[1] > lower[1], comm, PETSC_ERR_USER_INPUT,
               "-mesh_upper %.6g,%.6g must be to the right of and above -mesh_lower %.6g,%.6g",
               (double)upper[0], (double)upper[1], (double)lower[0], (double)lower[1]);
  }
  for (int c = 0; c < 3; c++) length2 += (upper[c] - lower[c]) * (upper[c] - lower[c]);
  PetscCheck(length2 > 0, comm, PETSC_ERR_USER_INPUT,
             "-mesh_lower and -mesh_upper are the same point: the mesh has no length");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the cells per direction and their order. Input error: more cells than an int can count. */
static PetscErrorCode CellsFromOptions(FsOptions o, MPI_Comm comm, GridKind kind, int n[2],
                                       int *order)
{
  const PetscBool line      = (PetscBool)(kind == GRID_LINE);
  PetscReal       cells[2]  = {1, 1}, count_bound;
  PetscInt        dimension = line ? 1 : 2, count = dimension, cell_order = 1;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReals(o, "-mesh_n", dimension, &count, cells, NULL));
  for (PetscInt d = 0; d < dimension; d++)
    PetscCheck(cells[d] >= 1 && cells[d] == PetscFloorReal(cells[d]), comm, PETSC_ERR_USER_INPUT,
               "-mesh_n: %.6g cells in direction %" PetscInt_FMT "; give whole numbers, at least 1",
               (double)cells[d], d + 1);
  PetscCall(FsOptionsInt(o, "-mesh_order", 1, &cell_order, NULL));
  PetscCheck(cell_order <= 2, comm, PETSC_ERR_USER_INPUT,
             "-mesh_order %" PetscInt_FMT ": must be 1 or 2", cell_order);
  PetscCheck(line || cell_order == 1, comm, PETSC_ERR_USER_INPUT,
             "-mesh_order %" PetscInt_FMT
             ": only a line has cells of second order; leave it out for a rectangle",
             cell_order);
  count_bound =
    ((PetscReal)cell_order * cells[0] + 1) * (line ? 1 : 2 * (cells[1] + 1)); /* nodes and cells */
  PetscCheck(count_bound < 2147483647 / 4., comm, PETSC_ERR_USER_INPUT,
             "-mesh_n: the mesh has more cells than 32-bit numbers can count (%.6g nodes and "
             "cells, at most %.6g); make it coarser",
             (double)count_bound, 2147483647 / 4.);
  n[0]   = (int)cells[0];
  n[1]   = (int)cells[1];
  *order = (int)cell_order;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads which directions are closed. Input error: a closed direction has fewer than 3 cells, so
   that two cells would have the same nodes. */
static PetscErrorCode ClosedFromOptions(FsOptions o, MPI_Comm comm, PetscBool line, const int n[2],
                                        int closed[2])
{
  static const char *const words[]   = {"none", "u", "v", "both", NULL};
  const int                min_cells = 3;
  PetscInt                 chosen    = 0;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsChoice(o, "-mesh_closed", words, &chosen, NULL));
  PetscCheck(!line || chosen < 2, comm, PETSC_ERR_USER_INPUT,
             "-mesh_closed %s: a line has only the direction u", words[chosen]);
  for (int d = 0; d < 2; d++) {
    closed[d] = chosen >> d & 1;
    PetscCheck(!closed[d] || n[d] >= min_cells, comm, PETSC_ERR_USER_INPUT,
               "-mesh_closed %s: direction %s has %d cells in -mesh_n; give at least %d",
               words[chosen], words[d + 1], n[d], min_cells);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GridFromOptions(FsOptions o, MPI_Comm comm, GridKind kind, Grid *grid)
{
  static const char *const cells[]  = {"quadrilateral", "triangle", NULL};
  const PetscBool          line     = (PetscBool)(kind == GRID_LINE);
  PetscInt                 cell     = 0;
  PetscReal                lower[3] = {0, 0, 0}, upper[3] = {1, line ? 0 : 1, 0};

  PetscFunctionBeginUser;
  PetscCall(CellsFromOptions(o, comm, kind, grid->n, &grid->order));
  PetscCall(CornersFromOptions(o, comm, line, lower, upper));
  if (!line) PetscCall(FsOptionsChoice(o, "-mesh_cell", cells, &cell, NULL));
  PetscCall(ClosedFromOptions(o, comm, line, grid->n, grid->closed));
  grid->kind = cell ? GRID_TRIANGLE : kind;
  for (int c = 0; c < 3; c++) {
    grid->lower[c] = lower[c];
    grid->upper[c] = upper[c];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
