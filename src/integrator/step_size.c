/* step_size.c: chooses the sizes of steps.

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
