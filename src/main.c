/* main.c: starts the program, runs the case that the options describe, and returns the exit
   status. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "analysis/run/interrupt.h"
#include "base/error.h"
#include "base/printable.h"
#include "base/printing.h"
#include "case/case.h"

/* Runs the case, or prints its manual. Objects of a case that failed are not freed. */
static PetscErrorCode RunCase(FsCase c, FsOptionList supplied)
{
  PetscFunctionBeginUser;
  if (FsOptionListHas(supplied, "-help"))
    PetscCall(CasePrintManual(c, FsOptionListGetValue(supplied, "-help")));
  else PetscCall(FsCaseRun(c));
  PetscCall(FsCaseDestroy(&c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Ends the job at once; a single rank does so without the notice of MPI_Abort. */
static void abort_job(int status)
{
  int size;

  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size == 1) _exit(status);
  MPI_Abort(MPI_COMM_WORLD, status);
}

/* Ends the program before PETSc starts, with text on stdout, or with an error message if wrong. */
static int end_early(const char text[], PetscBool wrong)
{
  char copy[4096];
  int  rank;

  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (wrong) printable_copy(text, "", copy, sizeof copy);
  if (rank == 0 && wrong) fprintf(stderr, "fsolve: %s\n", copy);
  if (rank == 0 && !wrong) printf("%s", text);
  MPI_Finalize();
  return wrong ? FS_EXIT_INPUT : 0;
}

int main(int argc, char *argv[])
{
  char           message[1024], skip[] = "-skip_petscrc"; /* only a case's own files count */
  char          *words[] = {argv[0], skip, NULL}, **petsc_words = words;
  int            nwords = 2, status;
  FsOptionList   supplied;
  Printing       printing = {.print = NULL};
  FsCase         c;
  PetscErrorCode ierr;

  MPI_Init(&argc, &argv);
  if (InterruptCatchSignals(MPI_COMM_WORLD)) return FS_EXIT_BUG;
  if (FsOptionListRead(MPI_COMM_WORLD, argc, argv, &supplied, message, sizeof message))
    return end_early(message, PETSC_TRUE);
  if (FsOptionListHas(supplied, "-version"))
    return end_early("fsolve " FSOLVE_VERSION "\n", PETSC_FALSE);
  if (FsOptionListHas(supplied, "-h")) return end_early(fs_options_usage, PETSC_FALSE);
  if (FsOptionListIsEmpty(supplied))
    return end_early(
      "no case is given: fsolve case.opts; start with a case of inputs/, such as "
      "wave2d.opts (README.md says how to write your own); -help lists the options, -help <word> "
      "those about a word",
      PETSC_TRUE);
  if (FsOptionListToPetsc(supplied) || InitializePetsc(&nwords, &petsc_words)) {
    MPI_Finalize();
    return FS_EXIT_INPUT;
  }
  PrintingBegin(&printing); /* until the end, because PETSc prints there */
  ierr = CaseCreateFromList(PETSC_COMM_WORLD, supplied, &c);
  if (!ierr) ierr = RunCase(c, supplied);
  status = ErrorExitStatus(ierr);
  if (ierr && (CaseMustAbort(c) || status == FS_EXIT_BUG)) abort_job(status);
  PetscPopErrorHandler(); /* of error.c, which -malloc_dump would report as a leak */
  PetscFinalize();
  FsOptionListDestroy(&supplied);
  MPI_Finalize();
  return status;
}
