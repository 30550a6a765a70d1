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
  MeshSelection nodes;      /* the nodes of the support */
  PetscBool     has_axes;   /* whether components are along axes of the support's own */
  PetscReal     axes[3][3]; /* unit vectors of these axes; default the global axes */
  /* whether the user gives moment_point; otherwise it is the mean position of the nodes */
  PetscBool has_moment_point;
  PetscReal moment_point[3]; /* point about which the moment of the reaction is computed [m] */
  PetscBool has_fix;         /* whether the user gives -support_<name>_fix */
  /* bits of the components that the word "all" means, without rotations if the user says so */
  int all;
  int fixed; /* bits of the components that are fixed and not moved */
  const char
    *motion[COMPONENTS]; /* formulas of t for displacements [m] and rotations [rad], or NULL */
  /* formulas of t for velocities [m/s], [rad/s] or accelerations [m/s2], [rad/s2] instead of
     motions, or NULL */
  const char *derivative[COMPONENTS];
  DriverKind  kind[COMPONENTS]; /* what derivative gives: DRIVER_RATE or DRIVER_ACCELERATION */
  PetscBool   has_harmonic[COMPONENTS]; /* whether harmonic is given */
  Harmonic    harmonic[COMPONENTS];     /* harmonic parts of the motions [m], [rad] */
  DriverTimes times;                    /* interval over which derivatives are integrated */
} SupportOptions;

/* support_motion_word - Returns the word in the name of the option that gives the motion of a
   support's component c: "motion", "velocity", "rotation_acceleration", .... */
const char *support_motion_word(const SupportOptions *s, int c);

/* support_has_driver - Returns whether a support moves the displacement along axis c by a
   constraint with a multiplier. */
PetscBool support_has_driver(const SupportOptions *s, int c);

/* SupportsFromOptions - Reads the supports of -supports.

   Output:
     names     [n] the caller frees them by PetscStrNArrayDestroy(); the supports borrow them
     supports  [n] the caller frees them by PetscFree()
   Collective. Input errors: axes are not perpendicular; a normal is 0; a motion is given twice; an
   option is given that a roller does not have. */
PetscErrorCode           SupportsFromOptions(FsOptions o, MPI_Comm comm, PetscInt *n, char ***names,
                                             SupportOptions **supports);
extern const FsOptionDoc support_options[];

#endif
