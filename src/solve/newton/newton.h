/* newton.h: Newton's method of nonlinear stages: its SNES, its convergence test, modified Newton.

   Here a step is a step of Newton's method. Steps are full and linear solves are direct by default.
   The iteration has converged when its steps are small. nonlinear.c uses this header for one
   unknown vector, block_newton.c for several. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_NEWTON_NEWTON_H
#define FS_SOLVE_NEWTON_NEWTON_H

#include <petscsnes.h>
#include <fs/solve.h>
#include "linear/solver.h"

/* ---- step check ------------------------------------------------------------------------------ */

/* StepCheck - The last iterate of a solve, which StepCheckApply compares with the present one. All
   members are zero before the first solve. */
typedef struct {
  Vec       x, r;        /* iterate and its residual; NULL before the first one; owned */
  PetscReal first, last; /* norms [N] of the residuals of the first and of the last iterate */
  PetscInt  failed;      /* number of steps of the solve that were small and failed the check */
  PetscBool by_user;     /* the user has set an option of PETSc's solvers */
  PetscBool asked;       /* by_user is known */
} StepCheck;

/* StepCheckRecord - Records an iterate that has not converged, and its residual.

   Call it in the convergence test of the SNES, for iteration 0 too.
   Input:
     snes       the SNES, whose solution and function are the iterate and its residual
     iteration  the number of the iteration, from 0
   Collective. */
PetscErrorCode StepCheckRecord(StepCheck *check, FsSystem sys, SNES snes, PetscInt iteration);

/* StepCheckApply - Checks the step from the recorded iterate to the present one.

   Options of the user may choose a linear solver or a line search that does nothing. Its steps are
   small, too. The check passes if the residual has become small: 1e-3 of the first one, and half of
   the last one. Round-off limits the residual of a stiff model. The check therefore also passes if
   the step solves the linear system of its iteration, up to a factor that a line search may choose,
   or to the round-off of the iterate. That costs one product with the matrix. Without options of
   PETSc's solvers the check passes: fsolve tests the factors and iterations that it chooses.
   Input:
     snes     the SNES, whose solution and function are the present iterate and its residual
     trusted  PETSC_TRUE if the linear solver has tested its result
   Output:
     passed   PETSC_TRUE if the check passes
   Collective. */
PetscErrorCode StepCheckApply(StepCheck *check, FsSystem sys, SNES snes, PetscBool trusted,
                              PetscBool *passed);

PetscErrorCode StepCheckDestroy(StepCheck *check);

/* NewtonProblem - The callbacks of a problem r(x) = 0. Their argument context is that of
   NewtonCreate. */
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
     sys      the system; borrowed
     problem  the callbacks, which are copied
     r        a work vector for the residual; the SNES holds a reference
     A        a matrix for the tangent; the SNES holds a reference
     context  the last argument of the callbacks; borrowed
   Output:
     snes     the caller destroys it by SNESDestroy()
   Collective. Input error: PETSc rejects its options. */
PetscErrorCode NewtonCreate(FsSystem sys, const NewtonProblem *problem, Vec r, Mat A, void *context,
                            SNES *snes);

/* NewtonGetSolverName - Writes the name of the linear solver of A into name[size], for the log.

   Collective. */
PetscErrorCode NewtonGetSolverName(FsSystem sys, SNES snes, Mat A, char name[], size_t size);

/* NewtonSetLineSearch - Turns the line search for a critical point of the energy on or off.

   The search scales the step y by a factor of at most 2. It ends when the component of the
   residual along y is less than half of its initial value, or after 5 iterations. It also ends if a
   secant leads beyond the factor 2, or hardly changes the factor. Collective. */
PetscErrorCode NewtonSetLineSearch(SNES snes, PetscBool search);

/* NewtonTest - What the convergence test and modified Newton remember of the present and of the
   last solve.

   The size of a step is its norm relative to the motion, without unit. The comment of RelativeStep
   in newton.c has the formula. The owner sets sys and dofs once. nonlinear.c sets old_matrix,
   tolerance and cost before each step. The functions of newton.c set the other fields. */
typedef struct {
  FsSystem  sys;         /* borrowed */
  Vec       unit;        /* scales of NewtonTestConstraints; NULL before its first call; owned */
  PetscInt  dofs;        /* global length of the system's vectors */
  PetscReal size;        /* size of the last step */
  PetscReal rate;        /* last size divided by the size before; 1 after the first step */
  PetscReal best_rate;   /* smallest rate of the solve so far */
  PetscReal residual;    /* largest norm of an initial residual, over all solves so far */
  PetscReal first_size;  /* size of the first step of the solve */
  PetscReal quadratic;   /* c in |step_k+1| = c |step_k|^2, from exact tangents; 0 if unknown */
  PetscBool nonsingular; /* a matrix has passed NewtonTestFactors */
  PetscBool old_matrix;  /* the last step used a matrix of an earlier iterate (modified Newton) */
  PetscReal tolerance;   /* relative tolerance of the linear solve; 0 if it was direct */
  StepCheck check;       /* the last iterate */
  PetscReal cost;        /* cost of a new matrix, in iterations with an old one; 0: MATRIX_COST */
} NewtonTest;

/* NewtonTolerance - Returns the relative tolerance for the linear solve of a Newton iteration.

   The tolerance is just small enough for convergence in this step or the next one. It is not much
   smaller than the error of the tangent. Set test->old_matrix before the call. Not collective. */
PetscReal NewtonTolerance(const NewtonTest *test, PetscInt iteration);

/* NewtonTestUserTolerances - Applies the test of -snes_atol, -snes_rtol and -snes_stol.

   At least one step is taken, because the start is only a guess. With a large -ksp_atol the linear
   solver may do nothing. If the residual is not small compared with test->residual then, *reason
   becomes SNES_DIVERGED_LINEAR_SOLVE. The arguments are those of SNESSetConvergenceTest.
   Collective. */
PetscErrorCode NewtonTestUserTolerances(NewtonTest *test, SNES snes, PetscInt iteration,
                                        PetscReal xnorm, PetscReal step, PetscReal fnorm,
                                        SNESConvergedReason *reason);

/* NewtonTestStep - Tests convergence after a step; call it once for each iteration, from 1 on.

   Input:
     iteration        number of steps so far
     is_displacement  PETSC_TRUE if the unknown is a displacement, which is compared with the model
                      size. PETSC_FALSE for an acceleration, which is compared with itself
     start            vector to which the unknown is added: q, or a if is_displacement is false
     sum              sum of all steps so far
     step             the last step
     reason           result of NewtonTestUserTolerances, not negative
   Output:
     reason           unchanged, or one of the reasons below

   SNES_CONVERGED_SNORM_RELATIVE: the remaining error is negligible or round-off.
   SNES_DIVERGED_LINEAR_SOLVE: the step is more than 1e6 times the model size.
   SNES_CONVERGED_ITERATING: the user's tolerances hold, but the step is not small. Collective. */
PetscErrorCode NewtonTestStep(NewtonTest *test, PetscInt iteration, PetscBool is_displacement,
                              Vec start, Vec sum, Vec step, SNESConvergedReason *reason);

/* NewtonTestBalance - Withdraws convergence if the last step has left the forces unbalanced.

   Call it at the end of the convergence test. A step may be small because a linear solver or a line
   search has done nothing, see StepCheckApply.
   Output:
     reason  if a positive reason is withdrawn, SNES_CONVERGED_ITERATING; after the third step
             NEWTON_UNSOLVED. Otherwise unchanged
   Collective. */
#define NEWTON_UNSOLVED SNES_DIVERGED_INNER
PetscErrorCode NewtonTestBalance(NewtonTest *test, SNES snes, PetscInt iteration,
                                 SNESConvergedReason *reason);

/* NewtonTestDestroy - Destroys the vectors of a test. Collective. */
PetscErrorCode NewtonTestDestroy(NewtonTest *test);

/* NewtonTestArchive - Writes the numbers of a test to an archive, or reads them if the archive is
   open for reading. Collective. */
PetscErrorCode NewtonTestArchive(NewtonTest *test, FsArchive a);

/* NewtonMatrix - The matrix of modified Newton, whose tangent and factors are reused while that is
   cheaper than a new matrix.

   A new matrix costs as much as MATRIX_COST (newton.c) iterations with an old matrix, or as
   NewtonTest.cost if that is not 0. Within a solve the matrix is reused if the remaining iterations
   cost less than a new matrix. Their number follows from the observed rate of convergence. Later
   solves reuse the matrix until one needs more iterations than (iterations + MATRIX_COST) / solves,
   the average cost of the solves with this matrix. If a solve started with an old matrix and still
   had to build a new one, the next 1, 2, 4, ... 64 solves start with a new matrix. Only the
   functions below change the fields. All fields are zero before the first solve. */
typedef struct {
  PetscBool exists;          /* the matrix and its factors can be used */
  FsShift   shift;           /* the coefficients of M, C and K in the matrix */
  PetscInt  solves;          /* number of finished solves with the matrix */
  PetscInt  iterations;      /* number of iterations of these solves together */
  PetscInt  last_iterations; /* number of iterations of the last of these solves */
  PetscBool reused;     /* the present solve started with an old matrix and has built no other */
  PetscInt  pause;      /* number of solves that must still start with a new matrix */
  PetscInt  last_pause; /* initial value of pause after the last failure; 0 after a success */
} NewtonMatrix;

/* NewtonMatrixReuseFirst - Returns PETSC_TRUE if a solve starts with the matrix of an earlier
   solve.

   Input:
     usable  PETSC_TRUE if the matrix exists and was built for the shift of this solve
   Changes matrix->reused and matrix->pause. Not collective; the result is the same on all
   ranks. */
PetscBool NewtonMatrixReuseFirst(const NewtonTest *test, PetscBool usable, NewtonMatrix *matrix);

/* NewtonMatrixReuseNext - Returns PETSC_TRUE if an iteration, counted from 0, reuses the matrix of
   the iteration before. Not collective; the result is the same on all ranks. */
PetscBool NewtonMatrixReuseNext(const NewtonTest *test, PetscInt iteration,
                                const NewtonMatrix *matrix);

/* NewtonMatrixBuilt - Records that a new matrix was built for a shift. Not collective. */
void NewtonMatrixBuilt(NewtonMatrix *matrix, FsShift shift);

/* NewtonMatrixSolved - Records that a solve ended after a number of iterations. Not collective. */
void NewtonMatrixSolved(NewtonMatrix *matrix, PetscInt iterations, PetscBool converged);

/* NewtonMatrixArchive - Writes the members to an archive, or reads them if the archive is open for
   reading. Collective. */
PetscErrorCode NewtonMatrixArchive(NewtonMatrix *matrix, FsArchive a);

/* NewtonTestConstraints - Withdraws convergence while the position constraints are violated.

   The constraints are satisfied if the root mean square of their errors, over the unknowns, is at
   most 1e-9. Errors of lengths are divided by the characteristic length; angles are in rad.
   Input:
     scale   factor of the constraint rows in r
     r       residual; its rows of multipliers are scale Phi
   Output:
     reason  SNES_CONVERGED_ITERATING if a positive reason is withdrawn, otherwise unchanged
   Does nothing for systems without constraints. Collective. */
PetscErrorCode NewtonTestConstraints(NewtonTest *test, PetscReal scale, Vec r,
                                     SNESConvergedReason *reason);

/* NewtonTestFactors - Withdraws convergence if the last matrix of the SNES is singular.

   If no load acts on a mechanism, the iteration may converge although the matrix is singular. Does
   nothing after a matrix has passed the test: a mechanism exists from the start, but a later matrix
   may be singular at a critical point of a path. Does nothing if the user's solver has no factors.
   Input:
     linear  number of linear iterations of the solve
   Output:
     mode    motion of the mechanism; otherwise undefined
     reason  NEWTON_MECHANISM if the matrix is singular, NEWTON_UNSOLVED if it is not symmetric but
             has Cholesky factors, otherwise unchanged
   Collective. */
#define NEWTON_MECHANISM SNES_DIVERGED_JACOBIAN_DOMAIN
PetscErrorCode NewtonTestFactors(NewtonTest *test, SNES snes, PetscInt linear, Vec mode,
                                 SNESConvergedReason *reason);

/* newton_reason - Returns a static text for messages that says why an iteration failed. */
const char *newton_reason(SNESConvergedReason reason);

#endif
