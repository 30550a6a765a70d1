/* documented.h: whether the manual has an option, or one with a similar name. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_MANUAL_DOCUMENTED_H
#define FS_INPUT_MANUAL_DOCUMENTED_H

#include <fs/options.h>

/* option_matches - Returns whether name matches a pattern of the manual, such as "-part_<name>_set"
   or "-a, -b". */
PetscBool option_matches(const char pattern[], const char name[]);

/* OptionIsDocumented - Returns whether a section of the manual of o has an option of this name, or
   PETSc has it for a solver. Not collective.

   Output:
     nearest  [size] if not, the known name with the nearest spelling, or "" */
PetscBool OptionIsDocumented(FsOptions o, const char name[], char nearest[], size_t size);

#endif
