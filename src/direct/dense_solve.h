/* dense_solve.h: solves the linear systems of small models as dense matrices on plain arrays.

   A call of PETSc's solvers costs some thousand instructions, which is more than the elimination of
   a few unknowns. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIRECT_DENSE_SOLVE_H
#define FS_DIRECT_DENSE_SOLVE_H

#include <fs/petsc_versions.h>

/* The largest number of unknowns; for more unknowns the multifrontal solver is faster. */
enum { DENSE_SOLVE_MOST = 48 };

/* DenseSolveServes - Determines whether DenseSolve may replace the solver ksp of A.

   It may if A has up to DENSE_SOLVE_MOST unknowns, all on one rank, and ksp is PETSc's own LU or
   the multifrontal solver. Collective. */
PetscErrorCode DenseSolveServes(KSP ksp, Mat A, PetscBool *serves);

/* DenseSolve - Solves A x = b by Gaussian elimination with row pivots, after scaling of the rows.

   Input:
     A, b    a matrix and a vector on one rank
   Output:
     x       the solution; undefined if solved is PETSC_FALSE
     solved  PETSC_FALSE if a pivot is zero or a number is not finite.
   Not collective. Golub & Van Loan, Matrix Computations, 2013, section 3.4. */
PetscErrorCode DenseSolve(Mat A, Vec b, Vec x, PetscBool *solved);

#endif
