/* friction_options.h: what the options say about dry friction of free coordinates of joints.

   The friction model is in element/joint/friction.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_FRICTION_OPTIONS_H
#define FS_MODEL_JOINTS_FRICTION_OPTIONS_H

#include <fs/options.h>
#include "element/joint/joint.h"

enum { FRICTION_SETTLE = 6, FRICTION_OPTIONS }; /* last row of friction_options, number of rows */

/* FrictionOptions - The description of the friction of a coordinate. If the coordinate is an angle,
   its unit is [rad] instead of [m], and a force is a moment. */
typedef struct {
  PetscReal mu_kinetic; /* coefficient of friction while the coordinate slides; default 0 */
  PetscReal mu_static;  /* coefficient of friction at rest; default mu_kinetic */
  PetscReal stribeck;   /* velocity over which mu_static falls to mu_kinetic [m/s]; default 0 */
  PetscReal preload;    /* friction that does not depend on the normal force [N]; default 0 */
  PetscReal radius;     /* angles: radius of the pin, at which the friction acts [m]; default 1 */
  PetscReal stick; /* elastic displacement before the joint slips [m]; 0 if it is not given, and
                      then follows from the model (presliding.h) */
  PetscReal settling_time; /* time in which a sticking coordinate comes to rest [s]; default the
                              time step */
  PetscBool is_angle;      /* whether the coordinate is an angle */
  PetscBool given[FRICTION_OPTIONS]; /* whether the user gives the option of each row of
                                        friction_options */
} FrictionOptions;

/* FrictionOptionsRead - Reads the friction of a coordinate of a joint.

   Input:
     kind        the coordinate
     has_driver  whether a driver prescribes the coordinate
   Collective. Input errors: options contradict each other; the coordinate is not free. */
PetscErrorCode           FrictionOptionsRead(FsOptions o, MPI_Comm comm, const char joint[],
                                             const JointType *type, JointCoordinateKind kind,
                                             PetscBool has_driver, FrictionOptions *f);
extern const FsOptionDoc friction_options[];

#endif
