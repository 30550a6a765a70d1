/* quadratic_pencil.h: evaluates the polynomial z^2 M + z C + K + i H at complex vectors x + i y. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_DAMPED_QUADRATIC_PENCIL_H
#define FS_EIGEN_DAMPED_QUADRATIC_PENCIL_H

#include "eigen/pencil.h"

/* Quadratic - Data of the polynomial. H is stiffness times loss factors. Other files only read p, H
   and remainder; Kx, Cx and Mx are scratch. */
typedef struct {
  Pencil p; /* borrowed */
  Mat    H; /* borrowed; NULL without losses */
  Vec    Kx[2], Cx[2], Mx[2], remainder[2];
  Vec    unit, comparable; /* factors of FsSystemForceUnits; scratch for norms with them */
} * Quadratic;

PetscErrorCode QuadraticCreate(Pencil p, Mat H, Quadratic *q);
PetscErrorCode QuadraticDestroy(Quadratic *q);

/* QuadraticNormalize - Multiplies x + i y by a complex number, so that x . M x + y . M y = 1 and
   x . M y = 0.

   Output:
     size  x . M x + y . M y before scaling. If it is 0, nothing that moves has mass, and x and y do
           not change
   Collective. */
PetscErrorCode QuadraticNormalize(Quadratic q, Vec x, Vec y, PetscReal *size);

/* QuadraticResidual - Computes the residual of x + i y at z = re + i im.

   Output:
     residual  norm of the residual divided by the sum of the norms of its terms with K, C and M,
               with moments as forces at lengths (FsSystemForceUnits)
     solves    PETSC_TRUE if the residual is small compared with |K| |x|, see PencilAbsMult. This is
               larger than |K x| if some parts are stiff
   Sets q->remainder to the residual vector. Collective. */
PetscErrorCode QuadraticResidual(Quadratic q, PetscReal re, PetscReal im, Vec x, Vec y,
                                 PetscReal *residual, PetscBool *solves);

/* QuadraticMeetsConstraints - Determines whether the motion x + i y satisfies the constraints.

   Eigenvectors of infinite eigenvalues violate them. Collective. */
PetscErrorCode QuadraticMeetsConstraints(Quadratic q, Vec x, Vec y, PetscBool *satisfied);

#endif
