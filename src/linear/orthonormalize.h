/* orthonormalize.h: orthonormalizes the vectors of a near null space. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_ORTHONORMALIZE_H
#define FS_LINEAR_ORTHONORMALIZE_H

#include <fs/system.h>

/* NearNullOrthonormalize - Makes six vectors orthonormal, and leaves out those that depend on
   others.

   Changed:
     v  on return the first n vectors are orthonormal and have the same span as all six had; the
        others are undefined
   Output:
     n  the number of independent vectors
   Collective. */
PetscErrorCode NearNullOrthonormalize(const Vec v[FS_RIGID_MOTIONS], PetscInt *n);

#endif
