/* coordinate_options.h: what the options say about the free coordinates of joints: drivers and
   laws.

   If a coordinate is an angle, its unit is [rad] instead of [m], and a force is a moment. The texts
   are borrowed from the options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_COORDINATE_OPTIONS_H
#define FS_MODEL_JOINTS_COORDINATE_OPTIONS_H

#include <fs/options.h>
#include "joint_driver.h"
#include "element/joint/joint.h"

/* ---- friction options ------------------------------------------------------------------------ */

/* The options of dry friction of free coordinates of joints.
   The friction model is in element/joint/friction.h. */

enum { FRICTION_SETTLE = 6, FRICTION_OPTIONS }; /* last row of friction_options, number of rows */

/* FrictionOptions - The description of the friction of a coordinate. If it is an angle, its unit is
   [rad] instead of [m], and a force is a moment. */
typedef struct {
  PetscReal mu_kinetic;              /* coefficient of friction of a sliding coordinate; 0 */
  PetscReal mu_static;               /* coefficient of friction at rest; mu_kinetic */
  PetscReal stribeck;                /* velocity over which one falls to the other [m/s]; 0 */
  PetscReal preload;                 /* friction that does not depend on the normal force [N]; 0 */
  PetscReal radius;                  /* of the pin, for an angle [m]; 1 */
  PetscReal stick;                   /* presliding displacement [m]; 0: see presliding.h */
  PetscReal settling_time;           /* in which a sticking coordinate comes to rest [s] */
  PetscBool is_angle;                /* the coordinate is an angle */
  PetscBool given[FRICTION_OPTIONS]; /* the user gives the option of this row of friction_options */
} FrictionOptions;

/* FrictionOptionsRead - Reads the friction of a coordinate of a joint.

   Input:
     has_driver  whether a driver prescribes the coordinate
   Collective. Input errors: options contradict each other; the coordinate is not free. */
PetscErrorCode           FrictionOptionsRead(FsOptions o, MPI_Comm comm, const char joint[],
                                             const JointType *type, JointCoordinateKind kind,
                                             PetscBool has_driver, FrictionOptions *f);
extern const FsOptionDoc friction_options[];

enum { COORDINATE_LAW_OPTIONS = 8 }; /* number of rows of joint_law_options */

/* CoordinateLawOptions - The forces on a coordinate u with the rate v. */
typedef struct {
  PetscReal   stiffness;      /* of the linear spring [N/m]; 0 */
  PetscReal   damping;        /* of the linear damper [N s/m]; 0 */
  PetscReal   rest;           /* coordinate at which the linear spring has no force [m]; 0 */
  const char *spring;         /* resisting force, a formula of u [N]; NULL */
  const char *damper;         /* resisting force, a formula of u, v [N]; NULL */
  const char *motor;          /* driving force, a formula of t, u, v [N]; NULL */
  PetscReal   lower, upper;   /* positions of the stops [m]; infinite without a stop */
  PetscReal   stop_stiffness; /* of both stops [N/m]; required with a stop */
  PetscReal   restitution;    /* of both stops, in (0, 1]; 1 */
  PetscReal   stop_velocity;  /* scale of the rate of the stops' damping [m/s]; 1 */
  PetscBool   given[COORDINATE_LAW_OPTIONS]; /* the user gives the option of this row */
  const char *set_option; /* last word of one option that is set, such as "spring"; NULL */
} CoordinateLawOptions;

/* CoordinateOptions - The motion of a coordinate that a driver prescribes, or its forces. */
typedef struct {
  const char          *driver;         /* formula of t [m], or [m/s] for a rate; NULL */
  PetscBool            driver_is_rate; /* the coordinate is the integral; PETSC_FALSE */
  CoordinateLawOptions law;
  FrictionOptions      friction;
} CoordinateOptions;

/* CoordinateOptionsRead - Reads -joint_<joint>_<coordinate>_... and the driver of the coordinate.

   Collective. Input errors: the coordinate is not free; it has a driver and a law; a value is out
   of range or has no effect. */
PetscErrorCode CoordinateOptionsRead(FsOptions o, MPI_Comm comm, const char joint[],
                                     const JointType *type, JointCoordinateKind kind,
                                     CoordinateOptions *x);

extern const FsOptionDoc joint_law_options[];

#endif
