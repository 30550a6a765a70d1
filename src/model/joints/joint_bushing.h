/* joint_bushing.h: stiffness and damping of bushings, and linear springs without a direction. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_JOINT_BUSHING_H
#define FS_MODEL_JOINTS_JOINT_BUSHING_H

#include "element/joint/bushing.h"
#include "fs/options.h"
#include "joint_laws.h"

/* BushingFromOptions - Reads -joint_<joint>_stiffness and _damping.

   Input:
     frame  axes of the joint, to which the options refer
   Output:
     b      matrices in the axes of the first node; 0 for other types of joints
   Collective. Input errors: a bushing without a matrix, another type with a matrix, a wrong count
   of numbers, a matrix that is not symmetric or has a negative eigenvalue. */
PetscErrorCode BushingFromOptions(FsOptions o, MPI_Comm comm, const char joint[],
                                  const JointType *type, const double frame[3][3], Bushing *b);

/* bushing_has_energy - Returns whether an energy (joint_laws.h) may differ from 0. */
PetscBool bushing_has_energy(const Bushing *b, int energy);

/* joint_linear_bushing - Finds the linear springs of a joint that act in all directions.

   Input:
     own     matrices of a bushing
     law     of the displacement of the joint
     length  natural length [m]
   Output:
     b       matrices of a bushing, or of a linear spring_damper of natural length 0
   Returns PETSC_FALSE for other joints. A spring_damper of length 0 has no direction of its own. */
PetscBool joint_linear_bushing(const JointType *type, const Bushing *own, const CoordinateLaw *law,
                               double length, Bushing *b);

#endif
