/* error.c: from an error code to one message and an exit status. PETSc calls Handler first where an error is raised, then once for each
   function on the way out (PETSC_ERROR_REPEAT); what it needs to know of the run is in the three variables here, because a handler
   of errors is one of the process. */
#include <stdarg.h>
#include "fs.h"

static ErrorPhase     phase      = ERROR_SETUP;
static PetscBool      must_abort = PETSC_FALSE;
static PetscErrorCode expected   = 0;

void      ErrorSetPhase(ErrorPhase p) { phase = p; }
void      ErrorExpect(PetscErrorCode code) { expected = code; }
PetscBool ErrorMustAbort(void) { return must_abort; }

int ErrorExitStatus(PetscErrorCode ierr)
{
  if (!ierr) return 0;
  if (phase == ERROR_OPTIONS) return FS_EXIT_INPUT;
  switch ((int)ierr) {
  case PETSC_ERR_USER_INPUT:
  case PETSC_ERR_ARG_UNKNOWN_TYPE: /* a name PETSc does not know */
  case PETSC_ERR_FILE_OPEN:
  case PETSC_ERR_FILE_WRITE:
    return phase == ERROR_RUN ? FS_EXIT_SOLVE : FS_EXIT_INPUT;
  case PETSC_ERR_NOT_CONVERGED:
    return FS_EXIT_SOLVE;
  case PETSC_ERR_MEM:
  case PETSC_ERR_SIG:
    return FS_EXIT_BUG;
  default:
    return phase == ERROR_SOLVER ? FS_EXIT_INPUT : FS_EXIT_BUG;
  }
}

static PetscErrorCode Handler(MPI_Comm comm, int line, const char *function, const char *file, PetscErrorCode ierr,
                              PetscErrorType type, const char *message, void *context)
{
  int world, size, world_rank, rank;

  if (expected && ierr == expected) return ierr;
  MPI_Comm_size(comm, &size);
  MPI_Comm_size(MPI_COMM_WORLD, &world);
  if (type == PETSC_ERROR_INITIAL && phase != ERROR_OPTIONS && (size < world || ierr == PETSC_ERR_FILE_WRITE))
    must_abort = PETSC_TRUE;
  if (ErrorExitStatus(ierr) == FS_EXIT_BUG)
    return PetscTraceBackErrorHandler(comm, line, function, file, ierr, type, message, context);
  if (type != PETSC_ERROR_INITIAL) return ierr; /* told already */
  MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
  MPI_Comm_rank(comm, &rank);
  if (phase == ERROR_OPTIONS) rank = world_rank; /* all ranks read the same options, and meet the same error */
  if (rank == 0) {
    fprintf(stderr, "fsolve: %s%s\n",
            phase == ERROR_OPTIONS || phase == ERROR_SOLVER ? "PETSc refuses the options: " : "",
            message ? message : "error");
    fflush(stderr);
  }
  return ierr;
}

PetscErrorCode InitializeOrExplain(int *argc, char ***argv)
{
  PetscErrorCode ierr;

  phase = ERROR_OPTIONS;
  ierr  = PetscPushErrorHandler(Handler, NULL);
  if (!ierr) ierr = PetscInitialize(argc, argv, NULL, NULL);
  if (!ierr) phase = ERROR_SETUP;
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
