/* location.c: finds the places once, by bisection in the rows of the pattern, and adds through them. An element
   with rows of another rank is added by MatSetValues. "Rows" and "columns" are those of blocks, of one row and column each in
   a MATAIJ. */
#include "location.h"
#include "element/joint/slider.h"
#include "math/wide.h"
#include "stencil/aij.h"

enum {
  NONE      = -1,
  OF_JOINT  = JOINT_DOFS + JOINT_ROWS,
  OF_SLIDER = SLIDER_DOFS + SLIDER_ROWS,
  OTHERS    = OF_JOINT > OF_SLIDER ? OF_JOINT : OF_SLIDER,
  MOST      = ELEMENT_MAX_DOFS > OTHERS ? ELEMENT_MAX_DOFS : OTHERS /* rows of a cell of any kind */
};

/* Entries of a row of an element that follow each other in the matrix, too. */
typedef struct {
  PetscInt       at;      /* k >= 0: from value k of own on; NONE - 1 - k: of other */
  unsigned short from, n; /* in the element's matrix; how many */
} Run;

struct _n_Location {
  PetscInt             n, ncells, bs, m; /* m = n / bs: rows of blocks of an element */
  const PetscInt      *dofs, *global;
  const unsigned char *side;
  Run                 *run;   /* bs 1: those of element e from first[e] to first[e + 1] */
  size_t              *first; /* [ncells + 1] */
  PetscInt  *at; /* else [ncells][m][m]: k >= 0: block k of own; NONE: held or none; NONE - 1 - k: block k of other */
  PetscBool *foreign; /* [ncells]: has rows of other ranks, so it has no places */
};

/* This rank's rows in compressed form: columns that it owns (i, j), and others (other_i, other_j), whose global
   columns are garray[other_j]. */
typedef struct {
  Mat             own, other;
  PetscInt        bs, first, n, nother;
  const PetscInt *i, *j, *other_i, *other_j, *garray;
} OwnRows;

static PetscErrorCode RowsOpen(Mat A, OwnRows *r)
{
  PetscBool done, compressed;
  PetscInt  last, n;

  PetscFunctionBeginUser;
  *r = (OwnRows){.own = NULL};
  PetscCall(AIJGetSeqParts(A, &r->own, &r->other, &r->garray));
  PetscCall(AIJGetBlockSize(A, &r->bs));
  compressed = (PetscBool)(r->bs > 1);
  PetscCall(MatGetOwnershipRange(A, &r->first, &last));
  r->first /= r->bs;
  PetscCall(MatGetRowIJ(r->own, 0, PETSC_FALSE, compressed, &r->n, &r->i, &r->j, &done));
  PetscCheck(done, PETSC_COMM_SELF, PETSC_ERR_PLIB, "a pattern is not of AIJ");
  if (!r->other) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatGetSize(r->other, NULL, &r->nother));
  r->nother /= r->bs;
  PetscCall(MatGetRowIJ(r->other, 0, PETSC_FALSE, compressed, &n, &r->other_i, &r->other_j, &done));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RowsClose(OwnRows *r)
{
  const PetscBool compressed = (PetscBool)(r->bs > 1);
  PetscBool       done;
  PetscInt        n;

  PetscFunctionBeginUser;
  PetscCall(MatRestoreRowIJ(r->own, 0, PETSC_FALSE, compressed, &n, &r->i, &r->j, &done));
  if (r->other) PetscCall(MatRestoreRowIJ(r->other, 0, PETSC_FALSE, compressed, &n, &r->other_i, &r->other_j, &done));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The place, coded as in _n_Location.at, of an entry in a row of this rank; row, column: global. */
static PetscErrorCode Find(const OwnRows *r, PetscInt row, PetscInt column, PetscInt *place)
{
  const PetscInt local = row - r->first;
  PetscInt       k;

  PetscFunctionBeginUser;
  if (column >= r->first && column < r->first + r->n) {
    PetscCall(PetscFindInt(column - r->first, r->i[local + 1] - r->i[local], r->j + r->i[local], &k));
    *place = r->i[local] + k;
  } else {
    PetscInt number;

    PetscCall(PetscFindInt(column, r->nother, r->garray, &number));
    PetscCall(PetscFindInt(number, r->other_i[local + 1] - r->other_i[local], r->other_j + r->other_i[local], &k));
    *place = NONE - 1 - (r->other_i[local] + k);
  }
  PetscCheck(k >= 0, PETSC_COMM_SELF, PETSC_ERR_PLIB, "the pattern lacks an entry of an element");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* at[m] = the global rows of an element, -1: held or none. */
static void globals(Location p, PetscInt e, PetscInt at[])
{
  const PetscInt *dofs = p->dofs + (size_t)e * (size_t)p->n;

  for (PetscInt i = 0; i < p->m; i++) {
    const PetscInt dof = dofs[i * p->bs], row = dof < 0 ? -1 : p->global[dof];

    at[i] = row < 0 ? -1 : row / p->bs;
  }
}

/* Whether rows, or columns, i and j of elements have an entry. */
static PetscBool meet(const unsigned char side[], PetscInt i, PetscInt j)
{
  return (PetscBool)(!side || !side[i] || !side[j] || side[i] == side[j]);
}

PetscErrorCode AddBySides(Mat A, PetscInt n, const PetscInt rows[], PetscInt m, const PetscInt columns[],
                          const unsigned char side[], const double values[])
{
  PetscInt at[MOST];

  PetscFunctionBeginUser;
  if (!side) PetscCall(MatSetValues(A, n, rows, m, columns, values, ADD_VALUES));
  for (PetscInt i = 0; i < n && side; i++) {
    for (PetscInt j = 0; j < m; j++) at[j] = meet(side, i, j) ? columns[j] : -1;
    PetscCall(MatSetValues(A, 1, rows + i, m, at, values + i * m, ADD_VALUES));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The place of an element's block, of rows at[], in the matrix. */
static PetscErrorCode FindBlock(Location p, const OwnRows *r, const PetscInt at[], PetscInt i, PetscInt *place)
{
  const PetscInt row = i / p->m, column = i % p->m;

  PetscFunctionBeginUser;
  *place = NONE;
  if (at[row] >= 0 && at[column] >= 0 && meet(p->side, row, column)) PetscCall(Find(r, at[row], at[column], place));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Runs of an element with the rows at[]; there is room for most. */
static PetscErrorCode AddRuns(Location p, const OwnRows *r, PetscInt e, const PetscInt at[], size_t *most)
{
  const size_t first = p->first[e];
  size_t       n     = first;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < p->n * p->n; i++) {
    PetscInt place;

    PetscCall(FindBlock(p, r, at, i, &place));
    if (place == NONE) continue;
    if (i % p->n && n > first) {
      Run           *last = &p->run[n - 1];
      const PetscInt next = place >= 0 ? last->at + last->n : last->at - last->n; /* that of other is counted down */

      if (last->from + last->n == i && (place >= 0) == (last->at >= 0) && place == next) {
        last->n++;
        continue;
      }
    }
    if (n == *most) {
      *most += *most / 2 + (size_t)p->n;
      PetscCall(PetscRealloc(*most * sizeof *p->run, &p->run));
    }
    p->run[n] = (Run){.at = place, .from = (unsigned short)i, .n = 1};
    n++;
  }
  p->first[e + 1] = n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LocationCreate(Mat pattern, const PetscInt global[], PetscInt n, PetscInt ncells, const PetscInt dofs[],
                              const unsigned char side[], Location *out)
{
  PetscInt square;
  Location p;
  OwnRows  rows;
  size_t   most = 0;

  PetscFunctionBeginUser;
  PetscCall(RowsOpen(pattern, &rows));
  PetscCheck(n <= MOST, PETSC_COMM_SELF, PETSC_ERR_PLIB, "cells of %" PetscInt_FMT " rows, more than %d", n, MOST);
  PetscCheck(n % rows.bs == 0, PETSC_COMM_SELF, PETSC_ERR_PLIB, "cells of %" PetscInt_FMT " rows, in blocks", n);
  PetscCall(PetscNew(&p));
  *p = (struct _n_Location){
    .n = n, .ncells = ncells, .bs = rows.bs, .m = n / rows.bs, .dofs = dofs, .global = global, .side = side};
  square = p->m * p->m;
  if (p->bs > 1) PetscCall(PetscMalloc1((size_t)ncells * (size_t)square, &p->at));
  else PetscCall(PetscCalloc1(ncells + 1, &p->first));
  PetscCall(PetscCalloc1(ncells, &p->foreign));
  for (PetscInt e = 0; e < ncells; e++) {
    PetscInt at[MOST];

    globals(p, e, at);
    for (PetscInt i = 0; i < p->m; i++)
      if (at[i] >= 0 && (at[i] < rows.first || at[i] >= rows.first + rows.n)) p->foreign[e] = PETSC_TRUE;
    if (p->first) p->first[e + 1] = p->first[e];
    if (p->foreign[e]) continue;
    if (p->first) PetscCall(AddRuns(p, &rows, e, at, &most));
    else
      for (PetscInt i = 0; i < square; i++)
        PetscCall(FindBlock(p, &rows, at, i, &p->at[(size_t)e * (size_t)square + (size_t)i]));
  }
  if (p->first && p->first[ncells] < most) PetscCall(PetscRealloc(p->first[ncells] * sizeof *p->run, &p->run));
  PetscCall(RowsClose(&rows));
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
  PetscCall(PetscFree((*p)->foreign));
  PetscCall(PetscFree(*p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AddingBegin(Mat A, Adding *a)
{
  Mat own, other;

  PetscFunctionBeginUser;
  *a = (Adding){.A = A};
  PetscCall(AIJGetSeqParts(A, &own, &other, NULL));
  PetscCall(AIJGetBlockSize(A, &a->bs));
  PetscCall(a->bs > 1 ? MatSeqBAIJGetArray(own, &a->own) : MatSeqAIJGetArray(own, &a->own));
  if (other) PetscCall(a->bs > 1 ? MatSeqBAIJGetArray(other, &a->other) : MatSeqAIJGetArray(other, &a->other));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AddingEnd(Adding *a)
{
  Mat own, other;

  PetscFunctionBeginUser;
  PetscCall(AIJGetSeqParts(a->A, &own, &other, NULL));
  PetscCall(a->bs > 1 ? MatSeqBAIJRestoreArray(own, &a->own) : MatSeqAIJRestoreArray(own, &a->own));
  if (other) PetscCall(a->bs > 1 ? MatSeqBAIJRestoreArray(other, &a->other) : MatSeqAIJRestoreArray(other, &a->other));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A block of bs rows, stored by columns, += the one at values, of rows of n. */
static inline void add_block(PetscInt bs, PetscInt n, const double values[], PetscScalar block[])
{
  for (PetscInt j = 0; j < bs; j++)
    for (PetscInt i = 0; i < bs; i++) block[j * bs + i] += values[i * n + j];
}

/* Of constant sizes, which compilers unroll, where there are such. */
static void add_blocks(const struct _n_Location *p, const PetscInt place[], const double values[], const Adding *a)
{
  const PetscInt bs = p->bs, n = p->n;

  for (PetscInt i = 0; i < p->m; i++)
    for (PetscInt j = 0; j < p->m; j++) {
      const PetscInt k    = place[i * p->m + j];
      const double  *from = values + i * bs * n + j * bs;
      PetscScalar   *block;

      if (k == NONE) continue;
      block = k >= 0 ? a->own + k * bs * bs : a->other + (NONE - 1 - k) * bs * bs;
      if (bs == 6 && n == 12) add_block(6, 12, from, block);
      else if (bs == 3) add_block(3, n, from, block);
      else add_block(bs, n, from, block);
    }
}

/* Runs are as long as the dofs of a node, or of a few. */
SIMD_CLONES static void add_runs(const Run *run, const Run *end, const double values[], const Adding *a)
{
  for (; run < end; run++) {
    PetscScalar *restrict to    = run->at >= 0 ? a->own + run->at : a->other + (NONE - 1 - run->at);
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

PetscErrorCode LocationAdd(Location p, PetscInt e, const double values[], const Adding *a)
{
  PetscFunctionBeginUser;
  if (p->foreign[e]) {
    PetscInt at[MOST];

    globals(p, e, at);
    if (p->bs > 1) PetscCall(MatSetValuesBlocked(a->A, p->m, at, p->m, at, values, ADD_VALUES));
    else PetscCall(MatSetValues(a->A, p->n, at, p->n, at, values, ADD_VALUES));
  } else if (p->bs > 1) {
    add_blocks(p, p->at + (size_t)e * (size_t)(p->m * p->m), values, a);
  } else {
    add_runs(p->run + p->first[e], p->run + p->first[e + 1], values, a);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- matrices of a part of the pattern --------------------------------------------------------------------------- */

struct _n_Overlay {
  PetscInt  n[2]; /* entries in columns of this rank, and in others: first these */
  PetscInt *at;   /* value k >= 0 of own; NONE - 1 - k: of other */
};

/* The place of the value, coded likewise, of an entry in a row of this rank. */
static PetscErrorCode FindValue(const OwnRows *r, PetscInt row, PetscInt column, PetscInt *place)
{
  const PetscInt bs = r->bs, within = column % bs * bs + row % bs; /* blocks are stored by columns */
  PetscInt       block;

  PetscFunctionBeginUser;
  PetscCall(Find(r, row / bs, column / bs, &block));
  *place = block >= 0 ? block * bs * bs + within : NONE - 1 - ((NONE - 1 - block) * bs * bs + within);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OverlayCreate(Mat part, Mat pattern, Overlay *out)
{
  OwnRows  of, in;
  Overlay  o;
  PetscInt n = 0;

  PetscFunctionBeginUser;
  PetscCall(RowsOpen(part, &of));
  PetscCall(RowsOpen(pattern, &in));
  PetscCall(PetscNew(&o));
  o->n[0] = of.i[of.n];
  o->n[1] = of.other ? of.other_i[of.n] : 0;
  PetscCall(PetscMalloc1((size_t)o->n[0] + (size_t)o->n[1], &o->at));
  for (PetscInt row = 0; row < of.n; row++)
    for (PetscInt k = of.i[row]; k < of.i[row + 1]; k++)
      PetscCall(FindValue(&in, of.first + row, of.first + of.j[k], &o->at[n++]));
  for (PetscInt row = 0; row < of.n && of.other; row++)
    for (PetscInt k = of.other_i[row]; k < of.other_i[row + 1]; k++)
      PetscCall(FindValue(&in, of.first + row, of.garray[of.other_j[k]], &o->at[n++]));
  PetscCall(RowsClose(&in));
  PetscCall(RowsClose(&of));
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

PetscErrorCode OverlayAdd(Overlay o, PetscReal factor, Mat part, const Adding *a)
{
  const PetscInt *at = o->at;
  Mat             of[2];

  PetscFunctionBeginUser;
  PetscCall(AIJGetSeqParts(part, &of[0], &of[1], NULL));
  for (int p = 0; p < 2 && of[p]; at += o->n[p++]) {
    const PetscScalar *value;

    PetscCall(MatSeqAIJGetArrayRead(of[p], &value));
    for (PetscInt k = 0; k < o->n[p]; k++)
      *(at[k] >= 0 ? a->own + at[k] : a->other + (NONE - 1 - at[k])) += factor * value[k];
    PetscCall(MatSeqAIJRestoreArrayRead(of[p], &value));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
