/* friction_state.h: stores the state of friction of all joints between steps. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_CONSTRAINTS_FRICTION_STATE_H
#define FS_ASSEMBLY_CONSTRAINTS_FRICTION_STATE_H

#include "joint_friction.h"

/* [njoints][ncells][JOINT_COORDINATES]; NULL for joints without friction or without cells. */
typedef Bristle (**FrictionStates)[JOINT_COORDINATES];

/* FrictionStatesCreate - Allocates the states of all joints and resets them.

   Output:
     states  destroy it with FrictionStatesDestroy()
     any     whether some joint has friction
   Not collective. */
PetscErrorCode FrictionStatesCreate(Model model, FrictionStates *states, PetscBool *any);
PetscErrorCode FrictionStatesDestroy(Model model, FrictionStates *states);

/* friction_states_reset - Unbends all bristles; their anchors follow from the first state. */
void friction_states_reset(Model model, FrictionStates states);

/* FrictionStatesArchive - Writes the states to an archive, or reads them from it. Collective. */
PetscErrorCode FrictionStatesArchive(Model model, FrictionStates states, FsArchive a);

#endif
