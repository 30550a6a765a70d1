/* support_options.h: what the options say about a support. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_SUPPORTS_SUPPORT_OPTIONS_H
#define FS_MODEL_SUPPORTS_SUPPORT_OPTIONS_H

#include "mesh/mesh_selection.h"
#include "model/components.h"
#include "model/joints/joint_driver.h"
#include "model/loads/harmonic_load.h"

/* SupportOptions - The description of a support. The texts are borrowed from the options. */
typedef struct {
  const char   *name;
  MeshSelection nodes;
  PetscBool     has_axes;         /* its components are along axes of its own */
  PetscReal     axes[3][3];       /* unit vectors; the global axes */
  PetscBool     has_moment_point; /* otherwise the mean place of its nodes */
  PetscReal     moment_point[3];  /* point of the moment of its reaction [m] */
  PetscBool     has_fix;          /* whether the user says which displacements it fixes */
  int           all;              /* bits of "all": without rotations, if the user says so */
  int           fixed;            /* bits of the components that it fixes and does not move */
  const char
    *motion[COMPONENTS]; /* formulas of t for displacements [m] and rotations [rad]; NULL */
  /* formulas of t for velocities or accelerations instead [m/s], [m/s2], [rad/s], [rad/s2]; NULL */
  const char *derivative[COMPONENTS];
  DriverKind  kind[COMPONENTS]; /* what derivative is: DRIVER_RATE or DRIVER_ACCELERATION */
  PetscBool   has_harmonic[COMPONENTS];
  Harmonic    harmonic[COMPONENTS]; /* harmonic parts of the motions [m], [rad] */
  DriverTimes times;                /* of the motions that are integrated or moved by rows */
} SupportOptions;

/* support_motion_word - Returns the word of the option -support_<name>_<word>_x that gives the
   motion of component c: "motion", "velocity", "rotation_acceleration", .... */
const char *support_motion_word(const SupportOptions *s, int c);

/* support_has_driver - Returns whether a row of constraints moves the displacement along axis c. */
PetscBool support_has_driver(const SupportOptions *s, int c);

/* SupportsFromOptions - Reads the supports of -supports.

   Output:
     names     [n] the caller frees them by PetscStrNArrayDestroy(); the supports borrow them
     supports  [n] the caller frees them by PetscFree()
   Collective. Input errors: axes that are not perpendicular, a normal that is 0, a motion that is
   given twice, options that a roller does not have. */
PetscErrorCode           SupportsFromOptions(FsOptions o, MPI_Comm comm, PetscInt *n, char ***names,
                                             SupportOptions **supports);
extern const FsOptionDoc support_options[];

#endif
