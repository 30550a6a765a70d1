/* eigen_solver.h: creates SLEPc's solvers of eigenvalue problems. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_EIGEN_SOLVER_H
#define FS_EIGEN_EIGEN_SOLVER_H

#include <fs/fs.h>
#include <slepceps.h>
#include "base/error.h"

/* EigenSolverCreate - Creates an EPS for vectors like x, and initializes SLEPc.

   A rank may be without rows: there SLEPc 3.18 keeps its vectors one by one, because it ends the
   process when it normalizes them as a block. Collective; destroy it with EPSDestroy. */
PetscErrorCode EigenSolverCreate(Vec x, EPS *eps);

/* has_found_all - Whether an EPS failed because there is nothing beside the vectors that it
   deflates. */
PetscBool has_found_all(const CaughtError *caught);

#endif
