/* component_list.h: names of several components in a message. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_COMPONENT_LIST_H
#define FS_MODEL_COMPONENT_LIST_H

#include "components.h"

/* ComponentsName - Writes the names of components (bits of component numbers) to text of size
   bytes, separated by commas, such as "x, rotation about y". Not collective. */
static inline PetscErrorCode ComponentsName(int components, size_t size, char text[])
{
  PetscFunctionBeginUser;
  text[0] = 0;
  for (int c = 0; c < COMPONENTS; c++) {
    if (!(components >> c & 1)) continue;
    if (text[0]) PetscCall(PetscStrlcat(text, ", ", size));
    PetscCall(PetscStrlcat(text, component_names[c], size));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

#endif
