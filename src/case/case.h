/* case.h: a case as the program uses it; other programs use fs/case.h.

   Headers for other rooms:
     case_options.h  lists the options of all rooms for the manual */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CASE_CASE_H
#define FS_CASE_CASE_H

#include "case_options.h"
#include <fs/case.h>
#include <fs/options.h>

/* CaseCreateFromList - Creates the case of a program, which uses PETSc's options of the process and
   prints messages of errors.

   Input:
     supplied  the options, already passed to PETSc; borrowed */
PetscErrorCode CaseCreateFromList(MPI_Comm comm, FsOptionList supplied, FsCase *c);

/* CaseCreateInGroup - Creates a case that uses the communicator of its ranks and not a copy. It
   gets the options of a list, except those that skips wants to skip. FsCaseSetOption adds more. */
PetscErrorCode CaseCreateInGroup(MPI_Comm group, FsOptionList                   list,
                                 PetscBool (*skips)(const char name[]), FsCase *c);

/* CaseMustAbort - Returns whether some ranks do not know of the error that a call has returned, so
   that the job can only be aborted. Not collective. */
PetscBool CaseMustAbort(FsCase c);

#endif
