/* case.h: functions for cases that only the program fsolve needs; other programs use fs/case.h.

   Headers for other rooms:
     case.h  lists the options of all rooms for the manual */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CASE_CASE_H
#define FS_CASE_CASE_H

#include <fs/case.h>
#include <fs/options.h>

/* CaseCreateFromList - Creates the case of the program fsolve. In contrast to a case of another
   program, it uses PETSc's options database of the process, and prints error messages.

   Input:
     supplied  the options, which have been passed to PETSc already; borrowed
   Output:
     c  the caller destroys it by FsCaseDestroy()
   Collective. */
PetscErrorCode CaseCreateFromList(MPI_Comm comm, FsOptionList supplied, FsCase *c);

/* CaseCreateInGroup - Creates one of many cases of a run.

   Input:
     group  communicator of the ranks of the case, which the case uses directly, without a copy
     list   options of all cases; FsCaseSetOption() adds those of this case
     skips  function that returns PETSC_TRUE for the names of options in list that the case does not
            get
   Output:
     c  the caller destroys it by FsCaseDestroy()
   Collective on group. */
PetscErrorCode CaseCreateInGroup(MPI_Comm group, FsOptionList                   list,
                                 PetscBool (*skips)(const char name[]), FsCase *c);

/* CaseMustAbort - Returns whether the last call of a function of the case has failed on some ranks
   without the knowledge of the others, so that the job can only be aborted. Not collective. */
PetscBool CaseMustAbort(FsCase c);

/* ---- case options ---------------------------------------------------------------------------- */

/* CaseDocumentOptions - Adds the options of all rooms to the manual of o, section by section, in
   the order in which -help prints them. */
PetscErrorCode CaseDocumentOptions(FsOptions o);

#endif
