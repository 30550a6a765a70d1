/* spin.h: the steadily rotating frame of reference that -spin describes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_SPIN_H
#define FS_MODEL_SPIN_H

#include "model/components.h"

/* Positions and velocities of the model are measured in the frame; supports and loads rotate with
   it. */
typedef struct {
  PetscBool active;      /* the angular velocity is not 0 */
  PetscReal velocity[3]; /* angular velocity [rad/s] */
  PetscReal point[3];    /* a point of the axis [m] */
} Spin;

/* SpinCreate - Reads the rotating frame from the options, after gravity and supports.

   Collective. Input error: the model is linearized, or gravity or a motion is not steady in the
   frame. */
PetscErrorCode           SpinCreate(FsOptions o, Model model);
extern const FsOptionDoc spin_options[];

#endif
