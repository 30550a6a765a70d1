/* arguments.h: reads the options of a run before MPI starts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_ARGUMENTS_H
#define FS_INPUT_ARGUMENTS_H

#include <fs/options.h>

/* OptionListReadAlone - Reads the options of a command line, of the options files that it names,
   and of the environment variable PETSC_OPTIONS, in a single process without MPI.

   Returns 0 and the options, which the caller destroys by FsOptionListDestroy(). Returns 1 with the
   reason in message[size] if a file is missing, is malformed or includes itself, or if a word is
   not an option, a value or the name of a file. */
int OptionListReadAlone(int argc, char *const argv[], FsOptionList *supplied, char message[],
                        size_t size);

/* OptionListReadFileAlone - Reads the options of one options file, and of the options files that it
   includes, in a single process without MPI. PETSC_OPTIONS is not read.

   Returns 0 and the options, or 1 with the reason in message[size]. */
int OptionListReadFileAlone(const char path[], FsOptionList *supplied, char message[], size_t size);

/* arguments_have - Returns whether an option is on the command line itself; no file is read.

   *value becomes the value of the option, borrowed from argv, or NULL if there is no value. */
PetscBool arguments_have(int argc, char *const argv[], const char name[], const char **value);

#endif
