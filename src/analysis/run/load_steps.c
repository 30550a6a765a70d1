/* load_steps.c: makes time steps see what loads and prescribed motions do between their ends. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "input/formula/load_step.h"
#include "load_steps.h"

/* difference of a formula from a cubic within a step, over its largest value so far. 1 % is about
   what -adapt_rtol 1e-4 leaves of an oscillation */
static const PetscReal PART = 0.01;
/* shortest step to which a formula limits, relative to the first step */
static const PetscReal SHORTEST = 1. / 1024;
/* stages are at most this behind the end of a step, relative to the step; esdirk43_6l has 0.043 */
static const PetscReal STAGES_BEHIND = 0.1;

/* Adds a formula, unless it is NULL or does not depend on t. */
static PetscErrorCode AddFormula(LoadSteps *loads, Expression formula)
{
  PetscFunctionBeginUser;
  if (!formula || !ExpressionDependsOn(formula, 0)) PetscFunctionReturn(PETSC_SUCCESS);
  if (loads->n == loads->capacity) {
    loads->capacity = loads->capacity ? 2 * loads->capacity : 8;
    PetscCall(PetscRealloc((size_t)loads->capacity * sizeof *loads->formula, &loads->formula));
    PetscCall(PetscRealloc((size_t)loads->capacity * sizeof *loads->largest, &loads->largest));
  }
  loads->largest[loads->n]   = 0;
  loads->formula[loads->n++] = formula;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LoadStepsCreate(Model model, PetscReal dt, LoadSteps *loads)
{
  const Loads *const l = &model->loads;

  PetscFunctionBeginUser;
  *loads = (LoadSteps){.dt = dt};
  for (PetscInt b = 0; b < model->nblocks; b++) PetscCall(AddFormula(loads, model->block[b].time));
  for (PetscInt k = 0; k < l->nconstant; k++) PetscCall(AddFormula(loads, l->constant[k].time));
  for (PetscInt k = 0; k < l->nfollower; k++) PetscCall(AddFormula(loads, l->follower[k].time));
  for (PetscInt k = 0; k < l->nmoving; k++) PetscCall(AddFormula(loads, l->moving[k].time));
  PetscCall(AddFormula(loads, model->gravity.time));
  for (int c = 0; c < 3; c++) PetscCall(AddFormula(loads, model->gravity.base[c]));
  loads->nloads = loads->n;
  for (PetscInt s = 0; s < model->nsupports; s++)
    for (int c = 0; c < COMPONENTS; c++) PetscCall(AddFormula(loads, model->support[s].motion[c]));
  for (PetscInt j = 0; j < model->njoints; j++)
    for (int k = 0; k < JOINT_COORDINATES; k++)
      if (model->joint[j].driver[k])
        PetscCall(AddFormula(loads, JointDriverFormula(model->joint[j].driver[k])));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LoadStepsDestroy(LoadSteps *loads)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(loads->formula));
  PetscCall(PetscFree(loads->largest));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void load_steps_release(LoadSteps *loads)
{
  for (PetscInt k = 0; k < loads->nloads; k++) ExpressionHold(loads->formula[k], PETSC_MAX_REAL);
}

/* Holds the loads that jump behind the end of a step, where stages may be. */
static void hold_behind(LoadSteps *loads, const LoadStep *step)
{
  const PetscReal end = step->t + step->h, latest = end + STAGES_BEHIND * step->h;

  for (PetscInt k = 0; k < loads->nloads; k++)
    if (ExpressionJumps(loads->formula[k], end, latest, loads->dt))
      ExpressionHold(loads->formula[k], end);
}

void load_steps_limit(LoadSteps *loads, FsStepLimit *limit)
{
  LoadStep step = {.t = limit->t, .h = limit->h};

  load_steps_release(loads);

  for (PetscInt k = 0; k < loads->n; k++)
    ExpressionLimitStep(loads->formula[k], loads->dt, SHORTEST * loads->dt, PART,
                        &loads->largest[k], &step);
  hold_behind(loads, &step);
  limit->h       = step.h;
  limit->after   = step.after;
  limit->change  = step.change;
  limit->jump    = step.jump;
  limit->limited = step.limited;
}

PetscErrorCode LoadStepsArchive(LoadSteps *loads, FsArchive a)
{
  PetscFunctionBeginUser;
  if (!loads->n || a->loads_changed) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsArchiveReals(a, "loads_largest", loads->n, loads->largest));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the impulse that a step from a to b sees: the trapezoidal rule with a part for each
 * solve. */
static PetscReal impulse_seen(Expression e, PetscReal a, PetscReal b, PetscInt solves)
{
  const PetscReal part = (b - a) / (PetscReal)solves;
  PetscReal       sum  = (ExpressionValue(e, &a) + ExpressionValue(e, &b)) / 2;

  for (PetscInt k = 1; k < solves; k++)
    sum += ExpressionValue(e, &(PetscReal){a + (PetscReal)k * part});
  return part * sum;
}

/* Returns the largest difference between the impulses since the start, over the largest true one.
 */
static PetscReal impulse_error(Expression e, PetscReal from, PetscReal to, PetscInt nsteps,
                               PetscInt solves)
{
  enum { MOST = 20000 }; /* if there are more steps, it looks at every second, third, ... one */
  const PetscInt  stride = PetscMax(1, (nsteps + MOST - 1) / MOST);
  const PetscReal dt     = (to - from) / (PetscReal)nsteps;
  PetscReal       whole = 0, difference = 0, most_whole = 0, most_difference = 0;

  for (PetscInt k = 0; k < nsteps; k += stride) {
    const PetscReal a = from + (PetscReal)k * dt, b = from + (PetscReal)(k + 1) * dt,
                    impulse = ExpressionImpulse(e, a, b, dt / 8);

    whole += impulse;
    difference += impulse_seen(e, a, b, solves) - impulse;
    most_whole      = PetscMax(most_whole, PetscAbsReal(whole));
    most_difference = PetscMax(most_difference, PetscAbsReal(difference));
  }
  return most_whole > 0 ? most_difference / most_whole : 0;
}

PetscErrorCode LoadStepsWarn(const LoadSteps *loads, MPI_Comm comm, PetscReal from, PetscReal to,
                             PetscInt nsteps, PetscInt solves)
{
  const PetscReal allowed = 0.05;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < loads->nloads; k++) {
    const PetscReal error = impulse_error(loads->formula[k], from, to, nsteps, solves);

    if (!(error > allowed)) continue;
    PetscCall(PetscFPrintf(
      comm, stderr,
      "fsolve: warning: %s: the impulse that steps of %.6g s see differs by %.2g %% from the true "
      "one; take a shorter -dt, or -adapt\n",
      ExpressionOption(loads->formula[k]), (double)((to - from) / (PetscReal)nsteps),
      (double)(100 * error)));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
