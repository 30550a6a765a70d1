/* prescribed_motion.h: the displacements and rotations that supports and drivers prescribe. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_SUPPORTS_PRESCRIBED_MOTION_H
#define FS_MODEL_SUPPORTS_PRESCRIBED_MOTION_H

#include "model/components.h"
#include "model/joints/joints.h"

/* PrescribedMotion - Value, first and second time derivative of each prescribed motion [m], [rad].
   Entries of components that do not move are 0. */
typedef struct _n_PrescribedMotion {
  PetscReal (*support)[COMPONENTS][3];       /* [nsupports] motions of supports */
  PetscReal (*driver)[JOINT_COORDINATES][3]; /* [njoints] motions of joint drivers */
} PrescribedMotion;

/* PrescribedMotionCreate - Allocates the arrays of motions and sets them to 0. The caller frees
   them by PrescribedMotionDestroy(). */
PetscErrorCode PrescribedMotionCreate(Model model, PrescribedMotion *motions);
PetscErrorCode PrescribedMotionDestroy(PrescribedMotion *motions);

/* PrescribedMotionAt - Evaluates all motions that supports and drivers prescribe at a time.

   Input:
     t            time [s]
     factor       factor of all motions except their harmonic parts (FsLoading.factor)
     quasistatic  whether time derivatives are 0, except those of the harmonic parts
     harmonic     moment of the harmonic motion at which the harmonic parts are evaluated
                  (FsLoading.harmonic)
   Output:
     motions      the values and derivatives are written to its arrays
   Collective. Input error: a formula has no finite value. */
PetscErrorCode PrescribedMotionAt(Model model, PetscReal t, PetscReal factor, PetscBool quasistatic,
                                  const FsHarmonic *harmonic, const PrescribedMotion *motions);

/* prescribed_turn - Returns by how much a support, or the angle of a driver, is rotated at most
   between two states of the prescribed motions [rad]. */
PetscReal prescribed_turn(Model model, const PrescribedMotion *from, const PrescribedMotion *to);

/* PrescribedMotionCheckJumps - Searches for jumps of prescribed motions, and of the unstrained
   lengths of winches, between the times from and to [s].

   A jump of a velocity gives a warning. Collective. Input error: a displacement, an angle or an
   unstrained length jumps. The message has the option and the time. */
PetscErrorCode PrescribedMotionCheckJumps(Model model, PetscReal from, PetscReal to);

/* ModelCheckTables - Checks that the tables of all formulas of time cover a run.

   Input:
     from, to  times at the start and the end of the run [s]
   Collective. Input error: a table starts after `from` or ends before `to`. The message has the
   option, the time and the table. */
PetscErrorCode ModelCheckTables(Model model, PetscReal from, PetscReal to);

#endif
