/* solve.h: the stage, an object that solves r(q, v, a, lambda, t) = 0 for every scheme, and initial
   states that satisfy the constraints.

   Headers for other rooms:
     newton/first_increment.h  the first increment of Newton's method, and the forces along it
     newton/block_newton.h     Newton's method for up to three unknown vectors at once */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_SOLVE_H
#define FS_SOLVE_SOLVE_H

#include <fs/solve.h>
#include "solve/newton/block_newton.h"

/* StageSolveStiffness - Solves K x = force with the solver that a linear system has for equilibria.

   Input:
     force  right-hand side, a global vector
     x      initial guess of iterative solvers
   Output:
     x      the solution
     ok     PETSC_FALSE if the solver fails, or if free rigid motions are held
   Collective. In linear/effective_matrix.c. */
PetscErrorCode StageSolveStiffness(FsStage s, Vec force, Vec x, PetscBool *ok);

#endif
