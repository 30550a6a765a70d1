/* friction_options.h: dry friction of the free coordinates of joints, from the options.

   The friction model is in element/joint/friction.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_FRICTION_OPTIONS_H
#define FS_MODEL_JOINTS_FRICTION_OPTIONS_H

#include "model/model.h"

/* JointFrictionDocument - Adds the manual's section on friction. */
PetscErrorCode JointFrictionDocument(FsOptions o);

/* JointFrictionFromOptions - Reads the friction of a coordinate of a joint.

   The type and the drivers of the joint must be known. Collective. Input errors: a contradiction, a
   coordinate that is not free. */
PetscErrorCode JointFrictionFromOptions(FsOptions o, Model model, Joint *joint, int kind);

/* JointFrictionSetDefaults - Sets the presliding displacements that are not given, of all joints.

   Input:
     model_size  characteristic length of the model [m]
   Collective. Input error: a coefficient of friction is given, but no row has a normal force. */
PetscErrorCode JointFrictionSetDefaults(Model model, PetscReal model_size);

/* joint_has_friction - Returns whether friction acts on any coordinate. */
PetscBool joint_has_friction(const Joint *joint);

/* ModelFrictionScale - Returns the smallest presliding displacement of a model with friction.

   Input:
     length  by which displacements are divided [m]; angles are in rad */
PetscReal ModelFrictionScale(Model model, PetscReal length);

#endif
