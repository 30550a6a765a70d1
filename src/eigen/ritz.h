/* ritz.h: improves several approximate eigenvectors of a symmetric pencil together.

   It takes a step of inverse iteration with a shift, then uses the Rayleigh-Ritz method in the span
   of the vectors. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_RITZ_H
#define FS_EIGEN_RITZ_H

#include "pencil.h"

/* RitzOrthonormalize - Makes x[n] orthonormal in M up to round-off.

   The matrix of products x_i . M x_j is factored as R^T R, and x becomes x R^-1. Each new vector is
   therefore a combination of the old vectors up to its number. Collective. */
PetscErrorCode RitzOrthonormalize(Pencil p, PetscInt n, Vec x[]);

/* RitzImprove - Replaces x[n] by the Ritz vectors in the span of (K - sigma M)^-1 M x.

   x need not be orthonormal. The shift sigma [1/s2] must not be an eigenvalue. The number of solves
   is added to *solves. Collective. */
PetscErrorCode RitzImprove(Pencil p, PetscReal sigma, PetscInt n, Vec x[], PetscInt *solves);

#endif
