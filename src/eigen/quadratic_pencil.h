/* quadratic_pencil.h: evaluates the polynomial z^2 M + z C + K + i H at complex vectors x + i y. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_QUADRATIC_PENCIL_H
#define FS_EIGEN_QUADRATIC_PENCIL_H

#include "pencil.h"

/* Quadratic - Data of the polynomial. Members are read only; Kx, Cx and Mx are scratch. */
typedef struct {
  Pencil p; /* borrowed */
  Mat    H; /* borrowed; NULL without losses */
  Vec    Kx[2], Cx[2], Mx[2], remainder[2];
} * Quadratic;

PetscErrorCode QuadraticCreate(Pencil p, Mat H, Quadratic *q);
PetscErrorCode QuadraticDestroy(Quadratic *q);

/* QuadraticNormalize - Scales and rotates x + i y as damped_modes.h describes.

   Output:
     size  x M x + y M y before scaling; 0 if nothing that moves has mass
   Collective. */
PetscErrorCode QuadraticNormalize(Quadratic q, Vec x, Vec y, PetscReal *size);

/* QuadraticResidual - Computes the residual of x + i y at z = re + i im.

   Output:
     residual  norm of the residual over the sum of the norms of the three terms
     solves    whether the residual is small compared with the terms that add up to K x, which are
               large if some parts are stiff
   q->remainder has the residual vector. Collective. */
PetscErrorCode QuadraticResidual(Quadratic q, PetscReal re, PetscReal im, Vec x, Vec y,
                                 PetscReal *residual, PetscBool *solves);

/* QuadraticMeetsConstraints - Determines whether the motion satisfies the constraints.

   Eigenvectors at infinity violate them. Collective. */
PetscErrorCode QuadraticMeetsConstraints(Quadratic q, Vec x, Vec y, PetscBool *satisfied);

#endif
