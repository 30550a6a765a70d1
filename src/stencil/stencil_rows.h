/* stencil_rows.h: the inside of a Stencil, for the files of this folder. Row numbers are local: 0 to n - 1. */
#ifndef STENCIL_ROWS_H
#define STENCIL_ROWS_H

#include "stencil.h"

/* Classes of a Stencil, at most; rows that are worked on at a time: a chunk of four vectors fits into the first-level
   cache. */
enum { MAX_CLASSES = 64, CHUNK = 512 };

/* The classes of rows. The entries of class k are those from ptr[k] to ptr[k + 1] - 1, in columns of this rank. */
typedef struct {
  PetscInt   n, ptr[MAX_CLASSES + 1];          /* classes; ptr[n] entries in all */
  PetscInt   capacity;                         /* room for entries */
  PetscInt  *distance;                         /* [ptr[n]] column minus row */
  PetscReal *value[STENCIL_TERMS];             /* [ptr[n]] */
  PetscReal  size[STENCIL_TERMS][MAX_CLASSES]; /* largest absolute value in the class */
} Classes;

/* Consecutive rows of one class, from row first to the row before the next run. */
typedef struct {
  PetscInt first, class;
} Run;

/* Entries in columns of other ranks, which are stored row by row; n rows have any. */
typedef struct {
  PetscInt   n;
  PetscInt  *row;                  /* [n] row numbers, increasing */
  PetscInt  *at;                   /* [n + 1] the entries of row[k] are those from at[k] to at[k + 1] - 1 */
  PetscInt  *column;               /* [at[n]] index of the column in ghost */
  PetscReal *value[STENCIL_TERMS]; /* [at[n]] */
} Outer;

struct _n_Stencil {
  MPI_Comm   comm;
  PetscInt   references; /* by its maker and by operators; freed with the last */
  PetscInt   n, first;   /* rows of this rank; global number of the first */
  PetscInt   nruns;
  PetscInt   ahead; /* largest distance of all classes */
  Classes    classes;
  Run       *run; /* [nruns + 1] the last one is the end: its first is n */
  Outer      outer;
  PetscInt   nghosts;
  PetscInt  *ghost;   /* [nghosts] global numbers of the columns of other ranks */
  VecScatter scatter; /* from a global vector to ghosts; NULL on one rank */
  Vec        ghosts;  /* [nghosts] sequential; NULL on one rank */

  PetscLogDouble nonzeros; /* of this rank's rows */
};

/* An operator: the context of a shell matrix. */
typedef struct {
  Stencil    s;                    /* one of its references */
  PetscReal *value, *outer;        /* combined values of the classes and of Outer */
  PetscReal  inverse[MAX_CLASSES]; /* 1/diagonal of each class; 1 where the diagonal is 0, as in PCJACOBI */
  PetscReal *ghost_inverse;        /* [nghosts] the same of the rows of other ranks */
  PetscReal *ghost_p;              /* [nghosts] entries of the direction of conjugate gradients on other ranks */
  PetscBool  has_inverse;          /* ghost_inverse belongs to the present values */
  Vec        work[3];              /* of StencilSolve; NULL until StencilSetUpSolve */
} Operator;

/* Rows first to first + n - 1, all of one class and at most CHUNK. To go through all rows begin with {0} and call
   next_piece. */
typedef struct {
  PetscInt run, first, n, class; /* run: that the rows are in */
} Piece;

/* *p becomes the next piece; false: there is none. */
static inline PetscBool next_piece(const Stencil s, Piece *p)
{
  p->first += p->n;
  if (p->first >= s->n) {
    p->n = 0;
    return PETSC_FALSE;
  }
  while (p->first >= s->run[p->run + 1].first) p->run++;
  p->class = s->run[p->run].class;
  p->n     = PetscMin(s->run[p->run + 1].first - p->first, CHUNK);
  return PETSC_TRUE;
}

/* y[p->n] = the rows of A x that the piece has, without the columns of other ranks; x: this rank's part. */
void StencilPiece(const Operator *op, const Piece *p, const PetscScalar x[], PetscScalar y[]);

/* The part of A x in row outer.row[k] that comes from columns of other ranks; ghost[nghosts]: x there. */
static inline PetscReal outer_product(const Operator *op, PetscInt k, const PetscScalar ghost[])
{
  const Outer *o   = &op->s->outer;
  PetscReal    sum = 0;

  for (PetscInt i = o->at[k]; i < o->at[k + 1]; i++) sum += op->outer[i] * ghost[o->column[i]];
  return sum;
}

/* Send begins to fetch the entries of x on other ranks, Receive ends it: *ghosts [nghosts], NULL on one rank, is
   borrowed until RestoreGhosts. Collective. */
PetscErrorCode StencilSend(Stencil s, Vec x);
PetscErrorCode StencilReceive(Stencil s, Vec x, const PetscScalar **ghosts);
PetscErrorCode StencilRestoreGhosts(Stencil s, const PetscScalar **ghosts);

#endif
