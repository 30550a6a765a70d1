/* error.h: how errors are reported: from PETSc's error code to one message and an exit status. main.c and run.c
   call the first four functions; whoever checks input that differs between ranks calls CheckAllRanks: begin there. */
#ifndef FS_BASE_ERROR_H
#define FS_BASE_ERROR_H

#include <fs/fs.h>

/* PetscInitialize, and an error handler that prints input errors and failed solves as one line on rank 0, and bugs with
   PETSc's traceback. Errors inside of PetscInitialize are reported as errors in the options. */
PetscErrorCode InitializePetsc(int *argc, char ***argv);

/* What is said of PETSC_ERR_MEM where PETSc or a library of its own has met it. */
extern const char error_out_of_memory[];

/* The exit status for an error code: one of those in fs.h, 0 for 0. */
int ErrorExitStatus(PetscErrorCode ierr);

/* The error code to return from a run that has begun to write: an input error that shows up only then, such as a
   formula that becomes infinite, counts as a failed solve (PETSC_ERR_NOT_CONVERGED); other codes stay as they are. */
PetscErrorCode ErrorDuringRun(PetscErrorCode ierr);

/* Whether main must abort the job instead of ending it in order: the error was raised on some ranks only, and the
   others would wait. */
PetscBool ErrorMustAbort(void);

/* Between CatchErrorsBegin and CatchErrorsEnd no error is printed; the first one is stored in *caught, which the caller owns and
   must look at after CatchErrorsEnd. For calls that fail because of the user's choices, made without PetscCall. Of nested ones
   the inner one catches. */
typedef struct {
  PetscErrorCode code;      /* 0: no error */
  PetscBool      alone;     /* raised by a part of the ranks: the others may not know, and wait */
  char           text[512]; /* its message */
} CaughtError;
PetscErrorCode CatchErrorsBegin(CaughtError *caught);
PetscErrorCode CatchErrorsEnd(void);

/* On which ranks to raise it again: comm, or PETSC_COMM_SELF if it was alone, after which main aborts the job. */
static inline MPI_Comm CaughtErrorComm(const CaughtError *caught, MPI_Comm comm)
{
  return caught->alone ? PETSC_COMM_SELF : comm;
}

/* Raise the caught error again, if there is one, on CaughtErrorComm. */
PetscErrorCode RaiseCaughtError(MPI_Comm comm, const CaughtError *caught);

/* Input error "PETSc refuses the options: ..." if an error was caught. All ranks of comm must have caught the same, as they
   do where options are read; elsewhere comm is CaughtErrorComm. */
PetscErrorCode RaiseOptionError(MPI_Comm comm, const CaughtError *caught);

/* If bad is true on any rank, raise an input error on all ranks, with the message of the lowest rank on which it is.
   Collective; the format and its arguments are used on that rank only, but must be valid on all. */
PetscErrorCode CheckAllRanks(MPI_Comm comm, PetscBool bad, const char format[], ...)
  PETSC_ATTRIBUTE_FORMAT(3, 4);

/* The same of a file that cannot be written: PETSC_ERR_FILE_WRITE. */
PetscErrorCode CheckFileWritten(MPI_Comm comm, PetscBool bad, const char format[], ...)
  PETSC_ATTRIBUTE_FORMAT(3, 4);

/* If told is true on any rank, print a warning once, that of the lowest rank on which it is: "fsolve: warning: ...". What
   is right may look odd; so a run goes on. Collective; format and arguments as above. */
PetscErrorCode WarnAllRanks(MPI_Comm comm, PetscBool warn, const char format[], ...)
  PETSC_ATTRIBUTE_FORMAT(3, 4);

#endif
