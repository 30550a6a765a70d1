/* split_zero.h: recognises eigenvalues that are round-off of a double zero. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_BUCKLING_SPLIT_ZERO_H
#define FS_EIGEN_BUCKLING_SPLIT_ZERO_H

#include <petscmath.h>

/* may_be_split_zero - Returns whether an eigenvalue of K^-1 M can be round-off, if the pencil is
   not symmetric.

   The matrix may have a double eigenvalue 0, as under follower loads on rigid bodies. The error of
   M splits it by its square root. largest: size of the largest eigenvalue, or of the largest entry
   of M if K has unit diagonal entries, whichever is larger. */
static inline PetscBool may_be_split_zero(PetscReal eigenvalue, PetscReal largest)
{
  const PetscReal error = 1e-11; /* of M, relative */

  return (PetscBool)(PetscAbsReal(eigenvalue) <= PetscSqrtReal(error) * largest);
}

#endif
