/* grid.c: generates regular meshes of lines and rectangles.

   The ranks divide the cells into p x q blocks. In a direction with n cells and p blocks, block
   r has the cells n r/p to n (r + 1)/p - 1. A node is owned by the rank that has the cell to its
   upper right. Nodes on the right or upper side of the grid are owned by the rank of the last
   cell there, and midpoints by the rank of their cell. If a direction is closed, the nodes after
   the last cell are those before the first one.

   Ranks are numbered in strips of about eight rows of blocks, column by column in each strip.
   The consecutive ranks of a computing node then have a compact set of blocks, and most
   neighbours of a rank are in its node: of 100 x 100 blocks and 64 ranks in a node, 7/8 of the
   boundary instead of half of it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "mesh/geometry.h"
#include "mesh/mesh_options.h"

enum { STRIP = 8 }; /* rows of blocks in a strip */

typedef struct {
  int n, p;        /* cells and blocks in this direction */
  int first, last; /* one block has cells first to last - 1 */
  int order;       /* steps from node to node along a cell */
  int closed;
} GridAxis;

/* Returns the first cell of block r. */
static int block_start(int n, int p, int r) { return (int)((int64_t)n * r / p); }

/* Returns the block that has a cell. */
static int block_of_cell(int n, int p, int cell)
{
  return (int)(((int64_t)(cell + 1) * p - 1) / n);
}

/* Returns the number of strips of q rows of blocks. */
static int count_strips(int q) { return q < STRIP ? 1 : (q + STRIP / 2) / STRIP; }

/* Returns the rank of the block at column x and row y of p[0] x p[1] blocks. */
static int rank_of_block(const int p[2], int x, int y)
{
  const int n = count_strips(p[1]), strip = block_of_cell(p[1], n, y);
  const int first = block_start(p[1], n, strip), rows = block_start(p[1], n, strip + 1) - first;

  return p[0] * first + x * rows + y - first;
}

/* Sets the column at[0] and the row at[1] of the block of a rank. */
static void find_block_of_rank(const int p[2], int rank, int at[2])
{
  const int n = count_strips(p[1]), strip = block_of_cell(p[1], n, rank / p[0]);
  const int first = block_start(p[1], n, strip), rows = block_start(p[1], n, strip + 1) - first;

  at[0] = (rank - p[0] * first) / rows;
  at[1] = first + (rank - p[0] * first) % rows;
}

static GridAxis grid_axis(const Grid *grid, int direction, int p, int r)
{
  const int n = direction == 1 && grid->kind == GRID_LINE ? 0 : grid->n[direction];

  return (GridAxis){n,
                    p,
                    block_start(n, p, r),
                    block_start(n, p, r + 1),
                    direction == 0 ? grid->order : 1,
                    grid->closed[direction]};
}

/* Returns the number of nodes along a block. A line has one node across. */
static int axis_nodes(const GridAxis *a)
{
  return a->order * (a->last - a->first) + !(a->closed && a->p == 1);
}

/* Returns the number of nodes along the whole grid. */
static int64_t axis_total(const GridAxis *a) { return (int64_t)a->order * a->n + !a->closed; }

/* Returns the node of a block of a rectangle at step i to the right and step j up. */
static int block_node(const GridAxis a[2], int i, int j)
{
  const int nx = axis_nodes(&a[0]), ny = axis_nodes(&a[1]);

  return j % ny * nx + i % nx;
}

/* Chooses the numbers of blocks p[0] p[1] = size with the shortest boundary between blocks. */
static void choose_blocks(const Grid *grid, int size, int p[2])
{
  double shortest = -1;

  p[0] = size, p[1] = 1;
  if (grid->kind == GRID_LINE) return;
  for (int a = 1; a <= size; a++)
    if (size % a == 0) {
      const double cut = (double)(a - 1) * grid->n[1] + (double)(size / a - 1) * grid->n[0];

      if (shortest < 0 || cut < shortest) {
        shortest = cut;
        p[0]     = a;
        p[1]     = size / a;
      }
    }
}

/* Appends a cell with its number in the whole grid. */
static void add_grid_cell(Geometry *g, int number, Shape shape, const int nodes[], int nsets,
                          const int sets[])
{
  const int c = g->ncells++, nn = shape_nodes(shape);

  memcpy(g->conn + g->offset[c], nodes, (size_t)nn * sizeof *nodes);
  g->offset[c + 1]  = g->offset[c] + nn;
  g->shape[c]       = (unsigned char)shape;
  g->cell_number[c] = number;
  for (int s = 0; s < nsets; s++) geometry_add_cell_to_set(g, c, sets[s]);
}

/* Sets x, id, owner and owner_node of the nodes of this rank's block a, row by row. */
static void fill_nodes(const Grid *grid, const GridAxis a[2], Geometry *g)
{
  const int rows = grid->kind == GRID_LINE ? 1 : 2; /* dimension of the grid */
  /* steps from node to node along a row of the grid */
  const int order = grid->order, steps = order * grid->n[0];
  const int nx = axis_nodes(&a[0]), ny = axis_nodes(&a[1]), p[2] = {a[0].p, a[1].p};

  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++) {
      int          block[2];
      const int    k = j * nx + i, at[2] = {(int)((order * a[0].first + i) % axis_total(&a[0])),
                                            (int)((a[1].first + j) % axis_total(&a[1]))};
      const double u = (double)at[0] / steps, v = rows == 1 ? u : (double)at[1] / grid->n[1];
      GridAxis     owner_axis[2];

      for (int d = 0; d < 2; d++) {
        const int right = at[d] / a[d].order, cell = right < a[d].n ? right : a[d].n - 1;

        block[d]      = a[d].n ? block_of_cell(a[d].n, a[d].p, cell) : 0;
        owner_axis[d] = grid_axis(grid, d, a[d].p, block[d]);
      }
      g->owner[k] = rank_of_block(p, block[0], block[1]);
      for (int c = 0; c < 3; c++) {
        const double w = c == 0 ? u : v;

        g->x[k][c] = (1 - w) * grid->lower[c] + w * grid->upper[c];
      }
      if (rows == 2) g->x[k][2] = grid->lower[2];
      g->id[k]          = at[1] * axis_total(&a[0]) + at[0];
      g->node_number[k] = g->id[k];
      g->owner_node[k]  = (at[1] - owner_axis[1].first) * axis_nodes(&owner_axis[0]) + at[0] -
                         order * owner_axis[0].first;
    }
}

/* Adds the cells of this rank's block of a line, and the cells of the sets "start" and "end". */
static void add_line_cells(const Grid *grid, const GridAxis a[2], Geometry *g)
{
  enum { ALL, START, END };
  const int n = a[0].last - a[0].first, all = ALL;
  const int nodes = axis_nodes(&a[0]), last = grid->order * n; /* number of the last node */

  for (int i = 0; i < n; i++)
    if (grid->order == 2)
      add_grid_cell(g, a[0].first + i, SHAPE_LINE3, (int[]){2 * i, (2 * i + 2) % nodes, 2 * i + 1},
                    1, &all);
    else add_grid_cell(g, a[0].first + i, SHAPE_LINE, (int[]){i, (i + 1) % nodes}, 1, &all);
  if (grid->closed[0]) return;
  if (n && a[0].first == 0) add_grid_cell(g, a[0].n, SHAPE_POINT, (int[]){0}, 1, (int[]){START});
  if (n && a[0].last == a[0].n) add_grid_cell(g, a[0].n + 1, SHAPE_POINT, &last, 1, (int[]){END});
}

/* Adds the cells of this rank's block of a rectangle, and of the sides that it touches. */
static void add_rectangle_cells(const Grid *grid, const GridAxis a[2], Geometry *g)
{
  enum { ALL, LEFT, RIGHT, BOTTOM, TOP, BOTTOM_LEFT, BOTTOM_RIGHT, TOP_LEFT, TOP_RIGHT };
  const int nx = a[0].last - a[0].first, ny = a[1].last - a[1].first, all = ALL;
  const int at_left   = !a[0].closed && a[0].first == 0,
            at_right  = !a[0].closed && a[0].last == a[0].n;
  const int at_bottom = !a[1].closed && a[1].first == 0,
            at_top    = !a[1].closed && a[1].last == a[1].n;
  /* number of cells of the whole grid, without those of its sides */
  const int inside = (grid->kind == GRID_TRIANGLE ? 2 : 1) * a[0].n * a[1].n;
  const int bottom = inside + a[0].first, top = bottom + a[0].n,
            left = inside + (a[1].closed ? 0 : 2 * a[0].n) + a[1].first, right = left + a[1].n,
            corner = inside + 2 * (a[0].n + a[1].n);

  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++) {
      const int q[4]   = {block_node(a, i, j), block_node(a, i + 1, j), block_node(a, i + 1, j + 1),
                          block_node(a, i, j + 1)};
      const int number = (a[1].first + j) * a[0].n + a[0].first + i;

      if (grid->kind == GRID_QUADRILATERAL) {
        add_grid_cell(g, number, SHAPE_QUADRILATERAL, q, 1, &all);
      } else if ((a[0].first + i + a[1].first + j) % 2) { /* alternate: no preferred direction */
        add_grid_cell(g, 2 * number, SHAPE_TRIANGLE, (int[]){q[0], q[1], q[3]}, 1, &all);
        add_grid_cell(g, 2 * number + 1, SHAPE_TRIANGLE, (int[]){q[1], q[2], q[3]}, 1, &all);
      } else {
        add_grid_cell(g, 2 * number, SHAPE_TRIANGLE, (int[]){q[0], q[1], q[2]}, 1, &all);
        add_grid_cell(g, 2 * number + 1, SHAPE_TRIANGLE, (int[]){q[0], q[2], q[3]}, 1, &all);
      }
    }
  if (!nx || !ny) return;
  for (int i = 0; i < nx && at_bottom; i++)
    add_grid_cell(g, bottom + i, SHAPE_LINE, (int[]){block_node(a, i, 0), block_node(a, i + 1, 0)},
                  1, (int[]){BOTTOM});
  for (int i = 0; i < nx && at_top; i++)
    add_grid_cell(g, top + i, SHAPE_LINE, (int[]){block_node(a, i, ny), block_node(a, i + 1, ny)},
                  1, (int[]){TOP});
  for (int j = 0; j < ny && at_left; j++)
    add_grid_cell(g, left + j, SHAPE_LINE, (int[]){block_node(a, 0, j), block_node(a, 0, j + 1)}, 1,
                  (int[]){LEFT});
  for (int j = 0; j < ny && at_right; j++)
    add_grid_cell(g, right + j, SHAPE_LINE, (int[]){block_node(a, nx, j), block_node(a, nx, j + 1)},
                  1, (int[]){RIGHT});
  if (at_bottom && at_left)
    add_grid_cell(g, corner, SHAPE_POINT, (int[]){0}, 1, (int[]){BOTTOM_LEFT});
  if (at_bottom && at_right)
    add_grid_cell(g, corner + 1, SHAPE_POINT, (int[]){block_node(a, nx, 0)}, 1,
                  (int[]){BOTTOM_RIGHT});
  if (at_top && at_left)
    add_grid_cell(g, corner + 2, SHAPE_POINT, (int[]){block_node(a, 0, ny)}, 1, (int[]){TOP_LEFT});
  if (at_top && at_right)
    add_grid_cell(g, corner + 3, SHAPE_POINT, (int[]){block_node(a, nx, ny)}, 1,
                  (int[]){TOP_RIGHT});
}

/* Sets g->node_sets from the place of a node in the grid, because another rank may have the cells
   of its side. */
static void set_node_sets(const Grid *grid, Geometry *g)
{
  const int64_t nx = (int64_t)grid->order * grid->n[0],
                ny = grid->kind == GRID_LINE ? 0 : grid->n[1], row = nx + !grid->closed[0];

  for (int k = 0; k < g->nnodes; k++) {
    const int64_t i = g->id[k] % row, j = g->id[k] / row;
    const int     left = !grid->closed[0] && i == 0, right = i == nx,
              bottom = !grid->closed[1] && j == 0, top = j == ny;
    const int line[]      = {1, left, right};
    const int rectangle[] = {
      1, left, right, bottom, top, left && bottom, right && bottom, left && top, right && top};
    const int *in = grid->kind == GRID_LINE ? line : rectangle;

    for (int s = 0; s < g->nsets; s++)
      if (in[s]) geometry_add_node_to_set(g, k, s);
  }
}

/* Allocates the arrays of a part with room for ncells cells; g->ncells becomes 0. */
static int allocate_local_mesh(Geometry *g, int nnodes, int ncells, int nsets,
                               const char *const names[])
{
  if (geometry_allocate(g, nnodes, ncells, 4 * ncells, nsets)) return 1;
  g->owner      = malloc(((size_t)nnodes + 1) * sizeof *g->owner);
  g->owner_node = malloc(((size_t)nnodes + 1) * sizeof *g->owner_node);
  if (!g->owner || !g->owner_node) {
    geometry_free(g);
    return 1;
  }
  for (int s = 0; s < nsets; s++) strncpy(g->set_name[s], names[s], SET_NAME_SIZE - 1);
  g->ncells = 0; /* add_grid_cell() counts them */
  return 0;
}

int grid_local_mesh(const Grid *grid, int rank, int size, Geometry *g)
{
  static const char *const line_sets[]      = {"all", "start", "end"};
  static const char *const rectangle_sets[] = {"all",          "left",     "right",
                                               "bottom",       "top",      "bottom_left",
                                               "bottom_right", "top_left", "top_right"};
  const int                line             = grid->kind == GRID_LINE;
  int                      p[2], at[2], nx, ny, nnodes, ncells, nsets = line ? 3 : 9;
  GridAxis                 a[2];

  choose_blocks(grid, size, p);
  find_block_of_rank(p, rank, at);
  a[0] = grid_axis(grid, 0, p[0], at[0]);
  a[1] = grid_axis(grid, 1, p[1], at[1]);
  nx   = a[0].last - a[0].first;
  ny   = a[1].last - a[1].first;
  /* a rank without cells has no nodes */
  nnodes = nx && (line || ny) ? axis_nodes(&a[0]) * axis_nodes(&a[1]) : 0;
  ncells = line ? nx + 2 : (grid->kind == GRID_TRIANGLE ? 2 : 1) * nx * ny + 2 * nx + 2 * ny + 4;
  if (allocate_local_mesh(g, nnodes, ncells, nsets, line ? line_sets : rectangle_sets)) return 1;
  if (nnodes) {
    fill_nodes(grid, a, g);
    if (line) add_line_cells(grid, a, g);
    else add_rectangle_cells(grid, a, g);
    set_node_sets(grid, g);
  }
  return g->lists.failed;
}

/* ---- grid options ---------------------------------------------------------------------------- */

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
