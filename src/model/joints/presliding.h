/* presliding.h: the elastic displacements of joints before their friction slips.

   The friction model is in element/joint/friction.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_PRESLIDING_H
#define FS_MODEL_JOINTS_PRESLIDING_H

#include "model/model.h"

/* friction_from_options - Returns the friction of a coordinate.

   Input:
     dt  time step, the default settling time [s] */
Friction friction_from_options(const FrictionOptions *options, PetscReal dt);

/* JointFrictionSetDefaults - Sets Friction.presliding of all joints if the user does not give it.

   Input:
     model_size  characteristic length of the model [m]
   Collective. Input error: a joint has a coefficient of friction, but none of its rows has a normal
   force. */
PetscErrorCode JointFrictionSetDefaults(Model model, PetscReal model_size);

/* joint_has_friction - Returns whether friction acts on any coordinate of the joint. */
PetscBool joint_has_friction(const Joint *joint);

/* ModelFrictionScale - Returns the smallest dimensionless Friction.presliding of all joints.

   It is at most 1, and 1 without friction.
   Input:
     length  length by which presliding displacements are divided [m]; angles in rad are not
             divided */
PetscReal ModelFrictionScale(Model model, PetscReal length);

#endif
