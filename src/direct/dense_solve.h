/* dense_solve.h: solves the linear systems of small models, as dense matrices on plain arrays.

   A call of PETSc's solvers costs some thousand instructions, more than the elimination of a few
   unknowns. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIRECT_DENSE_SOLVE_H
#define FS_DIRECT_DENSE_SOLVE_H

#include <fs/fs.h>

enum { DENSE_SOLVE_MOST = 48 }; /* largest number of unknowns; fronts are faster beyond */

/* DenseSolveServes - Determines whether DenseSolve may replace a solver.

   It may for up to DENSE_SOLVE_MOST unknowns of one rank, if the solver is PETSc's LU or LU by
   fronts. Collective. */
PetscErrorCode DenseSolveServes(KSP ksp, Mat A, PetscBool *serves);

/* DenseSolve - Solves A x = b by Gaussian elimination with row pivots, of scaled rows.

   Output:
     solved  PETSC_FALSE if a pivot is zero or a number is not finite. x is undefined then
   Not collective. Golub & Van Loan, Matrix Computations, 2013, section 3.4. */
PetscErrorCode DenseSolve(Mat A, Vec b, Vec x, PetscBool *solved);

#endif
