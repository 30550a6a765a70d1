/* error.c: from an error code to one message and an exit status. */
#include <stdarg.h>
#include "fs.h"

static PetscBool raised_locally = PETSC_FALSE, starting = PETSC_FALSE;

int ErrorExitStatus(PetscErrorCode ierr)
{
  switch ((int)ierr) {
  case 0:
    return 0;
  case PETSC_ERR_USER_INPUT:
  case PETSC_ERR_ARG_UNKNOWN_TYPE: /* a name PETSc does not know, as in -ksp_type typo */
  case PETSC_ERR_FILE_OPEN:
    return FS_EXIT_INPUT;
  case PETSC_ERR_NOT_CONVERGED:
    return FS_EXIT_SOLVE;
  default:
    return FS_EXIT_BUG;
  }
}

PetscBool ErrorIsLocal(void) { return raised_locally; }

static PetscErrorCode Handler(MPI_Comm comm, int line, const char *function, const char *file, PetscErrorCode ierr,
                              PetscErrorType type, const char *message, void *context)
{
  int world, size, rank;

  if (starting) { /* PETSc reads the options: what is wrong is wrong with them */
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && type == PETSC_ERROR_INITIAL) fprintf(stderr, "fsolve: the options cannot be read: %s\n", message);
    return ierr;
  }
  if (ErrorExitStatus(ierr) == FS_EXIT_BUG)
    return PetscTraceBackErrorHandler(comm, line, function, file, ierr, type, message, context);
  if (type != PETSC_ERROR_INITIAL) return ierr;
  MPI_Comm_size(PETSC_COMM_WORLD, &world);
  MPI_Comm_size(comm, &size);
  MPI_Comm_rank(comm, &rank);
  raised_locally = (PetscBool)(size < world);
  if (rank == 0) {
    fprintf(stderr, "fsolve: %s\n", message ? message : "error");
    fflush(stderr);
  }
  return ierr;
}

PetscErrorCode ErrorHandlerPush(void)
{
  PetscFunctionBeginUser;
  PetscCall(PetscPushErrorHandler(Handler, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode InitializeOrExplain(int *argc, char ***argv)
{
  PetscErrorCode ierr;

  starting = PETSC_TRUE;
  ierr     = PetscPushErrorHandler(Handler, NULL);
  if (!ierr) ierr = PetscInitialize(argc, argv, NULL, NULL);
  starting = PETSC_FALSE;
  return ierr;
}

PetscErrorCode CheckAllRanks(MPI_Comm comm, PetscBool bad, const char format[], ...)
{
  char        text[1024] = "";
  PetscMPIInt rank, size, mine, first;
  va_list     args;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &size));
  mine = bad ? rank : size;
  PetscCallMPI(MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, comm));
  if (first == size) PetscFunctionReturn(PETSC_SUCCESS);
  if (rank == first) {
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
  }
  PetscCallMPI(MPI_Bcast(text, sizeof text, MPI_CHAR, first, comm));
  SETERRQ(comm, PETSC_ERR_USER_INPUT, "%s", text);
}
