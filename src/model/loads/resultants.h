/* resultants.h: resultant forces and moments of loads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_RESULTANTS_H
#define FS_MODEL_LOADS_RESULTANTS_H

#include "model/components.h"

/* Resultant - The resultant of one load. */
typedef struct {
  const char *name;            /* name of the load, borrowed */
  PetscReal   sum[COMPONENTS]; /* force [N], and moment about the origin [N m] */
} Resultant;

/* ModelResultants - Computes the resultants of all loads except laws, in the reference
   configuration, without the factors g(t) of the loads.

   Input:
     t       time at which the fields of moving loads are evaluated [s]
   Output:
     n       number of loads
     result  [n] the resultants, the same on all ranks; the caller frees the array by PetscFree()
   Collective. */
PetscErrorCode ModelResultants(Model model, PetscReal t, PetscInt *n, Resultant **result);

#endif
