/* dense_front.h: elimination in one front. Used by multifrontal.c. */
#ifndef FS_LINEAR_MULTIFRONTAL_DENSE_FRONT_H
#define FS_LINEAR_MULTIFRONTAL_DENSE_FRONT_H

#include <fs/fs.h>

enum { DENSE_LANES = 4 };
/* From one row to the next: so many numbers that registers are filled. */
static inline PetscInt dense_stride(PetscInt n) { return (n + DENSE_LANES - 1) / DENSE_LANES * DENSE_LANES; }

/* A[n][dense_stride(n)], rows one after the other, 0 behind the n columns, of which the first `own` rows and columns may be eliminated: as
   many as find a pivot among these rows that is at least threshold of the column's other entries come first, with L below the diagonal, U on
   and above, and what they leave of the rest behind. row[n], column[n]: numbers that go along. Returns how many. */
PetscInt DenseEliminate(PetscInt n, PetscInt own, PetscReal threshold, PetscScalar A[], PetscInt row[],
                        PetscInt column[]);

#endif
