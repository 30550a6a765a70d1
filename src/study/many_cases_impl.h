/* many_cases_impl.h: the members of a run of many cases, and how it runs one of them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STUDY_MANY_CASES_IMPL_H
#define FS_STUDY_MANY_CASES_IMPL_H

#include <fs/options.h>
#include <fs/petsc_versions.h>
#include "study.h"
#include "rows_file.h"

/* ---- many cases options ---------------------------------------------------------------------- */

/* ManyCasesOptions - The description of a run of many cases. case/case_options.c has the rows of
   the manual for these options. */
typedef struct {
  const char *table; /* -cases: name of the file with a row for each case; borrowed */
  PetscInt    ranks; /* number of ranks of a group, which runs one case at a time; default 1 */
  /* PETSC_TRUE if each case also writes an output file; default PETSC_FALSE */
  PetscBool files;
  PetscBool overwrite; /* whether files may be replaced; default PETSC_FALSE */
  PetscBool quiet;     /* whether no lines are printed; default PETSC_FALSE */
  /* PETSC_TRUE if only cases without a row in the results are run (-restart); default
     PETSC_FALSE */
  PetscBool restarts;
  PetscReal walltime;                 /* time after which no further case is started [min]; default
                                         PETSC_MAX_REAL */
  char      path[PETSC_MAX_PATH_LEN]; /* path of the results file; default "fsolve.h5" */
  PetscBool path_is_read;             /* PETSC_TRUE if the cases also read the file at path */
  /* record of the options that all cases have, for the results file; owned */
  char *record;
} ManyCasesOptions;

/* ManyCasesOptionsRead - Reads the options of a run of many cases.

   Input:
     supplied  all options that were given
   Output:
     x         the options; the caller frees them by ManyCasesOptionsFree()
   Collective. Input errors: options of checkpoints are given; there is no output file; -restart
   names another file than -output. */
PetscErrorCode ManyCasesOptionsRead(FsOptions o, MPI_Comm comm, FsOptionList supplied,
                                    ManyCasesOptions *x);
PetscErrorCode ManyCasesOptionsFree(ManyCasesOptions *x);

/* ---- case queue ------------------------------------------------------------------------------ */

/* CaseQueue - A queue of cases with the numbers 0, 1, ..., and the groups of ranks that take them.
 */
typedef struct {
  MPI_Comm group; /* communicator of the ranks of this group */
  /* PETSc's inner communicators of the group and of this rank, kept so that all cases use the same
     ones */
  MPI_Comm    kept[2];
  PetscInt    ngroups, mine; /* ngroups: number of groups. mine: number of this group, from 0. */
  PetscMPIInt rank;          /* number of this rank in the group */
  /* the following members are set by CaseQueueStart() */
  PetscInt n, taken; /* n: number of cases. taken: number of cases that this group has taken. */
  /* MPI window by which all groups share the counter; only if there are several groups */
  MPI_Win window;
  /* on rank 0 of all ranks, the number of the next case that no group has taken */
  int *counter;
} CaseQueue;

/* CaseQueueCreate - Divides the ranks of comm into groups of k ranks, which take cases from a
   queue.

   Output:
     q  the caller destroys it by CaseQueueDestroy()
   Collective on comm. Input error: the number of ranks is not a multiple of k. */
PetscErrorCode CaseQueueCreate(MPI_Comm comm, PetscInt k, CaseQueue *q);
PetscErrorCode CaseQueueDestroy(CaseQueue *q);

/* ManyCases - A run of many cases. */
typedef struct {
  MPI_Comm         comm; /* all ranks */
  PetscMPIInt      rank;
  FsOptionList     supplied; /* all options that were given; borrowed */
  ManyCasesOptions options;
  char             stop_file[PETSC_MAX_PATH_LEN + 8]; /* path of the file that stops the run */
  CaseTable        table;
  CaseQueue        queue;
  RowsFile         file;         /* what the results file contains about the run */
  PetscInt         ntodo, *todo; /* [ntodo] rows, in the table of cases, of the cases to run */
  /* descriptor of the group's journal, the file to which it appends rows of results; on rank 0 of
     the group */
  int journal;
  /* the reason why the journal of results cannot be written; NULL if it can be written */
  const char *problem;
  /* the reason to stop before all cases are run; 0 if there is no such reason */
  int stop;
  /* wall-clock times of the start of the run, of the next update of the results file, and of the
     next printed line [s] */
  PetscLogDouble started, next_write, next_line;
  /* error message of the case that was tried last, or of the first case that failed */
  char message[1200];
} ManyCases;

/* ManyCasesTry - Sets up case k without running it, to find out whether the table of cases has a
   column with an unknown name.

   Output:
     unknown  PETSC_TRUE if the set-up fails because of an unknown name; m->message is then the
              error message. PETSC_FALSE if the set-up succeeds or fails for another reason, such as
              a value of this case
   Collective on the group of ranks that runs this case. */
PetscErrorCode ManyCasesTry(ManyCases *m, PetscInt k, PetscBool *unknown);

/* ManyCasesRunOne - Runs case k, and appends its results to the journal, a file with a row for each
   case.

   If a signal has stopped the case, no row is appended. Collective on the group. A case that fails
   is not an error. Error: only some ranks of the group know that the case has failed, so that the
   group cannot continue. */
PetscErrorCode ManyCasesRunOne(ManyCases *m, PetscInt k);

#endif
