/* newton.h: Newton's method of nonlinear stages: its SNES, its convergence test, modified Newton.

   Steps are full and linear solves are direct by default. The size of the steps decides about
   convergence. nonlinear.c uses it for one unknown vector, block_newton.c for several. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_NEWTON_NEWTON_H
#define FS_SOLVE_NEWTON_NEWTON_H

#include <fs/solve.h>
#include "linear/solver.h"

/* Callbacks of a problem; context is the argument of NewtonCreate. */
typedef struct {
  /* r = r(x) */
  PetscErrorCode (*residual)(SNES, Vec x, Vec r, void *context);
  /* P = dr/dx; A is P unless -snes_mf_operator is given */
  PetscErrorCode (*tangent)(SNES, Vec x, Mat A, Mat P, void *context);
  /* test after each iteration, see SNESSetConvergenceTest */
  PetscErrorCode (*converged)(SNES, PetscInt it, PetscReal xnorm, PetscReal step, PetscReal fnorm,
                              SNESConvergedReason *, void *context);
} NewtonProblem;

/* NewtonCreate - Creates a SNES for a problem.

   It takes full steps without a line search, at most 25 iterations and a direct linear solver. The
   user's options -snes_*, -ksp_* and -pc_* override these settings.
   Input:
     r     work vector for the residual; the SNES holds a reference
     A     matrix for the tangent; the SNES holds a reference
   Output:
     snes  the caller destroys it
   Collective. Input error: options that PETSc rejects. */
PetscErrorCode NewtonCreate(FsSystem sys, const NewtonProblem *problem, Vec r, Mat A, void *context,
                            SNES *snes);

/* NewtonGetSolverName - Writes the name of the solver of A into name[size], for the log. */
PetscErrorCode NewtonGetSolverName(FsSystem sys, SNES snes, Mat A, char name[], size_t size);

/* NewtonSetLineSearch - Turns the line search for a critical point of the energy on or off.

   It scales steps by factors up to 2, which it finds to within one half in at most 5 iterations.
   Collective. */
PetscErrorCode NewtonSetLineSearch(SNES snes, PetscBool search);

/* NewtonCheckOptions - Tries the user's solver options on a small system before anything is
   written.

   Does nothing if the user has set no solver option. Collective. Input error: options that PETSc
   rejects in a solve. */
PetscErrorCode NewtonCheckOptions(FsSystem sys);

/* Memory of the convergence test and of modified Newton about the present and the last solve.

   The size of a step is its norm relative to the motion, without unit; newton.c has the formula
   above RelativeStep. The owner sets sys and dofs once; nonlinear.c sets old_matrix, tolerance and
   cost before each step; NewtonTestStep sets the other fields. */
typedef struct {
  FsSystem  sys;
  Vec       unit;      /* of NewtonTestConstraints, NULL before its first call; owners destroy it */
  PetscInt  dofs;      /* global length of the system's vectors */
  PetscReal size;      /* of the last step */
  PetscReal rate;      /* size of the last step over that of the step before; 1 for the first */
  PetscReal best_rate; /* smallest rate of the solve so far */
  PetscReal residual;  /* largest residual norm at the start of a solve so far */
  PetscReal first_size;  /* size of the first step of the solve */
  PetscReal quadratic;   /* c in |step_k+1| = c |step_k|^2, from exact tangents; 0 if unknown */
  PetscBool nonsingular; /* a matrix has passed NewtonTestFactors */
  PetscBool old_matrix;  /* the last step used a matrix of an earlier iterate (modified Newton) */
  PetscReal tolerance;   /* relative, of the iterative solve of the last step; 0 for factors */
  PetscReal cost;        /* of a new matrix, in iterations with an old one; 0 for that of factors */
} NewtonTest;

/* NewtonTolerance - Returns the relative tolerance for the linear solve of a Newton iteration.

   It is as small as convergence in this step or the next one needs, but not much smaller than the
   error of the tangent. Set old_matrix before the call. Not collective. */
PetscReal NewtonTolerance(const NewtonTest *test, PetscInt iteration);

/* NewtonTestUserTolerances - Applies the test of -snes_atol, -snes_rtol and -snes_stol.

   At least one step is taken, because the start is only a guess. If -ksp_atol lets the linear
   solver do nothing while the residual is not small beside the first ones, the solve has failed.
   Collective. */
PetscErrorCode NewtonTestUserTolerances(NewtonTest *test, SNES snes, PetscInt iteration,
                                        PetscReal xnorm, PetscReal step, PetscReal fnorm,
                                        SNESConvergedReason *reason);

/* NewtonTestStep - Tests convergence after a step; call it once for each iteration, from 1 on.

   Input:
     iteration        number of steps so far
     is_displacement  true to measure the unknown against the model size sys->model_size; false for
                      an acceleration, which is measured against itself
     start            vector that the unknown is added to: q, or a if is_displacement is false
     sum, step        all steps so far, and the last one
     reason           of NewtonTestUserTolerances, not negative
   Output:
     reason           unchanged, or one of the reasons below

   SNES_CONVERGED_SNORM_RELATIVE: the remaining error is negligible or round-off.
   SNES_DIVERGED_LINEAR_SOLVE: the step is 1e6 times the model size. SNES_CONVERGED_ITERATING: the
   user's tolerances hold, but the step is not small. Collective. */
PetscErrorCode NewtonTestStep(NewtonTest *test, PetscInt iteration, PetscBool is_displacement,
                              Vec start, Vec sum, Vec step, SNESConvergedReason *reason);

PetscErrorCode NewtonTestArchive(NewtonTest *test, FsArchive a);

/* Modified Newton: the tangent and its factors are reused while that is cheaper than a new matrix.

   A new matrix costs as much as MATRIX_COST (newton.c) iterations without one. Within a solve the
   matrix is reused if, at the observed rate of convergence, the remaining iterations cost less than
   a new matrix. Later solves reuse it until one takes more iterations than the average cost of the
   solves with this matrix, (iterations + MATRIX_COST) / solves. If a solve started with an old
   matrix and still had to build a new one, the next 1, 2, 4, ... 64 solves start with a new matrix.
   Only the functions below change the fields; all are zero before the first solve. */
typedef struct {
  PetscBool exists;          /* the matrix and its factors can be used */
  FsShift   shift;           /* the factors of M, C, K in the matrix */
  PetscInt  solves;          /* number of finished solves with the matrix */
  PetscInt  iterations;      /* of these solves together */
  PetscInt  last_iterations; /* of the last of these solves */
  PetscBool reused;     /* the present solve started with an old matrix and has built no other */
  PetscInt  pause;      /* number of solves that must still start with a new matrix */
  PetscInt  last_pause; /* initial value of pause after the last failure; 0 after a success */
} NewtonMatrix;

/* NewtonMatrixReuseFirst - Decides whether a solve starts with the old matrix.

   Input:
     usable  the matrix exists and was built for the shift of this solve
   Changes *matrix. Not collective; the result is the same on all ranks. */
PetscBool NewtonMatrixReuseFirst(const NewtonTest *test, PetscBool usable, NewtonMatrix *matrix);

/* NewtonMatrixReuseNext - Decides whether an iteration, counted from 0, reuses the matrix. */
PetscBool NewtonMatrixReuseNext(const NewtonTest *test, PetscInt iteration,
                                const NewtonMatrix *matrix);

/* NewtonMatrixBuilt - Records that a new matrix has been built for a shift. */
void NewtonMatrixBuilt(NewtonMatrix *matrix, FsShift shift);

/* NewtonMatrixSolved - Records that a solve has ended. */
void NewtonMatrixSolved(NewtonMatrix *matrix, PetscInt iterations, PetscBool converged);

PetscErrorCode NewtonMatrixArchive(NewtonMatrix *matrix, FsArchive a);

/* NewtonTestConstraints - Withdraws convergence while the position constraints do not hold.

   Lengths must hold to 1e-9 of the model size, angles to 1e-9 rad, as root mean square over the
   unknowns.
   Input:
     scale   factor of the constraint rows in r
     r       residual, whose rows of multipliers are scale Phi
   Output:
     reason  SNES_CONVERGED_ITERATING if they do not hold
   Does nothing for systems without constraints. Collective. */
PetscErrorCode NewtonTestConstraints(NewtonTest *test, PetscReal scale, Vec r,
                                     SNESConvergedReason *reason);

/* NewtonTestFactors - Withdraws convergence if the last matrix of the SNES is singular.

   The loads may not act on a mechanism; then the library decides by chance whether the iteration
   fails. Does nothing once a matrix has passed, because a mechanism exists from the start and a
   path may meet a critical point. Does nothing if the user's options leave no factors.
   Output:
     mode    motion of the mechanism; else overwritten
     reason  NEWTON_MECHANISM if the matrix is singular
   Collective. */
#define NEWTON_MECHANISM SNES_DIVERGED_JACOBIAN_DOMAIN
PetscErrorCode NewtonTestFactors(NewtonTest *test, SNES snes, Vec mode,
                                 SNESConvergedReason *reason);

/* Returns why an iteration failed, as static text for messages. */
const char *newton_reason(SNESConvergedReason reason);

#endif
