/* many_cases_options.h: what the options say about a run of many cases. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STUDY_MANY_CASES_OPTIONS_H
#define FS_STUDY_MANY_CASES_OPTIONS_H

#include <fs/options.h>

/* ManyCasesOptions - The description of a run of many cases. case/case_options.c has the rows of
   the manual. */
typedef struct {
  const char *table;                    /* file with a row for each case; borrowed */
  PetscInt    ranks;                    /* of a group, which takes the next case; 1 */
  PetscBool   files;                    /* whether each case has a file of its own; PETSC_FALSE */
  PetscBool   overwrite;                /* whether files may be replaced; PETSC_FALSE */
  PetscBool   quiet;                    /* PETSC_FALSE */
  PetscBool   restarts;                 /* -restart: only cases without a row run; PETSC_FALSE */
  PetscReal   walltime;                 /* after which the run stops [min]; PETSC_MAX_REAL */
  char        path[PETSC_MAX_PATH_LEN]; /* of the results; "fsolve.h5" */
  PetscBool   path_is_read;             /* whether the run reads the file at path */
  char       *record;                   /* options that all cases have; owned */
} ManyCasesOptions;

/* ManyCasesOptionsRead - Reads the options of a run of many cases.

   Output:
     x  the caller frees its record by ManyCasesOptionsFree()
   Collective. Input errors: options of checkpoints; no output; another output than that of
   -restart. */
PetscErrorCode ManyCasesOptionsRead(FsOptions o, MPI_Comm comm, FsOptionList supplied,
                                    ManyCasesOptions *x);
PetscErrorCode ManyCasesOptionsFree(ManyCasesOptions *x);

#endif
