/* elimination.h: the fronts in which a sparse matrix is eliminated, found from its pattern alone. A front is a small dense
   matrix: the unknowns that are eliminated in it, and those that they touch then. What it leaves goes to its parent
   (Duff & Reid 1983). Used by fronts.c. Not collective. */
#ifndef ELIMINATION_H
#define ELIMINATION_H

#include "sparsity.h"

typedef struct {
  PetscInt pivots, size; /* unknowns that are eliminated, the first; all of them */
  PetscInt parent;       /* GRAPH_NONE: none; what is left of unknowns that stay is the outcome */
  PetscInt children;     /* how many fronts have this one as parent */
  PetscInt first;        /* of its unknowns, see below */
  PetscInt entries;      /* of the matrix that come in by it: where they begin */
} Front;

typedef struct {
  PetscInt from, to; /* number of the entry, see Sparsity; where it is in the front, row times size and column */
} FrontEntry;

enum { FRONT_MOST = 40000 }; /* unknowns of a front, at most: their square is an integer */

typedef struct {
  PetscInt    n, kept; /* of the sparsity */
  PetscInt    nfronts;
  Front      *front;   /* [nfronts + 1] children before parents, their subtrees one after the other */
  PetscInt   *unknown; /* those of a front, from front.first on */
  PetscInt   *place;   /* likewise, of those that are left: where they are in the parent */
  FrontEntry *entry;
  PetscInt    largest; /* size of a front */
  double      values;  /* numbers in the factors, if all pivots are found where they should be */
} Elimination;

PetscErrorCode EliminationCreate(const Sparsity *s, Elimination *e);
PetscErrorCode EliminationDestroy(Elimination *e);

#endif
