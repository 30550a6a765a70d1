/* orthonormalize.h: orthonormalizes the vectors of a near null space. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_ORTHONORMALIZE_H
#define FS_LINEAR_ORTHONORMALIZE_H

#include <fs/system.h>

/* NearNullOrthonormalize - Orthonormalizes six vectors and drops dependent ones.

   Output:
     v  the first n are orthonormal; the others are undefined
     n  number of independent vectors
   Collective. */
PetscErrorCode NearNullOrthonormalize(const Vec v[FS_RIGID_MOTIONS], PetscInt *n);

#endif
