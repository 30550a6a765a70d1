/* constraint_gram.h: products with the scaled constraint gradient G and with (G G^T + tiny)^-1.

   tiny is a regularization. The products use factors of [I G^T; G -tiny]. All functions are
   collective except ConstraintGramGetScaling. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSISTENT_CONSTRAINT_GRAM_H
#define FS_SOLVE_CONSISTENT_CONSTRAINT_GRAM_H

#include <fs/solve.h>

/* Scaling of the rows of G. Columns are scaled by 1/sqrt(weight) (FsSystemConstraints.weights), so
   that entries are lengths. */
typedef enum {
  CONSTRAINT_SCALING_UNIT, /* rows have length 1 */
  /* rows of angles are scaled by the characteristic length: multipliers are forces, and moments
     over that length */
  CONSTRAINT_SCALING_FORCE
} ConstraintScaling;

typedef struct _n_ConstraintGram *ConstraintGram;

/* ConstraintGramCreate - Creates the object; ConstraintGramUpdate must follow.

   Input:
     constraints  those of the system, or all of them (FsSystemAllConstraints) */
PetscErrorCode ConstraintGramCreate(FsStage s, const FsSystemConstraints *constraints,
                                    ConstraintScaling scale, PetscReal regularization,
                                    ConstraintGram *out);
PetscErrorCode ConstraintGramDestroy(ConstraintGram *g);

/* ConstraintGramUpdate - Computes G at t and q of a state. */
PetscErrorCode ConstraintGramUpdate(ConstraintGram g, const FsState *state,
                                    const FsLoading *loading);

/* ConstraintGramArchive - Saves or restores the matrix, which may be that of an earlier state. */
PetscErrorCode ConstraintGramArchive(ConstraintGram g, FsArchive a);

/* ConstraintGramSolve - Solves [I G^T; G -tiny] x = b.

   Raises PETSC_ERR_NOT_CONVERGED if the matrix cannot be factored. */
PetscErrorCode ConstraintGramSolve(ConstraintGram g, Vec b, Vec x);

/* ConstraintGramApplyInverse - Computes z = (G G^T + tiny)^-1 z; z is 0 in dofs. */
PetscErrorCode ConstraintGramApplyInverse(ConstraintGram g, Vec z);

/* ConstraintGramMultTranspose - Computes f = G^T z; z is 0 in dofs, f is 0 in rows. */
PetscErrorCode ConstraintGramMultTranspose(ConstraintGram g, Vec z, Vec f);

/* ConstraintGramMult - Computes z = G G^T z; z is 0 in dofs. */
PetscErrorCode ConstraintGramMult(ConstraintGram g, Vec z);

/* OrthonormalizeVecs - Orthonormalizes z[n] by modified Gram-Schmidt. */
PetscErrorCode OrthonormalizeVecs(PetscInt n, Vec z[]);

/* ConstraintGramGetScaling - Returns the factors of columns (in dofs) and rows (in rows);
   borrowed. */
Vec ConstraintGramGetScaling(ConstraintGram g);

/* ConstraintGramSetRandom - Fills rows or dofs of x with pseudo-random numbers in [-1, 1].

   Input:
     seed  number of the sequence, the same in all runs with the same numbering of dofs
     rows  true to fill the rows, false to fill the dofs; other entries become 0 */
PetscErrorCode ConstraintGramSetRandom(ConstraintGram g, int seed, PetscBool rows, Vec x);

#endif
