/* damped_modes.h: modes of damped, gyroscopic and circulatory vibration of a pencil, (z^2 M + z C + K + i H) x = 0 with complex z and x. They have no
   count of their own; the search begins with the undamped modes, which have one. Called by analysis/modes/modes.c and campbell.c. Begin with
   DampedFind. */
#ifndef FS_EIGEN_DAMPED_MODES_H
#define FS_EIGEN_DAMPED_MODES_H

#include "pencil.h"

/* By ascending |z|; of a pair of conjugates the one with omega > 0. The motion is Re((x + i y) exp(z t)). x and y are
   scaled so that x M x + y M y = 1, and turned so that x M y = 0 and x M x is the larger: y is 0 where all move in phase. */
typedef struct {
  PetscInt   n;
  PetscReal *growth, *omega; /* [n] z = growth + i omega [1/s], [rad/s] */
  PetscReal *residual; /* [n] |z^2 M x + z C x + K x| over the sum of the sizes of its terms */
  PetscBool *zero;  /* [n] neither stiffness nor damping holds it: a rigid motion or a mechanism */
  Vec       *x, *y; /* [n] */
  PetscInt   factorizations, solves;
} DampedModes;

/* The n modes nearest to 0, a few more where several are equally near. H: stiffness times loss factors, whose force i H x is in phase with
   the velocity where omega > 0; NULL: none. Errors: PETSC_ERR_NOT_CONVERGED. Collective. */
PetscErrorCode DampedFind(Pencil p, Mat H, PetscInt n, DampedModes *modes);
PetscErrorCode DampedDestroy(DampedModes *modes);

#endif
