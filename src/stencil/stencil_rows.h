/* stencil_rows.h: the data of a Stencil (stencil.h), for the files of this folder.

   A node is here a group of up to MAX_ROWS consecutive rows with entries in the same columns, such
   as the dofs of a node of a mesh. Row and column numbers are those of this rank, from 0, unless a
   comment says global. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STENCIL_STENCIL_ROWS_H
#define FS_STENCIL_STENCIL_ROWS_H

#include "stencil.h"

enum {
  MAX_ROWS     = 6,  /* the largest number of rows of a node */
  SOME_CLASSES = 64, /* with this number of classes or fewer, a Stencil is always accepted */
  CHUNK        = 512 /* the largest number of rows of a RowChunk; four vectors fit into L1 cache */
};

/* NodeClasses - The classes k = 0 to n - 1 of equal nodes, with their entries in columns of this
   rank.

   A node of class k has row[k + 1] - row[k] rows. All of them have entries in the same columns,
   whose distances from the first row of the node are distance[ptr[k]] to distance[ptr[k + 1] - 1].
   The values of term t are value[t][at[k]] to value[t][at[k + 1] - 1], column by column. */
typedef struct {
  PetscInt   n;
  PetscInt  *ptr, *at, *row;       /* [n + 1] each */
  PetscInt  *distance;             /* [ptr[n]] column minus first row of the node */
  PetscReal *value[STENCIL_TERMS]; /* [at[n]] each */
  /* [row[n]] root of the largest absolute value of each row */
  PetscReal *row_size[STENCIL_TERMS];
  /* [ptr[n]] root of the largest absolute value of each column of a class */
  PetscReal *column_size[STENCIL_TERMS];
  /* numbers of classes, columns and values for which memory is allocated */
  PetscInt capacity, column_capacity, value_capacity;
} NodeClasses;

/* class_rows - Returns the number of rows of the operator that a node of class k has. */
static inline PetscInt class_rows(const NodeClasses *c, PetscInt k)
{
  return c->row[k + 1] - c->row[k];
}

/* ClassRun - Consecutive nodes of one class, from the row first to the row before the first of the
   next run. */
typedef struct {
  PetscInt first, class;
} ClassRun;

/* OffDiagonal - Entries that are stored row by row, because the classes do not have them.

   These are all entries in columns of other ranks. Besides, a node is irregular if few nodes are
   equal to it, and has no class of its own: its entries are here, except for its diagonal block. */
typedef struct {
  PetscInt  n;   /* number of rows with entries that are stored row by row */
  PetscInt *row; /* [n] row numbers, increasing */
  PetscInt *at;  /* [n + 1] row[k] has the entries at[k] to at[k + 1] - 1 */
  /* [at[n]] column of each entry: index in Stencil.ghost, or -1 - c for column c of this rank */
  PetscInt  *column;
  PetscReal *value[STENCIL_TERMS]; /* [at[n]] each */
} OffDiagonal;

struct _n_Stencil {
  MPI_Comm comm;
  /* number of owners: the creator, and each operator; at 0 the Stencil is destroyed */
  PetscInt    references;
  PetscInt    n, first;  /* number of this rank's rows, and global number of the first */
  PetscInt    nruns;     /* the number of runs */
  PetscInt    lookahead; /* the largest distance of a column from the diagonal in a class */
  NodeClasses classes;
  ClassRun   *run; /* [nruns + 1] the last one is not a run: its first is n */
  OffDiagonal offdiag;
  PetscInt    nghosts; /* number of columns of other ranks in which this rank has entries */
  PetscInt   *ghost;   /* [nghosts] the global numbers of these columns */
  /* copies the entries of a global vector in the columns ghost[] to ghosts; NULL on one rank */
  VecScatter scatter;
  Vec        ghosts; /* [nghosts] a sequential vector; NULL on one rank */

  PetscBool3     mixed_precision; /* see StencilPreferPrecision() */
  PetscLogDouble nonzeros;        /* number of entries of this rank's rows */
};

/* SingleNumbers - The numbers of an operator in single precision. The members are those of
   StencilOperator. */
typedef struct {
  float *value, *offdiag, *inverse, *ghost_inverse, *ghost, *ghost_p;
} SingleNumbers;

/* StencilOperator - The data of an operator, which is the context of its shell matrix.

   D is the diagonal of the operator, with 1 instead of entries that are 0, as in PCJACOBI. */
typedef struct {
  Stencil s; /* the operator has a reference to it */
  /* the operator's values: combinations of classes.value[] and of offdiag.value[] */
  PetscReal *value, *offdiag;
  PetscReal *inverse; /* [classes.row[classes.n]] D^-1 of the rows of each class */
  /* [nghosts] D^-1 of the rows of other ranks with the numbers Stencil.ghost */
  PetscReal *ghost_inverse;
  /* [nghosts] residual and direction of CG in the rows of other ranks */
  PetscReal *ghost, *ghost_p;
  PetscBool  has_inverse; /* whether ghost_inverse is up to date */
  /* work vectors of StencilSetUpSolve(); NULL before the first solve */
  Vec       work[STENCIL_WORK];
  PetscBool single_reduction; /* whether an iteration has one reduction instead of two */
  Vec       product;          /* A times direction, for single_reduction; NULL before use */
  PetscBool mixed_precision;  /* whether iterations are in single precision */
  PetscBool has_single;       /* whether single is up to date */

  SingleNumbers single; /* numbers for mixed_precision; NULL before use */
} StencilOperator;

/* RowChunk - The rows first to first + n - 1, at most CHUNK. They are whole nodes of one class.

   Loops over all rows of this rank proceed chunk by chunk, so that data stay in the cache. Such a
   loop starts from {0} and calls next_row_chunk(). */
typedef struct {
  PetscInt run, first, n, class; /* run is the index in Stencil.run of the run with these rows */
} RowChunk;

/* next_row_chunk - Moves *p to the next chunk of this rank's rows; returns PETSC_FALSE after the
   last one. */
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

/* expand_to_rows - Sets values[i] to the value of row i of a chunk, from an array with a value for
   each row of each class.

   Input:
     of      [classes.row[classes.n]] the values of the rows of each class
   Output:
     values  [p->n] the value of each row */
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

/* StencilFindRuns - Finds the classes of nodes whose rows are equal, and sets the members classes,
   run, nruns and lookahead of s.

   Input:
     diag         [STENCIL_TERMS] the parts of the terms in columns of this rank, as sequential
                  matrices, or NULL
   Changed:
     irregular    [n] 0 on entry; on return 1 in the rows of irregular nodes (see OffDiagonal)
   Output:
     few_classes  PETSC_FALSE if there are too many classes; then s can only be destroyed
   Not collective. */
PetscErrorCode StencilFindRuns(Stencil s, const Mat diag[], char irregular[],
                               PetscBool *few_classes);
PetscErrorCode NodeClassesDestroy(NodeClasses *c);

/* StencilMultChunk - Computes A x in the rows of a chunk, without the entries in offdiag.

   Input:
     x  [n] entries of the vector x of this rank
   Output:
     y  [p->n] the product
   Not collective. */
void StencilMultChunk(const StencilOperator *op, const RowChunk *p, const PetscScalar x[],
                      PetscScalar y[]);

/* StencilMultChunk_float - Computes A x in the rows of a chunk in single precision, with the
   numbers op->single and without the entries in offdiag. */
void StencilMultChunk_float(const StencilOperator *op, const RowChunk *p, const float x[],
                            float y[]);

/* StencilResidual - Computes the residual r = b - A x at the start of conjugate gradients.

   Output:
     sums  r . D^-1 r and b . D^-1 b, summed over this rank's rows; D is the diagonal of A
   Collective. */
PetscErrorCode StencilResidual(Mat A, Vec b, Vec x, Vec r, PetscReal sums[2]);

/* StencilSumsResidual - Computes the vectors s->to[] of StencilSums, and the residual r = b - A x
   for the b and x that they give.

   r may be s->loads.
   Output:
     sums  r . D^-1 r and b . D^-1 b, summed over this rank's rows
   Collective. */
PetscErrorCode StencilSumsResidual(Mat A, const StencilSums *s, Vec r, PetscReal sums[2]);

/* offdiag_product - Returns the part of A x in row offdiag.row[k] that comes from the entries in
   offdiag.

   Input:
     x      [n] entries of this rank
     ghost  [nghosts] entries of other ranks; NULL on one rank */
static inline PetscReal offdiag_product(const StencilOperator *op, PetscInt k,
                                        const PetscScalar x[], const PetscScalar ghost[])
{
  const OffDiagonal *o   = &op->s->offdiag;
  PetscReal          sum = 0;

  for (PetscInt i = o->at[k]; i < o->at[k + 1]; i++)
    sum += op->offdiag[i] * (o->column[i] < 0 ? x[-1 - o->column[i]] : ghost[o->column[i]]);
  return sum;
}

/* StencilOffDiagColumn - Returns the global number of the column that an entry of the array
   offdiag.column stands for.

   Input:
     column  this entry */
static inline PetscInt StencilOffDiagColumn(const Stencil s, PetscInt column)
{
  return column < 0 ? s->first - 1 - column : s->ghost[column];
}

/* StencilGhostUpdateBegin - Starts to fetch from other ranks the entries of x that this rank needs,
   in the rows ghost[]. Collective. */
PetscErrorCode StencilGhostUpdateBegin(Stencil s, Vec x);

/* StencilGhostUpdateEnd - Waits for the entries that StencilGhostUpdateBegin() fetches.

   Output:
     ghosts  [nghosts] the entries, borrowed until StencilRestoreGhosts(); NULL on one rank
   Collective. */
PetscErrorCode StencilGhostUpdateEnd(Stencil s, Vec x, const PetscScalar **ghosts);
PetscErrorCode StencilRestoreGhosts(Stencil s, const PetscScalar **ghosts);

/* StencilExchangeBegin - Starts to fetch from other ranks the entries of an array, of numbers of
   any type, that this rank needs.

   Input:
     type    MPI's name of the type of the numbers
     x       [n] entries of this rank
   Output:
     ghosts  [nghosts] entries of other ranks, after StencilExchangeEnd()
   Collective. */
PetscErrorCode StencilExchangeBegin(Stencil s, MPI_Datatype type, const void *x, void *ghosts);

/* StencilExchangeEnd - Waits for the entries that StencilExchangeBegin() fetches. Collective. */
PetscErrorCode StencilExchangeEnd(Stencil s, MPI_Datatype type, const void *x, void *ghosts);

#endif
