/* symbolic.h: the symbolic factorization of a sparse matrix, a tree of fronts.

   A front is a small dense matrix of the unknowns that are eliminated in it and of those that they
   touch then. Its contribution block goes to its parent (Duff & Reid 1983). No function is
   collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_MULTIFRONTAL_SYMBOLIC_H
#define FS_LINEAR_MULTIFRONTAL_SYMBOLIC_H

#include "ordering.h"

typedef struct {
  PetscInt pivots, size; /* unknowns that are eliminated, the first ones; all unknowns */
  PetscInt parent;   /* GRAPH_NONE for a root, whose contribution goes to the Schur complement */
  PetscInt children; /* number of fronts with this parent */
  PetscInt first;    /* index of its unknowns in SymbolicFactor.unknown */
  PetscInt runs;     /* index of its first run in SymbolicFactor.run */
} Front;

/* Entries of a row that are consecutive in the matrix and in the front. */
typedef struct {
  PetscInt       from;           /* number of the first entry, see Sparsity */
  unsigned short n, row, column; /* number of entries; place of the first in the front */
} FrontRun;

enum { FRONT_PREFETCH_RUNS = 64 };
/* Largest size of a front: its square is an integer, and places are short integers. */
enum { FRONT_MAX_SIZE = 40000 };

typedef struct {
  PetscInt n, neliminated; /* of the sparsity */
  PetscInt nfronts;
  Front   *front; /* [nfronts + 1] children before parents, subtrees consecutive */
  /* unknowns of all fronts; the border of a front is in the order of its elimination */
  PetscInt *unknown;
  PetscInt *place;   /* the same for borders: places in the parent, ascending */
  FrontRun *run;     /* with FRONT_PREFETCH_RUNS more runs of zeros for prefetching */
  PetscInt  largest; /* size of the largest front */
  double    values;  /* number of values in the factors if no pivot is delayed */
} SymbolicFactor;

/* SymbolicFactorCreate - Orders a pattern and builds the tree of its fronts.

   If e->largest exceeds FRONT_MAX_SIZE, the runs are not built. */
PetscErrorCode SymbolicFactorCreate(const Sparsity *s, SymbolicFactor *e);
PetscErrorCode SymbolicFactorDestroy(SymbolicFactor *e);

#endif
