/* spin.h: the steadily rotating frame of reference that -spin describes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_SPIN_H
#define FS_MODEL_SPIN_H

#include "model/components.h"

/* The rotating frame. Positions and velocities of the model are measured in this frame; supports
   and loads rotate with it. */
typedef struct {
  PetscBool active;      /* whether the angular velocity is not 0 */
  PetscReal velocity[3]; /* angular velocity [rad/s] */
  PetscReal point[3];    /* a point of the axis [m] */
} Spin;

/* SpinCreate - Reads the rotating frame from the options.

   Call it after GravityCreate and SupportsCreate. Collective. Input errors: the model is
   linearized; gravity is not steady in the frame; a support or the ground has a prescribed motion;
   -spin_point is given without -spin. */
PetscErrorCode           SpinCreate(FsOptions o, Model model);
extern const FsOptionDoc spin_options[];

#endif
