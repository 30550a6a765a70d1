/* system_rotations.h: the operations that a system with finite rotations adds. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SYSTEM_ROTATIONS_H
#define FS_SYSTEM_ROTATIONS_H

#include <fs/state.h>

/* The largest rotation of a node in a step [rad]. A step with a larger one must be shortened,
   because T(theta) (math/rotation.h) is singular at 2 pi. */
#define FS_MAX_ROTATION 5

/* FsSystemRotations - Operations of systems with finite rotations.

   All operations act on whole vectors. In entries that are not rotations, v = qd, and compose
   adds. All operations are collective, except rotation_increment.
     velocity               computes v from q and qd
     rate                   computes qd from q and v
     compose                sum = q followed by the increment dq; for rotations, exp(sum) =
                            exp(q) exp(dq). sum must not be the same Vec as q or dq
     commutator_correction  q += h^3/12 v x a + h^4/24 v x j for rotations, in a step h [s] with the
                            angular velocity v + t a + t^2/2 j at the time t from its start. On
                            entry q is the integral of this velocity. The integral alone is wrong
                            from third order on, because rotations do not commute
     rotation_increment     *most = the largest of *most and of |q - other| [rad] for all rotation
                            vectors of this rank. other may be NULL, which counts as 0 */
typedef struct {
  PetscErrorCode (*velocity)(FsSystem, Vec q, Vec qd, Vec v);
  PetscErrorCode (*rate)(FsSystem, Vec q, Vec v, Vec qd);
  PetscErrorCode (*compose)(FsSystem, Vec q, Vec dq, Vec sum);
  PetscErrorCode (*commutator_correction)(FsSystem, PetscReal h, Vec v, Vec a, Vec j, Vec q);
  PetscErrorCode (*rotation_increment)(FsSystem, Vec q, Vec other, PetscReal *most);
} FsSystemRotations;

#endif
