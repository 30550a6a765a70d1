/* dense_inertia.h: counts the negative eigenvalues of a small symmetric matrix by LAPACK. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_DENSE_INERTIA_H
#define FS_EIGEN_DENSE_INERTIA_H

#include <fs/system.h>

/* DenseInertia - Counts the negative eigenvalues of a small symmetric matrix all of whose rows are
   on one rank.

   It factors the dense matrix as L D L^T with the pivots of Bunch and Kaufman, so the matrix may be
   indefinite. For a small matrix this is much faster than a sparse factorization, most of whose
   time is its set-up.
   Input:
     A         assembled stiffness of sys, an AIJ matrix that is symmetric up to round-off
   Output:
     negative  the number of negative eigenvalues, or 0 if certain is PETSC_FALSE
     certain   PETSC_FALSE if the matrix has rows on several ranks, is large or is not well
               conditioned. Then nothing is known
   Collective. */
PetscErrorCode DenseInertia(FsSystem sys, Mat A, PetscInt *negative, PetscBool *certain);

#endif
