/* constraint_gram.h: products with the scaled constraint gradient G and with (G G^T + tiny)^-1.

   tiny is a regularization. G has one row for each constraint. Products with the inverse use
   factors of [I G^T; G -tiny]. Vectors have the layout of the system: entries of dofs, and entries
   of constraint rows ("rows" below). All functions are collective except
   ConstraintGramGetScaling. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSISTENT_CONSTRAINT_GRAM_H
#define FS_SOLVE_CONSISTENT_CONSTRAINT_GRAM_H

#include <fs/solve.h>

/* Scaling of the rows of G. Columns are scaled by 1/sqrt(weight), so that rotations count as
   lengths (FsSystemWeights). */
typedef enum {
  CONSTRAINT_SCALING_UNIT, /* rows have length 1 */
  /* rows of angles are multiplied by the characteristic length; their multipliers are then moments
     divided by this length, the others are forces */
  CONSTRAINT_SCALING_FORCE
} ConstraintScaling;

typedef struct _n_ConstraintGram *ConstraintGram;

/* ConstraintGramCreate - Creates the object; ConstraintGramUpdate must follow.

   Input:
     constraints     sys->constraints, or FsSystemAllConstraints to include dropped rows
     regularization  tiny, see above */
PetscErrorCode ConstraintGramCreate(FsStage s, const FsSystemConstraints *constraints,
                                    ConstraintScaling scale, PetscReal regularization,
                                    ConstraintGram *out);
PetscErrorCode ConstraintGramDestroy(ConstraintGram *g);

/* ConstraintGramUpdate - Computes G at t and q of a state. */
PetscErrorCode ConstraintGramUpdate(ConstraintGram g, const FsState *state,
                                    const FsLoading *loading);

/* ConstraintGramArchive - Saves or restores the matrix of the last ConstraintGramUpdate. */
PetscErrorCode ConstraintGramArchive(ConstraintGram g, FsArchive a);

/* ConstraintGramSolve - Solves [I G^T; G -tiny] x = b.

   Raises PETSC_ERR_NOT_CONVERGED if the matrix cannot be factored. */
PetscErrorCode ConstraintGramSolve(ConstraintGram g, Vec b, Vec x);

/* ConstraintGramApplyInverse - Replaces z by (G G^T + tiny)^-1 z.

   z is 0 in dofs, before and after. Errors are those of ConstraintGramSolve. */
PetscErrorCode ConstraintGramApplyInverse(ConstraintGram g, Vec z);

/* ConstraintGramMultTranspose - Computes f = G^T z; z is 0 in dofs, f is 0 in rows. */
PetscErrorCode ConstraintGramMultTranspose(ConstraintGram g, Vec z, Vec f);

/* ConstraintGramMult - Replaces z by G G^T z; z is 0 in dofs, before and after. */
PetscErrorCode ConstraintGramMult(ConstraintGram g, Vec z);

/* OrthonormalizeVecs - Orthonormalizes z[n] by modified Gram-Schmidt. */
PetscErrorCode OrthonormalizeVecs(PetscInt n, Vec z[]);

/* ConstraintGramGetScaling - Returns the scale factors of G, borrowed: those of its columns in the
   entries of dofs, those of its rows in the entries of rows. */
Vec ConstraintGramGetScaling(ConstraintGram g);

/* ConstraintGramSetRandom - Fills rows or dofs of x with pseudo-random numbers in [-1, 1].

   Input:
     seed  selects the sequence; the same seed and numbering of dofs give the same numbers
     rows  PETSC_TRUE to fill the rows, PETSC_FALSE to fill the dofs; other entries become 0 */
PetscErrorCode ConstraintGramSetRandom(ConstraintGram g, int seed, PetscBool rows, Vec x);

#endif
