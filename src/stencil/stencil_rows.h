/* stencil_rows.h: inside of a Stencil: for stencil.c, stencil_mat.c, stencil_cg.c. */
#ifndef STENCIL_ROWS_H
#define STENCIL_ROWS_H

#include "stencil.h"

enum { MAX_CLASSES = 64, CHUNK = 512 }; /* a chunk of four vectors stays in the first-level cache */

/* Entries ptr[k] ... ptr[k + 1] of class k: at distance[] from the diagonal. */
typedef struct {
  PetscInt   n, ptr[MAX_CLASSES + 1], capacity;
  PetscInt  *distance;
  PetscReal *value[STENCIL_TERMS];
  PetscReal  size[STENCIL_TERMS][MAX_CLASSES]; /* largest value */
} Classes;

typedef struct {
  PetscInt first, class;
} Run;

/* Entries in columns of other ranks: of rows row[k], at[k] ... at[k + 1] in column[], an index of ghosts. */
typedef struct {
  PetscInt   n, *row, *at, *column;
  PetscReal *value[STENCIL_TERMS];
} Outer;

struct _n_Stencil {
  MPI_Comm   comm;
  PetscInt   references, n, first, nruns, ahead; /* rows of this rank; the largest distance */
  Classes    classes;
  Run       *run; /* [nruns + 1] */
  Outer      outer;
  PetscInt   nghosts;
  PetscInt  *ghost; /* [nghosts] columns of other ranks */
  VecScatter scatter;
  Vec        ghosts;

  PetscLogDouble nonzeros; /* of this rank's rows */
};

/* The context of a shell matrix. */
typedef struct {
  Stencil    s;
  PetscReal *value, *outer;        /* of the classes and of the entries in other ranks' columns */
  PetscReal  inverse[MAX_CLASSES]; /* of the diagonal; 1 where it is 0, as PCJACOBI has it */
  PetscReal *ghost_inverse;        /* [nghosts] */
  PetscReal *ghost_p;              /* [nghosts] the direction of conjugate gradients */
  PetscBool  has_inverse;
  Vec        work[3]; /* of StencilSolve, made when asked for */
} Operator;

/* Goes through rows in pieces of one class and at most CHUNK rows. */
typedef struct {
  PetscInt run, first, n, class;
} Piece;

/* The piece after p; false: there is none. */
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

/* y[0 ... p->n] = the piece's share of A x, without columns of other ranks. */
void StencilPiece(const Operator *op, const Piece *p, const PetscScalar x[], PetscScalar y[]);

/* The sum of ghosts in row outer.row[k]. */
static inline PetscReal outer_product(const Operator *op, PetscInt k, const PetscScalar ghost[])
{
  const Outer *o   = &op->s->outer;
  PetscReal    sum = 0;

  for (PetscInt i = o->at[k]; i < o->at[k + 1]; i++) sum += op->outer[i] * ghost[o->column[i]];
  return sum;
}

/* The exchange of x; then the values of ghosts (NULL on one rank), to be restored. */
PetscErrorCode StencilSend(Stencil s, Vec x);
PetscErrorCode StencilReceive(Stencil s, Vec x, const PetscScalar **ghosts);
PetscErrorCode StencilRestoreGhosts(Stencil s, const PetscScalar **ghosts);

#endif
