/* spin.h: the steadily rotating frame of reference that -spin describes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_SPIN_H
#define FS_MODEL_SPIN_H

#include "model/components.h"

/* Spin - The steadily rotating frame. Positions and velocities of the model are measured in this
   frame, and supports and loads rotate with it. */
typedef struct {
  PetscBool active;      /* whether the angular velocity is not 0 */
  PetscReal velocity[3]; /* angular velocity [rad/s] */
  PetscReal point[3];    /* a point of the axis [m] */
  PetscBool has_point;   /* whether the user gives the point */
} Spin;

/* SpinFromOptions - Reads how the reference frame of a model rotates, from -spin and -spin_point.

   Collective. Input error: -spin_point is given without -spin. */
PetscErrorCode           SpinFromOptions(FsOptions o, MPI_Comm comm, Spin *spin);
extern const FsOptionDoc spin_options[];

/* SpinSet - Sets model->spin, and checks that nothing else than the loads changes with time in the
   rotating frame.

   Call the function after GravityCreate() and SupportsCreate(). Collective. Input errors: the model
   is linearized; gravity is not along the axis, so that it rotates in the frame; a support or the
   ground has a prescribed motion. */
PetscErrorCode SpinSet(Model model, const Spin *spin);

#endif
