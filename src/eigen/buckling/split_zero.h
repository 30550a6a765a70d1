/* split_zero.h: recognises eigenvalues that are round-off of a double zero. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_BUCKLING_SPLIT_ZERO_H
#define FS_EIGEN_BUCKLING_SPLIT_ZERO_H

#include <petscmath.h>

/* may_be_split_zero - Returns whether an eigenvalue of K^-1 M can be round-off.

   The pencil is not symmetric. It may have a double eigenvalue 0, as under follower loads on rigid
   bodies. An error of M splits this eigenvalue by the square root of the error.
   Input:
     largest  size of the largest eigenvalue, or of the largest entry of M if that is larger. K then
              has diagonal entries of 1. */
static inline PetscBool may_be_split_zero(PetscReal eigenvalue, PetscReal largest)
{
  /* Of M, relative: it is found by differences, with errors of this size. test_ziegler of
     tests/analysis/buckling_rods.py has such a zero. */
  const PetscReal error = 1e-11;

  return (PetscBool)(PetscAbsReal(eigenvalue) <= PetscSqrtReal(error) * largest);
}

#endif
