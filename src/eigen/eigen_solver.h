/* eigen_solver.h: creates SLEPc's solvers of eigenvalue problems. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_EIGEN_SOLVER_H
#define FS_EIGEN_EIGEN_SOLVER_H

#include <fs/fs.h>
#include <slepceps.h>
#include "base/error.h"

/* EigenSolverCreate - Initializes SLEPc, and creates one of its solvers (EPS) for eigenvectors with
   the layout of x. Destroy it with EPSDestroy.

   If some rank has no rows, the solver stores its vectors one by one, because SLEPc 3.18 ends the
   process when it normalizes a block of vectors on such a rank. Collective. */
PetscErrorCode EigenSolverCreate(Vec x, EPS *eps);

/* has_found_all - Returns whether a solver of SLEPc has failed because no eigenvector is left
   besides those that it had to leave out (deflation). caught is the error that the EPS has
   raised. */
PetscBool has_found_all(const CaughtError *caught);

#endif
