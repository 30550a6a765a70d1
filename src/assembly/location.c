/* location.c: finds the places once, by bisection in the rows of the pattern, and adds through them. An element
   with rows of another rank is added by MatSetValues. */
#include "location.h"
#include "element/slider.h"
#include "stencil/aij.h"

enum {
  NONE      = -1,
  OF_JOINT  = JOINT_DOFS + JOINT_ROWS,
  OF_SLIDER = SLIDER_DOFS + SLIDER_ROWS,
  OTHERS    = OF_JOINT > OF_SLIDER ? OF_JOINT : OF_SLIDER,
  MOST      = ELEMENT_MAX_DOFS > OTHERS ? ELEMENT_MAX_DOFS : OTHERS /* rows of a cell of any kind */
};

struct _n_Location {
  PetscInt        n, ncells;
  const PetscInt *dofs, *global;
  PetscInt       *at;      /* [ncells][n][n]: k >= 0: own[k]; NONE: held or none; NONE - 1 - k: other[k] */
  PetscBool      *foreign; /* [ncells]: has rows of other ranks, so at[] is not used */
};

/* This rank's rows in compressed form: columns that it owns (i, j), and others (other_i, other_j), whose global
   columns are garray[other_j]. */
typedef struct {
  Mat             own, other;
  PetscInt        first, n, nother;
  const PetscInt *i, *j, *other_i, *other_j, *garray;
} OwnRows;

static PetscErrorCode RowsOpen(Mat A, OwnRows *r)
{
  PetscBool done;
  PetscInt  last, n;

  PetscFunctionBeginUser;
  *r = (OwnRows){.own = NULL};
  PetscCall(AIJParts(A, &r->own, &r->other, &r->garray));
  PetscCall(MatGetOwnershipRange(A, &r->first, &last));
  PetscCall(MatGetRowIJ(r->own, 0, PETSC_FALSE, PETSC_FALSE, &r->n, &r->i, &r->j, &done));
  PetscCheck(done, PETSC_COMM_SELF, PETSC_ERR_PLIB, "a pattern is not of AIJ");
  if (!r->other) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatGetSize(r->other, NULL, &r->nother));
  PetscCall(MatGetRowIJ(r->other, 0, PETSC_FALSE, PETSC_FALSE, &n, &r->other_i, &r->other_j, &done));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RowsClose(OwnRows *r)
{
  PetscBool done;
  PetscInt  n;

  PetscFunctionBeginUser;
  PetscCall(MatRestoreRowIJ(r->own, 0, PETSC_FALSE, PETSC_FALSE, &n, &r->i, &r->j, &done));
  if (r->other) PetscCall(MatRestoreRowIJ(r->other, 0, PETSC_FALSE, PETSC_FALSE, &n, &r->other_i, &r->other_j, &done));
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

static void globals(Location p, PetscInt e, PetscInt at[])
{
  const PetscInt *dofs = p->dofs + (size_t)e * (size_t)p->n;

  for (PetscInt i = 0; i < p->n; i++) at[i] = dofs[i] < 0 ? -1 : p->global[dofs[i]];
}

PetscErrorCode LocationCreate(Mat pattern, const PetscInt global[], PetscInt n, PetscInt ncells, const PetscInt dofs[],
                              Location *out)
{
  Location p;
  OwnRows  rows;

  PetscFunctionBeginUser;
  PetscCheck(n <= MOST, PETSC_COMM_SELF, PETSC_ERR_PLIB, "cells of %" PetscInt_FMT " rows, more than %d", n, MOST);
  PetscCall(PetscNew(&p));
  *p = (struct _n_Location){.n = n, .ncells = ncells, .dofs = dofs, .global = global};
  PetscCall(PetscMalloc1((size_t)ncells * (size_t)(n * n), &p->at));
  PetscCall(PetscCalloc1(ncells, &p->foreign));
  PetscCall(RowsOpen(pattern, &rows));
  for (PetscInt e = 0; e < ncells; e++) {
    PetscInt at[MOST], *place = p->at + (size_t)e * (size_t)(n * n);

    globals(p, e, at);
    for (PetscInt i = 0; i < n; i++)
      if (at[i] >= 0 && (at[i] < rows.first || at[i] >= rows.first + rows.n)) p->foreign[e] = PETSC_TRUE;
    for (PetscInt i = 0; i < n * n && !p->foreign[e]; i++) {
      place[i] = NONE;
      if (at[i / n] >= 0 && at[i % n] >= 0) PetscCall(Find(&rows, at[i / n], at[i % n], &place[i]));
    }
  }
  PetscCall(RowsClose(&rows));
  *out = p;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LocationDestroy(Location *p)
{
  PetscFunctionBeginUser;
  if (!*p) PetscFunctionReturn(PETSC_SUCCESS);
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
  PetscCall(AIJParts(A, &own, &other, NULL));
  PetscCall(MatSeqAIJGetArray(own, &a->own));
  if (other) PetscCall(MatSeqAIJGetArray(other, &a->other));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AddingEnd(Adding *a)
{
  Mat own, other;

  PetscFunctionBeginUser;
  PetscCall(AIJParts(a->A, &own, &other, NULL));
  PetscCall(MatSeqAIJRestoreArray(own, &a->own));
  if (other) PetscCall(MatSeqAIJRestoreArray(other, &a->other));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LocationAdd(Location p, PetscInt e, const double values[], const Adding *a)
{
  const PetscInt  nn    = p->n * p->n;
  const PetscInt *place = p->at + (size_t)e * (size_t)nn;

  PetscFunctionBeginUser;
  if (p->foreign[e]) {
    PetscInt at[MOST];

    globals(p, e, at);
    PetscCall(MatSetValues(a->A, p->n, at, p->n, at, values, ADD_VALUES));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  for (PetscInt i = 0; i < nn; i++) {
    if (place[i] >= 0) a->own[place[i]] += values[i];
    else if (place[i] != NONE) a->other[NONE - 1 - place[i]] += values[i];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
