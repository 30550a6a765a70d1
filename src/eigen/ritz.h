/* ritz.h: improves approximate eigenvectors of a symmetric pencil together.

   It uses a step of inverse iteration about a shift and the Rayleigh-Ritz method in their span. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_RITZ_H
#define FS_EIGEN_RITZ_H

#include "pencil.h"

/* RitzOrthonormalize - Makes x[n] orthonormal in M to round-off, in the given order.

   The Gram matrix is R^T R, and x becomes x R^-1. Collective. */
PetscErrorCode RitzOrthonormalize(Pencil p, PetscInt n, Vec x[]);

/* RitzImprove - Replaces x[n] by the Ritz vectors in the span of (K - sigma M)^-1 M x.

   sigma is not an eigenvalue; x need not be orthonormal. solves grows by the number of solves.
   Collective. */
PetscErrorCode RitzImprove(Pencil p, PetscReal sigma, PetscInt n, Vec x[], PetscInt *solves);

#endif
