/* support_rows.c: computes the rows of M, C and K of constrained dofs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "support_rows.h"
#include "term.h"
#include "model/parts/element_iterator.h"

/* Numbers the rows: number[nlocal] is the row of a dof, or -1. Sets rows->dof, and rows->offset
   with room for all entries of the elements. */
static PetscErrorCode NumberSupportRows(Model model, SupportRows *rows, PetscInt number[])
{
  const Layout *l = &model->layout;
  PetscInt     *capacity;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(l->nlocal, &capacity));
  for (ElementIterator it = ModelElements(model); NextElement(&it);) {
    if (!BlockHasLinearPart(it.block)) continue;
    for (PetscInt i = 0; i < it.block->nd; i++) {
      const PetscInt dof = BlockDofs(it.block, it.element)[i];

      if (dof >= 0 && l->global[dof] < 0) capacity[dof] += it.block->nd;
    }
  }
  for (PetscInt i = 0; i < l->nlocal; i++) number[i] = capacity[i] ? rows->n++ : -1;
  PetscCall(PetscMalloc1(rows->n, &rows->dof));
  PetscCall(PetscMalloc1(rows->n + 1, &rows->offset));
  rows->offset[0] = 0;
  for (PetscInt i = 0; i < l->nlocal; i++) {
    if (number[i] < 0) continue;
    rows->dof[number[i]]        = i;
    rows->offset[number[i] + 1] = rows->offset[number[i]] + capacity[i];
  }
  PetscCall(PetscFree(capacity));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the entry of a column in a row with *n entries, and adds it if it does not exist. */
static SupportRowEntry *find_entry(SupportRowEntry row[], PetscInt *n, PetscInt column)
{
  for (PetscInt k = 0; k < *n; k++)
    if (row[k].column == column) return &row[k];
  row[*n] = (SupportRowEntry){.column = column};
  return &row[(*n)++];
}

/* Adds the rows of an element; filled[n] counts the entries of each row. */
static PetscErrorCode AddElementRows(Model model, const Block *b, PetscInt e,
                                     const PetscInt number[], SupportRows *rows, PetscInt filled[])
{
  const int      *conn    = model->mesh->g.conn + model->mesh->g.offset[b->cells[e]];
  const PetscInt *dofs    = BlockDofs(b, e);
  PetscBool       has_row = PETSC_FALSE;
  LinearPart      part;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < b->nd; i++)
    if (dofs[i] >= 0 && number[dofs[i]] >= 0) has_row = PETSC_TRUE;
  if (!has_row) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(LinearPartCreate(model, b, e, &part));
  for (PetscInt i = 0; i < b->nd; i++) {
    const PetscInt row = dofs[i] < 0 ? -1 : number[dofs[i]];

    for (PetscInt j = 0; j < b->nd && row >= 0; j++) {
      const PetscInt ij     = i * b->nd + j,
                     column = COMPONENTS * conn[j / b->kernel->nc] + BlockComponent(b, j);
      SupportRowEntry *entry;

      if (part.K[ij] == 0 && part.C[ij] == 0 && part.M[ij] == 0) continue;
      entry = find_entry(rows->entry + rows->offset[row], &filled[row], column);
      entry->K += part.K[ij];
      entry->C += part.C[ij];
      entry->M += part.M[ij];
    }
  }
  PetscCall(LinearPartDestroy(&part));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Removes the unused room. */
static PetscErrorCode ShrinkEntries(SupportRows *rows, const PetscInt filled[])
{
  SupportRowEntry *oversized = rows->entry;
  PetscInt         n         = 0;

  PetscFunctionBeginUser;
  for (PetscInt row = 0; row < rows->n; row++) n += filled[row];
  PetscCall(PetscMalloc1(n, &rows->entry));
  n = 0;
  for (PetscInt row = 0; row < rows->n; row++) {
    PetscCall(PetscArraycpy(rows->entry + n, oversized + rows->offset[row], filled[row]));
    rows->offset[row] = n;
    n += filled[row];
  }
  rows->offset[rows->n] = n;
  PetscCall(PetscFree(oversized));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SupportRowsCreate(Model model, SupportRows *rows)
{
  PetscInt *number, *filled;

  PetscFunctionBeginUser;
  *rows = (SupportRows){0};
  PetscCall(PetscMalloc1(model->layout.nlocal, &number));
  PetscCall(NumberSupportRows(model, rows, number));
  PetscCall(PetscMalloc1(rows->offset[rows->n], &rows->entry));
  PetscCall(PetscCalloc1(rows->n, &filled));
  for (ElementIterator it = ModelElements(model); NextElement(&it);)
    if (BlockHasLinearPart(it.block))
      PetscCall(AddElementRows(model, it.block, it.element, number, rows, filled));
  PetscCall(ShrinkEntries(rows, filled));
  PetscCall(PetscFree(filled));
  PetscCall(PetscFree(number));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SupportRowsDestroy(SupportRows *rows)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(rows->dof));
  PetscCall(PetscFree(rows->offset));
  PetscCall(PetscFree(rows->entry));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void SupportRowsAdd(const SupportRows *rows, const Evaluation *ev, const DofValues *x,
                    PetscScalar local[])
{
  const PetscInt *dof = ev->assembly->model->layout.dof;

  for (PetscInt row = 0; row < rows->n; row++)
    for (PetscInt k = rows->offset[row]; k < rows->offset[row + 1]; k++) {
      const SupportRowEntry *entry = &rows->entry[k];
      double                 y[3];

      DofMotion(ev, x, entry->column / COMPONENTS, (int)(entry->column % COMPONENTS),
                dof[entry->column], y);
      local[rows->dof[row]] += entry->K * y[0] + entry->C * y[1] + entry->M * y[2];
    }
}
