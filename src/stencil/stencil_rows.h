/* stencil_rows.h: the inside of a Stencil, for the files of this folder. Row numbers are local: 0 to n - 1. */
#ifndef FS_STENCIL_STENCIL_ROWS_H
#define FS_STENCIL_STENCIL_ROWS_H

#include "stencil.h"

enum {
  MAX_ROWS     = 6,  /* of a node */
  SOME_CLASSES = 64, /* so many classes are few, whatever their nodes are */
  CHUNK =
    512 /* rows that are worked on at a time: a chunk of four vectors fits into the first-level cache */
};

/* The classes of nodes, k < n. A node of class k has row[k + 1] - row[k] rows, all in the columns of ptr[k] to ptr[k + 1] - 1, which
   are of this rank. Its values begin at at[k], column after column. */
typedef struct {
  PetscInt   n;
  PetscInt  *ptr, *at, *row;             /* [n + 1] */
  PetscInt  *distance;                   /* [ptr[n]] column minus first row of the node */
  PetscReal *value[STENCIL_TERMS];       /* [at[n]] */
  PetscReal *row_size[STENCIL_TERMS];    /* [row[n]] root of the largest absolute value in a row */
  PetscReal *column_size[STENCIL_TERMS]; /* [ptr[n]] the same of a column of the node */
  PetscInt   capacity, column_capacity,
    value_capacity; /* memory: for classes, their columns and values */
} NodeClasses;

static inline PetscInt class_rows(const NodeClasses *c, PetscInt k)
{
  return c->row[k + 1] - c->row[k];
}

/* Consecutive nodes of one class, from row first to the row before the next run. */
typedef struct {
  PetscInt first, class;
} ClassRun;

/* Entries that are stored row by row: in columns of other ranks, and of odd nodes, which are like few others, all that are not in
   their own columns. n rows have any. */
typedef struct {
  PetscInt   n;
  PetscInt  *row;    /* [n] row numbers, increasing */
  PetscInt  *at;     /* [n + 1] the entries of row[k] are those from at[k] to at[k + 1] - 1 */
  PetscInt  *column; /* [at[n]] >= 0: index of the column in ghost; -1 - c: column c of this rank */
  PetscReal *value[STENCIL_TERMS]; /* [at[n]] */
} OffDiagonal;

struct _n_Stencil {
  MPI_Comm    comm;
  PetscInt    references; /* by its maker and by operators; freed with the last */
  PetscInt    n, first;   /* rows of this rank; global number of the first */
  PetscInt    nruns;
  PetscInt    lookahead; /* largest distance of all classes */
  NodeClasses classes;
  ClassRun   *run; /* [nruns + 1] the last one is the end: its first is n */
  OffDiagonal offdiag;
  PetscInt    nghosts;
  PetscInt   *ghost;   /* [nghosts] global numbers of the columns of other ranks */
  VecScatter  scatter; /* from a global vector to ghosts; NULL on one rank */
  Vec         ghosts;  /* [nghosts] sequential; NULL on one rank */

  PetscLogDouble nonzeros; /* of this rank's rows */
};

/* An operator: the context of a shell matrix. */
typedef struct {
  Stencil    s;               /* one of its references */
  PetscReal *value, *offdiag; /* combined values of the classes and of Outer */
  PetscReal          *
    inverse; /* [classes.row[n]] 1/diagonal of the rows of each class; 1 where that is 0, as in PCJACOBI */
  PetscReal *ghost_inverse; /* [nghosts] the same of the rows of other ranks */
  PetscReal *ghost_p; /* [nghosts] entries of the direction of conjugate gradients on other ranks */
  PetscBool  has_inverse;        /* ghost_inverse belongs to the present values */
  Vec        work[STENCIL_WORK]; /* of StencilSolve; NULL until StencilSetUpSolve */
} StencilOperator;

/* Rows first to first + n - 1, of whole nodes of one class and at most CHUNK. To go through all rows begin with {0} and call
   next_row_chunk. */
typedef struct {
  PetscInt run, first, n, class; /* run: that the rows are in */
} RowChunk;

/* *p becomes the next piece; false: there is none. */
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

/* values[p->n] = those of the rows of a piece, from those of the rows of classes, of[classes.row[n]]. */
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

/* s->classes, run, nruns, ahead, from the parts of the matrices in columns of this rank; odd[n], 0 on entry, marks the rows of
   odd nodes. *few false: there are too many classes, and s is not complete. Not collective. */
PetscErrorCode StencilFindRuns(Stencil s, const Mat diag[], char irregular[],
                               PetscBool *few_classes);
PetscErrorCode NodeClassesDestroy(NodeClasses *c);

/* y[p->n] = the rows of A x that the piece has, without what outer has; x: this rank's part. */
void StencilMultChunk(const StencilOperator *op, const RowChunk *p, const PetscScalar x[],
                      PetscScalar y[]);

/* stencil_residual.c: what conjugate gradients begin with; sums, over this rank's rows only: r . D^-1 r, b . D^-1 b.
     Residual      r = b - A x
     SumsResidual  the vectors of s and r = b - A x, with the b and x of s; r may be s->loads */
PetscErrorCode StencilResidual(Mat A, Vec b, Vec x, Vec r, PetscReal sums[2]);
PetscErrorCode StencilSumsResidual(Mat A, const StencilSums *s, Vec r, PetscReal sums[2]);

/* The part of A x in row outer.row[k] that outer has; x: this rank's part, ghost[nghosts]: x on other ranks. */
static inline PetscReal offdiag_product(const StencilOperator *op, PetscInt k,
                                        const PetscScalar x[], const PetscScalar ghost[])
{
  const OffDiagonal *o   = &op->s->offdiag;
  PetscReal          sum = 0;

  for (PetscInt i = o->at[k]; i < o->at[k + 1]; i++)
    sum += op->offdiag[i] * (o->column[i] < 0 ? x[-1 - o->column[i]] : ghost[o->column[i]]);
  return sum;
}

/* The global number of an entry of outer.column. */
static inline PetscInt StencilOffDiagColumn(const Stencil s, PetscInt column)
{
  return column < 0 ? s->first - 1 - column : s->ghost[column];
}

/* Send begins to fetch the entries of x on other ranks, Receive ends it: *ghosts [nghosts], NULL on one rank, is
   borrowed until RestoreGhosts. Collective. */
PetscErrorCode StencilGhostUpdateBegin(Stencil s, Vec x);
PetscErrorCode StencilGhostUpdateEnd(Stencil s, Vec x, const PetscScalar **ghosts);
PetscErrorCode StencilRestoreGhosts(Stencil s, const PetscScalar **ghosts);

#endif
