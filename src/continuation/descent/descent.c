/* descent.c: implements the steps downhill to a stable equilibrium.

   Lengths are root mean squares over the model size: those of displacements, and of rotations times
   the model size. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "descent.h"
#include "system/force_units.h"

/* FIRST: length of the first step away from an unstable equilibrium. MOST: largest length of a
   step. NEAR: length of a Newton step from which FsStageSolveStatic takes over; it falls by NEARER
   if that fails, down to EXACT, the tolerance of Newton's method, where the state is an
   equilibrium. STALLED: length of a step below which an unstable state is left along its softest
   direction. All are lengths over the model size and have no unit. None decides what a stable
   equilibrium is, which is the sign of eigenvalues; larger ones may lead to another of several
   equilibria, and smaller ones cost steps. The shapes that are reached are compared with closed
   forms in tests/analysis/stability.py, and the row "stable equilibrium of a column" of
   tests/relations/guards.py reaches the same one in any units. */
static const PetscReal FIRST = 1e-3, MOST = 0.1, NEAR = 1e-3, NEARER = 1e-2, EXACT = 1e-10,
                       STALLED = 1e-5, FAR[] = {3, 10};
/* STIFFER, FAST and SLOW are the factors of sigma after a failed step, a fast and a slow one.
   SHORTER says how much shorter than MOST a step becomes after one that was too long, and FARTHEST
   is the largest factor for it. ABOVE is sigma over the size of the lowest eigenvalue. All are
   ratios, and change the number of steps alone; test_hanging_chains of tests/analysis/stability.py
   has the longest descents. */
static const PetscReal STIFFER = 4, SHORTER = 1.25, FARTHEST = 100, FAST = 0.2, SLOW = 0.6,
                       ABOVE = 1.5;
enum { MAX_STEPS = 500, MAX_DEPARTURES = 30, MAX_ITERATIONS = 12, FAST_ITERATIONS = 3 };

typedef struct {
  FsSystem          sys;
  FsLoading         loading;
  Vec               weights;
  const NodeFields *fields;
  PetscReal         length; /* model size times sqrt(number of weights) [m] */
  Pencil            pencil;
  FsState          *s;     /* start of the step, accepted */
  FsState           trial; /* iterate of its end */
  /* residual; change of the step and of the iteration, multipliers included; scratch */
  Vec          r, delta, change, scratch;
  PetscReal    sigma, least, largest; /* least, largest: of all sigma that make sense */
  PetscReal    near;                  /* see NEAR */
  FsStageInfo *info;
} Descent;

/* ---- vectors --------------------------------------------------------------------------------- */

static PetscErrorCode MeasureLength(Descent *d, Vec x, PetscReal *length)
{
  PetscFunctionBeginUser;
  PetscCall(SoftestNorm(d->weights, x, d->scratch, length));
  *length /= d->length;
  if (PetscIsInfOrNanReal(*length)) *length = PETSC_INFINITY;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the trial state to s plus delta. */
static PetscErrorCode MoveTrial(Descent *d)
{
  PetscFunctionBeginUser;
  d->trial.t = d->s->t;
  PetscCall(VecCopy(d->s->a, d->trial.a));
  if (d->sys->constraints)
    PetscCall(d->sys->constraints->add_multipliers(d->sys, d->pencil->scale, d->delta, d->trial.a));
  PetscCall(VecWAXPY(d->trial.q, 1, d->s->q, d->delta));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AcceptTrial(Descent *d)
{
  PetscFunctionBeginUser;
  PetscCall(VecCopy(d->trial.q, d->s->q));
  PetscCall(VecCopy(d->trial.a, d->s->a));
  PetscCall(FsSystemAcceptInitialState(d->sys, d->s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes d->r at a state. */
static PetscErrorCode Residual(Descent *d, const FsState *at)
{
  const FsConstraintRows rows = {FS_CONSTRAINT_POSITION, d->pencil->scale, d->pencil->scale};

  PetscFunctionBeginUser;
  PetscCall(FsSystemResidual(d->sys, at, &d->loading, &rows, d->r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Factors K + sigma W at a state. *minimum: nothing but the rows of constraints makes a pivot
   negative. */
static PetscErrorCode Factor(Descent *d, const FsState *at, PetscReal sigma, PetscBool *minimum)
{
  PetscInt below;

  PetscFunctionBeginUser;
  PetscCall(PencilUpdateSymmetricPart(d->pencil, at, &d->loading));
  PetscCall(PencilFactorWeighted(d->pencil, -sigma, d->weights, &below));
  d->info->newton++;
  d->info->linear++;
  *minimum = (PetscBool)(below == 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- one step -------------------------------------------------------------------------------- */

/* Takes one Newton iteration of a step. If *ok is PETSC_FALSE, the step must be shorter. */
static PetscErrorCode IterateStep(Descent *d, PetscReal *change, PetscBool *ok)
{
  PetscReal norm;

  PetscFunctionBeginUser;
  PetscCall(Residual(d, &d->trial));
  PetscCall(VecPointwiseMult(d->scratch, d->weights, d->delta));
  PetscCall(VecAXPY(d->r, d->sigma, d->scratch));
  PetscCall(VecNorm(d->r, NORM_2, &norm));
  *ok = (PetscBool)!PetscIsInfOrNanReal(norm);
  if (*ok) PetscCall(Factor(d, &d->trial, d->sigma, ok));
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatSolve(d->pencil->factors, d->r, d->change));
  PetscCall(VecAXPY(d->delta, -1, d->change));
  PetscCall(MeasureLength(d, d->change, change));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Takes a step with d->sigma. *length: its length. If *ok is PETSC_FALSE, nothing has moved. */
static PetscErrorCode Step(Descent *d, PetscInt *iterations, PetscReal *length, PetscBool *ok)
{
  const PetscReal settled = 0.03; /* of the step */
  PetscReal       change  = 0, work;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(d->delta));
  for (*iterations = 1; *iterations <= MAX_ITERATIONS; (*iterations)++) {
    PetscCall(MoveTrial(d));
    PetscCall(IterateStep(d, &change, ok));
    if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
    PetscCall(MeasureLength(d, d->delta, length));
    *ok = (PetscBool)(*length <= MOST);
    if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
    if (*iterations > 1 && change <= settled * *length) break;
  }
  PetscCall(MoveTrial(d));
  PetscCall(Residual(d, d->s));
  PetscCall(SoftestDot(d->weights, d->r, d->delta, &work));
  *ok = (PetscBool)(*iterations <= MAX_ITERATIONS && work <= 0);
  if (*ok) PetscCall(AcceptTrial(d));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Leaves an unstable state along its softest direction, and sets sigma for the next steps. */
static PetscErrorCode Depart(Descent *d, PetscBool *ok)
{
  PetscReal lowest, length;

  PetscFunctionBeginUser;
  PetscCall(PencilUpdateSymmetricPart(d->pencil, d->s, &d->loading));
  PetscCall(SoftestDirection(d->pencil, d->weights, d->fields, d->delta, &lowest, ok));
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MeasureLength(d, d->delta, &length));
  PetscCall(VecScale(d->delta, FIRST / length));
  if (d->sys->constraints) /* the multipliers stay */
    PetscCall(d->sys->constraints->add_multipliers(d->sys, -1, d->delta, d->delta));
  PetscCall(MoveTrial(d));
  PetscCall(AcceptTrial(d));
  d->sigma = ABOVE * PetscAbsReal(lowest);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the way --------------------------------------------------------------------------------- */

/* Decides after a step whether Newton's method can take over, or the state must be left along its
   softest direction. */
static PetscErrorCode Judge(Descent *d, PetscReal length, PetscBool *near, PetscBool *unstable)
{
  PetscReal remaining;

  PetscFunctionBeginUser;
  *near = *unstable = PETSC_FALSE;
  if (length > 10 * d->near) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Factor(d, d->s, d->least, near));
  *unstable = (PetscBool)(!*near && length < STALLED);
  if (!*near) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Residual(d, d->s));
  PetscCall(MatSolve(d->pencil->factors, d->r, d->change));
  PetscCall(MeasureLength(d, d->change, &remaining));
  *near = (PetscBool)(remaining <= d->near);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Determines whether the way from a guess leads to no equilibrium, because something moves freely:
   the unbalanced force, sigma times the length of a step, does not fall. */
static PetscBool moves_freely(PetscReal way, PetscReal force, PetscReal first)
{
  const PetscReal far = 1, part = 0.5;

  return (PetscBool)(way > far && force > part * first);
}

/* Goes downhill until Newton's method can take over. unstable: the state must be left first. */
static PetscErrorCode GoDownhill(Descent *d, PetscBool unstable, PetscBool *arrived)
{
  const PetscBool guess = (PetscBool)!unstable;
  const PetscReal far   = FAR[guess ? 0 : 1];
  PetscReal       way = 0, first = 0;
  PetscInt        departures = 0;

  PetscFunctionBeginUser;
  *arrived = PETSC_FALSE;
  for (PetscInt k = 0; k < MAX_STEPS && !*arrived && way < far; k++) {
    PetscInt  iterations = 0;
    PetscReal length     = 0;
    PetscBool ok         = PETSC_TRUE;

    if (unstable) {
      if (departures++ < MAX_DEPARTURES) PetscCall(Depart(d, &ok));
      if (!ok || departures > MAX_DEPARTURES) break;
    }
    unstable = PETSC_FALSE;
    PetscCall(Step(d, &iterations, &length, &ok));
    if (!ok) {
      d->sigma *= length > MOST ? PetscMin(SHORTER * length / MOST, FARTHEST) : STIFFER;
      if (!(d->sigma <= d->largest)) break;
      continue;
    }
    if (way == 0) first = d->sigma * length;
    way += length;
    if (guess && moves_freely(way, d->sigma * length, first)) break;
    PetscCall(Judge(d, length, arrived, &unstable));
    d->sigma = PetscMax(d->least, d->sigma * (iterations <= FAST_ITERATIONS ? FAST : SLOW));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves for the equilibrium near s. *ok: it is stable. *leave: it is not. If both are PETSC_FALSE,
   Newton's method has failed, as where cables become slack in turn. */
static PetscErrorCode Finish(Descent *d, FsStage stage, PetscBool *ok, PetscBool *leave)
{
  FsStageInfo solve = {.ok = PETSC_TRUE};

  PetscFunctionBeginUser;
  PetscCall(VecCopy(d->s->q, d->trial.q));
  PetscCall(VecCopy(d->s->a, d->trial.a));
  d->trial.t = d->s->t;
  PetscCall(FsStageSolveStatic(stage, &d->loading, FS_STATIC_FULL, &d->trial, &solve));
  d->info->newton += solve.newton;
  d->info->linear += solve.linear;
  *leave = PETSC_FALSE;
  *ok    = (PetscBool)(solve.ok || d->near <= EXACT);
  d->near *= NEARER;
  if (!*ok) PetscFunctionReturn(PETSC_SUCCESS);
  if (solve.ok) PetscCall(AcceptTrial(d));
  PetscCall(FsStageReselectRedundantRows(stage, d->s));
  PetscCall(Factor(d, d->s, d->least, ok));
  *leave = (PetscBool) !*ok;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create(Descent *d)
{
  /* Relative to the norm of K with moments as forces at lengths, whose squares are the weights
     [N/m]. round_off: a smaller eigenvalue is zero. beyond: a larger sigma leaves no step to take.
     The row "stable equilibrium of a column" of tests/relations/guards.py bends a column that is
     just above its critical load, in any units. */
  Vec *const      all[]     = {&d->r, &d->delta, &d->change, &d->scratch};
  const PetscReal round_off = 1e-13, beyond = 1e6;
  PetscReal       most, count;
  PetscInt        n;

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++)
    PetscCall(VecDuplicate(d->sys->vec, all[k]));
  PetscCall(FsSystemStateCreate(d->sys, &d->trial));
  PetscCall(VecZeroEntries(d->trial.v));
  PetscCall(PencilCreateStiffness(d->sys, d->s, &d->loading, &d->pencil));
  PetscCall(SoftestCount(d->weights, &n));
  count     = (PetscReal)PetscMax(n, 1);
  d->length = FsSystemCharacteristicLength(d->sys) * PetscSqrtReal(count);
  PetscCall(FsSystemStiffnessNorm(d->sys, d->pencil->K, NORM_INFINITY, &most));
  d->largest = beyond * most;
  d->least   = round_off * most;
  /* a step of the first forces */
  PetscCall(Residual(d, d->s));
  PetscCall(FsSystemForceNorm(d->sys, d->r, NORM_2, &d->sigma));
  d->sigma = PetscMax(d->sigma / (MOST * d->length), d->least);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy(Descent *d)
{
  Vec *const all[] = {&d->r, &d->delta, &d->change, &d->scratch};

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++) PetscCall(VecDestroy(all[k]));
  PetscCall(FsSystemStateDestroy(&d->trial));
  PetscCall(PencilDestroy(&d->pencil));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode DescentRun(FsSystem sys, FsStage stage, const FsLoading *loading, Vec weights,
                          const NodeFields *fields, PetscBool leave, FsState *s, FsStageInfo *info)
{
  Descent   d       = {.sys     = sys,
                       .loading = *loading,
                       .weights = weights,
                       .fields  = fields,
                       .s       = s,
                       .near    = NEAR,
                       .info    = info};
  PetscBool arrived = PETSC_FALSE, near;

  PetscFunctionBeginUser;
  PetscCall(Create(&d));
  for (PetscInt k = 0; k < MAX_DEPARTURES && !arrived; k++) {
    PetscCall(GoDownhill(&d, leave, &near));
    if (!near) break;
    PetscCall(Finish(&d, stage, &arrived, &leave));
  }
  if (!arrived) {
    info->ok     = PETSC_FALSE;
    info->reason = "no stable equilibrium was found on the way downhill";
  }
  PetscCall(Destroy(&d));
  PetscFunctionReturn(PETSC_SUCCESS);
}
