/* tridiagonal.h: direct solves with chains, matrices that are tridiagonal in some order, as a preconditioner of KSPPREONLY on one rank. */
#ifndef FS_LINEAR_TRIDIAGONAL_H
#define FS_LINEAR_TRIDIAGONAL_H

#include <fs/fs.h>
#include <petscksp.h>

typedef struct _n_Tridiagonal *Tridiagonal;

/* For a symmetric A of several hundred rows, none with more than two neighbours and none in a ring; *chain = NULL for others, and on
   several ranks. */
PetscErrorCode TridiagonalCreate(Mat A, Tridiagonal *chain);
/* pc becomes this solver, which it destroys in its time, of its matrices with the pattern of A. One with a zero pivot is a failed set-up
   of pc. */
PetscErrorCode PCSetTridiagonal(PC pc, Tridiagonal chain);

#endif
