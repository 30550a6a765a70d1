/* work_vectors.h: vectors that functions of a stage borrow for intermediate results.

   A function that needs a vector for a while borrows one and returns it:

     Vec r;

     PetscCall(StageGetWork(s, &r));
     PetscCall(FsSystemResidual(s->sys, state, loading, rows, r));
     ...
     PetscCall(StageRestoreWork(s, &r));

   The stage owns the vectors and keeps them for the next borrower, so that nothing is allocated in
   the steps of a run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_WORK_VECTORS_H
#define FS_SOLVE_WORK_VECTORS_H

#include <fs/solve.h>

enum { WORK_VECTORS = 16 }; /* largest number of vectors that are borrowed at the same time */

/* WorkVectors - The vectors that a stage lends to functions for intermediate results. All members
   are zero before the first use. */
typedef struct {
  PetscInt n; /* number of vectors that exist */
  /* [n] vectors with the layout of the system: dofs and multipliers */
  Vec       vec[WORK_VECTORS];
  PetscBool taken[WORK_VECTORS]; /* [n] whether a function has borrowed the vector */
} WorkVectors;

/* StageGetWork - Borrows from a stage a vector with the layout of the system, for intermediate
   results. Its entries are undefined. StageRestoreWork returns it.

   Collective. */
PetscErrorCode StageGetWork(FsStage s, Vec *v);

/* StageRestoreWork - Returns a vector that StageGetWork() has lent, and sets *v to NULL.

   Not collective. */
PetscErrorCode StageRestoreWork(FsStage s, Vec *v);

/* WorkVectorsDestroy - Frees all vectors, borrowed or not. Collective. */
PetscErrorCode WorkVectorsDestroy(WorkVectors *w);

#endif
