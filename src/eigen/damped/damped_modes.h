/* damped_modes.h: computes the complex modes of damped, gyroscopic and circulatory systems.

   A mode solves (z^2 M + z C + K + i H) (x + i y) = 0 with a complex z. Inertia (pencil.h)
   cannot count these modes. The search starts from the undamped modes, which inertia counts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_DAMPED_DAMPED_MODES_H
#define FS_EIGEN_DAMPED_DAMPED_MODES_H

#include "eigen/pencil.h"

/* DampedModes - Modes by ascending |z|; each pair of conjugates has one entry, with omega > 0.

   The motion is Re((x + i y) exp(z t)). x + i y is multiplied by a complex number, so that
   x . M x + y . M y = 1, x . M y = 0 and x . M x >= y . M y. If all parts move in phase, y is 0. */
typedef struct {
  PetscInt   n;
  PetscReal *growth, *omega; /* [n] z = growth + i omega; growth [1/s], omega [rad/s] */
  PetscReal *residual;       /* [n] see QuadraticResidual */
  PetscBool *zero; /* [n] whether it is a rigid motion or a mechanism, with z = 0 up to round-off */
  Vec       *x, *y;                  /* [n] */
  PetscInt   factorizations, solves; /* numbers in the search */
} DampedModes;

/* DampedFind - Finds the n modes with the smallest |z|, and more if others have the same |z|.

   Input:
     H  stiffness times loss factors; NULL without losses. For omega > 0, its force i H x is in
        phase with the velocity
   Raises PETSC_ERR_NOT_CONVERGED if modes do not converge. Collective. */
PetscErrorCode DampedFind(Pencil p, Mat H, PetscInt n, DampedModes *modes);
PetscErrorCode DampedDestroy(DampedModes *modes);

#endif
