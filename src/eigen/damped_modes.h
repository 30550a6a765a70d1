/* damped_modes.h: computes the complex modes of damped, gyroscopic and circulatory systems.

   They solve (z^2 M + z C + K + i H) x = 0 with complex z and x. Inertia does not count these
   modes. The search starts from the undamped modes, which inertia counts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_DAMPED_MODES_H
#define FS_EIGEN_DAMPED_MODES_H

#include "pencil.h"

/* DampedModes - Modes by ascending |z|; each pair of conjugates has one entry, with omega > 0.

   The motion is Re((x + i y) exp(z t)). The vectors are scaled to x M x + y M y = 1 and rotated in
   the complex plane so that x M y = 0 and x M x is the larger. If all parts move in phase, y is
   0. */
typedef struct {
  PetscInt   n;
  PetscReal *growth, *omega; /* [n] z = growth + i omega [1/s], [rad/s] */
  PetscReal *residual; /* [n] |z^2 M x + z C x + K x| over the sum of the sizes of its terms */
  PetscBool
          *zero; /* [n] whether it is a rigid motion or a mechanism, without stiffness or damping */
  Vec     *x, *y; /* [n] */
  PetscInt factorizations, solves;
} DampedModes;

/* DampedFind - Finds the n modes nearest to 0, and more if several are equally near.

   Input:
     H  stiffness times loss factors, or NULL without losses; its force i H x is in phase with the
        velocity if omega > 0
   Error: PETSC_ERR_NOT_CONVERGED. Collective. */
PetscErrorCode DampedFind(Pencil p, Mat H, PetscInt n, DampedModes *modes);
PetscErrorCode DampedDestroy(DampedModes *modes);

#endif
