/* symbolic.h: the symbolic factorization of a sparse matrix, a tree of fronts.

   A front is a small dense matrix. Its first unknowns, the pivots, are eliminated in it. Its other
   unknowns, the border, are those that the pivots touch. After the elimination, the block of the
   border is added to the parent of the front (Duff & Reid 1983). No function is collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIRECT_MULTIFRONTAL_SYMBOLIC_H
#define FS_DIRECT_MULTIFRONTAL_SYMBOLIC_H

#include "ordering.h"

typedef struct {
  PetscInt pivots, size; /* number of pivots; number of pivots and border unknowns together */
  PetscInt parent;   /* index of the parent; GRAPH_NONE if the border is in the Schur complement */
  PetscInt children; /* number of fronts that have this front as parent */
  PetscInt first;    /* index of the first unknown in SymbolicFactor.unknown */
  PetscInt runs;     /* index of the first run in SymbolicFactor.run */
} Front;

/* Run of entries of a row that are consecutive in the matrix and in the front. */
typedef struct {
  PetscInt       from;           /* number of the first entry, see Sparsity.from */
  unsigned short n, row, column; /* number of entries; row and column of the first in the front */
} FrontRun;

enum { FRONT_PREFETCH_RUNS = 64 };
/* Largest size of a front: its square fits an int, and FrontRun.row fits an unsigned short. */
enum { FRONT_MAX_SIZE = 40000 };

typedef struct {
  PetscInt n, neliminated; /* see Sparsity */
  PetscInt nfronts;
  Front *front; /* [nfronts + 1] children before parents; the fronts of a subtree are consecutive */
  /* unknowns of all fronts, one front after the other; pivots and border in order of elimination */
  PetscInt *unknown;
  PetscInt *place;   /* like unknown: index of each border unknown in the parent, ascending */
  FrontRun *run;     /* runs of all fronts, then FRONT_PREFETCH_RUNS runs of zeros to prefetch */
  PetscInt  largest; /* size of the largest front */
  double    values;  /* number of values in the factors if no pivot is delayed */
} SymbolicFactor;

/* SymbolicFactorCreate - Orders the unknowns of a pattern and builds the tree of fronts.

   If e->largest exceeds FRONT_MAX_SIZE, the runs are not built. */
PetscErrorCode SymbolicFactorCreate(const Sparsity *s, SymbolicFactor *e);
PetscErrorCode SymbolicFactorDestroy(SymbolicFactor *e);

#endif
