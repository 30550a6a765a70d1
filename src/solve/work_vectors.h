/* work_vectors.h: vectors that the functions of a stage borrow for intermediate results.

   A function that needs a vector for a while borrows one and returns it:

     Vec r;

     PetscCall(WorkspaceGet(work, &r));
     PetscCall(FsSystemResidual(work->sys, state, loading, rows, r));
     ...
     PetscCall(WorkspaceRestore(work, &r));

   The workspace keeps the vectors for the next borrower, so that nothing is allocated in the steps
   of a run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_WORK_VECTORS_H
#define FS_SOLVE_WORK_VECTORS_H

#include <fs/system.h>

enum { WORK_VECTORS = 16 }; /* largest number of vectors that are borrowed at the same time */

/* Workspace - The system of a stage, and the vectors that the stage lends to functions. */
typedef struct {
  FsSystem  sys;                 /* borrowed; the vectors have its layout: dofs and multipliers */
  PetscInt  n;                   /* number of vectors that exist */
  Vec       vec[WORK_VECTORS];   /* [n] the vectors */
  PetscBool taken[WORK_VECTORS]; /* [n] whether a function has borrowed the vector */
} * Workspace;

/* WorkspaceCreate - Creates a workspace without vectors for a system, which is borrowed. */
PetscErrorCode WorkspaceCreate(FsSystem sys, Workspace *work);
/* WorkspaceDestroy - Frees the workspace and all vectors, borrowed or not. Collective. */
PetscErrorCode WorkspaceDestroy(Workspace *work);

/* WorkspaceGet - Borrows a vector with the layout of the system, for intermediate results. Its
   entries are undefined. WorkspaceRestore returns it.

   Collective. */
PetscErrorCode WorkspaceGet(Workspace work, Vec *v);

/* WorkspaceRestore - Returns a vector that WorkspaceGet() has lent, and sets *v to NULL.

   Not collective. */
PetscErrorCode WorkspaceRestore(Workspace work, Vec *v);

#endif
