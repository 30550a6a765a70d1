/* line_load.c: finds the beams under each load per length, and the forces of these loads at nodes.

   A cell that belongs to several parts has the load once: on the first part with forces of loads
   between its nodes, or else on the first part of beams. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "base/error.h"
#include "model/parts/element_iterator.h"
#include "placed_load.h"
#include "model/model.h"
#include "model/loads/line_load.h"
#include "element/element.h"

/* Computes the factor of a concentrated load, a formula of x, y, z, t, or 1 if it is NULL. */
static void set_value(Model model, Expression formula, PetscReal t, LineLoadPart *part)
{
  const Block   *b         = &model->block[part->block];
  const double   square[2] = {part->at, 0};
  double         x[ELEMENT_MAX_NODES][3];
  ShapeCellPoint p;
  PetscReal      value = 1;

  geometry_cell_coordinates(&model->mesh->g, (int)b->cells[part->element], x);
  shape_cell_point(b->kernel->shape, (const double(*)[3])x, square, 1, &p);
  if (formula) value = ExpressionValue(formula, (const PetscReal[]){p.x[0], p.x[1], p.x[2], t});
  part->field[0] = isfinite(value) ? part->share[0] * value : 0;
  for (int i = 0; i < shape_nodes(b->kernel->shape); i++) part->N[i] = part->field[0] * p.N[i];
}

/* Computes the values of such a formula along the element, or along a segment of it. */
static void set_values(Model model, const LineLoad *load, Expression formula, PetscReal t,
                       LineLoadPart *part)
{
  const Block       *b       = &model->block[part->block];
  const Shape        shape   = b->kernel->shape;
  const LoadSegment *segment = load->partial ? &part->segment : NULL;
  double             x[ELEMENT_MAX_NODES][3], value[SHAPE_MAX_CELL_POINTS];
  double             factor[SHAPE_MAX_CELL_POINTS];
  ShapeCellPoint     point[SHAPE_MAX_CELL_POINTS];
  int                n;

  geometry_cell_coordinates(&model->mesh->g, (int)b->cells[part->element], x);
  for (int i = 0; i < LINE_LOAD_NODES; i++) part->N[i] = 0;
  n = load_segment_points(segment, shape, (const double(*)[3])x, point, factor);
  if (load->train)
    train_values(load->train, ExpressionValue(formula, (const PetscReal[]){0, 0, 0, t}),
                 (int)b->cells[part->element], PETSC_TRUE, point, value);
  else load_segment_values(segment, formula, t, shape, (const double(*)[3])x, n, point, value);
  for (int k = 0; k < n; k++) {
    part->field[k] = isfinite(value[k]) ? part->share[k] * value[k] : 0;
    for (int i = 0; i < shape_nodes(shape); i++)
      part->N[i] += point[k].size * part->field[k] * point[k].N[i];
  }
  if (!formula && !segment) shape_weights(shape, (const double(*)[3])x, part->N);
}

LineLoadPart LineLoadPartAt(Model model, const LineLoad *load, PetscInt k, PetscReal t)
{
  LineLoadPart part = load->part[k];

  if (load->moving && load->concentrated) set_value(model, load->moving, t, &part);
  else if (load->moving) set_values(model, load, load->moving, t, &part);
  return part;
}

int LineLoadPoints(Model model, const LineLoad *load, const LineLoadPart *part, PetscReal t,
                   LineLoadPoint point[])
{
  const PetscInt  cell     = model->block[part->block].cells[part->element];
  const PetscReal place[4] = {0, 0, 0, t};
  int             n        = 0;
  double          r;

  if (load->concentrated) point[n++] = (LineLoadPoint){part->at, part->field[0]};
  for (PetscInt k = 0; load->train && k < load->train->n; k++)
    if (train_axle_inside(load->train, k, ExpressionValue(load->moving, place), (int)cell, &r))
      point[n++] = (LineLoadPoint){r, load->train->factor[k]};
  return n;
}

static int compare_parts(const void *a, const void *b)
{
  const LineLoadPart *p = a, *q = b;

  if (p->block != q->block) return p->block < q->block ? -1 : 1;
  return (p->element > q->element) - (p->element < q->element);
}

/* Sets where the load acts on the element, and its factor there besides its field. */
static void set_share(Model model, const PlacedLoad *placed, LineLoadPart *part)
{
  const Block   *b    = &model->block[part->block];
  const PetscInt cell = b->cells[part->element];
  double         x[ELEMENT_MAX_NODES][3], share[SHAPE_MAX_CELL_POINTS];
  ShapeCellPoint point[SHAPE_MAX_CELL_POINTS];
  int            n;

  part->segment = (LoadSegment){
    {-1, 1},
    {1,  1}
  };
  if (placed->segment) part->segment = placed->segment[cell];
  geometry_cell_coordinates(&model->mesh->g, (int)cell, x);
  n = placed_load_points(placed, (int)cell, b->kernel->shape, (const double(*)[3])x, point, share);
  for (int k = 0; k < n; k++) part->share[k] = share[k];
}

/* Lists the loaded elements. */
static PetscErrorCode FindParts(Model model, const PlacedLoad *placed, LineLoad *load)
{
  const Geometry *g = &model->mesh->g;
  PetscBool      *taken;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(g->ncells, &taken));
  PetscCall(PetscMalloc1(g->ncells, &load->part));
  for (int inside = 1; inside >= 0; inside--)
    for (ElementIterator it = PartElements(model); NextElement(&it);) {
      const PetscInt cell = it.block->cells[it.element];

      if (!it.block->kernel->type->line_load || taken[cell] ||
          (LineLoadHasInside(it.block) ? 1 : 0) != inside ||
          !placed_load_acts_on_cell(g, placed, (int)cell))
        continue;
      taken[cell]         = PETSC_TRUE;
      load->part[load->n] = (LineLoadPart){
        .block   = it.block_index,
        .element = it.element,
        .at      = placed->place.square[0],
        .fitted  = {0, 1}
      };
      set_share(model, placed, &load->part[load->n]);
      if (load->concentrated) set_value(model, placed->field, 0, &load->part[load->n++]);
      else set_values(model, load, placed->field, 0, &load->part[load->n++]);
    }
  qsort(load->part, (size_t)load->n, sizeof *load->part, compare_parts);
  PetscCall(PetscRealloc((size_t)load->n * sizeof *load->part, &load->part));
  PetscCall(PetscFree(taken));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LineLoadAdd(Model model, const PlacedLoad *placed)
{
  const char *const  t       = "t";
  const LoadOptions *options = placed->options;
  LineLoad           load    = {.harmonic     = options->harmonic,
                                .concentrated = placed_load_is_concentrated(placed),
                                .partial = (PetscBool)(placed->segment || options->projected || placed->vector)};

  PetscFunctionBeginUser;
  if (!(placed->cells & 1 << 1)) PetscFunctionReturn(PETSC_SUCCESS);
  if (options->kind == LOAD_MOMENT)
    load.kind = options->follower ? LINE_LOAD_TURNING_MOMENT : LINE_LOAD_MOMENT;
  else load.kind = options->follower ? LINE_LOAD_FOLLOWER : LINE_LOAD_FORCE;
  PetscCall(PetscStrallocpy(options->name, &load.name));
  PetscCall(PetscArraycpy(load.vector, options->value, 3));
  PetscCall(ExpressionCreate(model->symbols, placed->option, placed->time, 1, &t, &load.time));
  load.train = placed->train;
  if (placed->is_moving) PetscCall(LoadFieldCreate(model, options, &load.moving));
  PetscCall(FindParts(model, placed, &load));
  PetscCall(LineLoadSetPieces(model, placed->field, &load));
  PetscCall(PetscRealloc((size_t)(model->loads.nline + 1) * sizeof load, &model->loads.line));
  model->loads.line[model->loads.nline++] = load;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LineLoadDestroy(LineLoad *load)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(load->name));
  PetscCall(ExpressionDestroy(&load->time));
  PetscCall(ExpressionDestroy(&load->moving));
  for (PetscInt k = 0; k < load->n; k++) PetscCall(PetscFree(load->part[k].piece));
  PetscCall(PetscFree(load->part));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- forces at nodes ------------------------------------------------------------------------- */

/* Computes the forces of loads that come from between the nodes of beams at rest. */

PetscBool LineLoadHasInside(const Block *block)
{
  const ElementType *type = block->kernel->type;

  return (PetscBool)(type->has_line_loads && type->has_line_loads(block->kernel, block->prop));
}

PetscBool LineLoadHasInsideWeight(Model model, const Block *block)
{
  return (PetscBool)(model->linearize && LineLoadHasInside(block) && !BlockTraits(block).line_mass);
}

void LineLoadAtRest(Model model, const Block *block, PetscInt element, const ElementLineLoad *load,
                    double f[])
{
  const int   *conn = model->mesh->g.conn + model->mesh->g.offset[block->cells[element]];
  NodeState    node[ELEMENT_MAX_NODES];
  Lanes        r[ELEMENT_MAX_DOFS] = {{0}};
  ElementGroup group               = {.kernel = block->kernel, .prop = block->prop};

  if (!LineLoadHasInside(block)) return;
  for (int i = 0; i < shape_nodes(block->kernel->shape); i++) {
    node[i] = node_at_rest(model->mesh->g.x[conn[i]]);
    for (int k = 0; k < LANES; k++) group.node[i][k] = &node[i];
  }
  for (int k = 0; k < LANES; k++)
    group.data[k] = block->data + (size_t)element * (size_t)block->kernel->ndata;
  block->kernel->type->line_load(&group, load, NULL, r, NULL);
  for (PetscInt i = 0; i < block->nd; i++) f[i] -= r[i][0];
}
