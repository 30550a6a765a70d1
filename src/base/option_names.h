/* option_names.h: names of the options that the user has given to PETSc. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_BASE_OPTION_NAMES_H
#define FS_BASE_OPTION_NAMES_H

#include <fs/petsc_versions.h>

/* A condition on the name of an option: its first size characters, with the hyphen. */
typedef PetscBool (*OptionNameTest)(const char name[], size_t size, const void *ctx);

/* AnyOptionName - Sets *any to whether the name of an option in PETSc's database passes a test.

   Only names are tried, not values. The path of -log_view may contain "pc_" without being an option
   of a preconditioner, although a search in the text of all options would find one there.

   Input:
     passes  the test
     ctx     its last argument; borrowed
   Output:
     any     true if a name passes
   Not collective. */
PetscErrorCode AnyOptionName(OptionNameTest passes, const void *ctx, PetscBool *any);

#endif
