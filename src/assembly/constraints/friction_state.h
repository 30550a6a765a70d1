/* friction_state.h: what friction remembers of the joints of a model (element/joint/friction.h). */
#ifndef FS_ASSEMBLY_CONSTRAINTS_FRICTION_STATE_H
#define FS_ASSEMBLY_CONSTRAINTS_FRICTION_STATE_H

#include "joint_friction.h"

/* [njoints][ncells][JOINT_COORDINATES]; NULL for joints without friction, and without cells on this rank. */
typedef Bristle (**FrictionStates)[JOINT_COORDINATES];

/* Held wherever they are in the first state; any: some joint has friction. Archive is collective. */
PetscErrorCode FrictionStatesCreate(Model model, FrictionStates *states, PetscBool *any);
void           friction_states_reset(Model model, FrictionStates states);
PetscErrorCode FrictionStatesDestroy(Model model, FrictionStates *states);
PetscErrorCode FrictionStatesArchive(Model model, FrictionStates states, FsArchive a);

#endif
