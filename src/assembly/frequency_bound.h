/* frequency_bound.h: an upper bound of the natural frequencies of a model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_FREQUENCY_BOUND_H
#define FS_ASSEMBLY_FREQUENCY_BOUND_H

#include "assembly/assembly.h"

/* AssemblyFrequency - Computes an upper bound of the natural frequencies at a state.

   Explicit schemes must resolve this frequency. Dampers without springs raise the bound.
   Output:
     omega    the bound [rad/s]; infinite if a dof has stiffness but no mass
     damping  the damping ratio at this frequency
   Collective. Input error if a formula has no finite value. */
PetscErrorCode AssemblyFrequency(Assembly a, const FsState *s, PetscReal *omega,
                                 PetscReal *damping);

#endif
