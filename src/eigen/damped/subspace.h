/* subspace.h: projects the quadratic pencil z^2 M + z C + K + i H on the span of some vectors.

   LAPACK solves the dense eigenvalue problem of the projection. The vectors satisfy the
   constraints, so the projection has no multipliers and no infinite eigenvalues. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_DAMPED_SUBSPACE_H
#define FS_EIGEN_DAMPED_SUBSPACE_H

#include "quadratic_pencil.h"

/* Subspace - Data of a subspace. Other files only read the members. */
typedef struct _n_Subspace *Subspace;
struct _n_Subspace {
  Quadratic q; /* borrowed */
  /* diagonal weights of the inner product in which v are orthonormal; 0 for multipliers */
  Vec        weights;
  PetscInt   n, capacity;
  Vec       *v;         /* [n] basis */
  PetscReal *matrix[4]; /* [capacity][capacity] by columns: projections of K, C, M and H on v */
  PetscInt   solved;    /* value of n in the last SubspaceSolve */
  PetscInt   nfound;    /* number of eigenvalues z found there, those with Im z >= 0 */
  /* [nfound] re and im are the parts of z [1/s], by ascending |z|. [nfound][solved] c are the
     coefficients of eigenvectors x + i y in the basis v: c[0] of x, c[1] of y */
  PetscReal *re, *im, *c[2];
};

/* SubspaceCreate - Creates an empty subspace.

   Its inner product has the diagonal weights M_ii + |K_ii| / unit^2.
   Input:
     q     borrowed
     unit  a frequency [rad/s]
   Collective. */
PetscErrorCode SubspaceCreate(Quadratic q, PetscReal unit, Subspace *s);
PetscErrorCode SubspaceDestroy(Subspace *s);

/* SubspaceNorm - Computes the norm of x in the inner product of the subspace. Collective. */
PetscErrorCode SubspaceNorm(Subspace s, Vec x, PetscReal *norm);

/* SubspaceAdd - Adds x to the span, unless the span already contains x. The caller keeps x.

   Collective. */
PetscErrorCode SubspaceAdd(Subspace s, Vec x);

/* SubspaceRestart - Replaces the span by the span of x[n]. The caller keeps x. Collective. */
PetscErrorCode SubspaceRestart(Subspace s, PetscInt n, const Vec x[]);

/* SubspaceSolve - Solves the dense eigenvalue problem.

   Input:
     shift  value of z [1/s] that is not an eigenvalue; the eigenvalues near it are most accurate
   Collective. */
PetscErrorCode SubspaceSolve(Subspace s, PetscReal shift);

/* SubspaceGetVector - Computes eigenvector k of the last SubspaceSolve as x + i y. Collective. */
PetscErrorCode SubspaceGetVector(Subspace s, PetscInt k, Vec x, Vec y);

#endif
