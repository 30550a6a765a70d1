/* split_zero.h: recognizes computed eigenvalues that are the round-off of a double eigenvalue 0. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_BUCKLING_SPLIT_ZERO_H
#define FS_EIGEN_BUCKLING_SPLIT_ZERO_H

#include <petscmath.h>

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
  /* the relative error of M, which is found by differences. test_ziegler of
     tests/analysis/buckling_rods.py has a double eigenvalue 0. */
  const PetscReal error = 1e-11;

  return (PetscBool)(PetscAbsReal(eigenvalue) <= PetscSqrtReal(error) * largest);
}

#endif
