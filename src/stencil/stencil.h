/* stencil.h: matrices whose rows repeat. The rows of congruent elements in a regular mesh have the same values at the same
   distances from the diagonal: a class of rows is stored once, and a product reads no matrix. M, C and K of a system are the
   terms; an operator is a combination of them, a shell matrix. Made from assembled matrices, whatever mesh they come from. */
#ifndef STENCIL_H
#define STENCIL_H

#include <fs/fs.h>

enum { STENCIL_TERMS = 3 };

typedef struct _n_Stencil *Stencil;

/* From matrices of one pattern (MATAIJ; NULL: no such term). length: rows that follow each other in one class, on
   average; *out: NULL where they are too few to pay, on any number of ranks. Collective. */
PetscErrorCode StencilCreate(const Mat terms[STENCIL_TERMS], PetscReal *length, Stencil *out);
PetscErrorCode StencilDestroy(Stencil *s); /* operators keep what they need */

/* An operator (all coefficients 0), and a matrix with room for any combination. The caller owns them. */
PetscErrorCode StencilCreateOperator(Stencil s, Mat *A);
PetscErrorCode StencilCreateAssembled(Stencil s, Mat *A);
/* A = sum of c[k] times the terms, of either kind. */
PetscErrorCode StencilCombine(Stencil s, const PetscReal c[STENCIL_TERMS], Mat A);

PetscErrorCode MatIsStencil(Mat A, PetscBool *is);
/* Whether A, an operator, has no entry beside its diagonal but zeros. Collective. */
PetscErrorCode StencilIsDiagonal(Mat A, PetscBool *diagonal);
/* This rank's share of x . A x, A an operator. */
PetscErrorCode StencilSquare(Mat A, Vec x, PetscReal *sum);

/* Conjugate gradients with Jacobi's preconditioner in two passes through memory an iteration, for operators: x solves A x = b, from
   a guess if ksp has one. Same iterates as KSPCG with PCJACOBI and natural norms, up to round-off. ksp: lends its tolerances,
   its largest number of iterations and its monitors. SetUp makes the vectors that it needs. Collective. */
PetscErrorCode StencilSetUpSolve(Mat A);
PetscErrorCode StencilSolve(KSP ksp, Mat A, Vec b, Vec x, KSPConvergedReason *reason, PetscInt *iterations);

#endif
