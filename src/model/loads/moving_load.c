/* moving_load.c: loads whose factor depends on time and place.

   A moving load keeps the places at which its field is evaluated, and the matrix from the values
   there to forces on nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "base/error.h"
#include "model/fields/cell_field.h"
#include "model/loads/line_load.h"
#include "model/loads/moving_load.h"
#include "model/parts/block.h"
#include "math/lanes.h"
#include "element/line_load.h"
#include "element/element_sizes.h"
#include "placed_load.h"

/* Entries of the matrix before it is assembled. */
typedef struct {
  PetscCount   n;
  PetscInt    *row, *column;
  PetscScalar *value;
} CooEntries;

/* Returns whether the load acts on cell number k or, if it acts on nodes, on node number k of this
   rank. Sets its shape, its nodes and their places. */
static PetscBool get_loaded_item(Model model, const PlacedLoad *placed, int k, Shape *shape,
                                 const int **node, double x[][3], int *own)
{
  const Geometry *g = &model->mesh->g;

  if (placed->cells) {
    if (!placed_load_acts_on_cell(g, placed, k)) return PETSC_FALSE;
    *shape = (Shape)g->shape[k];
    *node  = g->conn + g->offset[k];
    geometry_cell_coordinates(g, k, x);
    return PETSC_TRUE;
  }
  if (!model->mesh->owned[k] || !geometry_node_in_set(g, k, (int)placed->set)) return PETSC_FALSE;
  *shape = SHAPE_POINT;
  *own   = k;
  *node  = own;
  for (int c = 0; c < 3; c++) x[0][c] = g->x[k][c];
  return PETSC_TRUE;
}

/* Adds the entry of a supported dof for the present place of the load. Only counts before
   allocation. */
static void add_support_entry(MovingLoad *load, PetscInt dof, PetscReal weight)
{
  if (load->support_entry)
    load->support_entry[load->nsupport_entries] = (MovingLoadEntry){dof, load->n, weight};
  load->nsupport_entries++;
}

/* Adds the points of a cell or a node to the load, and their entries. The first point of the load
   on this rank has the given column. */
static void add_cell_points(Model model, const PlacedLoad *placed, int cell, Shape shape,
                            const int node[], const double x[][3], int first, PetscInt column,
                            MovingLoad *load, CooEntries *e, int *loaded)
{
  const Layout          *l     = &model->layout;
  const PetscReal *const value = placed->options->value;
  ShapeCellPoint         points[SHAPE_MAX_CELL_POINTS];
  double                 factor[SHAPE_MAX_CELL_POINTS];
  const int              n = placed_load_points(placed, cell, shape, x, points, factor);

  /* the values at single points, unlike those of cells, do not depend on breaks of the field */
  if (!placed->cells || placed_load_is_concentrated(placed)) cell = -1;

  for (int k = 0; k < n; k++, load->n++) {
    load->cell[load->n] = cell;
    for (int c = 0; c < 3; c++) load->x[load->n][c] = points[k].x[c];
    for (int i = 0; i < shape_nodes(shape); i++)
      for (int c = 0; c < 3; c++) {
        const PetscInt dof   = l->dof[COMPONENTS * node[i] + first + c];
        const double   share = value[c] * points[k].size * factor[k] * points[k].N[i];

        if (value[c] == 0 || dof < 0) continue;
        *loaded |= 1 << c;
        if (l->global[dof] < 0) {
          add_support_entry(load, dof, share);
          continue;
        }
        e->row[e->n]     = l->global[dof];
        e->column[e->n]  = column + load->n;
        e->value[e->n++] = share;
      }
  }
}

/* Adds the entries for point k of a part, whose column is given: the forces that come from between
   the nodes. */
static void add_entries_inside(Model model, const LineLoad *along, const LineLoadPart *part, int k,
                               PetscInt column, MovingLoad *load, CooEntries *e)
{
  const Layout   *l                   = &model->layout;
  const Block    *b                   = &model->block[part->block];
  const PetscInt *dofs                = BlockDofs(b, part->element);
  LineLoadPart    unit                = {.at = part->at, .segment = part->segment};
  double          f[ELEMENT_MAX_DOFS] = {0};
  ElementLineLoad one                 = {.kind = along->kind};

  unit.field[k] = part->share[k];
  for (int c = 0; c < 3; c++) one.vector[c] = along->vector[c];
  for (int lane = 0; lane < LANES; lane++) line_load_set_lane(along, &unit, lane, &one);
  LineLoadAtRest(model, b, part->element, &one, f);
  for (PetscInt i = 0; i < b->nd; i++) {
    if (dofs[i] < 0 || f[i] == 0) continue;
    if (l->global[dofs[i]] < 0) {
      add_support_entry(load, dofs[i], f[i]);
      continue;
    }
    e->row[e->n]     = l->global[dofs[i]];
    e->column[e->n]  = column;
    e->value[e->n++] = f[i];
  }
}

/* Adds these entries for all points of the cell, whose places are the last ones of the load. */
static void add_cell_inside(Model model, const LineLoad *along, const LineLoadPart *part,
                            PetscInt column, MovingLoad *load, CooEntries *e)
{
  const PetscInt n = load->n;
  const int      m = along->concentrated ? 1 : LINE_LOAD_POINTS;

  for (int k = 0; k < m; k++) {
    load->n = n - m + k; /* of the entries of supported dofs */
    add_entries_inside(model, along, part, k, column + load->n, load, e);
  }
  load->n = n;
}

/* Creates part_of[ncells], the part of a load on each cell or NULL. */
static PetscErrorCode MapParts(Model model, const LineLoad *along, const LineLoadPart ***part_of)
{
  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(model->mesh->g.ncells, part_of));
  for (PetscInt k = 0; along && k < along->n; k++) {
    const LineLoadPart *part = &along->part[k];

    if (LineLoadHasInside(&model->block[part->block]))
      (*part_of)[model->block[part->block].cells[part->element]] = part;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates load->matrix and value from the entries. */
static PetscErrorCode CreateLoadMatrix(Model model, MovingLoad *load, CooEntries *e)
{
  PetscInt rows;
  Vec      global;

  PetscFunctionBeginUser;
  PetscCall(DMGetGlobalVector(model->mesh->dm, &global));
  PetscCall(VecGetLocalSize(global, &rows));
  PetscCall(DMRestoreGlobalVector(model->mesh->dm, &global));
  PetscCall(MatCreate(model->comm, &load->matrix));
  PetscCall(MatSetSizes(load->matrix, rows, load->n, PETSC_DETERMINE, PETSC_DETERMINE));
  PetscCall(MatSetType(load->matrix, MATAIJ));
  PetscCall(MatSetPreallocationCOO(load->matrix, e->n, e->row, e->column));
  PetscCall(MatSetValuesCOO(load->matrix, e->value, ADD_VALUES));
  PetscCall(MatCreateVecs(load->matrix, &load->value, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MovingLoadAdd(Model model, PlacedLoad *placed, int first, Expression time,
                             const LineLoad *along, int *loaded)
{
  const Geometry *g    = &model->mesh->g;
  const int       n    = placed->cells ? g->ncells : g->nnodes;
  MovingLoad      load = {
         .field = placed->field, .time = time, .segment = placed->segment, .train = placed->train};
  CooEntries e     = {.n = 0};
  PetscInt   count = 0, column = 0;
  double     x[ELEMENT_MAX_NODES][3];
  const int *node;
  Shape      shape;
  int        own;
  size_t     most;

  const LineLoadPart **part_of;

  PetscFunctionBeginUser;
  PetscCall(MapParts(model, along, &part_of));
  for (int k = 0; k < n; k++)
    if (get_loaded_item(model, placed, k, &shape, &node, x, &own))
      count += placed->cells ? SHAPE_MAX_CELL_POINTS : 1;
  PetscCall(PetscMalloc2((size_t)count, &load.x, (size_t)count, &load.cell));
  most = (size_t)count * (size_t)(3 * SHAPE_MAX_NODES + (along ? ELEMENT_MAX_DOFS : 0));
  PetscCall(PetscMalloc3(most, &e.row, most, &e.column, most, &e.value));
  for (int pass = 0; pass < 2; pass++) { /* the first one counts */
    load.n = load.nsupport_entries = 0;
    e.n                            = 0;
    for (int k = 0; k < n; k++)
      if (get_loaded_item(model, placed, k, &shape, &node, x, &own)) {
        add_cell_points(model, placed, k, shape, node, (const double(*)[3])x, first, column, &load,
                        &e, loaded);
        if (placed->cells && part_of[k])
          add_cell_inside(model, along, part_of[k], column, &load, &e);
      }
    if (!pass) PetscCallMPI(MPI_Scan(&load.n, &column, 1, MPIU_INT, MPI_SUM, model->comm));
    if (!pass) column -= load.n;
    if (!pass) PetscCall(PetscMalloc1(load.nsupport_entries + 1, &load.support_entry));
  }
  PetscCall(CreateLoadMatrix(model, &load, &e));
  PetscCall(PetscFree3(e.row, e.column, e.value));
  PetscCall(PetscFree(part_of));
  PetscCall(PetscRealloc((size_t)(model->loads.nmoving + 1) * sizeof load, &model->loads.moving));
  model->loads.moving[model->loads.nmoving++] = load;
  placed->field                               = NULL;
  placed->segment                             = NULL;
  placed->train                               = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the largest error of the integral of a field over all surfaces, at some times from
   t_start to t_end, relative to the sum of the absolute values of the integrals of the cells. */
static PetscErrorCode FieldError(Model model, const MovingLoad *load, PetscReal t_start,
                                 PetscReal t_end, double *error)
{
  enum { TIMES = 3 };
  const Geometry *g             = &model->mesh->g;
  double          sum[TIMES][2] = {{0}}, largest = 0, x[ELEMENT_MAX_NODES][3];

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < load->n; k++) {
    const int   cell  = load->cell[k];
    const Shape shape = cell < 0 ? SHAPE_POINT : (Shape)g->shape[cell];

    if (shape_dimension(shape) != 2 || (k > 0 && load->cell[k - 1] == cell)) continue;
    geometry_cell_coordinates(g, cell, x);
    for (int i = 0; i < TIMES; i++) {
      const PetscReal t = t_start + (i + 0.5) / TIMES * (t_end - t_start);
      double          of_cell[2];

      CellFieldIntegrals(load->field, t, shape, (const double(*)[3])x, of_cell);
      sum[i][0] += of_cell[0] - of_cell[1];
      sum[i][1] += fabs(of_cell[1]);
    }
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, sum, 2 * TIMES, MPI_DOUBLE, MPI_SUM, model->comm));
  *error = 0;
  for (int i = 0; i < TIMES; i++) {
    largest = fmax(largest, sum[i][1]);
    *error  = fmax(*error, fabs(sum[i][0]));
  }
  *error = largest > 0 ? *error / largest : 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelWarnMovingFields(Model model, PetscReal t_start, PetscReal t_end)
{
  /* relative to the load; tests/model/point_loads.py has peaks on both sides */
  const double reported = 0.01, percent = 100;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->loads.nmoving; k++) {
    const MovingLoad *load = &model->loads.moving[k];
    double            error;

    if (load->train || load->segment) continue;
    PetscCall(FieldError(model, load, t_start, t_end, &error));
    if (!(error > reported)) continue;
    PetscCall(PetscFPrintf(
      model->comm, stderr,
      "fsolve: warning: %s moves and is narrower than the surfaces on which it acts: the sum of "
      "the forces is off by up to %.0f %%. Give these surfaces cells that are no longer than the "
      "peak "
      "is wide, or write the peak by max, abs or comparisons, which are integrated exactly\n",
      ExpressionOption(load->field), percent * error));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool MovingLoadOutsideTable(const MovingLoad *load, PetscReal t, char text[], size_t size)
{
  for (PetscInt k = 0; k < load->n; k++) {
    const PetscReal *x                   = load->x[k];
    const PetscReal  at[FIELD_VARIABLES] = {x[0], x[1], x[2], t};

    if (ExpressionIsOutsideTable(load->field, at, text, size)) return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

/* Computes value[] of the field at the places of one cell or node, from place number k on. Returns
   their number. */
static int values_from(Model model, const MovingLoad *load, PetscInt k, PetscReal t,
                       double value[SHAPE_MAX_CELL_POINTS])
{
  const int          cell                = load->cell[k];
  const PetscReal   *place               = load->x[k];
  const PetscReal    at[FIELD_VARIABLES] = {place[0], place[1], place[2], t};
  const LoadSegment *segment             = load->segment && cell >= 0 ? &load->segment[cell] : NULL;
  ShapeCellPoint     point[SHAPE_MAX_CELL_POINTS];
  double             x[ELEMENT_MAX_NODES][3], factor[SHAPE_MAX_CELL_POINTS];
  Shape              shape;
  int                n;

  if (cell < 0) {
    value[0] = ExpressionValue(load->field, at);
    return 1;
  }
  shape = (Shape)model->mesh->g.shape[cell];
  geometry_cell_coordinates(&model->mesh->g, cell, x);
  n = load_segment_points(segment, shape, (const double(*)[3])x, point, factor);
  if (load->train)
    train_values(load->train, ExpressionValue(load->field, at), cell, PETSC_FALSE, point, value);
  else load_segment_values(segment, load->field, t, shape, (const double(*)[3])x, n, point, value);
  return n;
}

PetscErrorCode MovingLoadAddForces(Model model, const MovingLoad *load, PetscReal t,
                                   PetscReal factor, Vec f)
{
  PetscReal    bad_point[FIELD_VARIABLES] = {0, 0, 0, t};
  PetscBool    undefined                  = PETSC_FALSE;
  char         text[512]                  = "";
  PetscScalar *value;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayWrite(load->value, &value));
  for (PetscInt k = 0, n; k < load->n; k += n) {
    double of_cell[SHAPE_MAX_CELL_POINTS];

    n = values_from(model, load, k, t, of_cell);
    for (PetscInt i = 0; i < n; i++) {
      if (!isfinite(of_cell[i]) && !undefined) {
        undefined = PETSC_TRUE;
        PetscCall(PetscArraycpy(bad_point, load->x[k + i], 3));
      }
      value[k + i] = of_cell[i] * factor;
    }
  }
  PetscCall(VecRestoreArrayWrite(load->value, &value));
  if (undefined) ExpressionErrorText(load->field, bad_point, text, sizeof text);
  PetscCall(CheckAllRanks(model->comm, undefined, "%s", text));
  PetscCall(MatMultAdd(load->matrix, load->value, f, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Entries of one cell follow each other. */
void MovingLoadSupportForces(Model model, const MovingLoad *load, PetscReal t, PetscReal factor,
                             PetscScalar local[])
{
  double   value[SHAPE_MAX_CELL_POINTS];
  PetscInt from = 0, to = 0; /* places of which the values are known */

  for (PetscInt h = 0; h < load->nsupport_entries; h++) {
    const MovingLoadEntry *e = &load->support_entry[h];

    if (e->place < from || e->place >= to) {
      from = e->place;
      while (load->cell[from] >= 0 && from > 0 && load->cell[from - 1] == load->cell[from]) from--;
      to = from + values_from(model, load, from, t, value);
    }
    local[e->dof] += factor * e->weight * value[e->place - from];
  }
}

PetscErrorCode MovingLoadsDestroy(Model model)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->loads.nmoving; k++) {
    MovingLoad *const load = &model->loads.moving[k];

    PetscCall(ExpressionDestroy(&load->time));
    PetscCall(ExpressionDestroy(&load->field));
    PetscCall(MatDestroy(&load->matrix));
    PetscCall(VecDestroy(&load->value));
    PetscCall(PetscFree2(load->x, load->cell));
    PetscCall(PetscFree(load->segment));
    PetscCall(TrainDestroy(&load->train));
    PetscCall(PetscFree(load->support_entry));
    PetscCall(PetscFree(load->name));
  }
  PetscCall(PetscFree(model->loads.moving));
  PetscFunctionReturn(PETSC_SUCCESS);
}
