/* factorization.h: sets up direct solvers, counts of negative eigenvalues and SLEPc's solvers
   for eigenvalue problems. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_FACTORIZATION_H
#define FS_EIGEN_FACTORIZATION_H

#include <fs/petsc_versions.h>
#include <petscksp.h>
#include <slepceps.h>
#include "base/error.h"
#include <fs/system.h>

/* KSPSetFactorization - Makes a KSP a direct solver by MUMPS. The KSP is that of a spectral
   transformation in SLEPc.

   If symmetric is PETSC_TRUE, the matrix is factored as L D L^T, whose negative pivots can be
   counted. Otherwise it is factored as LU. */
PetscErrorCode KSPSetFactorization(KSP ksp, PetscBool symmetric);

/* KSPReportSolves - Lets a direct solver report its progress to the user: it announces a
   factorization that takes long, and counts each solve for the message of the long phase that runs
   (base/printing.h).

   Input:
     A         a matrix with the nonzero pattern of the matrix to factor
     expected  an estimate of the number of solves
   Collective. */
PetscErrorCode KSPReportSolves(KSP ksp, Mat A, PetscInt expected);

/* FactorizationCompute - Factors A by MUMPS.

   Input:
     symmetric  PETSC_TRUE to factor A as L D L^T, PETSC_FALSE as LU
   Changed:
     factors    on entry NULL, or any factors of a matrix with the same nonzero pattern, which are
                replaced. On return factors of A, which the caller destroys, or NULL if A is
                singular
   Output:
     singular   PETSC_TRUE if A has no factors: MUMPS has found a zero pivot, or entries of A are
                infinite or undefined, for example in a tangent at a trial state far off
   Raises PETSC_ERR_MEM if there is not enough memory. Collective. */
PetscErrorCode FactorizationCompute(Mat A, PetscBool symmetric, Mat *factors, PetscBool *singular);

/* FactorizationSolveBlock - Replaces each of the n vectors x[n] by A^-1 times this vector, where
   factors are those of A (FactorizationCompute).

   MUMPS solves for many vectors in one pass through the factors, which takes a fraction of the time
   of n solves. Collective. */
PetscErrorCode FactorizationSolveBlock(Mat factors, PetscInt n, Vec x[]);

/* FactorizationGetCost - Returns what factors of MUMPS have cost: the operations of the numerical
   factorization, divided by the operations of one solve. The quotient is the same on all ranks. Not
   collective. */
PetscErrorCode FactorizationGetCost(Mat factors, PetscReal *solves);

/* FactorizationGetMemory - Returns the memory that factors of MUMPS take on all ranks together
   [MB], or 0 if factors is NULL. Not collective. */
PetscErrorCode FactorizationGetMemory(Mat factors, PetscInt *megabytes);

/* ---- eigen solver ---------------------------------------------------------------------------- */

/* EigenSolverCreate - Initializes SLEPc, and creates one of its solvers (EPS) for eigenvectors with
   the layout of x. Destroy it with EPSDestroy.

   If some rank has no rows, the solver stores its vectors one by one, because SLEPc 3.18 ends the
   process when it normalizes a block of vectors on such a rank. Collective. */
PetscErrorCode EigenSolverCreate(Vec x, EPS *eps);

/* has_found_all - Returns whether a solver of SLEPc has failed because no eigenvector is left
   besides those that it had to leave out (deflation). caught is the error that the EPS has
   raised. */
PetscBool has_found_all(const CaughtError *caught);

/* ---- dense inertia --------------------------------------------------------------------------- */

/* DenseInertia - Counts the negative eigenvalues of a small symmetric matrix all of whose rows are
   on one rank.

   It factors the dense matrix as L D L^T with the pivots of Bunch and Kaufman, so the matrix may be
   indefinite. For a small matrix this is much faster than a sparse factorization, most of whose
   time is its set-up.
   Input:
     A         assembled stiffness of sys, an AIJ matrix that is symmetric up to round-off
   Output:
     negative  the number of negative eigenvalues, or 0 if certain is PETSC_FALSE
     certain   PETSC_FALSE if the matrix has rows on several ranks, is large or is not well
               conditioned. Then nothing is known
   Collective. */
PetscErrorCode DenseInertia(FsSystem sys, Mat A, PetscInt *negative, PetscBool *certain);

#endif
