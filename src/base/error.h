/* error.h: turns PETSc's error codes into one message and an exit status. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_BASE_ERROR_H
#define FS_BASE_ERROR_H

#include <fs/petsc_versions.h>

/* ErrorLog - What the error handler keeps of the errors of a run. */
typedef struct _ErrorLog {
  MPI_Comm          comm;          /* the ranks of the run; the caller sets it */
  PetscBool         prints;        /* print each message as a line on stderr; the caller sets it */
  PetscBool         alone;         /* some ranks raised an error that the other ranks do not know */
  PetscBool         memory;        /* PETSC_TRUE if the last error was that memory is exhausted */
  char              message[1024]; /* the message of the first error; empty if there was no error */
  struct _ErrorLog *outer;         /* the log that was in use before ErrorLogBegin */
} ErrorLog;

/* ErrorLogBegin - Makes PETSc report the errors of a run to log, until the call of ErrorLogEnd.

   The message of an input error or of a failed solve is one line. After an error that is a bug,
   PETSc's traceback is printed. Pairs of these calls may be nested. The caller sets log->comm and
   log->prints, and keeps log until ErrorLogEnd. */
PetscErrorCode ErrorLogBegin(ErrorLog *log);
PetscErrorCode ErrorLogEnd(void);

/* InitializePetsc - Calls PetscInitialize, and ErrorLogBegin with a log that prints messages.

   Errors inside PetscInitialize are reported as errors in the options. Collective. */
PetscErrorCode InitializePetsc(int *argc, char ***argv);

/* The message of an error in which memory is exhausted (PETSC_ERR_MEM), whichever library has
   raised it. */
extern const char error_out_of_memory[];

/* ErrorExitStatus - Returns the exit status of the program, one of FS_EXIT_..., for an error code;
   0 for the code 0. */
int ErrorExitStatus(PetscErrorCode ierr);

/* ErrorDuringRun - Returns the error code of a run that has started to write, from the code ierr of
   an error in this run. In such a run, an input error counts as a failed solve
   (PETSC_ERR_NOT_CONVERGED), for example if a formula becomes infinite. Other codes do not
   change. */
PetscErrorCode ErrorDuringRun(PetscErrorCode ierr);

/* ErrorMustAbort - Returns whether the present log has an error that only some ranks have raised,
   so that the other ranks wait for them. Then no collective call may follow, and the ranks must be
   aborted. */
PetscBool ErrorMustAbort(void);

/* CaughtError - The first error that was raised between CatchErrorsBegin and CatchErrorsEnd. */
typedef struct {
  PetscErrorCode code; /* the error code, or 0 if there was no error */
  /* only some ranks raised the error; the other ranks may not know the error, and wait */
  PetscBool alone;
  char      text[512]; /* the message of the error */
} CaughtError;

/* CatchErrorsBegin - Stores the first error that is raised until CatchErrorsEnd in *caught, instead
   of printing errors.

   Use it for calls that may fail because of the user's choices, and make these calls without
   PetscCall. The caller owns *caught and must look at it after CatchErrorsEnd. If pairs of these
   calls are nested, the inner one catches the error. */
PetscErrorCode CatchErrorsBegin(CaughtError *caught);
PetscErrorCode CatchErrorsEnd(void);

/* CaughtErrorComm - Returns the communicator on which a caught error must be raised again. The
   result is comm. However, if only some ranks raised the error, the result is PETSC_COMM_SELF, and
   the main function aborts the job afterwards. */
static inline MPI_Comm CaughtErrorComm(const CaughtError *caught, MPI_Comm comm)
{
  return caught->alone ? PETSC_COMM_SELF : comm;
}

/* RaiseCaughtError - Raises an error again that was caught between CatchErrorsBegin and
   CatchErrorsEnd. Does nothing if no error was caught. If all ranks caught the error, it is raised
   on comm, otherwise on PETSC_COMM_SELF. */
PetscErrorCode RaiseCaughtError(MPI_Comm comm, const CaughtError *caught);

/* RaiseOptionError - Raises the input error "PETSc refuses the options: ..." with the message of
   the caught error. Does nothing if no error was caught.

   An error PETSC_ERR_MEM is raised again without a change. If all ranks caught the same error, as
   when options are read, comm has all ranks. Otherwise comm must be the result of
   CaughtErrorComm. */
PetscErrorCode RaiseOptionError(MPI_Comm comm, const CaughtError *caught);

/* CheckAllRanks - Raises an input error with a formatted message on all ranks if bad is true on any
   rank.

   The message is from the lowest rank on which bad is true. The format and its arguments must be
   valid on all ranks. Collective. */
PetscErrorCode CheckAllRanks(MPI_Comm comm, PetscBool bad, const char format[], ...)
  PETSC_ATTRIBUTE_FORMAT(3, 4);

/* CheckFileWritten - Raises the error PETSC_ERR_FILE_WRITE, that a file cannot be written, on all
   ranks if bad is true on any rank.

   The message is from the lowest rank on which bad is true. The format and its arguments must be
   valid on all ranks. Collective. */
PetscErrorCode CheckFileWritten(MPI_Comm comm, PetscBool bad, const char format[], ...)
  PETSC_ATTRIBUTE_FORMAT(3, 4);

/* WarnAllRanks - Prints "fsolve: warning: ..." once if warn is true on any rank.

   The message is from the lowest rank on which warn is true. The format and its arguments must be
   valid on all ranks. The run continues, because correct input may look strange. Collective. */
PetscErrorCode WarnAllRanks(MPI_Comm comm, PetscBool warn, const char format[], ...)
  PETSC_ATTRIBUTE_FORMAT(3, 4);

/* ---- error pause ----------------------------------------------------------------------------- */

/* Takes fsolve's error handlers away while fsolve calls a function of another program. */

/* ErrorPause - What ErrorLogPause stores, so that ErrorLogResume can install the error handlers
   again. Other files do not read the members. */
typedef struct {
  int       first;
  ErrorLog *current, *outer;
  PetscBool alone, memory;
  char      message[1024];
  int       from; /* the number of the first error handler that was taken away */
} ErrorPause;

/* ErrorLogPause - Takes away the error handler of log and all handlers that were installed after
   it.

   Until ErrorLogResume, errors go to the handler that was installed before ErrorLogBegin. In the
   meantime other pairs of ErrorLogBegin and ErrorLogEnd may use log; ErrorLogResume restores its
   contents. */
PetscErrorCode ErrorLogPause(ErrorLog *log, ErrorPause *pause);
PetscErrorCode ErrorLogResume(ErrorLog *log, const ErrorPause *pause);

/* error_handlers - Returns the number of error handlers that are installed, for
   ErrorHandlersDrop. */
int error_handlers(void);

/* ErrorHandlersDrop - Removes the newest error handlers until kept handlers are left. This is
   needed after a jump (longjmp) over the calls that would have removed them. */
PetscErrorCode ErrorHandlersDrop(int kept);

#endif
