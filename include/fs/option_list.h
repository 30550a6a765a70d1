/* option_list.h: options that files give, and the manual of all options, for programs that have no
   case.

   The functions of this header need no MPI and no PETSc that runs, and are not collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OPTION_LIST_H
#define FS_OPTION_LIST_H

#include <fs/options.h>

/* FsOptionListReadFile - Reads an options file and the files that it includes, on this process.

   Output:
     supplied       the options, which the caller frees by FsOptionListDestroy
     message[size]  says what is wrong if the result is 1: a file is missing, malformed or includes
                    itself. Otherwise the result is 0 */
FS_EXTERN int FsOptionListReadFile(const char path[], FsOptionList *supplied, char message[],
                                   size_t size);

/* FsOptionListGet - Returns the option with the index k = 0, 1, ... of a list, in the order in
   which the options were given.

   Output:
     name, value, place  borrowed from the list; value is NULL if the option has no value; place is
                         "file:line". The option -options_file, whose value is the path of a file,
                         comes before the options of that file
   Returns PETSC_FALSE if k is not less than the number of options. */
FS_EXTERN PetscBool FsOptionListGet(FsOptionList supplied, int k, const char **name,
                                    const char **value, const char **place);

/* FsManualRow - An option in the manual of -help. */
typedef struct {
  const char *section, *name, *value, *help; /* title of the section; texts of the manual */
} FsManualRow;

/* FsManualGet - Returns the row with the index k = 0, 1, ... of the manual that -help prints.
   Returns PETSC_FALSE if k is not less than the number of rows. */
FS_EXTERN PetscBool FsManualGet(int k, FsManualRow *row);

/* FsOptionIsOfPetsc - Returns whether an option is one of PETSc that the manual lists, such as
   -ksp_type, or -petsc. */
FS_EXTERN PetscBool FsOptionIsOfPetsc(const char name[]);

#endif
