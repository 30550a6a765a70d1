/* structural_damping.h: structural (hysteretic) damping: stiffness times a loss factor, a force in phase with the velocity that does not
   depend on the frequency. Used by analyses of harmonic response and of damped modes, and
   output/history/harmonic_output.c. */
#ifndef FS_ASSEMBLY_STRUCTURAL_DAMPING_H
#define FS_ASSEMBLY_STRUCTURAL_DAMPING_H

#include "assembly.h"

/* *H = that of StructuralDampingCompute in a matrix of its own, which the caller destroys, with the pattern of like; NULL where no part has a loss
   factor. Collective. */
PetscErrorCode StructuralDampingCreate(Assembly a, const FsState *s, const FsLoading *loading,
                                       Mat like, Mat *H);

/* Whether some part has a loss factor. */
PetscBool HasStructuralDamping(Assembly a);

/* H = sum over parts of the loss factor times the stiffness of their elements at a state; H has the pattern of the system's
   tangents. Collective. */
PetscErrorCode StructuralDampingCompute(Assembly a, const FsState *s, const FsLoading *loading,
                                        Mat H);

/* y = what H lacks on the free dofs: loss factors times stiffness times the motions that supports prescribe harmonically, as they are at
   loading->harmonic, by differences of its size; per unit of it. Collective. */
PetscErrorCode StructuralDampingOfMotions(Assembly a, const FsState *s, const FsLoading *loading,
                                          Vec y);

#endif
