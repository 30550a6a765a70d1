/* coordinate_options.h: what the options say about the free coordinates of joints: drivers, which
   prescribe a coordinate, and laws, which are forces on it.

   A free coordinate is a relative displacement or angle that the joint allows. If it is an angle,
   its unit is [rad] instead of [m], and a force is a moment. Texts are borrowed from the options,
   and NULL if they are not given. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_COORDINATE_OPTIONS_H
#define FS_MODEL_JOINTS_COORDINATE_OPTIONS_H

#include <fs/options.h>
#include "joint_driver.h"
#include "element/joint/joint.h"
#include "element/law/uniaxial_law.h"

/* ---- friction options ------------------------------------------------------------------------ */

/* The options of dry friction of free coordinates of joints.
   The friction model is in element/joint/friction.h. */

enum { FRICTION_SETTLE = 6, FRICTION_OPTIONS }; /* last row of friction_options, number of rows */

/* FrictionOptions - The description of the friction of a coordinate. If the coordinate is an angle,
   its unit is [rad] instead of [m], and a force is a moment. */
typedef struct {
  PetscReal mu_kinetic; /* coefficient of friction while the coordinate slides; default 0 */
  PetscReal mu_static;  /* coefficient of friction at rest; default mu_kinetic */
  PetscReal stribeck;   /* velocity over which mu_static falls to mu_kinetic [m/s]; default 0 */
  PetscReal preload;    /* radius of the pin of an angle, at which friction acts [m]; default 1 */
  /* elastic displacement before the joint slips [m]; 0 if the user does not give it, and then it
     follows from the size of the model */
  PetscReal radius;
  PetscReal stick;
  /* time in which a sticking coordinate comes to rest [s]; default the time step */
  PetscReal settling_time;
  PetscBool is_angle; /* whether the coordinate is an angle */
  /* whether the user gives the option in each row of friction_options */
  PetscBool given[FRICTION_OPTIONS];
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

enum { COORDINATE_LAW_OPTIONS = 8 };

/* CoordinateLawOptions - The forces on a coordinate u with the rate v = du/dt. */
typedef struct {
  PetscReal stiffness; /* stiffness of the linear spring [N/m]; default 0 */
  PetscReal damping;   /* coefficient of the linear damper [N s/m]; default 0 */
  PetscReal rest;      /* value of u at which the linear spring has no force [m]; default 0 */
  /* the uniaxial law of this spring, for uniaxial_law_prepare(); uniaxial[LAW_KIND] is 0 without a
     law */
  double      uniaxial[LAW_NGIVEN];
  const char *spring;         /* resisting force, a formula of u [N]; NULL if not given */
  const char *damper;         /* resisting force, a formula of u, v [N]; NULL if not given */
  const char *motor;          /* driving force, a formula of t, u, v [N]; NULL if not given */
  PetscReal   lower, upper;   /* values of u at which stops begin [m]; infinite without a stop */
  PetscReal   stop_stiffness; /* stiffness of both stops [N/m]; required if there is a stop */
  PetscReal   restitution;    /* coefficient of restitution of both stops, in (0, 1]; default 1 */
  PetscReal   stop_velocity;  /* rate above which the damping of the stops is fully active [m/s];
                                 default 1 */
  /* whether the user gives the option in each row of joint_law_options */
  PetscBool   given[COORDINATE_LAW_OPTIONS];
  const char *set_option; /* last word of the name of one option that is given, such as
                             "spring", for messages; NULL if none is given */
} CoordinateLawOptions;

/* CoordinateOptions - The driver of a coordinate, or the forces on it. */
typedef struct {
  const char *driver; /* formula of t for the coordinate [m], or for its rate [m/s]; NULL if the
                         coordinate has no driver */
  PetscBool            driver_is_rate; /* whether the driver gives the rate; default PETSC_FALSE */
  CoordinateLawOptions law;
  FrictionOptions      friction;
} CoordinateOptions;

/* CoordinateOptionsRead - Reads the driver of a joint coordinate and the forces on it, from
   -joint_<joint>_<coordinate>_....

   Collective. Input errors: the coordinate is not free; it has a driver and a law; a value is out
   of range or has no effect. */
PetscErrorCode CoordinateOptionsRead(FsOptions o, MPI_Comm comm, const char joint[],
                                     const JointType *type, JointCoordinateKind kind,
                                     CoordinateOptions *x);

extern const FsOptionDoc joint_law_options[];

#endif
