/* place_count.h: counts the places of the nodes of a set. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_PLACE_COUNT_H
#define FS_DIAGNOSIS_PLACE_COUNT_H

#include "model/model.h"

/* SetCountPlaces - Counts the places where a model has nodes of a set.

   Joints and parts may have several nodes at one place, which the user sees as one. Nodes that are
   nearer than 1e-6 of the model size are at one place. Collective. */
PetscErrorCode SetCountPlaces(Model model, PetscInt set, PetscInt *n);

#endif
