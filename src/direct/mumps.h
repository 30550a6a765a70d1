/* mumps.h: MUMPS as the direct solver of a matrix that is distributed over several ranks.

   All functions are collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIRECT_MUMPS_H
#define FS_DIRECT_MUMPS_H

#include <fs/petsc_versions.h>
#include <petscksp.h>

/* KSPSetMumps - Makes a KSP a direct solver that factors its matrix by the library MUMPS.

   Input:
     pivots  PETSC_TRUE if the factorization must pivot. MUMPS then gets more workspace, unless the
             user has chosen the workspace */
PetscErrorCode KSPSetMumps(KSP ksp, PetscBool pivots);

/* SolverSetDefaultOption - Sets an option of PETSc in the options database, unless the user has set
   it. A setting of a PC would be lost in KSPReset. */
PetscErrorCode SolverSetDefaultOption(const char option[], const char value[]);

/* SolverCheckMemory - Raises PETSC_ERR_MEM if the last factorization of ksp ran out of memory.

   MUMPS does not raise an error for this; it only sets a status, as it does for a singular matrix.
   Call this after each solve that may have factored. */
PetscErrorCode SolverCheckMemory(KSP ksp);

/* SolverEnlargeWorkspace - Enlarges the workspace of MUMPS if it was too small for the last
   factorization of ksp.

   Output:
     again  PETSC_TRUE if the workspace has been enlarged, so that the caller must solve again */
PetscErrorCode SolverEnlargeWorkspace(KSP ksp, PetscBool *again);

#endif
