/* resultants.h: resultant forces and moments of loads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_RESULTANTS_H
#define FS_MODEL_LOADS_RESULTANTS_H

#include "model/components.h"

typedef struct {
  const char *name;            /* of the load, borrowed */
  PetscReal   sum[COMPONENTS]; /* force [N], and moment about the origin [N m] */
} Resultant;

/* ModelResultants - Computes the resultants of all loads except laws, in the reference.

   Input:
     t       time of moving loads [s]; the factors of time of all loads are 1
   Output:
     n       number of loads
     result  [n]; the caller frees it by PetscFree
   Collective. */
PetscErrorCode ModelResultants(Model model, PetscReal t, PetscInt *n, Resultant **result);

#endif
