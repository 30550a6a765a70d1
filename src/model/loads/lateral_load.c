/* lateral_load.c: computes the loads that bend beams between their nodes with the axial force. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "base/error.h"
#include "model/model.h"

/* Determines whether an axial force bends the elements of a block between their nodes. */
static PetscBool has_bows(Model model, const Block *block)
{
  return (PetscBool)(BlockIsNonlinear(model, block) && BlockTraits(block).bows);
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
  PetscBool some = PETSC_FALSE;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nblocks && model->loads.nline; k++) {
    Block *b = &model->block[k];

    if (!has_bows(model, b)) continue;
    some = PETSC_TRUE;
    if (!b->lateral) PetscCall(PetscMalloc1(3 * (size_t)b->ncells, &b->lateral));
    PetscCall(PetscArrayzero(b->lateral, 3 * (size_t)b->ncells));
  }
  for (PetscInt k = 0; k < model->loads.nline && some; k++) {
    const LineLoad *load = &model->loads.line[k];
    PetscReal       now  = ExpressionValue(load->time, &t);

    if (load->kind != LINE_LOAD_FORCE) continue;
    PetscCall(ExpressionCheck(load->time, &t, now));
    now = now * factor + harmonic_value(&load->harmonic, harmonic, 0);
    for (PetscInt i = 0; i < load->n && now != 0; i++) {
      const Block *b = &model->block[load->part[i].block];
      LineLoadPart part;
      PetscReal    mean;

      if (!b->lateral) continue;
      part = LineLoadPartAt(model, load, i, t);
      mean = now * mean_field(model, &part);
      for (int c = 0; c < 3; c++) b->lateral[3 * part.element + c] += mean * load->vector[c];
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
