/* piece_doubt.c: warns of loads that vary too often along a beam element. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "diagnosis/members/worst_cell.h"
#include "element/beam/inside/beam_line.h"
#include "model/loads/along/load_pieces.h"
#include "model/loads/line_load.h"
#include "model/parts/block.h"
#include "piece_doubt.h"

/* Error of the shear force, relative to the sum of the absolute load, above which a run warns.
   Diagrams are read to three digits. */
static const PetscReal VISIBLE = 1e-4;

/* values of a WorstCell: cells that are needed for each cell, the error, and the load */
enum { CELLS, ERROR, LOAD };

/* Adds the loads on elements at one time to the worst cells. n[part] is an array with the number of
   pieces that the loads so far have on each element of a part with a span. */
static void add_loads(Model model, PetscReal t, PetscInt *const n[], WorstCell worst[])
{
  for (PetscInt k = 0; k < model->loads.nline; k++) {
    const LineLoad *load = &model->loads.line[k];

    for (PetscInt i = 0; i < load->n; i++) {
      const LineLoadPart part = LineLoadPartAt(model, load, i, t);
      PetscInt          *used = n[part.block] ? &n[part.block][part.element] : NULL;
      LoadPiece          piece[LOAD_PIECES];
      LoadFit            fitted = {0, 1};
      int                room, pieces;

      if (!used) continue;
      room   = beam_span_room((int)*used);
      pieces = LineLoadPieces(model, load, &part, t, 0, room, piece, &fitted);
      *used += pieces;
      if (fitted.cells > 1 && fitted.error > VISIBLE)
        worst_cell_add(model, &model->block[part.block], part.element, fitted.error,
                       (const PetscReal[]){fitted.cells, fitted.error, (PetscReal)k},
                       &worst[part.block]);
    }
  }
}

/* Whether a load has a formula, without which each load is one piece. */
static PetscBool any_pieces(Model model)
{
  for (PetscInt k = 0; k < model->loads.nline; k++) {
    const LineLoad *load = &model->loads.line[k];

    if (load->moving && !load->train && !load->concentrated) return PETSC_TRUE;
    for (PetscInt i = 0; i < load->n; i++)
      if (load->part[i].npieces) return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

static PetscErrorCode Warn(Model model, const Block *b, const WorstCell *w)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFPrintf(
    model->comm, stderr,
    "fsolve: warning: part '%s': along the cell at (%.6g, %.6g, %.6g), load '%s' jumps or varies "
    "so often that the shear forces inside the cell have errors of about %.2g of the load; use "
    "%.0f "
    "times as many cells there\n",
    b->part, (double)w->x[0], (double)w->x[1], (double)w->x[2],
    model->loads.line[(PetscInt)w->value[LOAD]].name, (double)w->value[ERROR],
    (double)w->value[CELLS]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode WarnCoarsePieces(Model model, PetscReal t_start, PetscReal t_end)
{
  const PetscReal t[2] = {t_start, t_end};
  PetscBool       any  = any_pieces(model);
  PetscInt      **n;
  WorstCell      *worst;

  PetscFunctionBeginUser;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &any, 1, MPIU_BOOL, MPI_LOR, model->comm));
  if (!any) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc2(model->nparts, &n, model->nparts, &worst));
  for (int i = 0; i < 2; i++) {
    for (PetscInt k = 0; k < model->nparts; k++)
      if (model->block[k].kernel->type->requested)
        PetscCall(PetscCalloc1(model->block[k].ncells + 1, &n[k]));
    add_loads(model, t[i], n, worst);
    for (PetscInt k = 0; k < model->nparts; k++) PetscCall(PetscFree(n[k]));
  }
  PetscCall(WorstCellsReduce(model->comm, model->nparts, worst));
  for (PetscInt k = 0; k < model->nparts; k++)
    if (worst[k].excess > 0) PetscCall(Warn(model, &model->block[k], &worst[k]));
  PetscCall(PetscFree2(n, worst));
  PetscFunctionReturn(PETSC_SUCCESS);
}
