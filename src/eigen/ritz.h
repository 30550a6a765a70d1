/* ritz.h: improves several approximate eigenvectors of a symmetric pencil K x = mu M x together.

   The method is a step of inverse iteration with a shift, and then the Rayleigh-Ritz method in the
   span of the vectors. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_RITZ_H
#define FS_EIGEN_RITZ_H

#include "pencil.h"

/* RitzOrthonormalize - Makes n vectors orthonormal with respect to M, so that x_i . M x_j is 1 for
   i = j and otherwise 0 up to round-off.

   The matrix of products x_i . M x_j is factored as R^T R, and x becomes x R^-1. Therefore the new
   vector k is a combination of the old vectors 0 to k. Collective. */
PetscErrorCode RitzOrthonormalize(Pencil p, PetscInt n, Vec x[]);

/* RitzImprove - Replaces n approximate eigenvectors by the best approximations (Ritz vectors) in
   the span of the vectors (K - sigma M)^-1 M x_i.

   x need not be orthonormal. The shift sigma [1/s2] must not be an eigenvalue. The number of solves
   is added to *solves. Collective. */
PetscErrorCode RitzImprove(Pencil p, PetscReal sigma, PetscInt n, Vec x[], PetscInt *solves);

#endif
