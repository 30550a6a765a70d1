/* prescribed_motion.h: the displacements and rotations that supports and drivers prescribe. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_SUPPORTS_PRESCRIBED_MOTION_H
#define FS_MODEL_SUPPORTS_PRESCRIBED_MOTION_H

#include "model/components.h"
#include "model/joints/joints.h"

/* Value and first and second time derivative of each prescribed motion [m], [rad]. Entries without
   a motion are 0. */
typedef struct {
  PetscReal (*support)[COMPONENTS][3];       /* [nsupports] motions of supports */
  PetscReal (*driver)[JOINT_COORDINATES][3]; /* [njoints] motions of joint drivers */
} PrescribedMotion;

/* PrescribedMotionCreate - Allocates the motions and sets them to 0. The caller owns them. */
PetscErrorCode PrescribedMotionCreate(Model model, PrescribedMotion *motions);
PetscErrorCode PrescribedMotionDestroy(PrescribedMotion *motions);

/* PrescribedMotionAt - Evaluates all motions at a time.

   Input:
     t            time [s]
     factor       FsLoading.factor, which multiplies all motions except their harmonic parts
     quasistatic  if PETSC_TRUE, the time derivatives are 0 except in the harmonic parts
     harmonic     FsLoading.harmonic, at which the harmonic parts are evaluated
   Output:
     motions      values and derivatives
   Collective. Input error: a formula has no finite value. */
PetscErrorCode PrescribedMotionAt(Model model, PetscReal t, PetscReal factor, PetscBool quasistatic,
                                  const FsHarmonic *harmonic, const PrescribedMotion *motions);

/* prescribed_turn - Returns the largest angle between two values of the rotation of a support or of
   the angle of a driver [rad]. */
PetscReal prescribed_turn(Model model, const PrescribedMotion *from, const PrescribedMotion *to);

/* PrescribedMotionCheckJumps - Looks for jumps of the motions, and of the unstrained lengths of
   winches, between the times from and to [s].

   A jump of a velocity gives a warning. Collective. Input error: a displacement, an angle or an
   unstrained length jumps. The message names option and time. */
PetscErrorCode PrescribedMotionCheckJumps(Model model, PetscReal from, PetscReal to);

/* ModelCheckTables - Checks that the tables of all formulas of time cover a run.

   Input:
     from, to  times at the start and the end of the run [s]
   Collective. Input error: a table starts after from or ends before to. The message names option,
   time and table. */
PetscErrorCode ModelCheckTables(Model model, PetscReal from, PetscReal to);

#endif
