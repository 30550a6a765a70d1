/* newton.h: Newton's method for the nonlinear equations of a time step or an equilibrium: SNES,
   convergence test, modified Newton.

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

/* StepCheck - The last iterate of a Newton solve, from which StepCheckApply finds whether the
   linear solver has really done its work in the step to the present iterate. All members are zero
   before the first solve. */
typedef struct {
  Vec x, r; /* last iterate and its residual, owned; NULL before the first iterate */
  /* norms of the residuals of the first and of the last iterate of the solve, as forces [N] */
  PetscReal first, last;
  /* number of steps of the present solve that were small and failed the check */
  PetscInt  failed;
  PetscBool by_user; /* whether the user has set an option of PETSc's solvers */
  PetscBool asked;   /* whether the member by_user has been determined */
} StepCheck;

/* StepCheckRecord - Records an iterate of Newton's method that has not converged, and its residual,
   for StepCheckApply.

   Call it in the convergence test of the SNES, for iteration 0 too.
   Input:
     snes       the SNES, whose solution and function are the iterate and its residual
     iteration  the number of the iteration, from 0
   Collective. */
PetscErrorCode StepCheckRecord(StepCheck *check, FsSystem sys, SNES snes, PetscInt iteration);

/* StepCheckApply - Checks whether a small step of Newton's method, from the recorded iterate to the
   present one, is small because the iteration has converged, and not because a linear solver did
   nothing.

   Options of the user may choose a linear solver or a line search that does nothing. The check
   passes if the residual has become small: 1e-3 of the first one, and half of the last one.
   Round-off limits the residual of a stiff model. The check therefore also passes if the step
   solves the linear system of its iteration, up to a factor that a line search may choose, or to
   the round-off of the iterate. That costs one product with the matrix. Without options of PETSc's
   solvers the check passes: fsolve tests the factors and iterations that it chooses.
   Input:
     snes     the SNES, whose solution and function are the present iterate and its residual
     trusted  PETSC_TRUE if the linear solver has tested its result
   Output:
     passed   PETSC_TRUE if the check passes
   Collective. */
PetscErrorCode StepCheckApply(StepCheck *check, FsSystem sys, SNES snes, PetscBool trusted,
                              PetscBool *passed);

PetscErrorCode StepCheckDestroy(StepCheck *check);

/* NewtonProblem - Functions that describe a problem r(x) = 0 to Newton's method. Their argument
   context is the one that NewtonCreate got. */
typedef struct {
  /* r = r(x) */
  PetscErrorCode (*residual)(SNES, Vec x, Vec r, void *context);
  /* P = dr/dx; A is P unless -snes_mf_operator is given */
  PetscErrorCode (*tangent)(SNES, Vec x, Mat A, Mat P, void *context);
  /* the convergence test, called after each iteration with the arguments of
     SNESSetConvergenceTest's callback: norms of x, of the step and of the residual */
  PetscErrorCode (*converged)(SNES, PetscInt it, PetscReal xnorm, PetscReal step, PetscReal fnorm,
                              SNESConvergedReason *, void *context);
} NewtonProblem;

/* NewtonCreate - Creates a SNES, PETSc's Newton solver, for a nonlinear problem.

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

/* NewtonSetLineSearch - Turns a line search of Newton's method on or off that looks for a critical
   point of the energy along each step.

   The search scales the step y by a factor of at most 2. It ends when the component of the residual
   along y is less than half of its initial value, or after 5 iterations. It also ends if a secant
   leads beyond the factor 2, or hardly changes the factor. Collective. */
PetscErrorCode NewtonSetLineSearch(SNES snes, PetscBool search);

/* NewtonTest - What the convergence test of Newton's method, and the reuse of matrices, remember of
   the present and of the last solve.

   The size of a step is its norm relative to the motion, without unit. The comment of RelativeStep
   in newton.c has the formula. The owner sets sys and dofs once. nonlinear.c sets old_matrix,
   tolerance and cost before each step. The functions of newton.c set the other fields. */
typedef struct {
  FsSystem sys;
  /* the scales by which NewtonTestConstraints divides constraint errors; NULL before its first
     call; owned */
  Vec      unit;
  PetscInt dofs; /* global number of unknowns of the system */
  /* size of the last Newton step: its norm relative to the motion, without unit */
  PetscReal size;
  /* size of the last Newton step divided by that of the step before; 1 after the first step */
  PetscReal rate;
  /* smallest ratio of the sizes of successive Newton steps in the present solve */
  PetscReal best_rate;
  /* largest norm of the initial residual of a solve, over all solves so far */
  PetscReal residual;
  /* size of the first Newton step of the present solve, relative to the motion */
  PetscReal first_size;
  /* the constant c in |step_k+1| = c |step_k|^2, observed with exact tangents; 0 if unknown */
  PetscReal quadratic;
  /* whether a matrix has passed NewtonTestFactors, which finds singular matrices */
  PetscBool nonsingular;
  /* whether the last Newton step used a matrix of an earlier iterate (modified Newton) */
  PetscBool old_matrix;
  /* relative tolerance of the linear solve of the last Newton step; 0 if the solver is direct */
  PetscReal tolerance;
  StepCheck check; /* the last iterate, for the check of small steps */
  /* cost of a new matrix, in Newton iterations with an old matrix; 0 for the constant
     MATRIX_COST */
  PetscReal cost;
} NewtonTest;

/* NewtonTolerance - Returns the relative tolerance for the linear solve of a Newton iteration.

   The tolerance is just small enough for convergence in this iteration or the next one. It is not
   much smaller than the error of the tangent. iteration counts from 0. Set test->old_matrix before
   the call. Not collective. */
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
   search has done nothing, which StepCheckApply detects.
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
  PetscBool exists;          /* whether the matrix and its factors exist and can be used */
  FsShift   shift;           /* the factors cm, cc, ck of M, C and K in the matrix */
  PetscInt  solves;          /* number of Newton solves that have used the matrix and ended */
  PetscInt  iterations;      /* number of Newton iterations of all solves with the matrix */
  PetscInt  last_iterations; /* number of Newton iterations of the last solve with the matrix */
  /* whether the present solve started with the matrix of an earlier solve and has built no other */
  PetscBool reused;
  PetscInt  pause; /* number of further solves that must start with a new matrix */
  /* number of solves that had to start with a new matrix after the last failure of an old one; 0
     after a success */
  PetscInt last_pause;
} NewtonMatrix;

/* NewtonMatrixReuseFirst - Decides whether a Newton solve starts with the tangent matrix of an
   earlier solve, because that is cheaper than a new matrix; returns PETSC_TRUE then.

   Input:
     usable  PETSC_TRUE if the matrix exists and was built with the factors of M, C and K of this
             solve
   Changes matrix->reused and matrix->pause. Not collective; the result is the same on all ranks. */
PetscBool NewtonMatrixReuseFirst(const NewtonTest *test, PetscBool usable, NewtonMatrix *matrix);

/* NewtonMatrixReuseNext - Decides whether a Newton iteration, counted from 0, uses the tangent
   matrix of the iteration before, because that is cheaper than a new matrix; returns PETSC_TRUE
   then. test has the observed rate of convergence. Not collective; the result is the same on all
   ranks. */
PetscBool NewtonMatrixReuseNext(const NewtonTest *test, PetscInt iteration,
                                const NewtonMatrix *matrix);

/* NewtonMatrixBuilt - Records that a new tangent matrix was built with the factors cm, cc, ck of M,
   C, K in shift. Not collective. */
void NewtonMatrixBuilt(NewtonMatrix *matrix, FsShift shift);

/* NewtonMatrixSolved - Records that a Newton solve ended after a number of iterations, and whether
   it converged. Not collective. */
void NewtonMatrixSolved(NewtonMatrix *matrix, PetscInt iterations, PetscBool converged);

/* NewtonMatrixArchive - Writes the counts that decide about the reuse of tangent matrices to a
   checkpoint, or reads them if the archive is open for reading. Collective. */
PetscErrorCode NewtonMatrixArchive(NewtonMatrix *matrix, FsArchive a);

/* NewtonTestConstraints - Withdraws the convergence of a Newton iteration while the position
   constraints Phi are violated.

   The constraints are satisfied if the root mean square of their errors, over the unknowns, is at
   most 1e-9. Errors of lengths are divided by the characteristic length; angles are in rad.
   Input:
     scale   factor of the position constraints Phi in the residual
     r       residual; its entries of constraint equations are scale times Phi
   Output:
     reason  SNES_CONVERGED_ITERATING if a positive reason is withdrawn, otherwise unchanged
   Does nothing for systems without constraints. Collective. */
PetscErrorCode NewtonTestConstraints(NewtonTest *test, PetscReal scale, Vec r,
                                     SNESConvergedReason *reason);

/* NewtonTestFactors - Withdraws the convergence of a Newton iteration if the last matrix of the
   SNES is singular, because the model is then a mechanism.

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

/* newton_reason - Returns a static text for messages that says why Newton's method has failed for a
   negative reason of SNES. */
const char *newton_reason(SNESConvergedReason reason);

#endif
