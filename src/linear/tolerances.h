/* tolerances.h: default tolerances of the linear solvers and of the tests of their solutions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_TOLERANCES_H
#define FS_LINEAR_TOLERANCES_H

#include <petscsys.h>

/* Default of -ksp_rtol for steps of linear systems; CG tests it in the natural norm. */
#define SOLVER_RTOL ((PetscReal)1e-8)

/* Relative tolerance of solves with the mass matrix. */
#define SOLVER_MASS_RTOL ((PetscReal)1e-12)

/* Limits of the tolerance that NewtonTolerance computes for the tangents of Newton's method. */
#define SOLVER_NEWTON_MIN_RTOL ((PetscReal)1e-9)
#define SOLVER_NEWTON_MAX_RTOL ((PetscReal)1e-2)

/* Largest |A x - b| / |b| of a vector x that counts as a solution of a step. */
#define SOLVER_MAX_RESIDUAL ((PetscReal)1e-3)

/* Largest |B x - b| / |b| of a solution with the bordered mass matrix, except for round-off. */
#define SOLVER_MASS_MAX_RESIDUAL ((PetscReal)1e-6)

/* Limits of FactorCheckSolution: the backward error, and the refinement relative to the
   solution. */
#define FACTOR_MAX_BACKWARD_ERROR ((PetscReal)1e-10)
#define FACTOR_MAX_REFINEMENT ((PetscReal)1e-3)

/* Test of an iterative solver for a singular matrix: largest residual of a random right-hand side,
   and the relative tolerances that are tried to reach it, from first down to last by a factor. */
#define SINGULAR_TEST_MAX_RESIDUAL ((PetscReal)1e-5)
#define SINGULAR_TEST_FIRST_RTOL ((PetscReal)1e-6)
#define SINGULAR_TEST_LAST_RTOL ((PetscReal)1e-12)
#define SINGULAR_TEST_RTOL_FACTOR ((PetscReal)1e-3)

#endif
