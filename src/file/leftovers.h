/* leftovers.h: names of unfinished files, and their removal after a kill. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_FILE_LEFTOVERS_H
#define FS_FILE_LEFTOVERS_H

#include <petscsys.h>

/* unfinished_path - Writes the name under which run number id writes a file to unfinished[size],
   before it replaces the file at path: <path>.<8 digits>.new. */
void unfinished_path(const char path[], PetscInt id, char unfinished[], size_t size);

/* RemoveLeftovers - Removes the unfinished files of killed runs beside the file at path.

   Files that a run has locked, and those for which is_own returns PETSC_FALSE, stay. Call it on one
   rank. */
void RemoveLeftovers(const char path[], PetscBool (*is_own)(const char path[]));

#endif
