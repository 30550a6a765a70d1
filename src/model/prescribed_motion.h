/* prescribed_motion.h: the displacements and rotations that supports and drivers prescribe. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_PRESCRIBED_MOTION_H
#define FS_MODEL_PRESCRIBED_MOTION_H

#include "model/components.h"
#include "model/joints/joints.h"

/* Value and first and second time derivative of each prescribed motion [m], [rad]. */
typedef struct {
  PetscReal (*support)[COMPONENTS][3];       /* [nsupports] 0 for components that are not moved */
  PetscReal (*driver)[JOINT_COORDINATES][3]; /* [njoints] */
} PrescribedMotion;

/* PrescribedMotionCreate - Allocates the motions and sets them to 0. */
PetscErrorCode PrescribedMotionCreate(Model model, PrescribedMotion *motions);
PetscErrorCode PrescribedMotionDestroy(PrescribedMotion *motions);

/* PrescribedMotionAt - Evaluates all motions at a time.

   Input:
     t            time [s]
     factor       factor of all motions, except of their harmonic parts
     quasistatic  whether velocities and accelerations are 0, except of their harmonic parts
     harmonic     moment of the harmonic motion
   Output:
     motions      values and derivatives
   Collective. Input error: a formula has no finite value. */
PetscErrorCode PrescribedMotionAt(Model model, PetscReal t, PetscReal factor, PetscBool quasistatic,
                                  const FsHarmonic *harmonic, const PrescribedMotion *motions);

/* PrescribedMotionCheckJumps - Looks for jumps between the times from and to [s].

   Collective. Input error, which names option and time: a displacement or an angle jumps. A jump of
   a velocity gives a warning. */
PetscErrorCode PrescribedMotionCheckJumps(Model model, PetscReal from, PetscReal to);

/* ModelCheckTables - Checks that the tables of all formulas of time cover a run.

   Collective. Input error, which names option, time and table: a table ends before the time to or
   begins after the time from [s]. */
PetscErrorCode ModelCheckTables(Model model, PetscReal from, PetscReal to);

#endif
