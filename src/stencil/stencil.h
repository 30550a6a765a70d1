/* stencil.h: matrices whose rows repeat, stored as classes of equal nodes.

   On a regular mesh the rows of many nodes have the same values at the same distances from the
   diagonal. Nodes that are equal in this sense are a class, which is stored once. A product then
   reads vectors but no matrix. A Stencil has up to three terms, M, C and K of a linear system. An
   operator is a shell matrix that is a linear combination of the terms.

   Headers for other rooms:
     aij.h  the sequential parts of this rank's rows of an AIJ or BAIJ matrix */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STENCIL_STENCIL_H
#define FS_STENCIL_STENCIL_H

#include <fs/fs.h>

enum { STENCIL_TERMS = 3 };

typedef struct _n_Stencil *Stencil;

/* StencilCreate - Creates a Stencil from assembled matrices of one nonzero pattern.

   Input:
     terms  matrices (MATAIJ); NULL for a term that is zero, but not for all; they are not needed
            afterwards
   Output:
     length  mean run length of consecutive rows in one class, over all ranks; nodes of several dofs
             count by the time that they take
     out     the caller destroys it; NULL, on all ranks, if length is too short for products to be
             faster than those of the matrices
   Collective. */
PetscErrorCode StencilCreate(const Mat terms[STENCIL_TERMS], PetscReal *length, Stencil *out);

/* StencilDestroy - Destroys a Stencil; its operators stay valid. */
PetscErrorCode StencilDestroy(Stencil *s);

/* StencilCreateOperator - Creates an operator whose coefficients are 0; the caller destroys it.
   Collective. */
PetscErrorCode StencilCreateOperator(Stencil s, Mat *A);

/* StencilCreateAssembled - Creates an assembled matrix (MATAIJ) with the nonzero pattern of the
   terms; the caller destroys it. Collective. */
PetscErrorCode StencilCreateAssembled(Stencil s, Mat *A);

/* StencilCombine - Sets A to the sum over k of c[k] times term k.

   Input:
     A  operator or assembled matrix, from one of the two functions above
   Collective. */
PetscErrorCode StencilCombine(Stencil s, const PetscReal c[STENCIL_TERMS], Mat A);

/* MatIsStencil - Determines whether A is an operator. Not collective. */
PetscErrorCode MatIsStencil(Mat A, PetscBool *is);

/* StencilIsDiagonal - Determines whether an operator has only diagonal entries that are not 0.
   Collective. */
PetscErrorCode StencilIsDiagonal(Mat A, PetscBool *diagonal);

/* StencilQuadraticForm - Computes x . A x of a symmetric operator in one pass.

   Output:
     sum  this rank's contribution: the caller adds those of all ranks
   Collective. */
PetscErrorCode StencilQuadraticForm(Mat A, Vec x, PetscReal *sum);

enum { STENCIL_WORK = 3 };

/* StencilSetUpSolve - Gives an operator work vectors for StencilSolve().

   Without this call the first solve creates its own. The last vector may be the right-hand side of
   the solve. Collective. */
PetscErrorCode StencilSetUpSolve(Mat A, const Vec work[STENCIL_WORK]);

/* StencilSolve - Solves A x = b for an operator by conjugate gradients with Jacobi's
   preconditioner.

   It passes through memory fewer times than KSPCG with PCJACOBI and natural norms. The iterates are
   the same up to round-off.
   Input:
     ksp  gives tolerances, largest number of iterations and monitors
   Input/Output:
     x  initial guess if ksp has a nonzero initial guess; the solution on return
   Output:
     reason  > 0 if converged; a failure to converge is not an error
   Collective. */
PetscErrorCode StencilSolve(KSP ksp, Mat A, Vec b, Vec x, KSPConvergedReason *reason,
                            PetscInt *iterations);

/* Linear combinations of vectors that give the guess and the right-hand side of a solve:

     to[k] = sum_i c[k][i] vec[i]    b = loads + of[0] to[0] + of[1] to[1]    x = to[2] */
enum { STENCIL_SUMS = 3 };
typedef struct {
  PetscInt         n;
  const Vec       *vec;                  /* [n] */
  const PetscReal *c[STENCIL_SUMS];      /* [n] */
  Vec              to[STENCIL_SUMS];     /* may be among vec */
  Mat              of[STENCIL_SUMS - 1]; /* operators of the Stencil of A; NULL counts as 0 */
  Vec              loads;                /* overwritten; may be the first of the work vectors */
} StencilSums;

/* StencilSolveSums - Solves A x = b in the same way, with guess and right-hand side from sums.

   The pass that computes the first residual also computes the sums.
   Output:
     direction, pending_step  the solution is x + *pending_step *direction; the caller adds this
                              when it passes through x next; the direction is a work vector of A
                              Collective. */
PetscErrorCode StencilSolveSums(KSP ksp, Mat A, const StencilSums *sums, Vec *direction,
                                PetscReal *pending_step, KSPConvergedReason *reason,
                                PetscInt *iterations);

/* A stage of an explicit scheme:

     to[k] = sum_i c[k][i] vec[i]    a = mass^-1 (loads - stiffness to[0])    to[1] += h a */
typedef struct {
  PetscInt         n;
  const Vec       *vec;             /* [n] */
  const PetscReal *c[2];            /* [n] */
  Vec              to[2], a, loads; /* a differs from all of vec and to */
  Mat              mass, stiffness; /* operators of one Stencil; only the diagonal of mass counts */
  PetscReal        h;
  PetscInt         nrows; /* number of rows with loads; all rows have loads if it is negative */
  const PetscInt  *rows;  /* [nrows] rows of this rank with loads, increasing */
} StencilExplicitStep;

/* StencilSolveAcceleration - Computes a stage of an explicit scheme in one pass through memory.

   Output:
     square  this rank's contribution to a . a
   Collective. */
PetscErrorCode StencilSolveAcceleration(const StencilExplicitStep *s, PetscReal *square);

#endif
