/* pattern.c: finds the nonzero entries of the matrices of a model.

   A counting sort lists the cells of each row. The columns of the row are the union of the rows of
   these cells, found with marks. The work is proportional to the number of entries, and memory
   access is mostly sequential. Columns are found twice, to count and to insert them, which saves
   the memory for a copy. The entries of cells in rows of other ranks are sent to these ranks as
   cells of another kind: one row with its columns. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "base/error.h"
#include "base/memory_check.h"
#include "mesh/distributed/sparse_exchange.h"
#include "pattern.h"

struct _n_Pattern {
  MPI_Comm comm;
  /* block size, number of block rows of this rank, and the first of them */
  PetscInt    bs, n, first;
  PetscLayout rows;
  /* [size] each cell is its number of blocks, then the blocks. From own on, cells of other ranks
     follow: a row of this rank, its number of columns, then the columns. */
  PetscInt *cell;
  PetscInt  size, own, capacity;
  PetscBool exchanged; /* rows of other ranks have been exchanged */
};

/* The cells of row i are at[first[i]] ... at[first[i + 1] - 1], as indices of Pattern.cell. */
typedef struct {
  PetscInt *first, *at;
} RowCells;

/* The columns of a row in ascending order: local numbers of this rank's columns, then global
   numbers of others. */
typedef struct {
  PetscInt *column, n, nlocal, capacity;
  /* [n of the pattern] marks of this rank's columns; all 0 between two rows */
  char *marked;
} PatternRow;

PetscErrorCode PatternCreate(MPI_Comm comm, PetscInt bs, PetscInt n, PetscInt size_hint,
                             Pattern *out)
{
  Pattern p;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&p));
  *p = (struct _n_Pattern){.comm = comm, .bs = bs, .n = n / bs, .capacity = PetscMax(1, size_hint)};
  PetscCall(PetscLayoutCreateFromSizes(comm, p->n, PETSC_DETERMINE, 1, &p->rows));
  PetscCall(PetscLayoutGetRange(p->rows, &p->first, NULL));
  PetscCall(PetscMalloc1(p->capacity, &p->cell));
  *out = p;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PatternDestroy(Pattern *p)
{
  PetscFunctionBeginUser;
  if (!*p) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscLayoutDestroy(&(*p)->rows));
  PetscCall(PetscFree((*p)->cell));
  PetscCall(PetscFree(*p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Enlarges p->cell for n more numbers. */
static PetscErrorCode ReserveCells(Pattern p, PetscInt n)
{
  PetscFunctionBeginUser;
  if (n <= p->capacity - p->size) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(n <= PETSC_MAX_INT - p->size, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "the cells of one rank have more dofs than %d-bit integers can count: use more ranks",
             (int)(8 * sizeof(PetscInt)));
  p->capacity =
    p->size > PETSC_MAX_INT / 2 - n ? PETSC_MAX_INT : p->size + PetscMax(n, p->size / 2);
  PetscCall(PetscRealloc((size_t)p->capacity * sizeof *p->cell, &p->cell));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PatternInsert(Pattern p, PetscInt n, const PetscInt dofs[], const PetscInt global[])
{
  PetscInt *cell, nblocks = 0; /* cell[0] becomes the number of blocks, which follow it */

  PetscFunctionBeginUser;
  PetscCall(ReserveCells(p, n + 1));
  cell = p->cell + p->size;
  for (PetscInt i = 0; i < n; i++) {
    const PetscInt row = dofs[i] < 0 ? -1 : global[dofs[i]];
    const PetscInt at  = p->bs > 1 && row >= 0 ? row / p->bs : row;

    if (at >= 0 && !(nblocks && cell[nblocks] == at)) cell[++nblocks] = at;
  }
  cell[0] = nblocks;
  if (nblocks) p->size += 1 + nblocks;
  p->own = p->size;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool is_own(const Pattern p, PetscInt row)
{
  return (PetscBool)(row >= p->first && row < p->first + p->n);
}

/* ---- rows of other ranks ---- */

/* Lists the rows of other ranks in ascending order, (*row)[*n], and the cell of each, (*at)[*n].
   The caller frees both. */
static PetscErrorCode ListOffProcessRows(const Pattern p, PetscInt *n, PetscInt **row,
                                         PetscInt **at)
{
  PetscFunctionBeginUser;
  for (int pass = 0; pass < 2; pass++) {
    *n = 0;
    for (PetscInt c = 0; c < p->own; c += 1 + p->cell[c])
      for (PetscInt i = 1; i <= p->cell[c]; i++) {
        if (is_own(p, p->cell[c + i])) continue;
        if (pass) (*row)[*n] = p->cell[c + i];
        if (pass) (*at)[*n] = c;
        ++*n;
      }
    if (!pass) PetscCall(PetscMalloc2(*n, row, *n, at));
  }
  PetscCall(PetscSortIntWithArray(*n, *row, *at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sends rows to the ranks that own them, and adds the rows that other ranks send. */
static PetscErrorCode ExchangeRows(Pattern p)
{
  PetscInt     n, *row, *at, *message, *first, *received, most = 0, size = 0;
  PetscMPIInt *to, nto = 0;

  PetscFunctionBeginUser;
  PetscCall(ListOffProcessRows(p, &n, &row, &at));
  for (PetscInt k = 0; k < n; k++) most += 2 + p->cell[at[k]];
  PetscCall(PetscMalloc3(most, &message, n, &to, n + 1, &first));
  for (PetscInt k = 0, nsame = 0; k < n; k += nsame) {
    PetscInt   *cell = message + size, *column = cell + 2, ncolumns = 0;
    PetscMPIInt owner;

    for (nsame = 0; k + nsame < n && row[k + nsame] == row[k]; nsame++) {
      const PetscInt *c = p->cell + at[k + nsame];

      PetscCall(PetscArraycpy(column + ncolumns, c + 1, *c));
      ncolumns += *c;
    }
    PetscCall(PetscSortRemoveDupsInt(&ncolumns, column));
    PetscCall(PetscLayoutFindOwner(p->rows, row[k], &owner));
    if (!nto || to[nto - 1] != owner) {
      to[nto]      = owner;
      first[nto++] = size;
    }
    cell[0] = row[k];
    cell[1] = ncolumns;
    size += 2 + ncolumns;
  }
  first[nto] = size;
  PetscCall(SparseExchange(p->comm, MPIU_INT, nto, to, first, message, &n, &received));
  PetscCall(ReserveCells(p, n));
  PetscCall(PetscArraycpy(p->cell + p->size, received, n));
  p->size += n;
  p->exchanged = PETSC_TRUE;
  PetscCall(PetscFree(received));
  PetscCall(PetscFree3(message, to, first));
  PetscCall(PetscFree2(row, at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- rows of this rank ---- */

/* Counts cell as the next one of a row of this rank, count[row], and lists it if list is not NULL.
   The first cell of a row is list[first[row]]. */
static void add_cell_of_row(PetscInt row, PetscInt cell, const PetscInt first[], PetscInt count[],
                            PetscInt list[])
{
  if (list) list[first[row] + count[row]] = cell;
  count[row]++;
}

/* Calls add_cell_of_row() for each row of this rank and each cell with this row. */
static void add_cells_of_rows(const Pattern p, const PetscInt first[], PetscInt count[],
                              PetscInt list[])
{
  for (PetscInt c = 0; c < p->own; c += 1 + p->cell[c])
    for (PetscInt i = 1; i <= p->cell[c]; i++)
      if (is_own(p, p->cell[c + i]))
        add_cell_of_row(p->cell[c + i] - p->first, c, first, count, list);
  /* a cell of another rank is listed from its number of columns on, as one without a row */
  for (PetscInt c = p->own; c < p->size; c += 2 + p->cell[c + 1])
    add_cell_of_row(p->cell[c] - p->first, c + 1, first, count, list);
}

/* Lists the cells of each row by a counting sort: counts them, and then inserts them. */
static PetscErrorCode RowCellsCreate(const Pattern p, RowCells *row_cells)
{
  PetscInt *count;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(p->n, &count));
  add_cells_of_rows(p, NULL, count, NULL);
  PetscCall(PetscMalloc1((size_t)p->n + 1, &row_cells->first));
  row_cells->first[0] = 0;
  for (PetscInt i = 0; i < p->n; i++) row_cells->first[i + 1] = row_cells->first[i] + count[i];
  PetscCall(PetscMalloc1(row_cells->first[p->n], &row_cells->at));
  PetscCall(PetscArrayzero(count, p->n));
  add_cells_of_rows(p, row_cells->first, count, row_cells->at);
  PetscCall(PetscFree(count));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RowCellsDestroy(RowCells *row_cells)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(row_cells->first));
  PetscCall(PetscFree(row_cells->at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Determines whether row i > 0 has the same cells, and therefore the same columns, as row i - 1.
   This is true for the dofs of a node. */
static PetscBool has_same_cells(const RowCells *row_cells, PetscInt i)
{
  const PetscInt *before = row_cells->at + row_cells->first[i - 1],
                 *own    = row_cells->at + row_cells->first[i];
  const PetscInt n       = row_cells->first[i + 1] - row_cells->first[i];

  if (row_cells->first[i] - row_cells->first[i - 1] != n) return PETSC_FALSE;
  for (PetscInt k = 0; k < n; k++)
    if (own[k] != before[k]) return PETSC_FALSE;
  return PETSC_TRUE;
}

/* Sorts columns by insertion, because most rows have few columns. */
static PetscErrorCode SortColumns(PetscInt n, PetscInt a[])
{
  enum { FEW = 64 };

  PetscFunctionBeginUser;
  if (n > FEW) {
    PetscCall(PetscSortInt(n, a));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  for (PetscInt i = 1; i < n; i++) {
    const PetscInt x = a[i];
    PetscInt       k = i;

    for (; k > 0 && a[k - 1] > x; k--) a[k] = a[k - 1];
    a[k] = x;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the columns of row i; on entry row contains those of row i - 1, if there is such a row. */
static PetscErrorCode FindRowColumns(const Pattern p, const RowCells *row_cells, PetscInt i,
                                     PatternRow *row)
{
  PetscInt most = 0, nother, *other;

  PetscFunctionBeginUser;
  if (i > 0 && has_same_cells(row_cells, i)) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt k = row_cells->first[i]; k < row_cells->first[i + 1]; k++)
    most += p->cell[row_cells->at[k]];
  if (most > row->capacity) {
    row->capacity = 2 * most;
    PetscCall(PetscFree(row->column));
    PetscCall(PetscMalloc1(row->capacity, &row->column));
  }
  row->nlocal = 0;
  other       = row->column + most; /* filled from the end */
  for (PetscInt k = row_cells->first[i]; k < row_cells->first[i + 1]; k++) {
    const PetscInt *c = p->cell + row_cells->at[k];

    for (PetscInt j = 1; j <= *c; j++) {
      const PetscInt at = c[j] - p->first;

      if (at < 0 || at >= p->n) *--other = c[j];
      else if (!row->marked[at]) {
        row->marked[at]            = 1;
        row->column[row->nlocal++] = at;
      }
    }
  }
  for (PetscInt k = 0; k < row->nlocal; k++) row->marked[row->column[k]] = 0;
  PetscCall(SortColumns(row->nlocal, row->column));
  nother = (PetscInt)(row->column + most - other);
  PetscCall(PetscSortRemoveDupsInt(&nother, other));
  if (nother) PetscCall(PetscArraymove(row->column + row->nlocal, other, nother));
  row->n = row->nlocal + nother;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- matrices ---- */

/* The arguments of MatXAIJSetPreallocation(): blocks of each row in columns of this rank and of
   others, and those on and right of the diagonal. */
enum { OWN, OTHER, OWN_UPPER, OTHER_UPPER, COUNTS };

static PetscErrorCode CountRowEntries(const Pattern p, const RowCells *row_cells, PatternRow *row,
                                      PetscInt *const count[COUNTS])
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < p->n; i++) {
    PetscInt lower = 0, other_lower = 0;

    PetscCall(FindRowColumns(p, row_cells, i, row));
    while (lower < row->nlocal && row->column[lower] < i) lower++;
    while (row->nlocal + other_lower < row->n && row->column[row->nlocal + other_lower] < p->first)
      other_lower++;
    count[OWN][i]         = row->nlocal;
    count[OTHER][i]       = row->n - row->nlocal;
    count[OWN_UPPER][i]   = row->nlocal - lower;
    count[OTHER_UPPER][i] = row->n - row->nlocal - other_lower;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Checks that a PetscInt can count the entries, and that there is enough memory. */
static PetscErrorCode CheckEntries(const Pattern p, PetscInt *const count[COUNTS])
{
  double entries = 0, bytes;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < p->n; i++) entries += (double)(count[OWN][i] + count[OTHER][i]);
  bytes = entries * ((double)(p->bs * p->bs) * sizeof(PetscScalar) + sizeof(PetscInt));
  entries *= (double)(p->bs * p->bs);
  PetscCall(CheckAllRanks(
    p->comm, (PetscBool)(entries > PETSC_MAX_INT),
    "a matrix of the model has %.4g entries on one rank, more than %d-bit numbers can count "
    "(%.4g): use %.0f times as many ranks, or make the model smaller",
    entries, (int)(8 * sizeof(PetscInt)), (double)PETSC_MAX_INT,
    ceil(entries / (double)PETSC_MAX_INT)));
  PetscCall(MemoryCheck(p->comm, bytes, "a matrix of the model"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode InsertRows(const Pattern p, const RowCells *row_cells, PatternRow *row, Mat A)
{
  PetscScalar *zero;
  PetscInt    *column, most = 0;

  PetscFunctionBeginUser;
  zero   = NULL;
  column = NULL;
  for (PetscInt i = 0; i < p->n; i++) {
    const PetscInt at = p->first + i;

    PetscCall(FindRowColumns(p, row_cells, i, row));
    if (row->n > most) {
      most = 2 * row->n;
      PetscCall(PetscFree2(zero, column));
      PetscCall(PetscCalloc2((size_t)most * (size_t)(p->bs * p->bs), &zero, most, &column));
    }
    for (PetscInt k = 0; k < row->n; k++)
      column[k] = row->column[k] + (k < row->nlocal ? p->first : 0);
    if (p->bs == 1) PetscCall(MatSetValues(A, 1, &at, row->n, column, zero, INSERT_VALUES));
    else PetscCall(MatSetValuesBlocked(A, 1, &at, row->n, column, zero, INSERT_VALUES));
  }
  PetscCall(PetscFree2(zero, column));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PatternCreateMatrix(Pattern p, MatType type, Mat *A)
{
  const PetscInt n   = p->n * p->bs;
  PatternRow     row = {.n = 0};
  PetscInt      *count[COUNTS];
  PetscBool      upper; /* the matrix stores only the upper triangle */
  RowCells       row_cells;

  PetscFunctionBeginUser;
  if (!p->exchanged) PetscCall(ExchangeRows(p));
  PetscCall(RowCellsCreate(p, &row_cells));
  PetscCall(PetscCalloc1(p->n, &row.marked));
  for (int k = 0; k < COUNTS; k++) PetscCall(PetscMalloc1(p->n, &count[k]));
  PetscCall(CountRowEntries(p, &row_cells, &row, count));
  PetscCall(CheckEntries(p, count));
  PetscCall(MatCreate(p->comm, A));
  PetscCall(MatSetSizes(*A, n, n, PETSC_DETERMINE, PETSC_DETERMINE));
  PetscCall(MatSetType(*A, type));
  PetscCall(MatXAIJSetPreallocation(*A, p->bs, count[OWN], count[OTHER], count[OWN_UPPER],
                                    count[OTHER_UPPER]));
  for (int k = 0; k < COUNTS; k++) PetscCall(PetscFree(count[k]));
  PetscCall(MatSetOption(*A, MAT_NO_OFF_PROC_ENTRIES, PETSC_TRUE));
  PetscCall(PetscObjectTypeCompareAny((PetscObject)*A, &upper, MATSEQSBAIJ, MATMPISBAIJ, ""));
  if (upper) PetscCall(MatSetOption(*A, MAT_IGNORE_LOWER_TRIANGULAR, PETSC_TRUE));
  PetscCall(InsertRows(p, &row_cells, &row, *A));
  PetscCall(MatAssemblyBegin(*A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(*A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatSetOption(*A, MAT_NO_OFF_PROC_ENTRIES, PETSC_FALSE));
  PetscCall(MatSetOption(*A, MAT_NEW_NONZERO_ALLOCATION_ERR, PETSC_TRUE));
  PetscCall(PetscFree(row.marked));
  PetscCall(PetscFree(row.column));
  PetscCall(RowCellsDestroy(&row_cells));
  PetscFunctionReturn(PETSC_SUCCESS);
}
