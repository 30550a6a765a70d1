/* multifrontal.h: factors a sparse matrix on one rank by the multifrontal method.

   The pattern of the matrix must be nearly symmetric. Some unknowns may be left out of the
   elimination; the factorization then gives their Schur complement. The method suits mechanisms of
   bodies, joints, beams and frames, whose fronts are as small as one or two nodes, and whose
   multipliers have zero diagonals. No function is collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIRECT_MULTIFRONTAL_MULTIFRONTAL_H
#define FS_DIRECT_MULTIFRONTAL_MULTIFRONTAL_H

#include "ordering.h"

/* ---- symbolic -------------------------------------------------------------------------------- */

/* The symbolic factorization of a sparse matrix for the multifrontal method.
   The factorization is a tree of fronts. A front is a small dense matrix. Its first unknowns, the
   pivots, are eliminated in it. Its other unknowns, the border, are those with which the pivots
   have entries. After the elimination, the block of the border is added to another front, the
   parent (Duff & Reid 1983). If an unknown has no acceptable pivot, its elimination is delayed to
   the parent. No function is collective. */

typedef struct {
  PetscInt pivots, size; /* numbers of pivots, and of pivots and border unknowns */
  PetscInt
    parent; /* index of the parent front; GRAPH_NONE if the border is in the Schur complement */
  PetscInt children; /* number of fronts that have this front as their parent */
  PetscInt first;    /* index in SymbolicFactor.unknown of the first unknown of the front */
  PetscInt runs;     /* index in SymbolicFactor.run of the first run of the front */
} Front;

/* FrontRun - Entries of a row that are consecutive both in the matrix and in the front. */
typedef struct {
  PetscInt       from; /* number of the first entry among the entries of the matrix */
  unsigned short n, row,
    column; /* number of entries; row and column of the first entry in the front */
} FrontRun;

enum { FRONT_PREFETCH_RUNS = 64 };
/* Largest size of a front: its square fits an int, and FrontRun.row fits an unsigned short. */
enum { FRONT_MAX_SIZE = 40000 };

typedef struct {
  PetscInt n, neliminated; /* the members of Sparsity */
  PetscInt nfronts;        /* the number of fronts */
  /* [nfronts + 1] the fronts, children before their parent, subtrees together */
  Front *front;
  /* the unknowns of all fronts, front by front: pivots, then border, in order of elimination */
  PetscInt *unknown;
  /* index of each border unknown in the parent of its front, ascending; arranged like unknown */
  PetscInt *place;
  FrontRun *run; /* the runs of all fronts, then FRONT_PREFETCH_RUNS runs of zeros to prefetch */
  PetscInt  largest; /* the size of the largest front */
  double    values;  /* the number of values in the factors if no pivot is delayed */
} SymbolicFactor;

/* SymbolicFactorCreate - Orders the unknowns of a pattern and builds the tree of fronts.

   If e->largest exceeds FRONT_MAX_SIZE, the runs are not built. */
PetscErrorCode SymbolicFactorCreate(const Sparsity *s, SymbolicFactor *e);
PetscErrorCode SymbolicFactorDestroy(SymbolicFactor *e);

typedef struct _n_Multifrontal *Multifrontal;

/* MultifrontalSchurFn - A function that receives a part of the Schur complement, which is the sum
   of these parts over all calls.

   Input:
     context  the argument of MultifrontalFactor
     unknown  [n] the numbers of the unknowns to which the rows and columns of A belong
     A        [n][n] the part, by rows */
typedef PetscErrorCode (*MultifrontalSchurFn)(void *context, PetscInt n, const PetscInt unknown[],
                                              const PetscScalar A[]);

/* MultifrontalCreate - Prepares factorizations of matrices with the pattern s by the multifrontal
   method. s is used only during the call.

   MultifrontalGetSymbolic returns the symbolic factorization, which f owns. */
PetscErrorCode        MultifrontalCreate(const Sparsity *s, Multifrontal *f);
PetscErrorCode        MultifrontalDestroy(Multifrontal *f);
const SymbolicFactor *MultifrontalGetSymbolic(Multifrontal f);

/* the largest number of arrays with the values of a matrix */
enum { MULTIFRONTAL_PARTS = 3 };
/* the smallest accepted pivot, relative to the largest entry of its column */
#define MULTIFRONTAL_THRESHOLD 0.1

/* MultifrontalValues - The values of the entries of a matrix, in several arrays, such as those of a
   distributed matrix.

   Sparsity.from numbers the entries of all arrays consecutively. One number is skipped between two
   arrays, so that a run of consecutive entries never crosses from one array to the next. */
typedef struct {
  const PetscScalar *part[MULTIFRONTAL_PARTS]; /* the arrays */
  PetscInt           size[MULTIFRONTAL_PARTS]; /* the number of values in each array */
  /* [n] factors of the rows, which make pivots comparable; borrowed until the next factorization */
  const PetscReal *scale;
  /* the smallest accepted pivot, relative to its column, in fronts without a parent, which cannot
     leave an unknown to a later front */
  PetscReal root_threshold;
} MultifrontalValues;

/* MultifrontalFactor - Factors a sparse matrix on one rank by the multifrontal method.

   Input:
     add_schur  receives the parts of the Schur complement; may be NULL if all unknowns are
                eliminated
     context    the first argument of add_schur
   Output:
     failed     the number of unknowns for which no pivot was found; the factors can be used only if
                it is 0
     delayed    [n] PETSC_TRUE for unknowns without a pivot, PETSC_FALSE for others; may be NULL */
PetscErrorCode MultifrontalFactor(Multifrontal f, const MultifrontalValues *values,
                                  MultifrontalSchurFn add_schur, void *context, PetscInt *failed,
                                  PetscBool delayed[]);

/* MultifrontalForwardSolve - Solves with the factor L of the multifrontal method, the first half of
   a solve.

   Changed:
     b  [n] on entry the right-hand side, with 0 in the unknowns of the Schur complement. On return
        the solution with L. In the unknowns of the Schur complement, b is what must be added to the
        right-hand side of the Schur complement */
PetscErrorCode MultifrontalForwardSolve(Multifrontal f, PetscScalar b[]);

/* MultifrontalBackwardSolve - Solves with the factor U of the multifrontal method, the second half
   of a solve.

   Input:
     b  [n] the result of MultifrontalForwardSolve
   Changed:
     x  [n] on entry the solution in the unknowns of the Schur complement; on return in all
        unknowns */
PetscErrorCode MultifrontalBackwardSolve(Multifrontal f, const PetscScalar b[], PetscScalar x[]);

#endif
