/* stencil.h: matrices whose rows repeat, stored as classes of equal nodes.

   On a regular mesh the rows of many nodes have the same values at the same distances from the
   diagonal. Such nodes form a class, and the values of a class are stored once. A product then
   reads vectors but no matrix. A Stencil has up to three terms, such as the matrices M, C and K of
   a linear system. An operator of a Stencil is a shell matrix, a linear combination of the terms.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STENCIL_STENCIL_H
#define FS_STENCIL_STENCIL_H

#include <fs/fs.h>

enum { STENCIL_TERMS = 3 };

typedef struct _n_Stencil *Stencil;

/* StencilCreate - Creates a Stencil from assembled matrices with the same nonzero pattern.

   A run is a sequence of rows of one class. Products with short runs are slow.
   Input:
     terms  matrices of type MATAIJ, which are not needed afterwards; NULL for a term that is zero;
            at least one is not NULL
   Output:
     length  mean number of rows of a run, over all ranks; an estimate if nodes have several rows,
             and 0 if there are too many classes
     out     the caller destroys it; NULL, on all ranks, if length is less than 8, because products
             with the matrices are then faster
   Collective. */
PetscErrorCode StencilCreate(const Mat terms[STENCIL_TERMS], PetscReal *length, Stencil *out);

/* StencilDestroy - Destroys a Stencil and sets *s to NULL; operators of the Stencil stay valid. */
PetscErrorCode StencilDestroy(Stencil *s);

/* StencilCreateOperator - Creates an operator that is 0, until StencilCombine() sets it.

   The caller destroys it by MatDestroy(). Collective. */
PetscErrorCode StencilCreateOperator(Stencil s, Mat *A);

/* StencilCreateAssembled - Creates a matrix of type MATAIJ with the nonzero pattern of the terms.

   StencilCombine() sets its values. The caller destroys it by MatDestroy(). Collective. */
PetscErrorCode StencilCreateAssembled(Stencil s, Mat *A);

/* StencilCombine - Sets A to the sum over k of c[k] times term k.

   Input:
     A  matrix from StencilCreateOperator() or StencilCreateAssembled()
   Collective. */
PetscErrorCode StencilCombine(Stencil s, const PetscReal c[STENCIL_TERMS], Mat A);

/* MatIsStencil - Determines whether A is an operator of a Stencil. Not collective. */
PetscErrorCode MatIsStencil(Mat A, PetscBool *is);

/* StencilIsDiagonal - Determines whether all entries of an operator outside the diagonal are 0.

   Collective. */
PetscErrorCode StencilIsDiagonal(Mat A, PetscBool *diagonal);

/* StencilQuadraticForm - Computes x . A x of a symmetric operator in one pass.

   Output:
     sum  contribution of this rank's rows; the caller adds the sums of all ranks
   Collective. */
PetscErrorCode StencilQuadraticForm(Mat A, Vec x, PetscReal *sum);

enum { STENCIL_WORK = 3 };

/* StencilSetUpSolve - Gives an operator work vectors for StencilSolve() and StencilSolveSums().

   Without this call, the first solve creates work vectors. The operator takes references to the
   vectors, and each solve overwrites them. work[2] may be the right-hand side of StencilSolve().
   Collective. */
PetscErrorCode StencilSetUpSolve(Mat A, const Vec work[STENCIL_WORK]);

/* StencilUseSingleReduction - Lets solves with an operator use one reduction an iteration.

   The default is two reductions, and one product less in a solve. Not collective. */
PetscErrorCode StencilUseSingleReduction(Mat A, PetscBool single);

/* StencilPreferPrecision - Stores the user's choice of the precision of iterations.

   Input:
     mixed  PETSC_BOOL3_UNKNOWN, the default, if there is no choice
   Not collective. */
PetscErrorCode StencilPreferPrecision(Stencil s, PetscBool3 mixed);

/* StencilGetPreferredPrecision - Returns the user's choice, for an operator. Not collective. */
PetscErrorCode StencilGetPreferredPrecision(Mat A, PetscBool3 *mixed);

/* StencilUseMixedPrecision - Lets solves with an operator iterate in single precision.

   The residual and the solution stay in double precision, and the solution meets the same
   tolerance. The default is double precision. Solves with a single reduction ignore it. Not
   collective. */
PetscErrorCode StencilUseMixedPrecision(Mat A, PetscBool mixed);

/* StencilSolve - Solves A x = b for an operator by conjugate gradients with Jacobi's
   preconditioner.

   It reads and writes vectors fewer times than KSPCG with PCJACOBI and natural norms. The iterates
   are the same up to round-off.
   Input:
     ksp  gives tolerances, largest number of iterations, monitors, and KSPSetInitialGuessNonzero()
   Input/Output:
     x  initial guess, if ksp has a nonzero one; the solution on return
   Output:
     reason      > 0 if converged; a failure to converge is not an error
     iterations  number of iterations
   Collective. */
PetscErrorCode StencilSolve(KSP ksp, Mat A, Vec b, Vec x, KSPConvergedReason *reason,
                            PetscInt *iterations);

/* StencilSums - Linear combinations that give the right-hand side b and the guess x of a solve:

     to[k] = sum_i c[k][i] vec[i]    b = loads + of[0] to[0] + of[1] to[1]    x = to[2] */
enum { STENCIL_SUMS = 3 };
typedef struct {
  PetscInt         n;
  const Vec       *vec;                  /* [n] */
  const PetscReal *c[STENCIL_SUMS];      /* [n] each */
  Vec              to[STENCIL_SUMS];     /* may be among vec */
  Mat              of[STENCIL_SUMS - 1]; /* operators of the same Stencil as A; NULL means 0 */
  Vec              loads;                /* may be work[0] of A; then it is overwritten */
} StencilSums;

/* StencilSolveSums - Solves A x = b as StencilSolve() does, with the guess x and b from sums.

   The pass through memory that computes the first residual also computes the sums. On return x is
   not complete: the solution is x + *pending_step *direction. The caller adds the last term when it
   reads x next.
   Output:
     direction     a work vector of A, borrowed until the next solve
     pending_step  may be 0, and is 0 with a single reduction
     reason        > 0 if converged; a failure to converge is not an error
     iterations    number of iterations
   Collective. */
PetscErrorCode StencilSolveSums(KSP ksp, Mat A, const StencilSums *sums, Vec *direction,
                                PetscReal *pending_step, KSPConvergedReason *reason,
                                PetscInt *iterations);

/* StencilExplicitStep - A stage of an explicit scheme, computed in this order:

     to[k] = sum_i c[k][i] vec[i]    a = mass^-1 (loads - stiffness to[0])    to[1] += h a */
typedef struct {
  PetscInt         n;
  const Vec       *vec;             /* [n] */
  const PetscReal *c[2];            /* [n] each */
  Vec              to[2], a, loads; /* a must differ from all of vec and to */
  Mat              mass, stiffness; /* operators of one Stencil; mass is used as diagonal */
  PetscReal        h;
  PetscInt         nrows; /* number of this rank's rows with loads; all rows if it is negative */
  const PetscInt  *rows;  /* [nrows] local numbers of the rows with loads, increasing */
} StencilExplicitStep;

/* StencilSolveAcceleration - Computes a stage of an explicit scheme in one pass through memory.

   Output:
     square  contribution of this rank's rows to a . a
   Collective. */
PetscErrorCode StencilSolveAcceleration(const StencilExplicitStep *s, PetscReal *square);

#endif
