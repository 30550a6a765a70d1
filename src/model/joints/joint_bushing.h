/* joint_bushing.h: stiffness and damping of bushings from the options; the linear springs that a joint has beside those of its
   coordinates. A part of Joint (model.h). */
#ifndef FS_MODEL_JOINTS_JOINT_BUSHING_H
#define FS_MODEL_JOINTS_JOINT_BUSHING_H

#include "element/joint/bushing.h"
#include "fs/options.h"
#include "joint_laws.h"

/* Read -joint_<joint>_stiffness, _damping, in the axes of the joint's frame, into the axes of its first node; 0 for other
   types. Collective. Input errors: a bushing without, or another type with any; not 6 or 36 numbers; not symmetric; a
   negative eigenvalue. */
PetscErrorCode BushingFromOptions(FsOptions o, MPI_Comm comm, const char joint[],
                                  const JointType *type, const double frame[3][3], Bushing *b);

/* Whether an account (joint_laws.h) may be other than 0. */
PetscBool bushing_has_energy(const Bushing *b, int energy);

/* Whether the springs of a joint of the type are linear ones of no coordinate, and which: those of a bushing; or of a spring_damper
   of the natural length 0, which act in every direction: at length 0 it has none of its own. law: of its displacement. */
PetscBool joint_linear_bushing(const JointType *type, const Bushing *own, const CoordinateLaw *law,
                               double length, Bushing *b);

#endif
