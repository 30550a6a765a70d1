/* arguments.h: reads the options of a run before MPI starts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_ARGUMENTS_H
#define FS_INPUT_ARGUMENTS_H

#include <fs/options.h>

/* OptionListReadAlone - Does the same as FsOptionListRead in a program of one process, before
   MPI_Init. */
int OptionListReadAlone(int argc, char *const argv[], FsOptionList *supplied, char message[],
                        size_t size);

/* OptionListReadFileAlone - Reads an options file and those that it includes, in the same way. The
   environment does not count. */
int OptionListReadFileAlone(const char path[], FsOptionList *supplied, char message[], size_t size);

/* arguments_have - Returns whether an option is on the command line itself. No file is read.

   *value becomes the value of the option, borrowed from argv, or NULL. */
PetscBool arguments_have(int argc, char *const argv[], const char name[], const char **value);

#endif
