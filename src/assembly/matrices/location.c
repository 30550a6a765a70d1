/* location.c: finds the positions of element matrices in a sparse matrix, and adds through them.

   Positions are found once, by bisection in the rows of the pattern. An element with rows of
   another rank is added by MatSetValues(). Rows and columns are those of blocks; a block of a
   MATAIJ is one entry. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "location.h"
#include "element/joint/slider.h"
#include "element/joint/joint.h"
#include "element/element_sizes.h"
#include "math/wide.h"
#include "base/aij.h"

enum {
  NO_PLACE         = -1,
  JOINT_CELL_ROWS  = JOINT_DOFS + JOINT_ROWS,
  SLIDER_CELL_ROWS = SLIDER_DOFS + SLIDER_ROWS,
  CONSTRAINT_ROWS  = JOINT_CELL_ROWS > SLIDER_CELL_ROWS ? JOINT_CELL_ROWS : SLIDER_CELL_ROWS,
  /* the most rows of a cell of any kind */
  MAX_CELL_ROWS = ELEMENT_MAX_DOFS > CONSTRAINT_ROWS ? ELEMENT_MAX_DOFS : CONSTRAINT_ROWS
};

/* Entries of a row of an element that are also consecutive in the matrix. */
typedef struct {
  PetscInt       at;      /* index k >= 0 in own, or NO_PLACE - 1 - k for index k in other */
  unsigned short from, n; /* first entry in the element matrix, and number of entries */
} EntryRun;

struct _n_Location {
  PetscInt             n, ncells, bs, m; /* m = n / bs: block rows of an element */
  const PetscInt      *dofs, *global;
  const unsigned char *dof_group;
  EntryRun            *run;   /* for bs 1: runs first[e] to first[e + 1] - 1 of element e */
  size_t              *first; /* [ncells + 1] */
  /* for bs > 1, [ncells][m][m]: index k >= 0 of a block in own, NO_PLACE - 1 - k for index k in
     other, NO_PLACE for constrained rows or no dof */
  PetscInt *at;
  PetscBool
    *off_process; /* [ncells] whether the element has rows of other ranks, so it has no positions */
};

/* This rank's rows in compressed form: columns that it owns (i, j), and others (other_i, other_j),
   whose global columns are garray[other_j]. */
typedef struct {
  Mat             own, other;
  PetscInt        bs, first, n, nother;
  const PetscInt *i, *j, *other_i, *other_j, *garray;
} LocalRows;

static PetscErrorCode LocalRowsOpen(Mat A, LocalRows *r)
{
  PetscBool done, compressed;
  PetscInt  last, n;

  PetscFunctionBeginUser;
  *r = (LocalRows){.own = NULL};
  PetscCall(AIJGetSeqParts(A, &r->own, &r->other, &r->garray));
  PetscCall(AIJGetBlockSize(A, &r->bs));
  compressed = (PetscBool)(r->bs > 1);
  PetscCall(MatGetOwnershipRange(A, &r->first, &last));
  r->first /= r->bs;
  PetscCall(MatGetRowIJ(r->own, 0, PETSC_FALSE, compressed, &r->n, &r->i, &r->j, &done));
  PetscCheck(done, PETSC_COMM_SELF, PETSC_ERR_PLIB, "a pattern is not a MATAIJ or MATBAIJ");
  if (!r->other) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatGetSize(r->other, NULL, &r->nother));
  r->nother /= r->bs;
  PetscCall(MatGetRowIJ(r->other, 0, PETSC_FALSE, compressed, &n, &r->other_i, &r->other_j, &done));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode LocalRowsClose(LocalRows *r)
{
  const PetscBool compressed = (PetscBool)(r->bs > 1);
  PetscBool       done;
  PetscInt        n;

  PetscFunctionBeginUser;
  PetscCall(MatRestoreRowIJ(r->own, 0, PETSC_FALSE, compressed, &n, &r->i, &r->j, &done));
  if (r->other)
    PetscCall(
      MatRestoreRowIJ(r->other, 0, PETSC_FALSE, compressed, &n, &r->other_i, &r->other_j, &done));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the position of an entry in a row of this rank, encoded as in _n_Location.at; row and
   column are global. */
static PetscErrorCode FindPlace(const LocalRows *r, PetscInt row, PetscInt column, PetscInt *place)
{
  const PetscInt local = row - r->first;
  PetscInt       k;

  PetscFunctionBeginUser;
  if (column >= r->first && column < r->first + r->n) {
    PetscCall(
      PetscFindInt(column - r->first, r->i[local + 1] - r->i[local], r->j + r->i[local], &k));
    *place = r->i[local] + k;
  } else {
    PetscInt number;

    PetscCall(PetscFindInt(column, r->nother, r->garray, &number));
    PetscCall(PetscFindInt(number, r->other_i[local + 1] - r->other_i[local],
                           r->other_j + r->other_i[local], &k));
    *place = NO_PLACE - 1 - (r->other_i[local] + k);
  }
  PetscCheck(k >= 0, PETSC_COMM_SELF, PETSC_ERR_PLIB, "the pattern lacks an entry of an element");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the global rows at[m] of an element; -1 for constrained rows or no dof. */
static void global_rows(Location p, PetscInt e, PetscInt at[])
{
  const PetscInt *dofs = p->dofs + (size_t)e * (size_t)p->n;

  for (PetscInt i = 0; i < p->m; i++) {
    const PetscInt dof = dofs[i * p->bs], row = dof < 0 ? -1 : p->global[dof];

    at[i] = row < 0 ? -1 : row / p->bs;
  }
}

/* Determines whether rows or columns i and j of elements have an entry. */
static PetscBool are_coupled(const unsigned char dof_group[], PetscInt i, PetscInt j)
{
  return (PetscBool)(!dof_group || !dof_group[i] || !dof_group[j] || dof_group[i] == dof_group[j]);
}

PetscErrorCode AddByDofGroups(Mat A, PetscInt n, const PetscInt rows[], PetscInt m,
                              const PetscInt columns[], const unsigned char dof_group[],
                              const double values[])
{
  PetscInt at[MAX_CELL_ROWS];

  PetscFunctionBeginUser;
  if (!dof_group) PetscCall(MatSetValues(A, n, rows, m, columns, values, ADD_VALUES));
  for (PetscInt i = 0; i < n && dof_group; i++) {
    for (PetscInt j = 0; j < m; j++) at[j] = are_coupled(dof_group, i, j) ? columns[j] : -1;
    PetscCall(MatSetValues(A, 1, rows + i, m, at, values + i * m, ADD_VALUES));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the position of block i of an element with rows at[]. */
static PetscErrorCode FindBlockPlace(Location p, const LocalRows *r, const PetscInt at[],
                                     PetscInt i, PetscInt *place)
{
  const PetscInt row = i / p->m, column = i % p->m;

  PetscFunctionBeginUser;
  *place = NO_PLACE;
  if (at[row] >= 0 && at[column] >= 0 && are_coupled(p->dof_group, row, column))
    PetscCall(FindPlace(r, at[row], at[column], place));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds the runs of an element with the rows at[]; *capacity is the size of p->run. */
static PetscErrorCode AddEntryRuns(Location p, const LocalRows *r, PetscInt e, const PetscInt at[],
                                   size_t *capacity)
{
  const size_t first = p->first[e];
  size_t       n     = first;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < p->n * p->n; i++) {
    PetscInt place;

    PetscCall(FindBlockPlace(p, r, at, i, &place));
    if (place == NO_PLACE) continue;
    if (i % p->n && n > first) {
      EntryRun *last = &p->run[n - 1];
      /* indices in other count down */
      const PetscInt next = place >= 0 ? last->at + last->n : last->at - last->n;

      if (last->from + last->n == i && (place >= 0) == (last->at >= 0) && place == next) {
        last->n++;
        continue;
      }
    }
    if (n == *capacity) {
      *capacity += *capacity / 2 + (size_t)p->n;
      PetscCall(PetscRealloc(*capacity * sizeof *p->run, &p->run));
    }
    p->run[n] = (EntryRun){.at = place, .from = (unsigned short)i, .n = 1};
    n++;
  }
  p->first[e + 1] = n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LocationCreate(Mat pattern, const PetscInt global[], PetscInt n, PetscInt ncells,
                              const PetscInt dofs[], const unsigned char dof_group[], Location *out)
{
  PetscInt  square;
  Location  p;
  LocalRows rows;
  size_t    capacity = 0;

  PetscFunctionBeginUser;
  PetscCall(LocalRowsOpen(pattern, &rows));
  PetscCheck(n <= MAX_CELL_ROWS, PETSC_COMM_SELF, PETSC_ERR_PLIB,
             "a cell has %" PetscInt_FMT " rows; at most %d are possible", n, MAX_CELL_ROWS);
  PetscCheck(n % rows.bs == 0, PETSC_COMM_SELF, PETSC_ERR_PLIB,
             "a cell has %" PetscInt_FMT " rows, which is not a multiple of the block size", n);
  PetscCall(PetscNew(&p));
  *p     = (struct _n_Location){.n         = n,
                                .ncells    = ncells,
                                .bs        = rows.bs,
                                .m         = n / rows.bs,
                                .dofs      = dofs,
                                .global    = global,
                                .dof_group = dof_group};
  square = p->m * p->m;
  if (p->bs > 1) PetscCall(PetscMalloc1((size_t)ncells * (size_t)square, &p->at));
  else PetscCall(PetscCalloc1(ncells + 1, &p->first));
  PetscCall(PetscCalloc1(ncells, &p->off_process));
  for (PetscInt e = 0; e < ncells; e++) {
    PetscInt at[MAX_CELL_ROWS];

    global_rows(p, e, at);
    for (PetscInt i = 0; i < p->m; i++)
      if (at[i] >= 0 && (at[i] < rows.first || at[i] >= rows.first + rows.n))
        p->off_process[e] = PETSC_TRUE;
    if (p->first) p->first[e + 1] = p->first[e];
    if (p->off_process[e]) continue;
    if (p->first) PetscCall(AddEntryRuns(p, &rows, e, at, &capacity));
    else
      for (PetscInt i = 0; i < square; i++)
        PetscCall(FindBlockPlace(p, &rows, at, i, &p->at[(size_t)e * (size_t)square + (size_t)i]));
  }
  if (p->first && p->first[ncells] < capacity)
    PetscCall(PetscRealloc(p->first[ncells] * sizeof *p->run, &p->run));
  PetscCall(LocalRowsClose(&rows));
  *out = p;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LocationDestroy(Location *p)
{
  PetscFunctionBeginUser;
  if (!*p) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscFree((*p)->run));
  PetscCall(PetscFree((*p)->first));
  PetscCall(PetscFree((*p)->at));
  PetscCall(PetscFree((*p)->off_process));
  PetscCall(PetscFree(*p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MatrixOpen(Mat A, OpenMatrix *a)
{
  Mat own, other;

  PetscFunctionBeginUser;
  *a = (OpenMatrix){.A = A};
  PetscCall(AIJGetSeqParts(A, &own, &other, NULL));
  PetscCall(AIJGetBlockSize(A, &a->bs));
  PetscCall(a->bs > 1 ? MatSeqBAIJGetArray(own, &a->own) : MatSeqAIJGetArray(own, &a->own));
  if (other)
    PetscCall(a->bs > 1 ? MatSeqBAIJGetArray(other, &a->other)
                        : MatSeqAIJGetArray(other, &a->other));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MatrixClose(OpenMatrix *a)
{
  Mat own, other;

  PetscFunctionBeginUser;
  PetscCall(AIJGetSeqParts(a->A, &own, &other, NULL));
  PetscCall(a->bs > 1 ? MatSeqBAIJRestoreArray(own, &a->own) : MatSeqAIJRestoreArray(own, &a->own));
  if (other)
    PetscCall(a->bs > 1 ? MatSeqBAIJRestoreArray(other, &a->other)
                        : MatSeqAIJRestoreArray(other, &a->other));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds values, with row stride n, to a block of bs rows that is stored by columns. */
static inline void add_matrix_block(PetscInt bs, PetscInt n, const double values[],
                                    PetscScalar block[])
{
  for (PetscInt j = 0; j < bs; j++)
    for (PetscInt i = 0; i < bs; i++) block[j * bs + i] += values[i * n + j];
}

/* Adds the blocks of an element. Constant sizes let the compiler unroll the loops. */
static void add_blocks(const struct _n_Location *p, const PetscInt place[], const double values[],
                       const OpenMatrix *a)
{
  const PetscInt bs = p->bs, n = p->n;

  for (PetscInt i = 0; i < p->m; i++)
    for (PetscInt j = 0; j < p->m; j++) {
      const PetscInt k    = place[i * p->m + j];
      const double  *from = values + i * bs * n + j * bs;
      PetscScalar   *block;

      if (k == NO_PLACE) continue;
      block = k >= 0 ? a->own + k * bs * bs : a->other + (NO_PLACE - 1 - k) * bs * bs;
      if (bs == 6 && n == 12) add_matrix_block(6, 12, from, block);
      else if (bs == 3) add_matrix_block(3, n, from, block);
      else add_matrix_block(bs, n, from, block);
    }
}

/* Adds the runs of an element. Their length is the number of dofs of one or a few nodes. */
SIMD_CLONES static void add_runs(const EntryRun *run, const EntryRun *end, const double values[],
                                 const OpenMatrix *a)
{
  for (; run < end; run++) {
    PetscScalar *restrict to =
      run->at >= 0 ? a->own + run->at : a->other + (NO_PLACE - 1 - run->at);
    const double *restrict from = values + run->from;
    int i                       = 0;

    for (; i + 4 <= run->n; i += 4)
      for (int k = i; k < i + 4; k++) to[k] += from[k];
    if (i + 2 <= run->n) {
      to[i] += from[i];
      to[i + 1] += from[i + 1];
      i += 2;
    }
    if (i < run->n) to[i] += from[i];
  }
}

PetscErrorCode LocationAdd(Location p, PetscInt e, const double values[], const OpenMatrix *a)
{
  PetscFunctionBeginUser;
  if (p->off_process[e]) {
    PetscInt at[MAX_CELL_ROWS];

    global_rows(p, e, at);
    if (p->bs > 1) PetscCall(MatSetValuesBlocked(a->A, p->m, at, p->m, at, values, ADD_VALUES));
    else PetscCall(MatSetValues(a->A, p->n, at, p->n, at, values, ADD_VALUES));
  } else if (p->bs > 1) {
    add_blocks(p, p->at + (size_t)e * (size_t)(p->m * p->m), values, a);
  } else {
    add_runs(p->run + p->first[e], p->run + p->first[e + 1], values, a);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- matrices whose pattern is a part of another one ---- */

struct _n_Overlay {
  PetscInt  n[2]; /* numbers of entries in columns of this rank, which come first, and of others */
  PetscInt *at;   /* index k >= 0 in own, or NO_PLACE - 1 - k for index k in other */
};

/* Finds the position of the value of an entry in a row of this rank, with the same encoding. */
static PetscErrorCode FindValuePlace(const LocalRows *r, PetscInt row, PetscInt column,
                                     PetscInt *place)
{
  const PetscInt bs     = r->bs,
                 within = column % bs * bs + row % bs; /* blocks are stored by columns */
  PetscInt block;

  PetscFunctionBeginUser;
  PetscCall(FindPlace(r, row / bs, column / bs, &block));
  *place = block >= 0 ? block * bs * bs + within
                      : NO_PLACE - 1 - ((NO_PLACE - 1 - block) * bs * bs + within);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OverlayCreate(Mat part, Mat pattern, Overlay *out)
{
  LocalRows of, in;
  Overlay   o;
  PetscInt  n = 0;

  PetscFunctionBeginUser;
  PetscCall(LocalRowsOpen(part, &of));
  PetscCall(LocalRowsOpen(pattern, &in));
  PetscCall(PetscNew(&o));
  o->n[0] = of.i[of.n];
  o->n[1] = of.other ? of.other_i[of.n] : 0;
  PetscCall(PetscMalloc1((size_t)o->n[0] + (size_t)o->n[1], &o->at));
  for (PetscInt row = 0; row < of.n; row++)
    for (PetscInt k = of.i[row]; k < of.i[row + 1]; k++)
      PetscCall(FindValuePlace(&in, of.first + row, of.first + of.j[k], &o->at[n++]));
  for (PetscInt row = 0; row < of.n && of.other; row++)
    for (PetscInt k = of.other_i[row]; k < of.other_i[row + 1]; k++)
      PetscCall(FindValuePlace(&in, of.first + row, of.garray[of.other_j[k]], &o->at[n++]));
  PetscCall(LocalRowsClose(&in));
  PetscCall(LocalRowsClose(&of));
  *out = o;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OverlayDestroy(Overlay *o)
{
  PetscFunctionBeginUser;
  if (!*o) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscFree((*o)->at));
  PetscCall(PetscFree(*o));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OverlayAdd(Overlay o, PetscReal factor, Mat part, const OpenMatrix *a)
{
  const PetscInt *at = o->at;
  Mat             of[2];

  PetscFunctionBeginUser;
  PetscCall(AIJGetSeqParts(part, &of[0], &of[1], NULL));
  for (int p = 0; p < 2 && of[p]; at += o->n[p++]) {
    const PetscScalar *value;

    PetscCall(MatSeqAIJGetArrayRead(of[p], &value));
    for (PetscInt k = 0; k < o->n[p]; k++)
      *(at[k] >= 0 ? a->own + at[k] : a->other + (NO_PLACE - 1 - at[k])) += factor * value[k];
    PetscCall(MatSeqAIJRestoreArrayRead(of[p], &value));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
