/* connectivity_check.h: warnings about missing connections, and the test for kinematic loops. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_CONNECTIVITY_CHECK_H
#define FS_MODEL_CONNECTIVITY_CHECK_H

#include "model/components.h"

/* ModelWarnUnconnected - Warns about coincident unconnected nodes and about separate components.

   Two coincident nodes give a warning if both belong to elements, and if neither a cell nor a joint
   connects them. Separate components are parts of the model that are not connected to each other.
   They give a warning if they contain elements. Collective. */
PetscErrorCode ModelWarnUnconnected(Model model);

/* ModelHasLoops - Determines whether joints and supports may form kinematic loops.

   *has_loops is always PETSC_TRUE in a model with couplings or sliders. The constraint rows of a
   model without loops are independent in every configuration. Collective. */
PetscErrorCode ModelHasLoops(Model model, PetscBool *has_loops);

#endif
