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

enum { WORK_VECTORS = 16 }; /* most vectors that are borrowed at the same time */

/* WorkVectors - The vectors of one stage. Zero before the first use. */
typedef struct {
  PetscInt  n;                   /* number of vectors that exist */
  Vec       vec[WORK_VECTORS];   /* [n] vectors of the size of the unknown */
  PetscBool taken[WORK_VECTORS]; /* [n] whether a function has borrowed the vector */
} WorkVectors;

/* StageGetWork - Borrows a vector of the size of the unknown. Its entries are undefined.

   Collective. */
PetscErrorCode StageGetWork(FsStage s, Vec *v);

/* StageRestoreWork - Returns a vector that StageGetWork() has lent, and sets *v to NULL.

   Not collective. */
PetscErrorCode StageRestoreWork(FsStage s, Vec *v);

/* WorkVectorsDestroy - Frees all vectors, borrowed or not. Collective. */
PetscErrorCode WorkVectorsDestroy(WorkVectors *w);

#endif
