/* dense.h: elimination in one front. Used by fronts.c. */
#ifndef DENSE_H
#define DENSE_H

#include <fs/fs.h>

/* A[n][n], rows one after the other, of which the first `own` rows and columns may be eliminated: as many as find a pivot
   among these rows that is at least threshold of the column's other entries come first, with L below the diagonal, U on
   and above, and what they leave of the rest behind. row[n], column[n]: numbers that go along. Returns how many. */
PetscInt DenseEliminate(PetscInt n, PetscInt own, PetscReal threshold, PetscScalar A[], PetscInt row[],
                        PetscInt column[]);

#endif
