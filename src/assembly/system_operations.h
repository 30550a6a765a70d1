/* system_operations.h: the operations of the FsSystem of an assembly. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_SYSTEM_OPERATIONS_H
#define FS_ASSEMBLY_SYSTEM_OPERATIONS_H

#include "assembly/term.h"

/* AssemblySetOperations - Sets all operations of a system, except ops.matrix.create.

   Set sys->traits.linear and sys->constraints first.
   Input:
     all      the combined traits of the terms of all ranks, from TermsSumTraits()
     rotates  whether some node rotates freely by finite angles
   Not collective. */
void AssemblySetOperations(FsSystem sys, const TermTraits *all, PetscBool rotates);

/* CreateMatrix_Assembly - Implements FsSystemMatrixOps.create. */
PetscErrorCode CreateMatrix_Assembly(FsSystem sys, PetscBool assembled, Mat *A);

#endif
