/* constraint_gram.h: products with the scaled constraint gradient G and with (G G^T + tiny)^-1,
   where tiny is a small regularization.

   G has one row for each constraint equation. Its columns are scaled by 1/sqrt(weight), so that
   rotations count as lengths (FsSystemWeights), and its rows to length 1. Products with the inverse
   use factors of [I G^T; G -tiny]. Vectors have the layout of the system: entries of dofs, and
   entries of constraint equations ("rows" below). All functions are collective except
   ConstraintGramGetScaling. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSISTENT_REDUNDANCY_CONSTRAINT_GRAM_H
#define FS_SOLVE_CONSISTENT_REDUNDANCY_CONSTRAINT_GRAM_H

#include "solve/stage_parts.h"

typedef struct _n_ConstraintGram *ConstraintGram;

/* ConstraintGramCreate - Creates an object for products with the scaled constraint gradient G of a
   stage's system. Call ConstraintGramUpdate next, which computes G.

   Input:
     constraints     which equations G has: sys->constraints, or FsSystemAllConstraints to include
                     the redundant equations that solves leave out
     regularization  a number that is subtracted from the diagonal of the constraint block, so that
                     the inverse exists if equations depend on each other */
PetscErrorCode ConstraintGramCreate(ConstraintSolver s, const FsSystemConstraints *constraints,
                                    PetscReal regularization, ConstraintGram *out);
PetscErrorCode ConstraintGramDestroy(ConstraintGram *g);

/* ConstraintGramUpdate - Computes the scaled constraint gradient G at the time and the
   displacements of a state. */
PetscErrorCode ConstraintGramUpdate(ConstraintGram g, const FsState *state,
                                    const FsLoading *loading);

/* ConstraintGramArchive - Saves the matrix of the last ConstraintGramUpdate in a checkpoint, or
   restores it from one. */
PetscErrorCode ConstraintGramArchive(ConstraintGram g, FsArchive a);

/* ConstraintGramSolve - Solves [I G^T; G -tiny] x = b, where G is the scaled constraint gradient
   and tiny the regularization that ConstraintGramCreate got. Raises PETSC_ERR_NOT_CONVERGED if the
   matrix cannot be factored. */
PetscErrorCode ConstraintGramSolve(ConstraintGram g, Vec b, Vec x);

/* ConstraintGramSolveDofs - Solves [I G^T; G -tiny] x = b for the dofs: x gets 0 in the entries of
   constraint equations. G is the scaled constraint gradient, tiny a small regularization.

   If b is 0 in dofs, x is the smallest vector with G x = b, the product of the pseudo-inverse of G
   with b. If b is 0 in the entries of constraints, x is the projection of b on the vectors with G x
   = 0. */
PetscErrorCode ConstraintGramSolveDofs(ConstraintGram g, Vec b, Vec x);

/* ConstraintGramApplyInverse - Replaces z by (G G^T + tiny)^-1 z, where G is the scaled constraint
   gradient and tiny a small regularization. z is 0 in the entries of dofs, before and after. Raises
   PETSC_ERR_NOT_CONVERGED if the matrix cannot be factored. */
PetscErrorCode ConstraintGramApplyInverse(ConstraintGram g, Vec z);

/* ConstraintGramIterateInverse - Approximates the left singular vectors of the smallest singular
   values of the scaled constraint gradient G by inverse iterations on a block of vectors.

   Changed:
     z  [n] the vectors, with entries 0 in dofs; each iteration multiplies them by (G G^T +
        tiny)^-1, where tiny is a small regularization, and makes them orthonormal */
PetscErrorCode ConstraintGramIterateInverse(ConstraintGram g, int iterations, PetscInt n, Vec z[]);

/* ConstraintGramMultTranspose - Computes f = G^T z with the scaled constraint gradient G.

   Both vectors have entries for dofs and for constraint equations. The entries of z for dofs must
   be 0. The function sets the entries of f for constraint equations to 0. */
PetscErrorCode ConstraintGramMultTranspose(ConstraintGram g, Vec z, Vec f);

/* ConstraintGramMult - Replaces z by G G^T z with the scaled constraint gradient G. z is 0 in the
   entries of dofs, before and after. */
PetscErrorCode ConstraintGramMult(ConstraintGram g, Vec z);

/* ConstraintGramTakeMultipliers - Moves the Lagrange multipliers out of the accelerations of a
   state into a vector of their own, and divides them by the scale factors of the rows of the
   constraint gradient G.

   Output:
     state   its vector a is 0 in the entries of constraint equations
     lambda  the scaled multipliers; 0 in the entries of dofs */
PetscErrorCode ConstraintGramTakeMultipliers(ConstraintGram g, FsState *state, Vec lambda);

/* ConstraintGramPutMultipliers - Stores Lagrange multipliers in the accelerations of a state, after
   ConstraintGramTakeMultipliers has taken the old ones out.

   Changed:
     lambda  the scaled multipliers on entry; on return their physical values, times the scale
             factors of the rows of the constraint gradient */
PetscErrorCode ConstraintGramPutMultipliers(ConstraintGram g, Vec lambda, FsState *state);

/* ConstraintGramGetScaling - Returns the vector of the scale factors of the constraint gradient G:
   those of its columns in the entries of dofs, those of its rows in the entries of constraint
   equations. The object g keeps the vector. */
Vec ConstraintGramGetScaling(ConstraintGram g);

/* ConstraintGramSetRandom - Fills the entries of constraint equations, or those of dofs, of x with
   pseudo-random numbers in [-1, 1].

   Input:
     seed  selects the sequence; the same seed and numbering of dofs give the same numbers
     rows  PETSC_TRUE to fill the entries of constraint equations, PETSC_FALSE to fill those of
           dofs; the other entries become 0 */
PetscErrorCode ConstraintGramSetRandom(ConstraintGram g, int seed, PetscBool rows, Vec x);

#endif
