/* system_operations.h: the operations of the FsSystem of an assembly. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_SYSTEM_OPERATIONS_H
#define FS_ASSEMBLY_SYSTEM_OPERATIONS_H

#include "assembly/term.h"

/* AssemblySetOperations - Sets the operations of a system, except create_matrix.

   Input:
     all      the traits of the terms of all ranks
     rotates  whether some node rotates freely by finite angles
   Set linear and constraints of the system first. Not collective. */
void AssemblySetOperations(FsSystem sys, const TermTraits *all, PetscBool rotates);

/* CreateMatrix_Assembly - Implements FsSystemOps.create_matrix. */
PetscErrorCode CreateMatrix_Assembly(FsSystem sys, PetscBool assembled, Mat *A);

#endif
