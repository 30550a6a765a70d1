/* system_rotations.h: the operations that a system with finite rotations adds. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SYSTEM_ROTATIONS_H
#define FS_SYSTEM_ROTATIONS_H

#include <fs/state.h>

/* The largest rotation of a node in a step [rad]. A step with a larger rotation must be shortened,
   because the matrix T(theta), which relates the rate of a rotation vector to the angular velocity
   (math/rotation.h), is singular at 2 pi. */
#define FS_MAX_ROTATION 5

/* FsSystemRotations - Operations of systems with finite rotations.

   The arguments are global vectors, with the meaning of q, v, a and qd in FsState. All entries are
   set, also those that are not rotations: for these, v = qd, and compose adds. All operations are
   collective, except rotation_increment. Systems without constraints need rate only for steps whose
   size is controlled (control.h), and no compose.
     velocity               computes the velocity v from q and its time derivative qd
     rate                   computes qd, the time derivative of q, from q and the velocity v
     compose                computes sum, the displacement q followed by the increment dq. For
                            rotations, exp(sum) = exp(q) exp(dq). sum must not be the same Vec as q
                            or dq
     commutator_correction  corrects the integral of an angular velocity over a step of h [s] to the
                            rotation vector that results from it. The angular velocity at time t
                            from the start of the step is v + t a + t^2/2 j. On entry, q is the
                            integral of this angular velocity. The correction, q += h^3/12 v x a +
                            h^4/24 v x j, is needed from third order on, because rotations do not
                            commute. Entries that are not rotations do not change
     rotation_increment     replaces *most by the largest length |q - other| [rad] of all rotation
                            vectors of this rank, if it is larger. other may be NULL, which counts
                            as 0 */
typedef struct {
  PetscErrorCode (*velocity)(FsSystem, Vec q, Vec qd, Vec v);
  PetscErrorCode (*rate)(FsSystem, Vec q, Vec v, Vec qd);
  PetscErrorCode (*compose)(FsSystem, Vec q, Vec dq, Vec sum);
  PetscErrorCode (*commutator_correction)(FsSystem, PetscReal h, Vec v, Vec a, Vec j, Vec q);
  PetscErrorCode (*rotation_increment)(FsSystem, Vec q, Vec other, PetscReal *most);
} FsSystemRotations;

#endif
