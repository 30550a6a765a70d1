/* lateral_load.c: computes the loads on which the nonlinear forces of beams depend. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "lateral_load.h"
#include "model/loads/line_load.h"
#include "model/model.h"
#include "model/parts/block.h"
#include "element/element.h"

/* Returns the number of numbers of the loads across an element of a block. */
static int entries(const Block *block)
{
  const ElementType *type = block->kernel->type;

  return block->nonlinear && type->lateral_entries ? type->lateral_entries(block->prop) : 0;
}

/* Adds a force or moment of part k of a load, or that per length of the whole part if at is NULL,
   times scale to the loads across its element. */
static void add_lateral(Model model, const LineLoad *load, const LineLoadPart *part,
                        const LineLoadPoint *at, PetscReal scale)
{
  const Block    *b      = &model->block[part->block];
  ElementLineLoad inside = {.kind = load->kind};
  double          x[ELEMENT_MAX_NODES][3], square = 0;

  geometry_cell_coordinates(&model->mesh->g, (int)b->cells[part->element], x);
  for (int c = 0; c < 3; c++) {
    square += (x[1][c] - x[0][c]) * (x[1][c] - x[0][c]);
    inside.vector[c] = load->vector[c];
  }
  line_load_set_lane(load, part, 0, &inside);
  if (at) {
    inside.at[0]    = &at->at;
    inside.field[0] = &at->factor;
  }
  b->kernel->type->add_lateral(b->prop, &inside, sqrt(square), scale,
                               b->lateral + b->nlateral * part->element);
}

/* Adds part k of a load at the time t, times scale, to the loads across its element. With the scale
   0 it makes the places of forces known to the element. */
static void add_part(Model model, const LineLoad *load, PetscInt k, PetscReal t, PetscReal scale)
{
  const LineLoadPart part = LineLoadPartAt(model, load, k, t);
  LineLoadPoint      point[LOAD_AXLES];
  const int          n = LineLoadPoints(model, load, &part, t, point);

  for (int i = 0; i < n; i++) add_lateral(model, load, &part, &point[i], scale);
  if (!load->concentrated && !load->train && scale != 0)
    add_lateral(model, load, &part, NULL, scale);
}

/* Adds all parts of a load. */
static void add_parts(Model model, const LineLoad *load, PetscReal t, PetscReal scale)
{
  for (PetscInt i = 0; i < load->n; i++)
    if (model->block[load->part[i].block].lateral) add_part(model, load, i, t, scale);
}

PetscErrorCode ModelLateralLoads(Model model, PetscReal t, PetscReal factor,
                                 const FsHarmonic *harmonic)
{
  return ModelLateralLoadsWithPlaces(model, t, t, factor, harmonic);
}

PetscErrorCode ModelLateralLoadsWithPlaces(Model model, PetscReal t, PetscReal other,
                                           PetscReal factor, const FsHarmonic *harmonic)
{
  PetscBool some = PETSC_FALSE;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nblocks && model->loads.nline; k++) {
    Block *b = &model->block[k];

    b->nlateral = entries(b);
    if (!b->nlateral) continue;
    some = PETSC_TRUE;
    if (!b->lateral) PetscCall(PetscMalloc1((size_t)(b->nlateral * b->ncells), &b->lateral));
    PetscCall(PetscArrayzero(b->lateral, b->nlateral * b->ncells));
  }
  for (PetscInt k = 0; k < model->loads.nline && some; k++)
    for (int at = 0; at < (other == t ? 1 : 2); at++)
      add_parts(model, &model->loads.line[k], at ? other : t, 0);
  for (PetscInt k = 0; k < model->loads.nline && some; k++) {
    const LineLoad *load = &model->loads.line[k];
    PetscReal       now  = ExpressionValue(load->time, &t);

    if (load->kind == LINE_LOAD_WEIGHT) continue;
    PetscCall(ExpressionCheck(load->time, &t, now));
    now = now * factor + harmonic_value(&load->harmonic, harmonic, 0);
    if (now != 0) add_parts(model, load, t, now);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
