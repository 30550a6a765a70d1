/* damped_modes.h: computes the complex modes of damped, gyroscopic and circulatory systems.

   A mode is a complex vector x + i y and a complex number z that solve (z^2 M + z C + K + i H) (x +
   i y) = 0. K, M and C are the matrices of a pencil, and H is the stiffness of each material times
   its loss factor. The number of these modes cannot be counted by inertia (pencil.h). Therefore the
   search starts from the undamped modes, which inertia counts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_DAMPED_DAMPED_MODES_H
#define FS_EIGEN_DAMPED_DAMPED_MODES_H

#include "eigen/pencil.h"

/* DampedModes - Modes by ascending |z|. Eigenvalues z come in conjugate pairs; a pair has one entry
   here, with omega > 0.

   The motion is Re((x + i y) exp(z t)). x + i y is scaled by a complex number so that x . M x + y .
   M y = 1, x . M y = 0 and x . M x >= y . M y. If all parts of the model move in phase, y is 0. */
typedef struct {
  PetscInt   n;              /* the number of modes */
  PetscReal *growth, *omega; /* [n] z = growth + i omega; growth [1/s], omega [rad/s] */
  PetscReal *residual;       /* [n] relative residuals of the equation of motion */
  /* [n] whether the mode is a rigid motion or a mechanism, z = 0 up to round-off */
  PetscBool *zero;
  Vec       *x, *y;                  /* [n] the real and imaginary parts of the mode shapes */
  PetscInt   factorizations, solves; /* numbers of factorizations and of solves of the search */
} DampedModes;

/* DampedFind - Finds the n modes with the smallest |z|, and others that have the same |z| as the
   last one.

   Input:
     H      the stiffness of each material times its loss factor, or NULL if no material has losses.
            If omega > 0, the force i H x is in phase with the velocity
   Output:
     modes  the modes, which the caller destroys by DampedDestroy
   Raises PETSC_ERR_NOT_CONVERGED if modes do not converge. Collective. */
PetscErrorCode DampedFind(Pencil p, Mat H, PetscInt n, DampedModes *modes);
PetscErrorCode DampedDestroy(DampedModes *modes);

#endif
