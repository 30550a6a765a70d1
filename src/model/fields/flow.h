/* flow.h: the velocity of a fluid around elements, which formulas give at each place and time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_FIELDS_FLOW_H
#define FS_MODEL_FIELDS_FLOW_H

#include "element/field.h"
#include "input/formula/expression.h"
#include "model/components.h"
#include "model/parts/part_options.h"

/* Flow - The velocity of the fluid around the elements of a part. */
typedef struct _n_Flow {
  Expression   component[3]; /* [m/s], formulas of x, y, z [m] and t [s]; NULL stands for 0 */
  ElementField field;        /* the same for kernels */
} * Flow;

/* FlowCreate - Creates the flow of a part.

   Output:
     flow  NULL if the user gives no formula for it
   Collective. Input errors: a formula does not parse; the part has an element for a fluid, and the
   model is linearized. */
PetscErrorCode FlowCreate(Model model, const PartOptions *part, Flow *flow);
PetscErrorCode FlowDestroy(Flow *flow);

/* FlowIsFinite - Returns whether a flow has a finite value at a place x [m] and a time t [s].

   Output:
     text  [size] if not, the message that names the formula; otherwise unchanged */
PetscBool FlowIsFinite(Flow flow, const double x[3], PetscReal t, char text[], size_t size);

#endif
