/* corrector.c: computes the equilibrium at which a path crosses a plane.

   The first iterations use the factors of the stiffness at the start of the step, which count its
   unstable directions, too. If they converge too slowly, Newton's method computes others. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "continuation_step.h"
#include "eigen/factorization.h"

/* Largest number of Newton iterations of a step, and the size of the last correction relative to
   the length of the step, in the metric of the path. Near a singular tangent corrections stop
   falling at round-off, which the second tolerance accepts. They are the round-off of
   the residual divided by an eigenvalue near 0. tests/analysis/path.py has paths in closed form. */
enum { MAX_ITERATIONS = 16 };
static const PetscReal CORRECTOR_TOLERANCE = 1e-9, ROUND_OFF_TOLERANCE = 1e-4;

/* Computes c->factors of the tangent at the trial state, whose moments are not in equilibrium, so
   that it may not be symmetric. *singular: there are no factors. */
static PetscErrorCode FactorTrial(Continuation *c, PetscBool *singular)
{
  const FsLoading        loading = FsLoadingOfEquilibrium(1);
  const FsConstraintRows rows    = continuation_rows(c);

  PetscFunctionBeginUser;
  PetscCall(
    FsSystemTangent(c->sys, &c->trial, &loading, &rows, (FsShift){0, 0, 1, PETSC_FALSE}, c->K));
  PetscCall(FactorizationCompute(c->K, c->sys->traits.symmetric, &c->factors, singular));
  c->factorizations++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes r and K^-1 r in c->a, and unless the last iteration had the same factors of K, K^-1
   dr/dt in c->b. */
static PetscErrorCode SolveTwice(Continuation *c, Vec along, PetscBool again)
{
  const FsLoading        loading = FsLoadingOfEquilibrium(1);
  const FsConstraintRows rows    = continuation_rows(c);
  PetscInt               negative;

  PetscFunctionBeginUser;
  if (again) PetscCall(FsSystemResidual(c->sys, &c->trial, &loading, &rows, c->r));
  else PetscCall(MatSolve(c->factors, c->force, c->b));
  PetscCall(MatSolve(c->factors, c->r, c->a));
  PetscCall(ContinuationProjectNeutral(c, c->factors, along == c->tangent ? NULL : along,
                                       again ? 1 : 2, (Vec[]){c->a, c->b}, &negative));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Moves the trial state towards the plane by two solutions with one matrix. fresh: the matrix is
   that of the trial state; again: the last iteration had the same one. Computes the length of the
   move, change. */
static PetscErrorCode CorrectorIteration(Continuation *c, Vec along, PetscReal rate, PetscReal size,
                                         PetscBool fresh, PetscBool again, PetscReal *change)
{
  PetscReal so_far, of_a, of_b, dt;
  PetscBool singular = PETSC_FALSE;

  PetscFunctionBeginUser;
  *change = PETSC_INFINITY;
  if (fresh || !again) PetscCall(ContinuationForces(c, &c->trial));
  if (fresh) PetscCall(FactorTrial(c, &singular));
  if (singular) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SolveTwice(c, along, (PetscBool)(again && !fresh)));
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

  PetscFunctionBeginUser;
  for (*iterations = 1; *iterations <= MAX_ITERATIONS; (*iterations)++) {
    PetscCall(
      CorrectorIteration(c, along, rate, size, PETSC_FALSE, (PetscBool)(*iterations > 1), &change));
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

  PetscFunctionBeginUser;
  for (*iterations = 1; *iterations <= MAX_ITERATIONS; (*iterations)++) {
    const PetscBool again =
      (PetscBool)(*iterations > 2 && change <= small_move * length && change <= fast * last);

    last = change;
    PetscCall(CorrectorIteration(c, along, rate, size, (PetscBool)!again, again, &change));
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
    if (ahead > 0) PetscCall(VecAXPY(c->delta, ahead, c->tangent));
    PetscCall(ContinuationMoveState(c, &c->trial, 1, c->delta));
    c->trial.t += size * rate + ahead * c->rate;
    PetscCall(ContinuationStepLength(c, c->delta, size * rate, &length));
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
