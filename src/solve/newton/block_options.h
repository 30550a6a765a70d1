/* block_options.h: sets PETSc's options of the incomplete factors of each rank's block. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_NEWTON_BLOCK_OPTIONS_H
#define FS_SOLVE_NEWTON_BLOCK_OPTIONS_H

#include <fs/fs.h>

/* BlocksSetOptions - Sets or removes the options of the blocks.

   PETSc's default limit for a zero pivot is absolute, and its search for a shift makes all pivots
   positive; the options replace both.
   Input:
     symmetric  PETSC_TRUE for incomplete Cholesky factors, PETSC_FALSE for incomplete LU factors
     clear      PETSC_TRUE removes the options */
PetscErrorCode BlocksSetOptions(PetscBool symmetric, PetscBool clear);

/* BlocksSkipEmpty - Sets no preconditioner for the block of a rank without rows.

   PETSc's ICC ends there by a signal if rows come in blocks.
   Input:
     x  a vector of the matrix */
PetscErrorCode BlocksSkipEmpty(Vec x);

/* BlocksGiven - Determines whether the user has chosen the preconditioner of the blocks.

   The options that BlocksSetOptions has set are not the user's, although they have the same names
   in the database. Otherwise the second stage of a run would take the choice of the first one for
   a choice of the user, and would use factors. */
PetscErrorCode BlocksGiven(PetscBool *given);

#endif
