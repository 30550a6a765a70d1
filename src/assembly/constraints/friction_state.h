/* friction_state.h: what friction remembers of the joints of a model (element/joint/friction.h). */
#ifndef FS_ASSEMBLY_CONSTRAINTS_FRICTION_STATE_H
#define FS_ASSEMBLY_CONSTRAINTS_FRICTION_STATE_H

#include "joint_friction.h"

/* [njoints][ncells][JOINT_COORDINATES]; NULL for joints without friction, and without cells on this rank. */
typedef Bristle (**Bristles)[JOINT_COORDINATES];

/* Held wherever they are in the first state; any: some joint has friction. Archive is collective. */
PetscErrorCode BristlesCreate(Model model, Bristles *bristles, PetscBool *any);
PetscErrorCode BristlesDestroy(Model model, Bristles *bristles);
PetscErrorCode BristlesArchive(Model model, Bristles bristles, FsArchive a);

#endif
