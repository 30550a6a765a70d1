/* load_field.h: factors of loads that depend on the place.

   The field of a load is a formula of x, y, z and t, by which the load is multiplied
   (-load_<name>_field). If the field depends on t, the load moves over the model
   (moving_load.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_LOAD_FIELD_H
#define FS_MODEL_LOADS_LOAD_FIELD_H

#include "input/formula/expression.h"
#include "load_options.h"
#include "model/parts/block.h"

enum { FIELD_VARIABLES = 4 }; /* of the formula: x, y, z, t */

/* LoadFieldCreate - Creates the field of a load from the text of -load_<name>_field.

   The formula is that of -load_<name>_field or, for a load that moves along lines, of
   -load_<name>_place.
   Output:
     field  the caller destroys it by ExpressionDestroy(); NULL if the load has no formula
   Collective. Input error: the text is not a formula. */
PetscErrorCode LoadFieldCreate(Model model, const LoadOptions *options, Expression *field);

#endif
