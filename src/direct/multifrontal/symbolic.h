/* symbolic.h: the symbolic factorization of a sparse matrix for the multifrontal method.

   The factorization is a tree of fronts. A front is a small dense matrix. Its first unknowns, the
   pivots, are eliminated in it. Its other unknowns, the border, are those with which the pivots
   have entries. After the elimination, the block of the border is added to another front, the
   parent (Duff & Reid 1983). If an unknown has no acceptable pivot, its elimination is delayed to
   the parent. No function is collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIRECT_MULTIFRONTAL_SYMBOLIC_H
#define FS_DIRECT_MULTIFRONTAL_SYMBOLIC_H

#include "ordering.h"

typedef struct {
  PetscInt pivots, size; /* the number of pivots; the number of pivots and border unknowns */
  PetscInt
    parent; /* the index of the parent; GRAPH_NONE if the border is in the Schur complement */
  PetscInt children; /* the number of fronts that have this front as their parent */
  PetscInt first;    /* the index of its first unknown in SymbolicFactor.unknown */
  PetscInt runs;     /* the index of its first run in SymbolicFactor.run */
} Front;

/* FrontRun - Entries of a row that are consecutive both in the matrix and in the front. */
typedef struct {
  PetscInt       from; /* the number of the first entry, see Sparsity.from */
  unsigned short n, row,
    column; /* the number of entries; row and column of the first in the front */
} FrontRun;

enum { FRONT_PREFETCH_RUNS = 64 };
/* Largest size of a front: its square fits an int, and FrontRun.row fits an unsigned short. */
enum { FRONT_MAX_SIZE = 40000 };

typedef struct {
  PetscInt n, neliminated; /* the members of Sparsity */
  PetscInt nfronts;        /* the number of fronts */
  /* [nfronts + 1] children come before their parent; the fronts of a subtree are consecutive */
  Front *front;
  /* the unknowns of all fronts, front by front: its pivots, then its border, in order of
     elimination */
  PetscInt *unknown;
  /* the index of each border unknown in the parent of its front, ascending; arranged like
     unknown */
  PetscInt *place;
  FrontRun *run; /* the runs of all fronts, then FRONT_PREFETCH_RUNS runs of zeros to prefetch */
  PetscInt  largest; /* the size of the largest front */
  double    values;  /* the number of values in the factors if no pivot is delayed */
} SymbolicFactor;

/* SymbolicFactorCreate - Orders the unknowns of a pattern and builds the tree of fronts.

   If e->largest exceeds FRONT_MAX_SIZE, the runs are not built. */
PetscErrorCode SymbolicFactorCreate(const Sparsity *s, SymbolicFactor *e);
PetscErrorCode SymbolicFactorDestroy(SymbolicFactor *e);

#endif
