/* leftovers.h: names of files that are being written, and their removal after a run was killed. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_FILE_LEFTOVERS_H
#define FS_FILE_LEFTOVERS_H

#include <petscsys.h>

/* unfinished_path - Writes the name under which a run writes a file before it replaces the file at
   path: <path>.<8 hexadecimal digits>.new.

   Input:
     id          a number that identifies the run; the digits are this number
   Output:
     unfinished  [size] the name */
void unfinished_path(const char path[], PetscInt id, char unfinished[], size_t size);

/* RemoveLeftovers - Removes files beside the file at path that killed runs have left unfinished.

   A file that a run has locked is not removed, nor a file for which the function is_own returns
   PETSC_FALSE, because fsolve has not made it. Call it on one rank. */
void RemoveLeftovers(const char path[], PetscBool (*is_own)(const char path[]));

#endif
