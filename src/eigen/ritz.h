/* ritz.h: eigenvectors of a symmetric pencil, made better together: a step of inverse iteration about a shift, and Rayleigh's and
   Ritz's method in what they span. Used by undamped_modes.c. */
#ifndef FS_EIGEN_RITZ_H
#define FS_EIGEN_RITZ_H

#include "pencil.h"

/* x[n] become orthonormal in M to round-off, from the first on: Gram's matrix is R^T R, and x becomes x R^-1. Collective. */
PetscErrorCode RitzOrthonormalize(Pencil p, PetscInt n, Vec x[]);

/* x[n], orthonormal or not, become the best vectors in the span of (K - sigma M)^-1 M x; sigma is not an eigenvalue. */
PetscErrorCode RitzImprove(Pencil p, PetscReal sigma, PetscInt n, Vec x[], PetscInt *solves);

#endif
