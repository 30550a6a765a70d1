/* stencil_rows.h: the data of a Stencil, for the files of this folder.

   Row numbers are local: 0 to n - 1. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STENCIL_STENCIL_ROWS_H
#define FS_STENCIL_STENCIL_ROWS_H

#include "stencil.h"

enum {
  MAX_ROWS     = 6,  /* of a node */
  SOME_CLASSES = 64, /* up to this number there are few classes, however few nodes they have */
  CHUNK        = 512 /* rows; chunks of four vectors fit into the first-level cache */
};

/* The classes of nodes, k < n. A node of class k has row[k + 1] - row[k] rows. All of them have
   entries in the same columns of this rank, ptr[k] to ptr[k + 1] - 1. The values start at at[k],
   column by column. */
typedef struct {
  PetscInt   n;
  PetscInt  *ptr, *at, *row;             /* [n + 1] */
  PetscInt  *distance;                   /* [ptr[n]] column minus first row of the node */
  PetscReal *value[STENCIL_TERMS];       /* [at[n]] */
  PetscReal *row_size[STENCIL_TERMS];    /* [row[n]] root of the largest absolute value in a row */
  PetscReal *column_size[STENCIL_TERMS]; /* [ptr[n]] the same for a column of the node */
  PetscInt   capacity, column_capacity, value_capacity; /* for classes, their columns and values */
} NodeClasses;

/* class_rows - Returns the number of rows of a node of class k. */
static inline PetscInt class_rows(const NodeClasses *c, PetscInt k)
{
  return c->row[k + 1] - c->row[k];
}

/* Consecutive nodes of one class, from row first to the row before the next run. */
typedef struct {
  PetscInt first, class;
} ClassRun;

/* Entries that are stored row by row, in n rows. They are the entries in columns of other
   ranks. Irregular nodes, which are like few others, have all entries here except their diagonal
   block. */
typedef struct {
  PetscInt   n;
  PetscInt  *row;    /* [n] row numbers, increasing */
  PetscInt  *at;     /* [n + 1] the entries of row[k] are those from at[k] to at[k + 1] - 1 */
  PetscInt  *column; /* [at[n]] index of the column in ghost, or -1 - c for column c of this rank */
  PetscReal *value[STENCIL_TERMS]; /* [at[n]] */
} OffDiagonal;

struct _n_Stencil {
  MPI_Comm    comm;
  PetscInt    references; /* of its creator and of operators; the last one destroys it */
  PetscInt    n, first;   /* rows of this rank; global number of the first */
  PetscInt    nruns;
  PetscInt    lookahead; /* largest distance in any class */
  NodeClasses classes;
  ClassRun   *run; /* [nruns + 1] the last one has first = n */
  OffDiagonal offdiag;
  PetscInt    nghosts;
  PetscInt   *ghost;   /* [nghosts] global numbers of the columns of other ranks */
  VecScatter  scatter; /* from a global vector to ghosts; NULL on one rank */
  Vec         ghosts;  /* [nghosts] sequential; NULL on one rank */

  PetscLogDouble nonzeros; /* of this rank's rows */
};

/* An operator: the context of the shell matrix. */
typedef struct {
  Stencil    s;               /* counts as a reference */
  PetscReal *value, *offdiag; /* combined values of the classes and of s->offdiag */
  /* [classes.row[n]] 1/diagonal of the rows of each class; 1 if that is 0, as in PCJACOBI */
  PetscReal *inverse;
  PetscReal *ghost_inverse;      /* [nghosts] the same for the rows of other ranks */
  PetscReal *ghost_p;            /* [nghosts] direction of conjugate gradients on other ranks */
  PetscBool  has_inverse;        /* ghost_inverse is up to date */
  Vec        work[STENCIL_WORK]; /* of StencilSolve(); NULL before the first solve */
} StencilOperator;

/* Rows first to first + n - 1 of whole nodes of one class, at most CHUNK. A loop over all rows
   starts from {0} and calls next_row_chunk(). */
typedef struct {
  PetscInt run, first, n, class; /* run: index of the run that has the rows */
} RowChunk;

/* next_row_chunk - Moves *p to the next chunk; returns PETSC_FALSE at the end. */
static inline PetscBool next_row_chunk(const Stencil s, RowChunk *p)
{
  p->first += p->n;
  if (p->first >= s->n) {
    p->n = 0;
    return PETSC_FALSE;
  }
  while (p->first >= s->run[p->run + 1].first) p->run++;
  p->class = s->run[p->run].class;
  p->n     = PetscMin(s->run[p->run + 1].first - p->first,
                      CHUNK - CHUNK % class_rows(&s->classes, p->class));
  return PETSC_TRUE;
}

/* expand_to_rows - Copies values of classes to the rows of a chunk.

   Input:
     of  [classes.row[n]] values of the rows of classes
   Output:
     values  [p->n] */
static inline void expand_to_rows(const Stencil s, const RowChunk *p, const PetscReal of[],
                                  PetscReal values[])
{
  const PetscInt   rows = class_rows(&s->classes, p->class);
  const PetscReal *from = of + s->classes.row[p->class];

  if (rows == 1)
    for (PetscInt i = 0; i < p->n; i++) values[i] = from[0];
  else
    for (PetscInt i = 0; i < p->n; i += rows)
      for (PetscInt j = 0; j < rows; j++) values[i + j] = from[j];
}

/* StencilFindRuns - Finds the classes of nodes, and sets s->classes, run, nruns and lookahead.

   Input:
     diag  parts of the matrices in columns of this rank
   Output:
     irregular    [n] 0 on entry; 1 in the rows of irregular nodes
     few_classes  PETSC_FALSE if there are too many classes; then s is not complete
   Not collective. */
PetscErrorCode StencilFindRuns(Stencil s, const Mat diag[], char irregular[],
                               PetscBool *few_classes);
PetscErrorCode NodeClassesDestroy(NodeClasses *c);

/* StencilMultChunk - Computes y[p->n] = A x in the rows of a chunk, without the entries in offdiag.

   Input:
     x  entries of this rank
   Not collective. */
void StencilMultChunk(const StencilOperator *op, const RowChunk *p, const PetscScalar x[],
                      PetscScalar y[]);

/* StencilResidual - Computes the first residual r = b - A x of conjugate gradients.

   Output:
     sums  r . D^-1 r and b . D^-1 b over this rank's rows
   Collective. */
PetscErrorCode StencilResidual(Mat A, Vec b, Vec x, Vec r, PetscReal sums[2]);

/* StencilSumsResidual - Computes the sums of s, and r = b - A x with the b and x of s.

   r may be s->loads. The output sums[] is that of StencilResidual(). Collective. */
PetscErrorCode StencilSumsResidual(Mat A, const StencilSums *s, Vec r, PetscReal sums[2]);

/* offdiag_product - Returns the contribution of offdiag to A x in row offdiag.row[k].

   Input:
     x      entries of this rank
     ghost  [nghosts] entries of other ranks */
static inline PetscReal offdiag_product(const StencilOperator *op, PetscInt k,
                                        const PetscScalar x[], const PetscScalar ghost[])
{
  const OffDiagonal *o   = &op->s->offdiag;
  PetscReal          sum = 0;

  for (PetscInt i = o->at[k]; i < o->at[k + 1]; i++)
    sum += op->offdiag[i] * (o->column[i] < 0 ? x[-1 - o->column[i]] : ghost[o->column[i]]);
  return sum;
}

/* StencilOffDiagColumn - Returns the global column of an entry of offdiag.column. */
static inline PetscInt StencilOffDiagColumn(const Stencil s, PetscInt column)
{
  return column < 0 ? s->first - 1 - column : s->ghost[column];
}

/* StencilGhostUpdateBegin - Starts to fetch the entries of x on other ranks. Collective. */
PetscErrorCode StencilGhostUpdateBegin(Stencil s, Vec x);

/* StencilGhostUpdateEnd - Waits for these entries.

   Output:
     ghosts  [nghosts] borrowed until StencilRestoreGhosts(); NULL on one rank
   Collective. */
PetscErrorCode StencilGhostUpdateEnd(Stencil s, Vec x, const PetscScalar **ghosts);
PetscErrorCode StencilRestoreGhosts(Stencil s, const PetscScalar **ghosts);

#endif
