/* connectivity_check.h: warnings about missing connections. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_CONNECTIVITY_CHECK_H
#define FS_DIAGNOSIS_CONNECTIVITY_CHECK_H

#include "model/components.h"

/* ModelWarnUnconnected - Warns about nodes that coincide but are not connected, and about pieces of
   the model that are not connected to each other.

   Two coincident nodes give a warning if both belong to elements, and if neither a cell nor a joint
   connects them. Several separate pieces give a warning if they contain elements. Collective. */
PetscErrorCode ModelWarnUnconnected(Model model);

#endif
