/* error.h: from an error code to one message and an exit status. */
#ifndef ERROR_H
#define ERROR_H

#include <fs/fs.h>

/* PetscInitialize, with the handler that tells an error of the input or of a solve in one line on rank 0, and a bug by
   PETSc's traceback. Errors of PetscInitialize itself are the options'. */
PetscErrorCode InitializeOrExplain(int *argc, char ***argv);

/* Exit status that belongs to the error code ierr (0 for 0). */
int ErrorExitStatus(PetscErrorCode ierr);

/* The code under which the same error leaves a run that has begun to write: bad input, such as a formula that turns
   infinite on the way, is a failed solve then, and what was written is kept. */
PetscErrorCode ErrorOfRun(PetscErrorCode ierr);

/* True when the job must be aborted: one rank alone raised the error and the others do not know, or a file could not
   be written and HDF5 would crash on it at the end. */
PetscBool ErrorMustAbort(void);

/* Between Begin and End errors are not told, but caught: code and text of the first. For calls of PETSc that refuse
   what the user chose, or raise an error where others give a reason. Whoever catches looks at the code. */
typedef struct {
  PetscErrorCode code; /* 0: none */
  char           text[512];
} CaughtError;
PetscErrorCode CatchBegin(CaughtError *caught);
PetscErrorCode CatchEnd(void);

/* Raise it again, where one was caught. */
PetscErrorCode RaiseCaught(MPI_Comm comm, const CaughtError *caught);

/* Input error "PETSc refuses the options: ..." where one was caught. Collective: all ranks meet the same. */
PetscErrorCode CheckRefused(MPI_Comm comm, const CaughtError *caught);

/* Raise the same input error on all ranks if any rank has bad set; the message is that of the lowest such rank.
   Collective. */
PetscErrorCode CheckAllRanks(MPI_Comm comm, PetscBool bad, const char format[], ...) PETSC_ATTRIBUTE_FORMAT(3, 4);

#endif
