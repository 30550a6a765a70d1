/* friction_state.h: stores the state of friction of all joints between steps. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_CONSTRAINTS_FRICTION_STATE_H
#define FS_ASSEMBLY_CONSTRAINTS_FRICTION_STATE_H

#include "joint_friction.h"

/* The bristles (joint_state.h) of all free coordinates: [njoints][ncells][JOINT_COORDINATES]. The
   pointer of a joint is NULL if it has no friction or no cells. */
typedef Bristle (**FrictionStates)[JOINT_COORDINATES];

/* FrictionStatesCreate - Allocates the states of all joints and resets them.

   Output:
     states  destroy it with FrictionStatesDestroy()
     any     whether some joint of the model has friction
   Not collective. */
PetscErrorCode FrictionStatesCreate(Model model, FrictionStates *states, PetscBool *any);
PetscErrorCode FrictionStatesDestroy(Model model, FrictionStates *states);

/* friction_states_reset - Sets all bristles to no deflection and no anchor. The next accepted state
   sets the anchors. */
void friction_states_reset(Model model, FrictionStates states);

/* FrictionStatesArchive - Writes the states to an archive, or reads them from it. Collective. */
PetscErrorCode FrictionStatesArchive(Model model, FrictionStates states, FsArchive a);

#endif
