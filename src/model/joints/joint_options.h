/* joint_options.h: what the options say about joints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_JOINT_OPTIONS_H
#define FS_MODEL_JOINTS_JOINT_OPTIONS_H

#include "bushing_options.h"
#include "coordinate_options.h"
#include "joints.h"
#include "mesh/mesh_selection.h"

/* JointOptions - The description of a joint of -joints. Axes and points are in the reference
   configuration of the first copy. */
typedef struct {
  const char       *name; /* borrowed from JointsOptions */
  MeshSelection     cells;
  const JointType  *type; /* a row of joint_types[]; NULL: not given, and nothing else is read */
  PetscBool         has_axis, has_second_axis;
  double            axis[3];        /* unit vector; 0 if it is not given */
  double            second_axis[3]; /* unit vector; 0 if it is not given */
  PetscReal         pitch;          /* of a screw: advance per turn [m]; 0 for other joints */
  PetscBool         has_point[2];
  double            point[2][3]; /* on the first node or ground, and on the second [m] */
  PetscBool         has_length;  /* otherwise the length is that between the points */
  PetscReal         length;      /* of a distance or a spring_damper [m]; 0 */
  BushingOptions    bushing;
  CoordinateOptions coordinate[JOINT_COORDINATES];
} JointOptions;

/* JointsOptions - The description of all joints of -joints. */
typedef struct {
  PetscInt      n;
  char        **names; /* [n] */
  JointOptions *joint; /* [n] */
  DriverTimes   times; /* of drivers */
} JointsOptions;

/* JointsOptionsRead - Reads -joints and -joint_<name>_....

   Output:
     joints  the caller frees its arrays by JointsOptionsFree()
   Collective. Input errors: an option that joints of the type do not have; a direction that is 0; a
   length that is negative; see also BushingOptionsRead() and CoordinateOptionsRead(). */
PetscErrorCode JointsOptionsRead(FsOptions o, MPI_Comm comm, JointsOptions *joints);
PetscErrorCode JointsOptionsFree(JointsOptions *joints);

/* AssembleRead - Reads -assemble, by default "none". Collective. */
PetscErrorCode AssembleRead(FsOptions o, Assemble *assemble);

/* JointsDocument - Adds the manual's sections on joints, from the table of joint types. */
PetscErrorCode JointsDocument(FsOptions o);

#endif
