/* describe.h: what was understood of a model, for -show model. Called by run.c. */
#ifndef DESCRIBE_H
#define DESCRIBE_H

#include "model/model.h"

/* Print parts with their masses, supports, joints, loads at t [s] and sets, as the model is before any motion. Collective. */
PetscErrorCode DescribeModel(Model model, PetscReal t);

#endif
