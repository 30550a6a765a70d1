/* stencil.h: matrices whose rows repeat. On a regular mesh the rows of many nodes have the same values at the same distances from
   the diagonal. Nodes that are equal in this sense are a class, stored once; a product then reads vectors but no matrix.
   A Stencil has up to three terms, M, C, K of a linear system; an operator is a shell matrix, a combination of the
   terms. Called by src/assembly/terms/linear_elements.c, which makes it, and by src/solve. Begin at StencilCreate. */
#ifndef FS_STENCIL_STENCIL_H
#define FS_STENCIL_STENCIL_H

#include <fs/fs.h>

enum { STENCIL_TERMS = 3 };

typedef struct _n_Stencil *Stencil;

/* Make a Stencil from assembled matrices (MATAIJ) of one pattern, which are not needed afterwards; NULL: no such term,
   at least one is not NULL. *length = average number of rows that a product goes through without a hindrance, over all ranks: for
   nodes of one dof, of consecutive rows in one class. *out = NULL, on all ranks, if that is too short to be faster than the
   matrices. Collective. */
PetscErrorCode StencilCreate(const Mat terms[STENCIL_TERMS], PetscReal *length, Stencil *out);
PetscErrorCode StencilDestroy(Stencil *s); /* its operators stay valid */

/* A new operator with all coefficients 0, or an assembled matrix (MATAIJ) with the pattern of the terms. The caller
   owns it. Collective. */
PetscErrorCode StencilCreateOperator(Stencil s, Mat *A);
PetscErrorCode StencilCreateAssembled(Stencil s, Mat *A);
/* A = sum over k of c[k] times term k; A is a matrix of either kind, made by one of the functions above. Collective. */
PetscErrorCode StencilCombine(Stencil s, const PetscReal c[STENCIL_TERMS], Mat A);

/* *is = A is an operator. Not collective. */
PetscErrorCode MatIsStencil(Mat A, PetscBool *is);
/* *diagonal = the operator A has no entry beside its diagonal but zeros. Collective. */
PetscErrorCode StencilIsDiagonal(Mat A, PetscBool *diagonal);
/* *sum = this rank's share of x . A x, for a symmetric operator A: sum it over the ranks. Collective. */
PetscErrorCode StencilQuadraticForm(Mat A, Vec x, PetscReal *sum);

/* Solve A x = b for an operator A by conjugate gradients with Jacobi's preconditioner, with fewer passes through memory
   than KSPCG with PCJACOBI and natural norms; the iterates are the same up to round-off.
   ksp     gives tolerances, largest number of iterations, monitors, and whether x is a guess (else it is set to 0)
   reason  > 0: converged; a failure to converge is no error
   SetUp lends it work vectors, of which b may be the last one; else it makes its own in the first solve. Collective. */
enum { STENCIL_WORK = 3 };
PetscErrorCode StencilSetUpSolve(Mat A, const Vec work[STENCIL_WORK]);
PetscErrorCode StencilSolve(KSP ksp, Mat A, Vec b, Vec x, KSPConvergedReason *reason,
                            PetscInt *iterations);

/* The same where the guess and the right-hand side follow from sums of vectors, which are made in the pass that finds the first
   residual:
     to[k] = sum_i c[k][i] vec[i]    b = loads + of[0] to[0] + of[1] to[1]    x = to[2]
   of: operators of the Stencil of A, NULL counts as 0; to: may be among vec; loads: overwritten, may be the first of the work vectors.
   *lacking: the solution is x + *lacking times *direction, a work vector: whoever goes through x next adds it. */
enum { STENCIL_SUMS = 3 };
typedef struct {
  PetscInt         n;
  const Vec       *vec;             /* [n] */
  const PetscReal *c[STENCIL_SUMS]; /* [n] */
  Vec              to[STENCIL_SUMS];
  Mat              of[STENCIL_SUMS - 1];
  Vec              loads;
} StencilSums;
PetscErrorCode StencilSolveSums(KSP ksp, Mat A, const StencilSums *sums, Vec *direction,
                                PetscReal *pending_step, KSPConvergedReason *reason,
                                PetscInt *iterations);

/* The stage of explicit schemes, in one pass through memory:
     to[k] = sum_i c[k][i] vec[i]    a = mass^-1 (loads - stiffness to[0])    to[1] += h a
   mass, stiffness: operators of one Stencil, of the first one the diagonal counts; loads: read at rows alone, this rank's, increasing; none of vec
   and to is a. *square: this rank's share of a . a. Collective. */
typedef struct {
  PetscInt         n;
  const Vec       *vec;  /* [n] */
  const PetscReal *c[2]; /* [n] */
  Vec              to[2], a, loads;
  Mat              mass, stiffness;
  PetscReal        h;
  PetscInt         nrows; /* less than 0: all */
  const PetscInt  *rows;  /* [nrows] */
} StencilExplicitStep;
PetscErrorCode StencilSolveAcceleration(const StencilExplicitStep *s, PetscReal *square);

#endif
