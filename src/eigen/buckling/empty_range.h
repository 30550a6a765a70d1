/* empty_range.h: proves that a pencil has no load factors in a range about zero. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_BUCKLING_EMPTY_RANGE_H
#define FS_EIGEN_BUCKLING_EMPTY_RANGE_H

#include "eigen/pencil.h"

/* EmptyRangeFind - Finds *bound up to which K + p K' has as many negative eigenvalues as K.

   Input:
     p         symmetric pencil in which no factor was found
     unstable  number of negative eigenvalues of K
   Output:
     bound     PETSC_INFINITY if K' is zero; 0 if the number changes near zero, too. If K is
               positive, there is no factor between -bound and bound
   Collective. */
PetscErrorCode EmptyRangeFind(Pencil p, PetscInt unstable, PetscReal *bound);

#endif
