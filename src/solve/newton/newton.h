/* newton.h: Newton's method for the nonlinear stages: full steps, direct linear solves, convergence judged by the
   size of the steps, and when modified Newton keeps a matrix. Called by nonlinear.c (one unknown vector) and
   block_newton.c (several). Begin with NewtonTestStep. */
#ifndef FS_SOLVE_NEWTON_NEWTON_H
#define FS_SOLVE_NEWTON_NEWTON_H

#include <fs/solve.h>
#include "linear/solver.h"

/* The callbacks of a problem. residual: r(x) into r; tangent: dr/dx into P (A is P unless -snes_mf_operator is
   given); converged: the test after each iteration, see SNESSetConvergenceTest. context is what NewtonCreate was
   given. */
typedef struct {
  PetscErrorCode (*residual)(SNES, Vec x, Vec r, void *context);
  PetscErrorCode (*tangent)(SNES, Vec x, Mat A, Mat P, void *context);
  PetscErrorCode (*converged)(SNES, PetscInt it, PetscReal xnorm, PetscReal step, PetscReal fnorm,
                              SNESConvergedReason *, void *context);
} NewtonProblem;
/* A SNES for the problem: full steps (no line search), at most 25 iterations, a direct linear solver, and the
   user's -snes_*, -ksp_*, -pc_* options on top. r: the work vector of the residual; A: the matrix of the tangent;
   both are the caller's (the SNES holds a reference), as is context. The caller destroys *snes. Input error:
   options that PETSc refuses. Collective. */
PetscErrorCode NewtonCreate(FsSystem sys, const NewtonProblem *problem, Vec r, Mat A, void *context,
                            SNES *snes);

/* name[size] = what solves with A, for the log. */
PetscErrorCode NewtonGetSolverName(FsSystem sys, SNES snes, Mat A, char name[], size_t size);

/* line_search.c. search: let a line search for the critical point of the energy scale steps, by factors up to 2, found to within a half in at most 5
   iterations; else steps are as they are. */
PetscErrorCode NewtonSetLineSearch(SNES snes, PetscBool search);

/* check_newton_options.c: input error for options that PETSc refuses in a solve alone, found by a step for a system made for that;
   nothing if the user has set no option of solvers. */
PetscErrorCode NewtonCheckOptions(FsSystem sys);

/* What the convergence test and modified Newton remember of the Newton steps of the solve under way and of the
   last one. A step's size is its norm relative to the motion, without unit; the formula is above RelativeStep in
   newton.c. Owners fill in sys and dofs once; nonlinear.c sets old_matrix, tolerance and cost before each step; the rest belongs to
   NewtonTestStep. */
typedef struct {
  FsSystem  sys;
  Vec       unit; /* of NewtonTestConstraints, NULL before; owners destroy it */
  PetscInt  dofs; /* global length of the system's vectors */
  PetscReal size,
    rate; /* of the last step: its size; that over the size of the step before, 1 for the first */
  PetscReal best_rate;  /* the smallest rate of the solve so far */
  PetscReal residual;   /* the largest one at the start of a solve so far */
  PetscReal first_size; /* size of the first step of the solve */
  PetscReal
            quadratic; /* c in |step_k+1| = c |step_k|^2, from the last two steps with an exact tangent; 0: unknown */
  PetscBool nonsingular; /* a matrix has passed NewtonTestFactors */
  PetscBool
    old_matrix; /* the last step was solved with a matrix from an earlier iterate or solve (modified Newton) */
  PetscReal
    tolerance;    /* to which an iteration has solved for the last step, relative; 0: factors */
  PetscReal cost; /* of a new matrix, in iterations with a kept one; 0: that of factors */
} NewtonTest;
/* The tolerance to which the step of the iteration-th iteration (counted from 0) is to be solved for by a linear iteration: as
   small as it takes to arrive with this step, or with the one behind it, and not much smaller than what the tangent leaves.
   Before it old_matrix is set. Not collective. */
PetscReal NewtonTolerance(const NewtonTest *test, PetscInt iteration);
/* SNESConvergedDefault, the test of -snes_atol, -snes_rtol, -snes_stol, but after a step at least: the start is a guess,
   whatever is small for the user. A linear solver that does nothing by -ksp_atol is a failure where the residual is not
   small beside the first ones. */
PetscErrorCode NewtonTestUserTolerances(NewtonTest *test, SNES snes, PetscInt iteration,
                                        PetscReal xnorm, PetscReal step, PetscReal fnorm,
                                        SNESConvergedReason *reason);
/* Judge the iteration after one of its steps; to be called by the convergence test once per iteration, from 1 on.
     iteration  the number of steps taken
     sized      the unknown is a displacement, to be measured against the model's size sys->reach; false: it is an
                acceleration, measured against itself
     start      what the unknown is added to (q, or a where sized is false)
     sum, step  all steps so far, and the last one
     reason     in: of NewtonTestUserTolerances, not negative. out: SNES_CONVERGED_SNORM_RELATIVE when what is left to do is negligible or round-off,
                SNES_DIVERGED_LINEAR_SOLVE for a step of 1e6 times the model's size; untouched else, but for a step that is
                not small by any measure: then the user's tolerances do not count
   Collective. */
PetscErrorCode NewtonTestStep(NewtonTest *test, PetscInt iteration, PetscBool is_displacement,
                              Vec start, Vec sum, Vec step, SNESConvergedReason *reason);

PetscErrorCode NewtonTestArchive(NewtonTest *test, FsArchive a);

/* Modified Newton: the tangent and its factors are kept over iterations and solves while that is cheaper than
   factoring again. A new matrix costs as much as MATRIX_COST (newton.c) iterations without one.
     Within a solve: the matrix is kept if, at the observed rate of convergence, the remaining iterations cost less
     than a new matrix.
     From one solve to the next: it is kept until a solve takes more iterations than the average cost of the solves
     with this matrix, (iterations + MATRIX_COST) / solves. If a solve that began with the kept matrix had to build a
     new one all the same, the next 1, 2, 4, ... 64 solves begin with a new matrix.
   Filled in by the functions below alone; zero before the first solve. */
typedef struct {
  PetscBool exists;                      /* the matrix and its factors can be used */
  FsShift   shift;                       /* the factors of M, C, K that it was built with */
  PetscInt  solves;                      /* finished since it was built */
  PetscInt  iterations, last_iterations; /* of those solves together; of the last of them */
  PetscBool reused; /* the solve under way began with the kept matrix and has not built another */
  PetscInt  pause;  /* so many solves yet must begin with a new matrix */
  PetscInt
    last_pause; /* the value of pause after the last failure; 0 once a solve succeeds with the kept matrix */
} NewtonMatrix;

/* Before the first iteration of a solve: whether to begin with the kept matrix. usable: it exists and was built
   for the shift of this solve. Changes *matrix. Not collective; the same on all ranks, as the functions below. */
PetscBool NewtonMatrixReuseFirst(const NewtonTest *test, PetscBool usable, NewtonMatrix *matrix);
/* Before the iteration-th iteration (counted from 0) of a solve: whether to keep the present matrix for it. */
PetscBool NewtonMatrixReuseNext(const NewtonTest *test, PetscInt iteration,
                                const NewtonMatrix *matrix);
/* To be told when a new matrix is built for a shift, and when a solve has ended. */
void           NewtonMatrixBuilt(NewtonMatrix *matrix, FsShift shift);
PetscErrorCode NewtonMatrixArchive(NewtonMatrix *matrix, FsArchive a);
void           NewtonMatrixSolved(NewtonMatrix *matrix, PetscInt iterations, PetscBool converged);

/* Take convergence back (reason becomes SNES_CONVERGED_ITERATING) while the position constraints are off by more
   than round-off: lengths by 1e-9 of the model's size, angles by 1e-9 rad, root mean square over the unknowns. r: the
   residual, whose rows of multipliers are scale * Phi. Does nothing for systems without constraints. Collective. */
PetscErrorCode NewtonTestConstraints(NewtonTest *test, PetscReal scale, Vec r,
                                     SNESConvergedReason *reason);

/* Take convergence back (reason becomes NEWTON_MECHANISM) if the matrix that the SNES has solved with last is singular: the load of a
   solve may miss what nothing holds, and then it depends on the library whether the iteration fails. mode: then the
   motion; else overwritten. Does nothing once a matrix has passed (what nothing holds is free from the start; a path may
   well meet a critical point), nor where the user's options leave no factors of the matrix. Collective. */
#define NEWTON_MECHANISM SNES_DIVERGED_JACOBIAN_DOMAIN
PetscErrorCode NewtonTestFactors(NewtonTest *test, SNES snes, Vec mode,
                                 SNESConvergedReason *reason);

/* Why an iteration failed, for messages: static text. */
const char *newton_reason(SNESConvergedReason reason);

#endif
