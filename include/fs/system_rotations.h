/* system_rotations.h: the operations that a system with finite rotations adds. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SYSTEM_ROTATIONS_H
#define FS_SYSTEM_ROTATIONS_H

#include <fs/state.h>

typedef struct _n_FsSystem *FsSystem;

/* A step with a larger rotation must be shortened, because T(theta) is singular at 2 pi. [rad] */
#define FS_MAX_ROTATION 5

/* FsSystemRotations - Operations of systems with finite rotations.

   All operations act on the whole vectors: on entries that are not rotations, v = qd, and
   compose adds. All are collective, except rotation_increment.
     velocity               v from q and qd
     rate                   qd from q and v
     compose                sum = the configuration q followed by the increment dq, on rotations
                            exp(sum) = exp(q) exp(dq). sum must be neither q nor dq
     commutator_correction  q += h^3/12 v x a + h^4/24 v x j on rotations, for a step h [s] with
                            the angular velocity v + t a + t^2/2 j. Add it to a q that is the
                            integral of that velocity: rotations do not commute, so the integral
                            alone is wrong from third order on
     rotation_increment     *most = max(*most, |q - other| over this rank's rotation vectors)
                            [rad]; other may be NULL, which counts as 0 */
typedef struct {
  PetscErrorCode (*velocity)(FsSystem, Vec q, Vec qd, Vec v);
  PetscErrorCode (*rate)(FsSystem, Vec q, Vec v, Vec qd);
  PetscErrorCode (*compose)(FsSystem, Vec q, Vec dq, Vec sum);
  PetscErrorCode (*commutator_correction)(FsSystem, PetscReal h, Vec v, Vec a, Vec j, Vec q);
  PetscErrorCode (*rotation_increment)(FsSystem, Vec q, Vec other, PetscReal *most);
} FsSystemRotations;

#endif
