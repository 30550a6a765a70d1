/* stencil.h: matrices whose rows repeat, which are stored once for each class of equal nodes.

   On a regular mesh the rows of many nodes have the same values at the same distances from the
   diagonal. Such nodes form a class, and the values of a class, its stencil, are stored once. A
   product then reads vectors but no matrix. A Stencil object has up to three terms, which are
   matrices such as M, C and K of a linear system. An operator is a shell matrix, a linear
   combination of the terms. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STENCIL_STENCIL_H
#define FS_STENCIL_STENCIL_H

#include <fs/petsc_versions.h>

enum { STENCIL_TERMS = 3 };

typedef struct _n_Stencil *Stencil;

/* StencilCreate - Creates a Stencil, which stores equal rows of matrices once, from assembled
   matrices with the same nonzero pattern.

   A run is a sequence of consecutive nodes of one class. Products are slow if runs are short.
   Input:
     terms   matrices of type MATAIJ, which are not needed afterwards; NULL for a term that is zero;
             at least one is not NULL
   Output:
     length  the mean number of rows of a run, over all ranks. It is an estimate if nodes have
             several rows, and 0 if there are too many classes
     out     the Stencil, which the caller destroys. It is NULL, on all ranks, if length is less
             than 8, because products with the matrices are then faster
   Collective. */
PetscErrorCode StencilCreate(const Mat terms[STENCIL_TERMS], PetscReal *length, Stencil *out);

/* StencilDestroy - Destroys a Stencil and sets *s to NULL; operators of the Stencil stay valid. */
PetscErrorCode StencilDestroy(Stencil *s);

/* StencilCreateOperator - Creates an operator of a Stencil, a shell matrix that stores equal rows
   once. It is 0 until StencilCombine() sets it.

   The caller destroys it by MatDestroy(). Collective. */
PetscErrorCode StencilCreateOperator(Stencil s, Mat *A);

/* StencilCreateAssembled - Creates a matrix of type MATAIJ with the nonzero pattern of the terms,
   without values.

   StencilCombine() sets its values. The caller destroys it by MatDestroy(). Collective. */
PetscErrorCode StencilCreateAssembled(Stencil s, Mat *A);

/* StencilCombine - Sets the matrix A to a combination of the terms of a Stencil (such as M, C, K):
   the sum of c[k] times term k.

   Input:
     c  the factors of the terms
   Changed:
     A  a matrix from StencilCreateOperator() or StencilCreateAssembled()
   Collective. */
PetscErrorCode StencilCombine(Stencil s, const PetscReal c[STENCIL_TERMS], Mat A);

/* MatIsStencil - Determines whether A is an operator of a Stencil, a shell matrix that stores equal
   rows once. Not collective. */
PetscErrorCode MatIsStencil(Mat A, PetscBool *is);

/* StencilIsDiagonal - Determines whether all entries outside the diagonal of an operator A of a
   Stencil are 0.

   Collective. */
PetscErrorCode StencilIsDiagonal(Mat A, PetscBool *diagonal);

/* StencilQuadraticForm - Computes x . A x for a symmetric operator A of a Stencil in one pass
   through memory.

   Output:
     sum  the contribution of this rank's rows; the caller adds the contributions of all ranks
   Collective. */
PetscErrorCode StencilQuadraticForm(Mat A, Vec x, PetscReal *sum);

enum { STENCIL_WORK = 3 };

/* StencilSetUpSolve - Gives an operator work vectors for StencilSolve() and StencilSolveSums(), so
   that it need not create its own.

   Each solve overwrites them. The operator takes references to the vectors. work[2] may be the
   right-hand side of StencilSolve(). Collective. */
PetscErrorCode StencilSetUpSolve(Mat A, const Vec work[STENCIL_WORK]);

/* StencilUseSingleReduction - Sets whether solves with an operator use one reduction in an
   iteration instead of two.

   A reduction is a sum over all ranks, for which all ranks wait. With one reduction a solve needs
   one more product with A. The default is two reductions. Not collective. */
PetscErrorCode StencilUseSingleReduction(Mat A, PetscBool single);

/* StencilPreferPrecision - Stores whether the user wants iterations in mixed precision
   (StencilUseMixedPrecision).

   Input:
     mixed  PETSC_BOOL3_UNKNOWN, the default, if the user has not decided
   Not collective. */
PetscErrorCode StencilPreferPrecision(Stencil s, PetscBool3 mixed);

/* StencilGetPreferredPrecision - Returns whether the user wants iterations in mixed precision with
   an operator A of a Stencil (StencilPreferPrecision). Not collective. */
PetscErrorCode StencilGetPreferredPrecision(Mat A, PetscBool3 *mixed);

/* StencilUseMixedPrecision - Sets whether solves with an operator iterate in single precision,
   which reads half the memory.

   The residual and the solution stay in double precision, and the solution meets the same
   tolerance. The default is double precision. Solves with a single reduction are always in double
   precision. Not collective. */
PetscErrorCode StencilUseMixedPrecision(Mat A, PetscBool mixed);

/* StencilSolve - Solves A x = b for an operator A by conjugate gradients with Jacobi's
   preconditioner.

   The function reads and writes vectors fewer times than KSPCG with PCJACOBI and natural norms. The
   iterates are the same up to round-off.
   Input:
     ksp         a solver from which the tolerances, the largest number of iterations, the monitors,
                 and KSPSetInitialGuessNonzero() are read
   Changed:
     x           the initial guess, if ksp has a nonzero one; the solution on return
   Output:
     reason      positive if the iteration converged; a failure to converge is not an error
     iterations  the number of iterations
   Collective. */
PetscErrorCode StencilSolve(KSP ksp, Mat A, Vec b, Vec x, KSPConvergedReason *reason,
                            PetscInt *iterations);

/* StencilSums - Linear combinations of vectors, from which StencilSolveSums() computes the
   right-hand side b and the initial guess x of a solve:

     to[k] = sum_i c[k][i] vec[i]    b = loads + of[0] to[0] + of[1] to[1]    x = to[2] */
enum { STENCIL_SUMS = 3 };
typedef struct {
  PetscInt         n;
  const Vec       *vec;                  /* [n] vectors to combine */
  const PetscReal *c[STENCIL_SUMS];      /* [n] each: factors of each combination */
  Vec              to[STENCIL_SUMS];     /* the combinations, which may be among vec */
  Mat              of[STENCIL_SUMS - 1]; /* operators of the same Stencil as A; NULL means 0 */
  /* vector that is added to b; it may be work[0] of A, and is then overwritten */
  Vec loads;
} StencilSums;

/* StencilSolveSums - Solves A x = b by conjugate gradients, where b and the initial guess x are
   given as linear combinations of vectors.

   The pass through memory that computes the first residual also computes these combinations. On
   return the vector x is not yet the solution, which is x + *pending_step *direction. The caller
   adds the last term when it reads x next, which saves a pass through memory.
   Output:
     direction     a work vector of A, borrowed until the next solve
     pending_step  the factor of direction, which may be 0, and is 0 if iterations have a single
                   reduction
     reason        positive if the iteration converged; a failure to converge is not an error
     iterations    the number of iterations
   Collective. */
PetscErrorCode StencilSolveSums(KSP ksp, Mat A, const StencilSums *sums, Vec *direction,
                                PetscReal *pending_step, KSPConvergedReason *reason,
                                PetscInt *iterations);

/* StencilExplicitStep - A stage of an explicit scheme. It is computed in this order:

     to[k] = sum_i c[k][i] vec[i]    a = mass^-1 (loads - stiffness to[0])    to[1] += h a */
typedef struct {
  PetscInt         n;
  const Vec       *vec;             /* [n] the vectors to combine */
  const PetscReal *c[2];            /* [n] each: factors of each combination */
  Vec              to[2], a, loads; /* a must differ from all of vec and to */
  Mat       mass, stiffness; /* operators of one Stencil; only the diagonal of mass is used */
  PetscReal h;               /* factor of a in to[1], a time [s] if to[1] is a velocity */
  /* number of this rank's rows with loads; negative if all rows have loads */
  PetscInt        nrows;
  const PetscInt *rows; /* [nrows] local numbers of the rows with loads, increasing */
} StencilExplicitStep;

/* StencilSolveAcceleration - Computes accelerations and the update of a step of an explicit scheme
   in one pass through memory.

   Output:
     square  the contribution of this rank's rows to a . a
   Collective. */
PetscErrorCode StencilSolveAcceleration(const StencilExplicitStep *s, PetscReal *square);

#endif
