/* friction_options.h: dry friction of the free coordinates of joints, from the options (element/joint/friction.h). The calls with
   options are collective. */
#ifndef FS_MODEL_JOINTS_FRICTION_OPTIONS_H
#define FS_MODEL_JOINTS_FRICTION_OPTIONS_H

#include "model/model.h"

/* The section of the manual. */
PetscErrorCode JointFrictionDocument(FsOptions o);

/* The friction of a coordinate, once its type and drivers are known. Input errors: contradictions, a coordinate that is not
   free. Complete: then, of all joints with their rows, what was not given; reach of the model [m]. Input error: nothing presses. */
PetscErrorCode JointFrictionFromOptions(FsOptions o, Model model, Joint *joint, int kind);
PetscErrorCode JointFrictionSetDefaults(Model model, PetscReal model_size);

/* Whether there is some on any coordinate. */
PetscBool joint_has_friction(const Joint *joint);

/* The least of how far what sticks gives way before it slips, over a length [m], or in rad; there is some friction. */
PetscReal ModelFrictionScale(Model model, PetscReal length);

#endif
