/* lateral_load.c: computes the loads that bend beams between their nodes with the axial force. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "base/error.h"
#include "model/model.h"

/* Determines whether a load bends elements between their nodes. Those that turn with the section do
   not. */
static PetscBool is_lateral(const LineLoad *load, const Block *block)
{
  return (PetscBool)(load->kind == LINE_LOAD_FORCE && LineLoadHasInside(block));
}

PetscErrorCode LateralLoadCreate(Model model, const LineLoad *load)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < load->n && !model->linearize; i++) {
    Block *b = &model->block[load->part[i].block];

    if (!b->lateral && is_lateral(load, b))
      PetscCall(PetscCalloc1(3 * (size_t)b->ncells, &b->lateral));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the mean over an element of the factor of a load. */
static PetscReal mean_field(Model model, const LineLoadPart *part)
{
  double x[ELEMENT_MAX_NODES][3], square = 0;

  geometry_cell_coordinates(&model->mesh->g, (int)model->block[part->block].cells[part->element],
                            x);
  for (int c = 0; c < 3; c++) square += (x[1][c] - x[0][c]) * (x[1][c] - x[0][c]);
  return (part->N[0] + part->N[1]) / sqrt(square);
}

PetscErrorCode ModelLateralLoads(Model model, PetscReal t, PetscReal factor,
                                 const FsHarmonic *harmonic)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nblocks; k++)
    if (model->block[k].lateral)
      PetscCall(PetscArrayzero(model->block[k].lateral, 3 * (size_t)model->block[k].ncells));
  for (PetscInt k = 0; k < model->loads.nline && !model->linearize; k++) {
    const LineLoad *load = &model->loads.line[k];
    PetscReal       now  = ExpressionValue(load->time, &t);

    PetscCall(ExpressionCheck(load->time, &t, now));
    now = now * factor + harmonic_value(&load->harmonic, harmonic, 0);
    for (PetscInt i = 0; i < load->n && now != 0; i++) {
      const LineLoadPart part = LineLoadPartAt(model, load, i, t);
      Block             *b    = &model->block[part.block];
      PetscReal          mean;

      if (!b->lateral || !is_lateral(load, b)) continue;
      mean = now * mean_field(model, &part);
      for (int c = 0; c < 3; c++) b->lateral[3 * part.element + c] += mean * load->vector[c];
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
