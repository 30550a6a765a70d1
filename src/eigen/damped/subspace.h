/* subspace.h: projects the matrix z^2 M + z C + K + i H on the span of some
   vectors.

   LAPACK solves the small, dense eigenvalue problem of the projection. The vectors satisfy the
   constraints, so the projection has no multipliers and no infinite eigenvalues. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_DAMPED_SUBSPACE_H
#define FS_EIGEN_DAMPED_SUBSPACE_H

#include "eigen/pencil.h"

/* ---- quadratic pencil ------------------------------------------------------------------------ */

/* Evaluates the products of the matrix z^2 M + z C + K + i H with complex
   vectors x + i y.
   K, M and C are the matrices of a pencil, H is the stiffness of each material times its loss
   factor, and z is a complex number. */

/* Quadratic - The matrices K, M, C (in p) and H of the equation (z^2 M + z C + K + i H) (x + i y) =
   0, and work vectors. Other files only read p, H and remainder. */
typedef struct {
  Pencil p; /* borrowed */
  Mat    H; /* borrowed; NULL if no material has losses */
  /* work vectors with real and imaginary part; QuadraticResidual sets remainder */
  Vec Kx[2], Cx[2], Mx[2], remainder[2];
  Vec unit, comparable; /* factors of FsSystemForceUnits, and a work vector for norms with them */
} * Quadratic;

PetscErrorCode QuadraticCreate(Pencil p, Mat H, Quadratic *q);
PetscErrorCode QuadraticDestroy(Quadratic *q);

/* QuadraticNormalize - Scales x + i y by a complex number so that x . M x + y . M y = 1 and x . M y
   = 0.

   Output:
     size  x . M x + y . M y before scaling. If it is 0, no part that moves has mass, and x and y do
           not change
   Collective. */
PetscErrorCode QuadraticNormalize(Quadratic q, Vec x, Vec y, PetscReal *size);

/* QuadraticResidual - Computes the residual of the equation (z^2 M + z C + K + i H) (x + i y) = 0
   for z = re + i im.

   Output:
     residual  the norm of the residual divided by the sum of the norms of K x, z C x and z^2 M x
               as forces, with moments at lengths (FsSystemForceUnits)
     solves    PETSC_TRUE if the residual is as small as round-off allows. It is then small compared
               with the norm of |K| |x| (PencilAbsMult), which is larger than that of K x if some
               parts are stiff.
   Sets q->remainder to the vector of the residual. Collective. */
PetscErrorCode QuadraticResidual(Quadratic q, PetscReal re, PetscReal im, Vec x, Vec y,
                                 PetscReal *residual, PetscBool *solves);

/* QuadraticMeetsConstraints - Determines whether the motion x + i y satisfies the constraints of
   the system. A computed eigenvector that does not is one of the infinite eigenvalues that
   constraints cause. Collective. */
PetscErrorCode QuadraticMeetsConstraints(Quadratic q, Vec x, Vec y, PetscBool *satisfied);

/* Subspace - A subspace on which the equation of damped modes is projected. Other files only read
   the members. */
typedef struct _n_Subspace *Subspace;
struct _n_Subspace {
  Quadratic q; /* borrowed */
  /* the diagonal of the inner product in which the basis v is orthonormal; 0 for multipliers */
  Vec        weights;
  PetscInt   n, capacity; /* number of vectors, and of vectors that have space */
  Vec       *v;           /* [n] the basis of the subspace */
  PetscReal *matrix[4];   /* [capacity][capacity] by columns: projections of K, C, M and H on v */
  PetscInt   solved;      /* number of vectors in the last SubspaceSolve */
  /* number of eigenvalues z = re + i im with im >= 0 that the last SubspaceSolve has found */
  PetscInt nfound;
  /* [nfound] real and imaginary parts of the eigenvalues [1/s], by ascending |z|; [nfound][solved]
     the coefficients c[0] and c[1] of the real and imaginary parts of the eigenvectors in the basis
     v */
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

/* SubspaceNorm - Computes the norm of x in the inner product in which the basis of a subspace is
   orthonormal. Collective. */
PetscErrorCode SubspaceNorm(Subspace s, Vec x, PetscReal *norm);

/* SubspaceAdd - Adds the vector x to the subspace, unless the subspace already contains x. x is
   copied. Collective. */
PetscErrorCode SubspaceAdd(Subspace s, Vec x);

/* SubspaceRestart - Replaces the subspace by the span of the n vectors x[n], which are copied.
   Collective. */
PetscErrorCode SubspaceRestart(Subspace s, PetscInt n, const Vec x[]);

/* SubspaceSolve - Solves the dense eigenvalue problem of damped modes, projected on a subspace. The
   results are members of s.

   Input:
     shift  a value of z [1/s] that is not an eigenvalue; the eigenvalues near it are most accurate
   Collective. */
PetscErrorCode SubspaceSolve(Subspace s, PetscReal shift);

/* SubspaceGetVector - Computes the eigenvector x + i y with the index k, 0 to nfound - 1, of the
   last SubspaceSolve. Collective. */
PetscErrorCode SubspaceGetVector(Subspace s, PetscInt k, Vec x, Vec y);

#endif
