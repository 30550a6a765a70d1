/* subspace.h: projects the matrix z^2 M + z C + K + i H (quadratic_pencil.h) on the span of some
   vectors.

   LAPACK solves the small, dense eigenvalue problem of the projection. The vectors satisfy the
   constraints, so the projection has no multipliers and no infinite eigenvalues. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_DAMPED_SUBSPACE_H
#define FS_EIGEN_DAMPED_SUBSPACE_H

#include "quadratic_pencil.h"

/* Subspace - Data of a subspace. Other files only read the members. */
typedef struct _n_Subspace *Subspace;
struct _n_Subspace {
  Quadratic q; /* borrowed */
  /* the diagonal of the inner product in which the vectors v are orthonormal; 0 for multipliers */
  Vec        weights;
  PetscInt   n, capacity; /* the number of vectors, and of those that have space */
  Vec       *v;           /* [n] the basis of the subspace */
  PetscReal *matrix[4];   /* [capacity][capacity] by columns: projections of K, C, M and H on v */
  PetscInt   solved;      /* the value of n in the last SubspaceSolve */
  /* the number of eigenvalues z = re + i im with im >= 0 that the last SubspaceSolve has found */
  PetscInt nfound;
  /* [nfound] re and im [1/s], by ascending |z|; [nfound][solved] c[0] and c[1], the coefficients of
     x and y of the eigenvectors x + i y in the basis v */
  PetscReal *re, *im, *c[2];
};

/* SubspaceCreate - Creates an empty subspace.

   Input:
     q     the matrices to project, borrowed
     unit  a frequency [rad/s]. The inner product of the subspace has the diagonal M_ii + |K_ii| /
           unit^2
   Collective. */
PetscErrorCode SubspaceCreate(Quadratic q, PetscReal unit, Subspace *s);
PetscErrorCode SubspaceDestroy(Subspace *s);

/* SubspaceNorm - Computes the norm of x in the inner product of the subspace. Collective. */
PetscErrorCode SubspaceNorm(Subspace s, Vec x, PetscReal *norm);

/* SubspaceAdd - Adds the vector x to the subspace, unless the subspace already contains x. x is
   copied. Collective. */
PetscErrorCode SubspaceAdd(Subspace s, Vec x);

/* SubspaceRestart - Replaces the subspace by the span of the n vectors x[n], which are copied.
   Collective. */
PetscErrorCode SubspaceRestart(Subspace s, PetscInt n, const Vec x[]);

/* SubspaceSolve - Solves the dense eigenvalue problem of the projection. The results are members of
   s.

   Input:
     shift  a value of z [1/s] that is not an eigenvalue; the eigenvalues near it are most accurate
   Collective. */
PetscErrorCode SubspaceSolve(Subspace s, PetscReal shift);

/* SubspaceGetVector - Computes the eigenvector x + i y with the index k, 0 to nfound - 1, of the
   last SubspaceSolve. Collective. */
PetscErrorCode SubspaceGetVector(Subspace s, PetscInt k, Vec x, Vec y);

#endif
