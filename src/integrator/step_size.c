/* step_size.c: chooses the sizes of steps, and finds the size that ends where a force law
   switches.

   Fixed steps are shortened if a stage cannot be solved, and grow again. With -adapt a PI
   controller keeps the estimated error of each step at the tolerance (Gustafsson 1991; Hairer &
   Wanner, Solving ODEs II, IV.2). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "step_size.h"

/* factor of a fixed step after a good one */
static const PetscReal GROW = 2;

/* Adaptive steps: desired size relative to the size that just meets the tolerance, and limits of
   the change in one step. */
static const PetscReal SAFETY = 0.9, MIN_STEP_FACTOR = 0.2, MAX_STEP_FACTOR = 5;
/* Adaptive steps: smaller growth does not justify a new matrix or a restart of lms3 and lms4. */
static const PetscReal MIN_GROWTH = 1.2, MIN_GROWTH_RESTART = 2;

/* exponents of the PI controller, over the order of the error estimate */
static const PetscReal INTEGRAL = 0.7, PROPORTIONAL = 0.4;
/* steps after a change until lms4 uses its full history again */
static const PetscInt SETTLING_STEPS = 4;

PetscReal step_size_next(FsStepControl c, PetscReal remaining, PetscBool *reaches_end)
{
  *reaches_end = PETSC_TRUE;
  /* dt itself, because a difference of times has round-off */
  if (PetscAbsReal(remaining - c->dt) <= STEP_END_TOLERANCE * c->dt && c->h >= c->dt) return c->dt;
  if (remaining <= c->h * (1 + STEP_END_TOLERANCE)) return remaining;
  *reaches_end = PETSC_FALSE;
  return remaining < 2 * c->h && remaining / 2 >= c->dt_min ? remaining / 2 : c->h;
}

PetscReal step_size_tolerance(FsStepControl c)
{
  if (c->scale == 0) return PETSC_MAX_REAL;
  return c->rtol + c->atol_norm / c->scale;
}

PetscErrorCode StepSizeMeasureError(FsStepControl c, const FsState *s, PetscReal *error)
{
  PetscReal size, allowed;

  PetscFunctionBeginUser;
  PetscCall(FsIntegratorEstimateError(c->in, s, c->error));
  PetscCall(FsSystemNorm(c->in->sys, c->error, error));
  PetscCall(FsSystemNorm(c->in->sys, c->in->next.q, &size));
  c->scale = PetscMax(c->scale, size);
  allowed  = c->atol_norm + c->rtol * c->scale;
  /* nothing moves yet */
  *error = *error == 0 ? 0 : *error / allowed;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the factor of the PI controller from the errors of the accepted step and the one
   before. */
static PetscReal controller_factor(FsStepControl c, PetscReal error)
{
  /* least: of the allowed error; a smaller error than this is taken for it, so that the powers stay
     finite. The factor is limited by the caller long before. */
  const PetscReal power = 1. / (PetscReal)c->in->error_order, least = 1e-10;

  return SAFETY * PetscPowReal(PetscMax(error, least), -INTEGRAL * power) *
         PetscPowReal(PetscMax(c->last_error, least), PROPORTIONAL * power);
}

/* Chooses the size after an accepted step. The size stays while nothing moves, because a longer
   step could pass over the first load. */
static void choose_step_size(FsStepControl c, PetscReal error, PetscBool was_rejected)
{
  const FsIntegrator in         = c->in;
  const PetscReal    min_growth = in->variable_step ? MIN_GROWTH : MIN_GROWTH_RESTART;
  PetscReal          factor =
    c->scale == 0
               ? 1
               : PetscMax(MIN_STEP_FACTOR, PetscMin(MAX_STEP_FACTOR, controller_factor(c, error)));

  c->last_error = error;
  c->since_change++;
  if (factor > 1 && (was_rejected || factor < min_growth ||
                     (!in->variable_step && c->since_change < SETTLING_STEPS)))
    factor = 1;
  if (factor < 1 && factor >= SAFETY) factor = 1;
  if (factor != 1) c->since_change = 0;
  c->h = PetscMin(c->dt_max, PetscMax(c->dt_min, factor * in->dt));
}

PetscBool step_size_shorten(FsStepControl c, PetscReal tried, PetscReal factor)
{
  if (tried <= c->dt_min * (1 + STEP_END_TOLERANCE)) return PETSC_FALSE;
  c->h            = PetscMax(c->dt_min, factor * tried);
  c->since_change = 0;
  return PETSC_TRUE;
}

PetscBool step_size_reject(FsStepControl c, PetscReal h, PetscReal error)
{
  const PetscReal power = 1. / (PetscReal)c->in->error_order;

  return step_size_shorten(c, h, PetscMax(MIN_STEP_FACTOR, SAFETY * PetscPowReal(error, -power)));
}

void step_size_choose(FsStepControl c, PetscReal h, PetscReal full_step, PetscReal error,
                      PetscBool retried)
{
  if (c->adapt && h == full_step) choose_step_size(c, error, retried);
  else if (!c->adapt && !retried) c->h = PetscMin(c->dt, GROW * c->h);
}

/* ---- event root ------------------------------------------------------------------------------ */

/* Finds roots by inverse quadratic interpolation or bisection (Chandrupatla 1997).

   Bisection replaces the interpolation if three points do not allow it. Trials are just after
   the root. */

/* Largest distance of the end of a step after the switch, relative to the step; it has no unit. The
   force law before the switch acts during this time. It changes the velocity in the same proportion
   to the change in a whole step. 1e-8 is below the error of a step of fourth order that resolves
   the motion (omega dt = 1/50). A smaller value would cost trials and meet the round-off of
   Newton's method. tests/integrator/events.c measures the orders of schemes with switches, which a
   larger value would lower, and counts the steps. The rows "contact with a stop" and "rest by
   friction" of tests/relations/guards.py locate the same switches in any units. */
static const PetscReal ROOT_TOLERANCE = 1e-8;

static const PetscInt MAX_ROOT_TRIALS = 40; /* bisection alone takes 27 */

void event_root_start(EventRoot *x, PetscReal full_step, PetscReal first, PetscReal rest,
                      PetscReal margin)
{
  *x = (EventRoot){
    .full_step = full_step,
    .first     = first,
    .rest      = rest,
    .before    = {0,         1     },
    .after     = {full_step, margin},
    .third     = {0,         1     },
    .last      = {full_step, margin}
  };
}

void event_root_add(EventRoot *x, PetscReal size, PetscReal margin)
{
  EventTrial *replaced = margin < 0 ? &x->after : &x->before;

  x->third  = *replaced;
  *replaced = x->last = (EventTrial){size, margin};
  x->trials++;
}

/* Estimates the root from the trials. */
static PetscReal estimate_root(const EventRoot *x)
{
  const EventTrial a = x->last, b = a.margin < 0 ? x->before : x->after, c = x->third;
  /* the first two points alone do not select this part of the bracket at each end */
  const PetscReal guard = 0.1;
  const PetscReal xi    = (a.size - b.size) / (c.size - b.size),
                  phi   = (a.margin - b.margin) / (c.margin - b.margin);
  PetscReal t           = 0.5;

  if (!x->trials) t = PetscMax(guard, PetscMin(1 - guard, a.margin / (a.margin - b.margin)));
  else if (phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi)
    t = a.margin / (b.margin - a.margin) * c.margin / (b.margin - c.margin) +
        (c.size - a.size) / (b.size - a.size) * a.margin / (c.margin - a.margin) * b.margin /
          (c.margin - b.margin);
  return a.size + t * (b.size - a.size);
}

PetscBool event_root_next(const EventRoot *x, PetscReal *size)
{
  const PetscReal tolerance = ROOT_TOLERANCE * x->full_step, last = x->full_step - x->rest,
                  root = estimate_root(x);

  /* the switch is before the shortest step, or after the longest; the trial of that size decides */
  if (x->trials && x->last.size == (x->last.margin < 0 ? x->first : last)) return PETSC_FALSE;
  if (x->trials && x->last.margin < 0 &&
      x->after.size - PetscMax(root, x->before.size) <= tolerance)
    return PETSC_FALSE;
  if (x->trials > MAX_ROOT_TRIALS) return PETSC_FALSE;
  *size = PetscMax(x->first, PetscMin(last, root + tolerance / 2));
  if (*size <= x->before.size || *size >= x->after.size)
    *size = PetscMin(last, (x->before.size + x->after.size) / 2);
  /* round-off of the solves hides the root; the step that crosses it is taken again */
  if (x->after.size - x->before.size <= tolerance || x->trials == MAX_ROOT_TRIALS)
    *size = x->after.size;
  return PETSC_TRUE;
}
