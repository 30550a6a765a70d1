/* subspace.h: the quadratic pencil z^2 M + z C + K + i H in the span of some vectors: a dense problem of their number, solved by LAPACK about a
   shift. The span grows by what is wanted most. Vectors satisfy the constraints, so that multipliers and what is infinite have no part
   in it. Used by damped_modes.c. */
#ifndef FS_EIGEN_SUBSPACE_H
#define FS_EIGEN_SUBSPACE_H

#include "quadratic_pencil.h"

/* Public members are read only. */
typedef struct _n_Subspace *Subspace;
struct _n_Subspace {
  Quadratic q; /* borrowed */
  Vec
             weights; /* of the inner product of which v are orthonormal: of the entries of displacements and rotations */
  PetscInt   n, capacity;
  Vec       *v;              /* [n] */
  PetscReal *matrix[4];      /* [room][room] by columns: v K v, v C v, v M v, v H v */
  PetscInt   solved;         /* n at the last solution */
  PetscInt   nfound;         /* eigenvalues with imaginary parts >= 0, by |z| */
  PetscReal *re, *im, *c[2]; /* [nfound] [1/s]; [nfound][solved] coefficients of x and y */
};

/* unit: a frequency [rad/s], by which stiffness and mass weigh alike. Collective, as all here. */
PetscErrorCode SubspaceCreate(Quadratic q, PetscReal unit, Subspace *s);
PetscErrorCode SubspaceDestroy(Subspace *s);

/* |x| in the inner product; add x to the span, unless it is in it. x is the caller's. */
PetscErrorCode SubspaceNorm(Subspace s, Vec x, PetscReal *norm);
PetscErrorCode SubspaceAdd(Subspace s, Vec x);

/* The span becomes that of x[n], which are the caller's. */
PetscErrorCode SubspaceRestart(Subspace s, PetscInt n, const Vec x[]);

/* Solve the dense problem about a shift [1/s], which is none of its eigenvalues. */
PetscErrorCode SubspaceSolve(Subspace s, PetscReal shift);

/* x + i y = eigenvector k of the last solution. */
PetscErrorCode SubspaceGetVector(Subspace s, PetscInt k, Vec x, Vec y);

#endif
