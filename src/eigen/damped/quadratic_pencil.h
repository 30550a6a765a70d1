/* quadratic_pencil.h: evaluates the products of the matrix z^2 M + z C + K + i H with complex
   vectors x + i y.

   K, M and C are the matrices of a pencil, H is the stiffness of each material times its loss
   factor, and z is a complex number. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_DAMPED_QUADRATIC_PENCIL_H
#define FS_EIGEN_DAMPED_QUADRATIC_PENCIL_H

#include "eigen/pencil.h"

/* Quadratic - The matrices, and work vectors. Other files only read the members p, H and
   remainder. */
typedef struct {
  Pencil p; /* borrowed */
  Mat    H; /* borrowed; NULL if no material has losses */
  /* work vectors, each with a real and an imaginary part; remainder is set by QuadraticResidual */
  Vec Kx[2], Cx[2], Mx[2], remainder[2];
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

#endif
