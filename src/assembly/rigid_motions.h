/* rigid_motions.h: how a model moves as a rigid body, for solvers: where nothing holds it these motions cost no energy. */
#ifndef FS_ASSEMBLY_RIGID_MOTIONS_H
#define FS_ASSEMBLY_RIGID_MOTIONS_H

#include "assembly.h"

/* FsSystemOps.rigid. The middle of the model is the mean of its nodes in the state. */
PetscErrorCode RigidMotions_Assembly(FsSystem sys, const FsState *s, const FsLoading *loading,
                                     const Vec motion[FS_RIGID_MOTIONS]);

#endif
