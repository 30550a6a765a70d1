/* redundant_rows.h: which rows of constraints are dropped, given the null vectors z[k] of G^T: rows in which these are far from
   dependent. Used by constraint_rank.c and redundancy_watch.c. Collective. */
#ifndef FS_SOLVE_CONSISTENT_REDUNDANT_ROWS_H
#define FS_SOLVE_CONSISTENT_REDUNDANT_ROWS_H

#include "solve/stage.h"

enum { REDUNDANT_ROWS_MAX = 256 }; /* null vectors, at most */

/* order: that of the rows (FsSystemConstraints), 1, 2, ... for systems that do not say. */
PetscErrorCode RedundantRowsGetOrder(FsStage s, Vec order);

/* dropped = 1 in k rows, by pivots: that with the longest row of z, the rest of the rows made square to it, and so on. Of rows as
   long as others, to 1e-6, the last in the order; none of drivers. */
PetscErrorCode RedundantRowsChoose(FsStage s, PetscInt k, const Vec z[], Vec order, Vec dropped);

/* Least: *least = the smallest singular value of orthonormal z in the dropped rows: at most 1, and 0 where the kept rows are
   dependent. Clear: lambda += the sum of z that makes it 0 in the dropped rows. */
PetscErrorCode RedundantRowsMinSingularValue(FsStage s, PetscInt k, const Vec z[], Vec dropped,
                                             PetscReal *least);
PetscErrorCode RedundantRowsClear(FsStage s, PetscInt k, const Vec z[], Vec dropped, Vec lambda);

/* lengths = of the rows of z. */
PetscErrorCode RedundantRowsNorms(PetscInt k, const Vec z[], Vec lengths);

#endif
