/* krylov_factors.h: computes load factors of a large pencil by SLEPc. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_BUCKLING_KRYLOV_FACTORS_H
#define FS_EIGEN_BUCKLING_KRYLOV_FACTORS_H

#include "eigen/pencil.h"

/* KrylovKnown - The n vectors x of factors that are known. random: source of start vectors. */
typedef struct {
  PetscInt    n;
  Vec        *x;
  PetscRandom random;
} KrylovKnown;

/* KrylovCost - Numbers of factorizations and of solves with their factors. */
typedef struct {
  PetscInt factorizations, solves;
} KrylovCost;

/* KrylovFactorsFind - Finds factors of K x = factor M x that are nearest to 0.

   Input:
     definite  K is positive and symmetric, and M is symmetric; the pencil has no constraints. Only
               then the known vectors are left out
     wanted    number of factors
   Output:
     n         number of factors
     factor    [n]; the caller frees the array
     x         [n] their vectors; the caller destroys them and frees the array
     reach     size of the largest eigenvalue of the search, real or not: those nearest to 0 are
               known up to this size; 0 if SLEPc found none
   Collective. Raises PETSC_ERR_NOT_CONVERGED if SLEPc fails and no factor is known. */
PetscErrorCode KrylovFactorsFind(Pencil p, PetscBool definite, PetscInt wanted,
                                 const KrylovKnown *known, PetscInt *n, PetscReal **factor, Vec **x,
                                 PetscReal *reach, KrylovCost *cost);

#endif
