/* joint_options.h: what the options say about joints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_JOINT_OPTIONS_H
#define FS_MODEL_JOINTS_JOINT_OPTIONS_H

#include "joint_bushing.h"
#include "coordinate_options.h"
#include "joints.h"
#include "mesh/mesh_selection.h"

/* JointOptions - The description of a joint of -joints. Axes and points are in the reference
   configuration of the first copy, if the joint is in a pattern of a frame. */
typedef struct {
  const char   *name;  /* borrowed from JointsOptions */
  MeshSelection cells; /* lines, or points that are joined to ground */
  /* a row of joint_types[]; NULL if the user gives no type, and then the members below are not
     set */
  const JointType *type;
  PetscBool        has_axis, has_second_axis; /* whether the axes are given */
  double           axis[3];                   /* unit vector of the axis; 0 if it is not given */
  double           second_axis[3]; /* unit vector of the second axis; 0 if it is not given */
  PetscReal        pitch;          /* screw: advance per turn [m]; 0 for other joints */
  PetscBool        has_point[2];   /* whether the points are given */
  double           point[2][3]; /* point on the first body or ground, and on the second body [m] */
  /* whether the user gives length; otherwise it is the distance of the two points */
  PetscBool         has_length;
  PetscReal         length; /* length of a distance or of a spring_damper [m]; default 0 */
  BushingOptions    bushing;
  CoordinateOptions coordinate[JOINT_COORDINATES]; /* drivers of coordinates, and forces on them */
} JointOptions;

/* JointsOptions - The description of all joints of -joints. */
typedef struct {
  PetscInt      n;
  char        **names; /* [n] */
  JointOptions *joint; /* [n] */
  DriverTimes   times; /* interval over which drivers integrate rates */
} JointsOptions;

/* JointsOptionsRead - Reads the joints of the model, from -joints and -joint_<name>_....

   Output:
     joints  the caller frees its arrays by JointsOptionsFree()
   Collective. Input errors: an option that joints of the type do not have; a direction that is 0; a
   negative length; a wrong matrix of a bushing; a wrong driver, law or friction of a coordinate. */
PetscErrorCode JointsOptionsRead(FsOptions o, MPI_Comm comm, JointsOptions *joints);
PetscErrorCode JointsOptionsFree(JointsOptions *joints);

/* JointsDocument - Adds the sections on joints to the manual of o, from the table of joint types.
 */
PetscErrorCode JointsDocument(FsOptions o);

#endif
