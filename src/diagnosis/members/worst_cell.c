/* worst_cell.c: finds the cell of a part that is farthest beyond a limit. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "worst_cell.h"
#include "model/parts/block.h"

/* Equal cells differ by round-off, and the cell must be the same on any number of ranks. */
static const PetscReal SAME = 1 + 1e-9;

void worst_cell_add(Model model, const Block *b, PetscInt element, PetscReal excess,
                    const PetscReal values[], WorstCell *w)
{
  const Geometry  *g      = &model->mesh->g;
  const PetscInt64 number = g->cell_number[b->cells[element]];

  if (excess * SAME < w->excess || (excess < w->excess * SAME && number > w->number)) return;
  w->excess = excess;
  w->number = number;
  for (int k = 0; k < WORST_VALUES; k++) w->value[k] = values[k];
  geometry_cell_center(g, (int)b->cells[element], w->x);
}

PetscErrorCode WorstCellsReduce(MPI_Comm comm, PetscInt n, WorstCell worst[])
{
  enum { NUMBERS = WORST_VALUES + 3 };
  PetscReal  *excess, (*numbers)[NUMBERS];
  PetscInt64 *first;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc3(n, &excess, n, &numbers, n, &first));
  for (PetscInt k = 0; k < n; k++) excess[k] = worst[k].excess;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, excess, (PetscMPIInt)n, MPIU_REAL, MPI_MAX, comm));
  for (PetscInt k = 0; k < n; k++)
    first[k] = worst[k].excess * SAME >= excess[k] ? worst[k].number : INT64_MAX;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, first, (PetscMPIInt)n, MPIU_INT64, MPI_MIN, comm));
  for (PetscInt k = 0; k < n; k++) {
    const WorstCell *w = &worst[k];

    if (first[k] != w->number || excess[k] == 0) continue;
    for (int c = 0; c < 3; c++) numbers[k][c] = w->x[c];
    for (int c = 0; c < WORST_VALUES; c++) numbers[k][3 + c] = w->value[c];
  }
  PetscCallMPI(
    MPIU_Allreduce(MPI_IN_PLACE, numbers, (PetscMPIInt)(NUMBERS * n), MPIU_REAL, MPI_SUM, comm));
  for (PetscInt k = 0; k < n; k++) {
    worst[k] = (WorstCell){.excess = excess[k], .number = first[k]};
    for (int c = 0; c < 3; c++) worst[k].x[c] = numbers[k][c];
    for (int c = 0; c < WORST_VALUES; c++) worst[k].value[c] = numbers[k][3 + c];
  }
  PetscCall(PetscFree3(excess, numbers, first));
  PetscFunctionReturn(PETSC_SUCCESS);
}
