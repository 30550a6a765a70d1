/* symbolic.h: the fronts in which a sparse matrix is eliminated, found from its pattern alone. A front is a small dense
   matrix: the unknowns that are eliminated in it, and those that they touch then. What it leaves goes to its parent
   (Duff & Reid 1983). Used by multifrontal.c. Not collective. */
#ifndef FS_LINEAR_MULTIFRONTAL_SYMBOLIC_H
#define FS_LINEAR_MULTIFRONTAL_SYMBOLIC_H

#include "ordering.h"

typedef struct {
  PetscInt pivots, size; /* unknowns that are eliminated, the first; all of them */
  PetscInt parent;       /* GRAPH_NONE: none; what is left of unknowns that stay is the outcome */
  PetscInt children;     /* how many fronts have this one as parent */
  PetscInt first;        /* of its unknowns, see below */
  PetscInt runs;         /* of entries of the matrix that come in by it: where they begin */
} Front;

/* Entries of a row that follow each other in the matrix and in the front. */
typedef struct {
  PetscInt       from;           /* number of the first entry, see Sparsity */
  unsigned short n, row, column; /* how many; where the first is in the front */
} FrontRun;

enum { FRONT_PREFETCH_RUNS = 64 };
enum {
  FRONT_MAX_SIZE = 40000
}; /* unknowns of a front, at most: their square is an integer, they themselves are short */

typedef struct {
  PetscInt n, neliminated; /* of the sparsity */
  PetscInt nfronts;
  Front   *front; /* [nfronts + 1] children before parents, their subtrees one after the other */
  PetscInt         *
    unknown; /* those of a front, from front.first on; those that are left in the order of their elimination */
  PetscInt *place;   /* likewise, of those that are left: where they are in the parent, ascending */
  FrontRun *run;     /* and FRONT_PREFETCH_RUNS more, for those who look ahead, from 0 */
  PetscInt  largest; /* size of a front */
  double    values;  /* numbers in the factors, if all pivots are found where they should be */
} SymbolicFactor;

PetscErrorCode SymbolicFactorCreate(const Sparsity *s, SymbolicFactor *e);
PetscErrorCode SymbolicFactorDestroy(SymbolicFactor *e);

#endif
