/* constraint_options.h: what the options say about joints, ties, couplings and sliders. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_CONSTRAINT_OPTIONS_H
#define FS_MODEL_JOINTS_CONSTRAINT_OPTIONS_H

#include "model/couplings/coupling_options.h"
#include "joint_options.h"
#include "joint_starts.h"
#include "model/ends/member_joints.h"
#include "model/sliders/sliders.h"
#include "model/ties/ties.h"

/* ConstraintOptions - The description of all constraints, except those of supports. */
typedef struct _n_ConstraintOptions {
  JointsOptions      joints;
  MemberJointOptions ends;   /* joints at the ends of members and of lines of parts */
  JointStartOptions  starts; /* initial values of coordinates of joints and ends */
  const TiesOptions *ties;   /* borrowed from the description of the mesh */
  CouplingsOptions   couplings;
  SlidersOptions     sliders;
  Assemble           assemble; /* which initial values are corrected so that they satisfy the
                                  constraints; default none */
} ConstraintOptions;

/* ConstraintOptionsRead - Reads the description of joints, ties, couplings and sliders.

   Output:
     c  the caller frees its arrays by ConstraintOptionsFree(), before it frees mesh
   Collective. Input errors name the option and the remedy. */
PetscErrorCode ConstraintOptionsRead(FsOptions o, MPI_Comm comm, const MeshOptions *mesh,
                                     ConstraintOptions *c);
PetscErrorCode ConstraintOptionsFree(ConstraintOptions *c);

#endif
