/* tolerances.h: default tolerances of the linear solvers and of the tests of their solutions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_TOLERANCES_H
#define FS_LINEAR_TOLERANCES_H

#include <petscsys.h>

/* The default value of -ksp_rtol in steps of linear systems. CG tests it in the natural norm,
   relative to the right-hand side. It is small enough that errors of solves stay below those of
   time steps. */
#define SOLVER_RTOL ((PetscReal)1e-8)

/* Relative tolerance of CG for solves with the mass matrix. */
#define SOLVER_MASS_RTOL ((PetscReal)1e-12)

/* Smallest and largest relative tolerance that NewtonTolerance returns for solves with tangents. */
#define SOLVER_NEWTON_MIN_RTOL ((PetscReal)1e-9)
#define SOLVER_NEWTON_MAX_RTOL ((PetscReal)1e-2)

/* Largest |A x - b| / |b| of a vector x that counts as a solution of a step. A solver that has
   reached its tolerance in another norm stays far below; a solver that has broken down leaves about
   1. tests/solve/singular.py has both. */
#define SOLVER_MAX_RESIDUAL ((PetscReal)1e-3)

/* Largest |B x - b| / |b| of a solution with the bordered mass matrix, except for round-off. If
   B is singular, |B x - b| is about as large as |b|. tests/linear/factor_check.c has factors that
   are off by less and by more, in units of mass from 1e-6 to 1e6. */
#define SOLVER_MASS_MAX_RESIDUAL ((PetscReal)1e-6)

/* Limits of FactorCheckSolution: the backward error, and the size of a step of iterative refinement
   relative to the solution, both in norms without a unit (system/equilibration.h). The first is
   round-off times 1e6, for growth in the pivots. The second accepts condition numbers of up to
   about 1e13. Stiff models that must pass, and singular ones that must not, are in
   tests/solve/singular.py. Damaged factors in any units are in tests/linear/factor_check.c. */
#define FACTOR_MAX_BACKWARD_ERROR ((PetscReal)1e-10)
#define FACTOR_MAX_REFINEMENT ((PetscReal)1e-3)

/* Constants of TangentIsNonsingular, which tests with a random right-hand side whether the matrix
   of an iterative solver is singular. MAX_RESIDUAL is the largest relative residual of a matrix
   that counts as nonsingular. The test tries relative tolerances from FIRST_RTOL down to LAST_RTOL,
   each RTOL_FACTOR times the one before. */
#define SINGULAR_TEST_MAX_RESIDUAL ((PetscReal)1e-5)
#define SINGULAR_TEST_FIRST_RTOL ((PetscReal)1e-6)
#define SINGULAR_TEST_LAST_RTOL ((PetscReal)1e-12)
#define SINGULAR_TEST_RTOL_FACTOR ((PetscReal)1e-3)

#endif
