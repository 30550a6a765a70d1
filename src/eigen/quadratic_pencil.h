/* quadratic_pencil.h: the polynomial z^2 M + z C + K + i H of a pencil, and one complex vector x + i y: is it a mode? Used by damped_modes.c. */
#ifndef FS_EIGEN_QUADRATIC_PENCIL_H
#define FS_EIGEN_QUADRATIC_PENCIL_H

#include "pencil.h"

/* Members are read only; Kx, Cx, Mx: scratch; left: the last residual. */
typedef struct {
  Pencil p; /* borrowed */
  Mat    H; /* borrowed; NULL: no losses */
  Vec    Kx[2], Cx[2], Mx[2], remainder[2];
} * Quadratic;

PetscErrorCode QuadraticCreate(Pencil p, Mat H, Quadratic *q);
PetscErrorCode QuadraticDestroy(Quadratic *q);

/* Scale and turn x + i y as damped_modes.h says; *size was x M x + y M y: 0 if it moves nothing that has mass. Collective, as all here. */
PetscErrorCode QuadraticNormalize(Quadratic q, Vec x, Vec y, PetscReal *size);

/* *residual at z = re + i im, over the sum of the norms of the three terms; *solves: it is small against the numbers that add up to
   K x, which are large where some parts are stiff. */
PetscErrorCode QuadraticResidual(Quadratic q, PetscReal re, PetscReal im, Vec x, Vec y,
                                 PetscReal *residual, PetscBool *solves);

/* *holds: the motion satisfies the constraints: eigenvectors of what is infinite do not. */
PetscErrorCode QuadraticMeetsConstraints(Quadratic q, Vec x, Vec y, PetscBool *satisfied);

#endif
