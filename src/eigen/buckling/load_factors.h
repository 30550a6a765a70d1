/* load_factors.h: computes load factors of linear buckling, eigenvalues of two matrices, by SLEPc
   or from dense matrices. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_BUCKLING_LOAD_FACTORS_H
#define FS_EIGEN_BUCKLING_LOAD_FACTORS_H

#include "eigen/pencil.h"

/* KrylovKnown - The n eigenvectors x that earlier searches have found, for a further search for
   load factors, and a generator of random start vectors. All are borrowed. */
typedef struct {
  PetscInt    n;
  Vec        *x;
  PetscRandom random;
} KrylovKnown;

/* KrylovFactorsFind - Finds load factors of K x = factor M x that are nearest to 0, with the
   matrices K and M of a pencil.

   Input:
     definite  PETSC_TRUE if K is positive definite and symmetric, M is symmetric, and the pencil
               has no constraints. Only in this case the search leaves out the known eigenvectors
     wanted    the number of load factors to find
     known     eigenvectors that earlier searches have found
   Output:
     n         the number of load factors found
     factor    [n] the load factors; the caller frees the array
     x         [n] the eigenvectors; the caller destroys them and frees the array
     reach     the size of the largest eigenvalue that the search has found, real or complex. All
               eigenvalues up to this size are known. It is 0 if SLEPc found no eigenvalue
   Changed:
     p         factors K, unless p->factors are those of K already
     solves    += the number of solves with the factors
   Collective. Raises PETSC_ERR_NOT_CONVERGED if SLEPc fails and no load factor is known. */
PetscErrorCode KrylovFactorsFind(Pencil p, PetscBool definite, PetscInt wanted,
                                 const KrylovKnown *known, PetscInt *n, PetscReal **factor, Vec **x,
                                 PetscReal *reach, PetscInt *solves);

/* ---- dense factors --------------------------------------------------------------------------- */

/* The largest number of rows of a pencil whose matrices each rank stores as dense ones. LAPACK then
   takes about a second. */
enum { DENSE_FACTORS_LIMIT = 300 };

/* DenseFactorsFind - Finds the load factors of K x = factor M x that are nearest to 0, with the
   matrices K and M of a pencil.

   Every rank computes all of them from the same numbers, so that all ranks get the same results.
   Input:
     definite  PETSC_TRUE if K is positive definite and symmetric, M is symmetric, and the pencil
               has no constraints
     wanted    the number of load factors to find; others that equal the last one are found, too
   Output:
     n         the number of load factors found, fewer than wanted if M has a lower rank
     factor    [n] the load factors by ascending size; the caller frees the array
     x         [n] the eigenvectors; the caller destroys them and frees the array
   Collective. Raises PETSC_ERR_NOT_CONVERGED if LAPACK fails. */
PetscErrorCode DenseFactorsFind(Pencil p, PetscBool definite, PetscInt wanted, PetscInt *n,
                                PetscReal **factor, Vec **x);

/* ---- split zeros ----------------------------------------------------------------------------- */

/* may_be_split_zero - Returns whether a computed eigenvalue of K^-1 M may be zero in truth, where K
   and M are the matrices of a pencil that is not symmetric.

   Such a matrix may have a double eigenvalue 0, for example under follower loads on rigid bodies.
   An error of M splits a double eigenvalue into two, whose distance is proportional to the square
   root of the error.
   Input:
     largest  the size of the largest eigenvalue, or the largest entry of M if that is larger, for a
              K that is scaled to diagonal entries of 1. */
static inline PetscBool may_be_split_zero(PetscReal eigenvalue, PetscReal largest)
{
  /* The relative error of M, which is found by differences, with the round-off of the elimination
     of multipliers. test_ziegler of tests/analysis/buckling_rods.py has a double eigenvalue 0,
     which an error of 2.4e-10 splits with OpenBLAS, and one below 1e-11 with the reference BLAS. */
  const PetscReal error = 1e-9;

  return (PetscBool)(PetscAbsReal(eigenvalue) <= PetscSqrtReal(error) * largest);
}

#endif
