/* linear.h: chooses, sets up and checks linear solvers; one of them is our own multifrontal solver.

   Headers for other rooms:
     blas.h            names the BLAS library with which large matrices are factored
     factor_cost.h     estimates the cost of factoring a matrix, compared with the cost of
                       preconditioned iterations
     near_null.h       attaches the rigid motions of a model to a matrix as its near null space
     pc_elimination.h  a preconditioner (PCSHELL) that eliminates constraints and solves with the
                       reduced matrix (direct/elimination.h)
     solver.h          chooses PETSc's linear solver for a matrix and returns failed solves as a
                       status
     solver.h      default tolerances of the linear solvers and of the tests of their
                       solutions */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_LINEAR_H
#define FS_LINEAR_LINEAR_H

#include "direct/dense_solve.h"
#include "factor_cost.h"
#include "direct/multifrontal/pc_multifrontal.h"
#include "near_null.h"
#include "pc_elimination.h"
#include "solver.h"

#endif
