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

/* What a system is at time t: the Vecs are global, of free dofs only, and owned by whoever made the State. An
   integrator may exchange the handles for others of the same layout (it rotates its history that way). Where the
   system has finite rotations, their entries of q are rotation vectors theta of the chart R = R_ref exp(theta),
   those of v and a the angular velocity in body axes and its derivative, and qd is the rate of q: theta' =
   T(theta)^-1 v. Elsewhere qd is v itself, the same Vec. Multipliers are entries of a; those of v and q are their
   integrals, which mean nothing, but let every scheme treat them as accelerations. */
typedef struct {
  PetscReal t; /* [s] */
  Vec       q, v, a, qd;
} State;

/* How errors are told depends on what is under way. While PETSc reads options every error is one of them, and the
   same on all ranks; while it sets up the solver that they chose, most are. While a run is set up errors of the
   input leave with FS_EXIT_INPUT: nothing has been written. Afterwards they leave with FS_EXIT_SOLVE: what was
   written is kept. They have one message and no stack trace; bugs have PETSc's traceback. */
typedef enum { ERROR_OPTIONS, ERROR_SOLVER, ERROR_SETUP, ERROR_RUN } ErrorPhase;
void ErrorSetPhase(ErrorPhase phase);

/* Errors of this code are not told from now on: whoever asks for it deals with them. 0: all are. */
void ErrorExpect(PetscErrorCode code);

/* PetscInitialize with the error handler that does this. */
PetscErrorCode InitializeOrExplain(int *argc, char ***argv);

/* Exit status that belongs to the error code ierr (0 for 0). */
int ErrorExitStatus(PetscErrorCode ierr);

/* True when the job must be aborted: one rank alone raised the error and the others do not know, or a file could not
   be written and HDF5 would crash on it at the end. */
PetscBool ErrorMustAbort(void);

/* Raise the same input error on all ranks if any rank has bad set; the message is that of the lowest such rank.
   Collective. */
PetscErrorCode CheckAllRanks(MPI_Comm comm, PetscBool bad, const char format[], ...) PETSC_ATTRIBUTE_FORMAT(3, 4);

#endif
