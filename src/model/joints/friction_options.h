/* friction_options.h: the elastic displacements of joints before their friction slips.

   While friction sticks, it acts as a spring; the presliding displacement is the deflection at
   which it begins to slip. The friction model is in element/joint/friction.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_FRICTION_OPTIONS_H
#define FS_MODEL_JOINTS_FRICTION_OPTIONS_H

#include "model/model.h"
#include "model/joints/coordinate_options.h"
#include "element/joint/friction.h"

/* friction_from_options - Returns the friction of a coordinate that the options describe.

   Input:
     dt  time step, which is the default settling time [s] */
Friction friction_from_options(const FrictionOptions *options, PetscReal dt);

/* JointFrictionSetDefaults - Sets the presliding displacement of all joints for which the user does
   not give it, as a fraction of the size of the model.

   Input:
     model_size  size of the model [m]
   Collective. Input error: a joint has a coefficient of friction, but none of its rows has a normal
   force. */
PetscErrorCode JointFrictionSetDefaults(Model model, PetscReal model_size);

/* joint_has_friction - Returns whether friction acts on any coordinate of the joint. */
PetscBool joint_has_friction(const Joint *joint);

/* ModelFrictionScale - Returns the smallest presliding displacement of all joints as a
   dimensionless number, by which tolerances of the solver are multiplied.

   The result is at most 1; it is 1 if the model has no friction.
   Input:
     length  length by which displacements are divided [m]; angles [rad] are not divided */
PetscReal ModelFrictionScale(Model model, PetscReal length);

#endif
