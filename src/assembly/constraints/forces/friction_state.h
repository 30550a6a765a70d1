/* friction_state.h: stores the state of friction of all joints between steps. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_CONSTRAINTS_FORCES_FRICTION_STATE_H
#define FS_ASSEMBLY_CONSTRAINTS_FORCES_FRICTION_STATE_H

#include "joint_friction.h"

/* The bristles (joint_state.h) of all free coordinates: [njoints][ncells][JOINT_COORDINATES]. The
   pointer of a joint is NULL if it has no friction or no cells. */
typedef Bristle (**FrictionStates)[JOINT_COORDINATES];

/* Whether some joint of the model has friction, and friction that depends on normal forces. */
typedef struct {
  PetscBool any, by_normal_force;
} FrictionKinds;

/* FrictionStatesCreate - Allocates the states of all joints and resets them.

   Output:
     states  destroy it with FrictionStatesDestroy()
   Not collective. */
PetscErrorCode FrictionStatesCreate(Model model, FrictionStates *states, FrictionKinds *kinds);
PetscErrorCode FrictionStatesDestroy(Model model, FrictionStates *states);

/* friction_states_reset - Sets all bristles to no deflection and no anchor. The next accepted state
   sets the anchors. */
void friction_states_reset(Model model, FrictionStates states);

/* friction_states_set_mode - Sets the mode of the bristles of this rank (fs/system_ops.h).

   Returns the number of bristles that are not free. */
PetscInt friction_states_set_mode(Model model, FrictionStates states, FsFrictionMode mode);

/* FrictionStatesArchive - Writes the states to an archive, or reads them from it. Collective. */
PetscErrorCode FrictionStatesArchive(Model model, FrictionStates states, FsArchive a);

#endif
