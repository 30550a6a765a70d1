/* fs.h: the vocabulary every module shares. PETSc, the state of a system, and how errors leave the program. */
#ifndef FS_H
#define FS_H

#include <petscsnes.h>

#ifndef PETSC_SUCCESS /* PETSc 3.19 and later */
#define PETSC_SUCCESS 0
#endif

/* Exit status of the program. Input errors are raised with PETSC_ERR_USER_INPUT, failed solves with
   PETSC_ERR_NOT_CONVERGED; every other error is a bug and leaves with PETSc's own code. */
enum { FS_EXIT_INPUT = 2, FS_EXIT_SOLVE = 3, FS_EXIT_BUG = 70 };

/* What a system is at time t: the Vecs are global, of free dofs only, and owned by whoever made the State.
   An integrator may exchange the handles for others of the same layout (it rotates its history that way). */
typedef struct {
  PetscReal t; /* [s] */
  Vec       q, v, a;
} State;

/* One message, without a stack trace, for input errors and failed solves; PETSc's traceback for bugs.
   Push once after PetscInitialize. */
PetscErrorCode ErrorHandlerPush(void);

/* PetscInitialize, with that handler: options that PETSc cannot read (YAML syntax, more than 512 of them) end with one message
   and a nonzero code, not with a stack trace. */
PetscErrorCode InitializeOrExplain(int *argc, char ***argv);

/* Exit status that belongs to the error code ierr (0 for 0). */
int ErrorExitStatus(PetscErrorCode ierr);

/* True when an error was raised by one rank alone: the others do not know, the job must be aborted. */
PetscBool ErrorIsLocal(void);

/* Raise the same input error on all ranks if any rank has bad set; the message is that of the lowest such rank.
   Collective. */
PetscErrorCode CheckAllRanks(MPI_Comm comm, PetscBool bad, const char format[], ...) PETSC_ATTRIBUTE_FORMAT(3, 4);

#endif
