/* dense_front.h: elimination in one front. Used by multifrontal.c. */
#ifndef FS_LINEAR_MULTIFRONTAL_DENSE_FRONT_H
#define FS_LINEAR_MULTIFRONTAL_DENSE_FRONT_H

#include <fs/fs.h>

enum { DENSE_SIMD_WIDTH = 4 };
/* From one row to the next: so many numbers that registers are filled. */
static inline PetscInt dense_front_stride(PetscInt n)
{
  return (n + DENSE_SIMD_WIDTH - 1) / DENSE_SIMD_WIDTH * DENSE_SIMD_WIDTH;
}

/* A[n][dense_front_stride(n)], rows one after the other, 0 behind the n columns, of which the first `own` rows and columns may be eliminated: as
   many as find a pivot among these rows that is at least threshold of the column's other entries come first, with L below the diagonal, U on
   and above, and what they leave of the rest behind. row[n], column[n]: numbers that go along. Returns how many. */
PetscInt DenseFrontEliminate(PetscInt n, PetscInt fully_summed, PetscReal threshold,
                             PetscScalar A[], PetscInt row[], PetscInt column[]);

#endif
