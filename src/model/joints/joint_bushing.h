/* joint_bushing.h: stiffness and damping of bushings, and linear springs without a direction. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_JOINT_BUSHING_H
#define FS_MODEL_JOINTS_JOINT_BUSHING_H

#include "bushing_options.h"
#include "joint_laws.h"

/* bushing_from_options - Computes the matrices of a bushing in the axes of the first node.

   Input:
     frame  axes of the joint, to which the matrices of the options refer
   Output:
     b      0 if the joint is not a bushing */
void bushing_from_options(const BushingOptions *options, const double frame[3][3], Bushing *b);

/* bushing_of_springs - Creates a bushing of six springs along and about three axes.

   Input:
     frame      the axes
     stiffness  along the three axes [N/m], and about them [N m/rad]; 0 for no spring */
void bushing_of_springs(const double frame[3][3], const double stiffness[BUSHING_STRAINS],
                        Bushing *b);

/* bushing_turn - Computes the matrices and the axis of a bushing that is turned by R[9]. */
void bushing_turn(const Bushing *b, const double R[9], Bushing *turned);

/* bushing_has_energy - Returns whether an energy of the bushing may differ from 0.

   Input:
     energy  JOINT_ENERGY or JOINT_DISSIPATION of joint_laws.h */
PetscBool bushing_has_energy(const Bushing *b, int energy);

/* joint_linear_bushing - Returns whether a joint acts as a bushing, and gets its matrices.

   This holds for bushings. It also holds for a linear spring_damper of natural length 0, which has
   no direction of its own.
   Input:
     own     matrices of the joint if it is a bushing
     law     law of the displacement of the joint
     length  natural length [m]
   Output:
     b       matrices; to be ignored if the function returns PETSC_FALSE */
PetscBool joint_linear_bushing(const JointType *type, const Bushing *own, const CoordinateLaw *law,
                               double length, Bushing *b);

#endif
