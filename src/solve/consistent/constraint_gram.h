/* constraint_gram.h: products with the scaled constraint gradient G and with (G G^T + tiny)^-1.

   tiny is a regularization. G has one row for each constraint. Its columns are scaled by
   1/sqrt(weight), so that rotations count as lengths (FsSystemWeights), and its rows to length 1.
   Products with the inverse use factors of [I G^T; G -tiny]. Vectors have the layout of the system:
   entries of dofs, and entries of constraint rows ("rows" below). All functions are collective
   except ConstraintGramGetScaling. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSISTENT_CONSTRAINT_GRAM_H
#define FS_SOLVE_CONSISTENT_CONSTRAINT_GRAM_H

#include <fs/solve.h>

typedef struct _n_ConstraintGram *ConstraintGram;

/* ConstraintGramCreate - Creates the object; ConstraintGramUpdate must follow.

   Input:
     constraints     sys->constraints, or FsSystemAllConstraints to include dropped rows
     regularization  tiny, see above */
PetscErrorCode ConstraintGramCreate(FsStage s, const FsSystemConstraints *constraints,
                                    PetscReal regularization, ConstraintGram *out);
PetscErrorCode ConstraintGramDestroy(ConstraintGram *g);

/* ConstraintGramUpdate - Computes G at t and q of a state. */
PetscErrorCode ConstraintGramUpdate(ConstraintGram g, const FsState *state,
                                    const FsLoading *loading);

/* ConstraintGramArchive - Saves or restores the matrix of the last ConstraintGramUpdate. */
PetscErrorCode ConstraintGramArchive(ConstraintGram g, FsArchive a);

/* ConstraintGramSolve - Solves [I G^T; G -tiny] x = b.

   Raises PETSC_ERR_NOT_CONVERGED if the matrix cannot be factored. */
PetscErrorCode ConstraintGramSolve(ConstraintGram g, Vec b, Vec x);

/* ConstraintGramSolveDofs - The same, and sets the entries of rows in x to 0.

   If b is 0 in dofs, x is the smallest vector with G x = b, that is the product of the
   pseudo-inverse of G with b. If b is 0 in rows, x is the projection of b on the vectors with
   G x = 0. */
PetscErrorCode ConstraintGramSolveDofs(ConstraintGram g, Vec b, Vec x);

/* ConstraintGramApplyInverse - Replaces z by (G G^T + tiny)^-1 z.

   z is 0 in dofs, before and after. Errors are those of ConstraintGramSolve. */
PetscErrorCode ConstraintGramApplyInverse(ConstraintGram g, Vec z);

/* ConstraintGramIterateInverse - Does a number of iterations with (G G^T + tiny)^-1 on a block of
   vectors z[n], which become orthonormal after each.

   The vectors approach the left singular vectors of the smallest singular values of G. */
PetscErrorCode ConstraintGramIterateInverse(ConstraintGram g, int iterations, PetscInt n, Vec z[]);

/* ConstraintGramMultTranspose - Computes f = G^T z; z is 0 in dofs, f is 0 in rows. */
PetscErrorCode ConstraintGramMultTranspose(ConstraintGram g, Vec z, Vec f);

/* ConstraintGramMult - Replaces z by G G^T z; z is 0 in dofs, before and after. */
PetscErrorCode ConstraintGramMult(ConstraintGram g, Vec z);

/* ConstraintGramTakeMultipliers - Moves the multipliers of a state to lambda, and divides them by
   the scale factors of the rows of G.

   Output:
     state   a is 0 in rows
     lambda  0 in dofs */
PetscErrorCode ConstraintGramTakeMultipliers(ConstraintGram g, FsState *state, Vec lambda);

/* ConstraintGramPutMultipliers - Undoes ConstraintGramTakeMultipliers, with other multipliers.
   lambda is scaled in place. */
PetscErrorCode ConstraintGramPutMultipliers(ConstraintGram g, Vec lambda, FsState *state);

/* ConstraintGramGetScaling - Returns the scale factors of G, borrowed: those of its columns in the
   entries of dofs, those of its rows in the entries of rows. */
Vec ConstraintGramGetScaling(ConstraintGram g);

/* ConstraintGramSetRandom - Fills rows or dofs of x with pseudo-random numbers in [-1, 1].

   Input:
     seed  selects the sequence; the same seed and numbering of dofs give the same numbers
     rows  PETSC_TRUE to fill the rows, PETSC_FALSE to fill the dofs; other entries become 0 */
PetscErrorCode ConstraintGramSetRandom(ConstraintGram g, int seed, PetscBool rows, Vec x);

#endif
