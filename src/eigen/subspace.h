/* subspace.h: projects the quadratic pencil z^2 M + z C + K + i H on the span of some vectors.

   LAPACK solves the dense problem about a shift. The vectors satisfy the constraints, so
   multipliers and infinite eigenvalues have no part in it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_SUBSPACE_H
#define FS_EIGEN_SUBSPACE_H

#include "quadratic_pencil.h"

/* Subspace - Data of a subspace. Public members are read only. */
typedef struct _n_Subspace *Subspace;
struct _n_Subspace {
  Quadratic q; /* borrowed */
  /* diagonal weights of the inner product in which v are orthonormal; 0 for multipliers */
  Vec        weights;
  PetscInt   n, capacity;
  Vec       *v;              /* [n] */
  PetscReal *matrix[4];      /* [capacity][capacity] by columns: v K v, v C v, v M v, v H v */
  PetscInt   solved;         /* n at the last solution */
  PetscInt   nfound;         /* number of eigenvalues with imaginary parts >= 0, by |z| */
  PetscReal *re, *im, *c[2]; /* [nfound] [1/s]; [nfound][solved] coefficients of x and y */
};

/* SubspaceCreate - Creates an empty subspace.

   Input:
     q     borrowed
     unit  frequency [rad/s] at which stiffness and mass have equal weights
   Collective. */
PetscErrorCode SubspaceCreate(Quadratic q, PetscReal unit, Subspace *s);
PetscErrorCode SubspaceDestroy(Subspace *s);

/* SubspaceNorm - Computes |x| in the inner product of the subspace. Collective. */
PetscErrorCode SubspaceNorm(Subspace s, Vec x, PetscReal *norm);

/* SubspaceAdd - Adds x to the span unless it is in it already. The caller keeps x. Collective. */
PetscErrorCode SubspaceAdd(Subspace s, Vec x);

/* SubspaceRestart - Replaces the span by that of x[n], which the caller keeps. Collective. */
PetscErrorCode SubspaceRestart(Subspace s, PetscInt n, const Vec x[]);

/* SubspaceSolve - Solves the dense problem about a shift [1/s] that is not an eigenvalue.
   Collective. */
PetscErrorCode SubspaceSolve(Subspace s, PetscReal shift);

/* SubspaceGetVector - Computes eigenvector k of the last solution as x + i y. Collective. */
PetscErrorCode SubspaceGetVector(Subspace s, PetscInt k, Vec x, Vec y);

#endif
