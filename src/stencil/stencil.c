/* stencil.c: creates a Stencil from assembled matrices, and exchanges entries of vectors. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <petscsf.h>
#include "base/aij.h"
#include "stencil_rows.h"

/* ---- entries that are stored row by row ------------------------------------------------------ */

/* A part of the matrices: columns of this rank or of others. ia is NULL if the part is empty. */
typedef struct {
  const PetscInt    *ia, *ja;
  const PetscScalar *value[STENCIL_TERMS]; /* NULL if there is no such term */
} MatrixPart;

static Mat first_term(const Mat terms[])
{
  return terms[0] ? terms[0] : terms[1] ? terms[1] : terms[2];
}

static PetscErrorCode MatrixPartOpen(const Mat terms[], MatrixPart *part)
{
  PetscInt  n;
  PetscBool done;

  PetscFunctionBeginUser;
  *part = (MatrixPart){NULL};
  if (!first_term(terms)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(
    MatGetRowIJ(first_term(terms), 0, PETSC_FALSE, PETSC_FALSE, &n, &part->ia, &part->ja, &done));
  for (int t = 0; t < STENCIL_TERMS; t++)
    if (terms[t]) PetscCall(MatSeqAIJGetArrayRead(terms[t], &part->value[t]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MatrixPartClose(const Mat terms[], MatrixPart *part)
{
  PetscInt  n;
  PetscBool done;

  PetscFunctionBeginUser;
  if (!first_term(terms)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatRestoreRowIJ(first_term(terms), 0, PETSC_FALSE, PETSC_FALSE, &n, &part->ia,
                            &part->ja, &done));
  for (int t = 0; t < STENCIL_TERMS; t++)
    if (terms[t]) PetscCall(MatSeqAIJRestoreArrayRead(terms[t], &part->value[t]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Copies entry i of a part to o->column[n] and its values; column is as in OffDiagonal. */
static void copy_entry(const MatrixPart *part, PetscInt i, PetscInt column, PetscInt n,
                       OffDiagonal *o)
{
  o->column[n] = column;
  for (int t = 0; t < STENCIL_TERMS; t++) o->value[t][n] = part->value[t] ? part->value[t][i] : 0;
}

/* Counts or fills in the entries of s->offdiag.

   They are all entries in columns of other ranks. Irregular nodes also have their entries in
   columns of this rank here, except those in their diagonal blocks.
   Input:
     fill  whether to fill in the entries
   Output:
     rows, entries  numbers of rows and entries */
static void find_offdiag(Stencil s, const MatrixPart *diag, const MatrixPart *other,
                         const char irregular[], PetscBool fill, PetscInt *rows, PetscInt *entries)
{
  OffDiagonal *o = &s->offdiag;

  *rows = *entries = 0;
  for (RowChunk p = {0}; next_row_chunk(s, &p);)
    for (PetscInt row = p.first; row < p.first + p.n; row++) {
      const PetscInt node_rows = class_rows(&s->classes, p.class),
                     first = row - (row - p.first) % node_rows, before = *entries;

      for (PetscInt i = diag->ia[row]; irregular[row] && i < diag->ia[row + 1]; i++) {
        const PetscInt column = diag->ja[i];

        if (column >= first && column < first + node_rows) continue;
        if (fill) copy_entry(diag, i, -1 - column, *entries, o);
        ++*entries;
      }
      for (PetscInt i = other->ia ? other->ia[row] : 0; other->ia && i < other->ia[row + 1]; i++) {
        if (fill) copy_entry(other, i, other->ja[i], *entries, o);
        ++*entries;
      }
      if (*entries == before) continue;
      if (fill) o->row[*rows] = row;
      if (fill) o->at[*rows] = before;
      ++*rows;
    }
  if (fill) o->at[*rows] = *entries;
}

static PetscErrorCode CopyOffDiagonal(Stencil s, const Mat diag[], const Mat offdiag[],
                                      const char irregular[])
{
  OffDiagonal *o = &s->offdiag;
  MatrixPart   own, other;
  PetscInt     rows, entries;

  PetscFunctionBeginUser;
  PetscCall(MatrixPartOpen(diag, &own));
  PetscCall(MatrixPartOpen(offdiag, &other));
  find_offdiag(s, &own, &other, irregular, PETSC_FALSE, &rows, &entries);
  PetscCall(PetscMalloc3(rows, &o->row, rows + 1, &o->at, entries, &o->column));
  for (int t = 0; t < STENCIL_TERMS; t++) PetscCall(PetscMalloc1(entries, &o->value[t]));
  find_offdiag(s, &own, &other, irregular, PETSC_TRUE, &o->n, &entries);
  PetscCall(MatrixPartClose(offdiag, &other));
  PetscCall(MatrixPartClose(diag, &own));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateScatter(Stencil s, Mat A, PetscInt nghosts, const PetscInt ghost[])
{
  IS  from;
  Vec x;

  PetscFunctionBeginUser;
  s->nghosts = nghosts;
  PetscCall(PetscMalloc1(nghosts, &s->ghost));
  PetscCall(PetscArraycpy(s->ghost, ghost, nghosts));
  PetscCall(MatCreateVecs(A, &x, NULL));
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, nghosts, &s->ghosts));
  PetscCall(ISCreateGeneral(s->comm, nghosts, s->ghost, PETSC_USE_POINTER, &from));
  PetscCall(VecScatterCreate(x, from, s->ghosts, NULL, &s->scatter));
  PetscCall(ISDestroy(&from));
  PetscCall(VecDestroy(&x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the number of nonzeros of this rank's rows. */
static PetscLogDouble count_entries(const Stencil s)
{
  PetscLogDouble n = (PetscLogDouble)s->offdiag.at[s->offdiag.n];

  for (RowChunk p = {0}; next_row_chunk(s, &p);)
    n +=
      (PetscLogDouble)p.n * (PetscLogDouble)(s->classes.ptr[p.class + 1] - s->classes.ptr[p.class]);
  return n;
}

/* Estimates how much slower the products of a rank are than a single long loop, in rows.

   A run of nodes with one row costs the start of a loop, which counts as one row. Nodes with
   several rows need no such loop, but the values of their classes fill the cache. The values of
   irregular nodes are read like those of a matrix. */
static PetscReal loop_overhead(const Stencil s, const char irregular[])
{
  const PetscReal class = 4, row = 0.2;
  PetscReal sum = 0;

  for (PetscInt k = 0; k < s->nruns; k++)
    sum += class_rows(&s->classes, s->run[k].class) == 1 ? 1 : 0;
  for (PetscInt k = 0; k < s->classes.n; k++) sum += class_rows(&s->classes, k) > 1 ? class : 0;
  for (PetscInt i = 0; i < s->n; i++) sum += irregular[i] ? row : 0;
  return sum;
}

PetscErrorCode StencilCreate(const Mat terms[STENCIL_TERMS], PetscReal *length, Stencil *out)
{
  /* mean rows of a run; starting shorter loops takes longer than reading a matrix */
  const PetscReal min_length = 8;
  const PetscInt *ghost      = NULL;
  PetscInt        nghosts    = 0;
  Mat diag[STENCIL_TERMS] = {NULL}, offdiag[STENCIL_TERMS] = {NULL}, first = first_term(terms);
  PetscReal sums[3];
  PetscBool few_classes;
  char     *irregular;
  Stencil   s;

  PetscFunctionBeginUser;
  *out = NULL;
  PetscCall(PetscNew(&s));
  s->references      = 1;
  s->mixed_precision = PETSC_BOOL3_UNKNOWN;
  for (int t = 0; t < STENCIL_TERMS; t++) {
    if (!terms[t]) continue;
    PetscCall(AIJGetSeqParts(terms[t], &diag[t], &offdiag[t], &ghost));
    if (offdiag[t]) PetscCall(MatGetSize(offdiag[t], NULL, &nghosts));
  }
  s->comm = PetscObjectComm((PetscObject)first);
  PetscCall(MatGetLocalSize(first, &s->n, NULL));
  PetscCall(MatGetOwnershipRange(first, &s->first, NULL));
  PetscCall(PetscCalloc1(s->n, &irregular));
  PetscCall(StencilFindRuns(s, diag, irregular, &few_classes));
  sums[0] = (PetscReal)s->n;
  sums[1] = few_classes ? loop_overhead(s, irregular) : 0;
  sums[2] = !few_classes;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, sums, 3, MPIU_REAL, MPI_SUM, s->comm));
  *length = sums[2] > 0 || sums[1] == 0 ? 0 : sums[0] / sums[1];
  if (*length < min_length) {
    PetscCall(StencilDestroy(&s));
    PetscCall(PetscFree(irregular));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(CopyOffDiagonal(s, diag, offdiag, irregular));
  PetscCall(PetscFree(irregular));
  s->nonzeros = count_entries(s);
  if (first_term(offdiag)) PetscCall(CreateScatter(s, first, nghosts, ghost));
  *out = s;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StencilDestroy(Stencil *out)
{
  Stencil s = *out;

  PetscFunctionBeginUser;
  *out = NULL;
  if (!s || --s->references > 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(NodeClassesDestroy(&s->classes));
  for (int t = 0; t < STENCIL_TERMS; t++) PetscCall(PetscFree(s->offdiag.value[t]));
  PetscCall(PetscFree3(s->offdiag.row, s->offdiag.at, s->offdiag.column));
  PetscCall(PetscFree(s->run));
  PetscCall(PetscFree(s->ghost));
  PetscCall(VecScatterDestroy(&s->scatter));
  PetscCall(VecDestroy(&s->ghosts));
  PetscCall(PetscFree(s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- exchange of ghosts ---------------------------------------------------------------------- */

PetscErrorCode StencilGhostUpdateBegin(Stencil s, Vec x)
{
  PetscFunctionBeginUser;
  if (s->scatter)
    PetscCall(VecScatterBegin(s->scatter, x, s->ghosts, INSERT_VALUES, SCATTER_FORWARD));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StencilGhostUpdateEnd(Stencil s, Vec x, const PetscScalar **g)
{
  PetscFunctionBeginUser;
  *g = NULL;
  if (s->scatter)
    PetscCall(VecScatterEnd(s->scatter, x, s->ghosts, INSERT_VALUES, SCATTER_FORWARD));
  if (s->ghosts) PetscCall(VecGetArrayRead(s->ghosts, g));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StencilRestoreGhosts(Stencil s, const PetscScalar **g)
{
  PetscFunctionBeginUser;
  if (s->ghosts) PetscCall(VecRestoreArrayRead(s->ghosts, g));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StencilExchangeBegin(Stencil s, MPI_Datatype type, const void *x, void *ghosts)
{
  PetscFunctionBeginUser;
  if (s->scatter) PetscCall(PetscSFBcastBegin(s->scatter, type, x, ghosts, MPI_REPLACE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StencilExchangeEnd(Stencil s, MPI_Datatype type, const void *x, void *ghosts)
{
  PetscFunctionBeginUser;
  if (s->scatter) PetscCall(PetscSFBcastEnd(s->scatter, type, x, ghosts, MPI_REPLACE));
  PetscFunctionReturn(PETSC_SUCCESS);
}
