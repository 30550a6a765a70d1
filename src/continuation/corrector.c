/* corrector.c: computes the equilibrium at which a path crosses a plane.

   The corrector has the factors of the stiffness at the start of the step, because their pivots
   count the unstable directions there. After a step that has failed it may have those of a trial
   state nearby. The first iterations take the stiffness of these factors in place of that of the
   trial state. If they converge too slowly, Newton's method starts again with the stiffness of each
   trial state. GMRES solves its linear equations, with the factors of the corrector as the
   preconditioner (an inexact Newton method: Dembo, Eisenstat & Steihaug 1982). The stiffness of a
   trial state is factored only if GMRES would take longer than a factorization. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "continuation_step.h"
#include "eigen/factorization.h"

/* Largest number of Newton iterations of a step, and the size of the last correction relative to
   the length of the step, in the metric of the path. Near a singular tangent corrections stop
   falling at round-off, which the second tolerance accepts. They are the round-off of
   the residual divided by an eigenvalue near 0. tests/analysis/path.py has paths in closed form. */
enum { MAX_ITERATIONS = 16 };
static const PetscReal CORRECTOR_TOLERANCE = 1e-9, ROUND_OFF_TOLERANCE = 1e-4;

/* Largest number of iterations of GMRES, and its residual with the preconditioner, relative to that
   of the right-hand side. The residual is the error that an iteration of Newton's method leaves,
   relative to its move. SAME_MATRIX: the residual where the matrix is that of the last iteration,
   whose move was small already. */
enum { MAX_KRYLOV = 40 };
static const PetscReal KRYLOV_TOLERANCE = 1e-4, SAME_MATRIX = 1e-2;

/* The matrix of an iteration: the one whose factors the corrector has, that of the last iteration
   or that of the trial state. */
typedef enum { OF_FACTORS, OF_LAST, OF_TRIAL } IterationMatrix;

/* Computes the tangent c->K at the trial state, whose moments are not in equilibrium, so that it
   may not be symmetric. */
static PetscErrorCode AssembleTrial(Continuation *c)
{
  const FsLoading        loading = FsLoadingOfEquilibrium(1);
  const FsConstraintRows rows    = continuation_rows(c);

  PetscFunctionBeginUser;
  PetscCall(
    FsSystemTangent(c->sys, &c->trial, &loading, &rows, (FsShift){0, 0, 1, PETSC_FALSE}, c->K));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Factors c->K. *singular: there are no factors. */
static PetscErrorCode FactorTrial(Continuation *c, PetscBool *singular)
{
  PetscFunctionBeginUser;
  PetscCall(FactorizationCompute(c->K, c->sys->traits.symmetric, &c->factors, singular));
  c->factorizations++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- GMRES ----------------------------------------------------------------------------------- */

static PetscErrorCode ApplyFactors(PC pc, Vec b, Vec x)
{
  Continuation *c;

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &c));
  PetscCall(MatSolve(c->factors, b, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateKrylov(Continuation *c)
{
  PC pc;

  PetscFunctionBeginUser;
  PetscCall(KSPCreate(c->sys->comm, &c->krylov));
  PetscCall(KSPSetType(c->krylov, KSPGMRES));
  PetscCall(KSPGMRESSetRestart(c->krylov, MAX_KRYLOV));
  PetscCall(KSPGetPC(c->krylov, &pc));
  PetscCall(PCSetType(pc, PCSHELL));
  PetscCall(PCShellSetContext(pc, c));
  PetscCall(PCShellSetApply(pc, ApplyFactors));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *longest = the number of iterations of GMRES for one vector that cost as much as a factorization,
   for two vectors, or 0 if GMRES does not serve. */
static PetscErrorCode LimitKrylov(const Continuation *c, PetscInt *longest)
{
  enum { FEWEST = 6 }; /* a stiffness nearby takes 4 to 8 iterations */
  PetscReal solves = 0;

  PetscFunctionBeginUser;
  *longest = 0;
  if (!c->factors || c->nneutral) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FactorizationGetCost(c->factors, &solves));
  *longest = (PetscInt)PetscMin(MAX_KRYLOV, solves / 2);
  if (*longest < FEWEST) *longest = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes x = c->K^-1 b to a relative tolerance by GMRES, which starts at x if nonzero. *ok: it
   has converged in `longest` iterations. */
static PetscErrorCode SolveKrylov(Continuation *c, PetscInt longest, PetscReal tolerance,
                                  PetscBool nonzero, Vec b, Vec x, PetscBool *ok)
{
  KSPConvergedReason reason;

  PetscFunctionBeginUser;
  if (!c->krylov) PetscCall(CreateKrylov(c));
  PetscCall(KSPSetOperators(c->krylov, c->K, c->K));
  PetscCall(KSPSetTolerances(c->krylov, tolerance, 0, PETSC_DEFAULT, (int)longest));
  PetscCall(KSPSetInitialGuessNonzero(c->krylov, nonzero));
  PetscCall(KSPSolve(c->krylov, b, x));
  PetscCall(KSPGetConvergedReason(c->krylov, &reason));
  *ok = (PetscBool)(reason > 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- one iteration --------------------------------------------------------------------------- */

/* Computes c->a = K^-1 c->r, and c->b = K^-1 dr/dt unless K is that of the last iteration. c->b on
   entry is the one of the last iteration, or 0. *solved: PETSC_FALSE if K is singular.
   *by_krylov: the last K, on entry, and this one are in c->K and not in c->factors. */
static PetscErrorCode SolveTwice(Continuation *c, Vec along, IterationMatrix matrix,
                                 PetscBool *by_krylov, PetscBool *solved)
{
  const PetscBool with_b = (PetscBool)(matrix != OF_LAST);
  PetscInt        negative, longest = 0;
  PetscBool       singular = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (matrix == OF_TRIAL || (matrix == OF_LAST && *by_krylov)) PetscCall(LimitKrylov(c, &longest));
  *by_krylov = (PetscBool)(longest > 0);
  if (*by_krylov && with_b)
    PetscCall(SolveKrylov(c, longest, KRYLOV_TOLERANCE, PETSC_TRUE, c->force, c->b, by_krylov));
  if (*by_krylov)
    PetscCall(SolveKrylov(c, longest, with_b ? KRYLOV_TOLERANCE : SAME_MATRIX, PETSC_FALSE, c->r,
                          c->a, by_krylov));
  *solved = *by_krylov;
  if (*solved) PetscFunctionReturn(PETSC_SUCCESS);
  if (matrix == OF_TRIAL || longest) PetscCall(FactorTrial(c, &singular));
  *solved = (PetscBool)!singular;
  if (singular) PetscFunctionReturn(PETSC_SUCCESS);
  if (with_b) PetscCall(MatSolve(c->factors, c->force, c->b));
  PetscCall(MatSolve(c->factors, c->r, c->a));
  PetscCall(ContinuationProjectNeutral(c, c->factors, along == c->tangent ? NULL : along,
                                       with_b ? 2 : 1, (Vec[]){c->a, c->b}, &negative));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Moves the trial state towards the plane by two solutions with one matrix. Computes the length of
   the move, change. by_krylov: see SolveTwice. */
static PetscErrorCode CorrectorIteration(Continuation *c, Vec along, PetscReal rate, PetscReal size,
                                         IterationMatrix matrix, PetscBool *by_krylov,
                                         PetscReal *change)
{
  const FsLoading        loading = FsLoadingOfEquilibrium(1);
  const FsConstraintRows rows    = continuation_rows(c);
  PetscReal              so_far, of_a, of_b, dt;
  PetscBool              solved = PETSC_FALSE;

  PetscFunctionBeginUser;
  *change = PETSC_INFINITY;
  if (matrix == OF_LAST) PetscCall(FsSystemResidual(c->sys, &c->trial, &loading, &rows, c->r));
  else PetscCall(ContinuationForces(c, &c->trial));
  if (matrix == OF_TRIAL) PetscCall(AssembleTrial(c));
  PetscCall(SolveTwice(c, along, matrix, by_krylov, &solved));
  if (!solved) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ContinuationProduct(c, along, rate, c->delta, c->trial.t - c->s->t, &so_far));
  PetscCall(ContinuationProduct(c, along, rate, c->a, 0, &of_a));
  PetscCall(ContinuationProduct(c, along, rate, c->b, -1, &of_b));
  dt = (size - so_far + of_a) / -of_b;
  PetscCall(VecAXPY(c->a, dt, c->b));
  PetscCall(VecScale(c->a, -1));
  PetscCall(ContinuationMoveState(c, &c->trial, 1, c->a));
  PetscCall(VecAXPY(c->delta, 1, c->a));
  c->trial.t += dt;
  PetscCall(ContinuationStepLength(c, c->a, dt, change));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Moves the trial state to the plane with the factors that the corrector has. *iterations is 0 if
   they do not serve. Near a limit point they could lead far away, so that the moves must be small
   and shrink fast. */
static PetscErrorCode IterateWithSameFactors(Continuation *c, Vec along, PetscReal rate,
                                             PetscReal size, PetscReal length, PetscInt *iterations)
{
  /* largest move relative to the step, and its largest ratio to the last move; test_long_steps of
     tests/analysis/path.py has steps that could jump over two limit points */
  const PetscReal max_move = 0.2, max_ratio = 0.3;
  PetscReal       change = 0, last = max_move * length / max_ratio;
  PetscBool       by_krylov = PETSC_FALSE;

  PetscFunctionBeginUser;
  for (*iterations = 1; *iterations <= MAX_ITERATIONS; (*iterations)++) {
    PetscCall(CorrectorIteration(c, along, rate, size, *iterations > 1 ? OF_LAST : OF_FACTORS,
                                 &by_krylov, &change));
    /* k iterations of Newton's method bring an error to the power 2^k, and n with the same factors
       multiply it by itself n times */
    c->effort = PetscLog2Real((PetscReal)(*iterations + 1));
    if (change <= CORRECTOR_TOLERANCE * length) PetscFunctionReturn(PETSC_SUCCESS);
    if (!(change <= max_ratio * last)) break;
    last = change;
  }
  *iterations = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Moves the trial state to the plane by Newton's method. *iterations is 0 on failure. */
static PetscErrorCode IterateNewton(Continuation *c, Vec along, PetscReal rate, PetscReal size,
                                    PetscReal length, PetscInt *iterations)
{
  /* The largest move in an iteration, relative to the step. A move, relative to the step, after
     which the matrix remains if moves shrink at least by the ratio fast. */
  const PetscReal max_move = 3, small_move = 1e-5, fast = 0.1;
  PetscReal       change = 0, last = 0;
  PetscBool       by_krylov = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(c->b));
  for (*iterations = 1; *iterations <= MAX_ITERATIONS; (*iterations)++) {
    const PetscBool again =
      (PetscBool)(*iterations > 2 && change <= small_move * length && change <= fast * last);

    last = change;
    PetscCall(
      CorrectorIteration(c, along, rate, size, again ? OF_LAST : OF_TRIAL, &by_krylov, &change));
    c->effort = (PetscReal)*iterations;
    if (change <= CORRECTOR_TOLERANCE * length) PetscFunctionReturn(PETSC_SUCCESS);
    if (*iterations > 2 && change > 0.8 * last && change <= ROUND_OFF_TOLERANCE * length)
      PetscFunctionReturn(PETSC_SUCCESS);
    if (change > max_move * length) break;
  }
  *iterations = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationCorrect(Continuation *c, Vec along, PetscReal rate, PetscReal size,
                                   PetscReal ahead, PetscInt *iterations)
{
  PetscReal length;

  PetscFunctionBeginUser;
  *iterations = 0;
  c->effort   = 1;
  if (!c->proportional) PetscCall(ContinuationKeepFactors(c));
  for (int kept = c->factors && ahead == 0 ? 1 : 0; kept >= 0 && !*iterations; kept--) {
    PetscCall(ContinuationCopyState(c->s, &c->trial));
    PetscCall(VecAXPBY(c->delta, size, 0, along));
    PetscCall(ContinuationStepLength(c, c->delta, size * rate, &length));
    if (ahead > 0) PetscCall(VecAXPY(c->delta, ahead, c->tangent));
    PetscCall(ContinuationMoveState(c, &c->trial, 1, c->delta));
    c->trial.t += size * rate + ahead * c->rate;
    if (c->proportional) *iterations = 1;
    else if (kept) PetscCall(IterateWithSameFactors(c, along, rate, size, length, iterations));
    else PetscCall(IterateNewton(c, along, rate, size, length, iterations));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ContinuationTryStep(Continuation *c, PetscReal size, PetscInt *iterations,
                                   PetscReal *cosine, PetscBool *ok)
{
  PetscReal chord;

  PetscFunctionBeginUser;
  *ok = PETSC_FALSE;
  PetscCall(ContinuationCorrect(c, c->tangent, c->rate, size, 0, iterations));
  if (!*iterations) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ContinuationStepLength(c, c->delta, c->trial.t - c->s->t, &chord));
  PetscCall(ContinuationAcceptTrial(c, size));
  PetscCall(ContinuationTangent(c, c->from_tangent, c->from_rate, ok));
  if (*ok)
    PetscCall(ContinuationProduct(c, c->from_tangent, c->from_rate, c->tangent, c->rate, cosine));
  else PetscCall(ContinuationRevert(c));
  /* a step that jumps to another path leaves the tangent at its start */
  if (*ok && !c->controlled && !c->proportional) *cosine = PetscMin(*cosine, size / chord);
  PetscFunctionReturn(PETSC_SUCCESS);
}
