/* connectivity_check.h: warnings about missing connections, and the test for kinematic loops. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_CONNECTIVITY_CHECK_H
#define FS_MODEL_CONNECTIVITY_CHECK_H

#include "model/components.h"

/* ModelWarnUnconnected - Warns about coincident unconnected nodes and about separate components.

   Coincident nodes count if they belong to elements and neither a cell nor a joint connects them.
   Separate components of the model count if they contain elements. Collective. */
PetscErrorCode ModelWarnUnconnected(Model model);

/* ModelHasLoops - Determines whether joints and supports may form kinematic loops.

   Couplings and sliders always count as loops. The constraint rows of a model without loops are
   independent in every configuration. Collective. */
PetscErrorCode ModelHasLoops(Model model, PetscBool *has_loops);

#endif
