/* many_cases_options.h: what the options say about a run of many cases. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STUDY_MANY_CASES_OPTIONS_H
#define FS_STUDY_MANY_CASES_OPTIONS_H

#include <fs/options.h>

/* ManyCasesOptions - The description of a run of many cases. case/case_options.c has the rows of
   the manual for these options. */
typedef struct {
  const char *table;     /* -cases: name of the file with a row for each case; borrowed */
  PetscInt    ranks;     /* number of ranks of a group, which runs one case at a time; default 1 */
  PetscBool   files;     /* whether each case also writes an output file; default PETSC_FALSE */
  PetscBool   overwrite; /* whether files may be replaced; default PETSC_FALSE */
  PetscBool   quiet;     /* whether no lines are printed; default PETSC_FALSE */
  PetscBool   restarts;  /* -restart: whether only cases without a row in the results are run;
                            default PETSC_FALSE */
  PetscReal walltime;    /* time after which no further case is started [min]; default
                            PETSC_MAX_REAL */
  char      path[PETSC_MAX_PATH_LEN]; /* path of the results file; default "fsolve.h5" */
  PetscBool path_is_read;             /* whether the cases also read the file at path */
  char     *record;                   /* record of the options that all cases have; owned */
} ManyCasesOptions;

/* ManyCasesOptionsRead - Reads the options of a run of many cases.

   Input:
     supplied  all options that were given
   Output:
     x  the caller frees it by ManyCasesOptionsFree()
   Collective. Input errors: options of checkpoints are given; there is no output file; -restart
   names another file than -output. */
PetscErrorCode ManyCasesOptionsRead(FsOptions o, MPI_Comm comm, FsOptionList supplied,
                                    ManyCasesOptions *x);
PetscErrorCode ManyCasesOptionsFree(ManyCasesOptions *x);

#endif
