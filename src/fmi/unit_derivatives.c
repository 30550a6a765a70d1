/* unit_derivatives.c: derivatives of the variables of a unit in a direction, by central
   differences.

   In model exchange, forces enter linearly, and velocities and accelerations of supports as
   polynomials of degree 2, whose central differences are exact. Displacements of 1e-5 of the size
   of the model, rotations of 1e-5 and velocities of 1e-4 leave an error of about 1e-9.

   In co-simulation, the unit repeats its last step with other inputs. The size of the change is not
   known beforehand, because a force of 1 N is small for a bridge and large for a micromechanical
   beam. The size therefore grows until the outputs change by more than Newton's tolerance. Then the
   differences of a size and of half of it are compared for each output, and smaller sizes are taken
   until they agree; Richardson's extrapolation of both is the result. An output that even the
   largest change moves by round-off alone has a derivative that is 0 except for this round-off. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "unit.h"

/* Direction - The direction of a derivative, and the variables that are differentiated. */
typedef struct {
  size_t                    n, m; /* numbers of unknown and of known variables */
  const fmi2ValueReference *unknown, *known;
  const double             *seed; /* [m] */
} Direction;

/* ---- the direction --------------------------------------------------------------------------- */

/* Returns the number of the state vr, or -1 if it is no state. */
static int state_of(const Unit *u, fmi2ValueReference vr)
{
  const long k = (long)vr - u->n - 1;

  return k >= 0 && k < u->exchange.n ? (int)k : -1;
}

static int is_input(const Unit *u, fmi2ValueReference vr)
{
  return vr < (fmi2ValueReference)u->n && u->variable[vr].kind != UNIT_CONSTANT &&
         u->variable[vr].kind != UNIT_RESULT;
}

/* Returns whether all variables of a direction may stand in a derivative, after a message if not.
 */
static int is_allowed(const Unit *u, const Direction *d)
{
  for (size_t k = 0; k < d->m; k++)
    if (!is_input(u, d->known[k]) && state_of(u, d->known[k]) < 0) {
      unit_log(u, fmi2Error, "GetDirectionalDerivative: variable %u is no input and no state",
               d->known[k]);
      return 0;
    }
  for (size_t k = 0; k < d->n; k++) {
    const long vr = d->unknown[k], first = (long)u->n + 1 + u->exchange.n;
    const int  is_output = vr < u->n && u->variable[vr].kind == UNIT_RESULT;

    if (is_output || (vr >= first && vr < first + u->exchange.n)) continue;
    unit_log(u, fmi2Error,
             "GetDirectionalDerivative: variable %u is no output and no derivative of a state",
             d->unknown[k]);
    return 0;
  }
  return 1;
}

/* Adds a multiple of the direction to the inputs and states. */
static void move(Unit *u, const Direction *d, double factor)
{
  for (size_t k = 0; k < d->m; k++) {
    const int state = state_of(u, d->known[k]);

    if (state >= 0) u->exchange.state[state] += factor * d->seed[k];
    else u->variable[d->known[k]].value += factor * d->seed[k];
  }
  u->exchange.moved = 1;
}

static fmi2Status read_all(Unit *u, const Direction *d, double value[])
{
  fmi2Status status = fmi2OK;

  for (size_t k = 0; k < d->n && status == fmi2OK; k++)
    status = unit_get_number(u, d->unknown[k], &value[k]);
  return status;
}

/* ---- model exchange -------------------------------------------------------------------------- */

/* Returns by how much a state or an input may be changed. */
static double change_of(const Unit *u, fmi2ValueReference vr)
{
  const UnitExchange *const x     = &u->exchange;
  const int                 state = state_of(u, vr);
  const UnitVariable *const v     = state < 0 ? &u->variable[vr] : NULL;

  if (v && v->kind == UNIT_MOTION && v->derivative == 0)
    return 1e-5 * (v->component < 3 ? x->size : 1);
  if (v) return fmax(1, fabs(v->value));
  if (state >= x->n / 2) return 1e-4 * fmax(1, fabs(x->state[state]));
  return 1e-5 * fmin(1, x->size);
}

/* Reads the unknowns at both ends of a difference. Returns the worse status. */
static fmi2Status read_at(Unit *u, const Direction *d, double factor, double value[])
{
  const size_t  n = (size_t)u->exchange.n, size = n * sizeof(double);
  double *const state  = malloc(size + 1);
  double *const inputs = malloc(((size_t)u->n + 1) * sizeof *inputs);
  fmi2Status    status = fmi2Error;

  if (state && inputs) {
    memcpy(state, u->exchange.state, size);
    for (int k = 0; k < u->n; k++) inputs[k] = u->variable[k].value;
    move(u, d, factor);
    status = read_all(u, d, value);
    memcpy(u->exchange.state, state, size);
    for (int k = 0; k < u->n; k++) u->variable[k].value = inputs[k];
    u->exchange.moved = 1;
  }
  free(state);
  free(inputs);
  return status;
}

static fmi2Status derive_rates(Unit *u, const Direction *d, double work[], double result[])
{
  double     step = INFINITY;
  fmi2Status status;

  for (size_t k = 0; k < d->m; k++)
    if (d->seed[k] != 0) step = fmin(step, change_of(u, d->known[k]) / fabs(d->seed[k]));
  for (size_t k = 0; k < d->n; k++) result[k] = 0;
  if (!isfinite(step)) return fmi2OK; /* the direction is zero */
  status = read_at(u, d, step, result);
  if (status == fmi2OK) status = read_at(u, d, -step, work);
  for (size_t k = 0; k < d->n; k++) result[k] = (result[k] - work[k]) / (2 * step);
  return status;
}

/* ---- co-simulation --------------------------------------------------------------------------- */

/* Repeats the last step, to the time t, with inputs that are moved in the direction, and reads the
   unknowns. */
static fmi2Status repeat(Unit *u, const Direction *d, double t, double factor, double value[])
{
  fmi2Status status = unit_restore(u, u->before);
  double     h;

  if (status != fmi2OK) return status;
  move(u, d, factor);
  h       = t - u->time;
  u->next = t;
  if (unit_give_inputs(u, h) || FsCaseStepTo(u->c, t)) return fmi2Discard;
  u->results_kept = 0;
  return read_all(u, d, value);
}

/* Computes central differences of the last step. */
static fmi2Status difference(Unit *u, const Direction *d, double t, double step, double work[],
                             double result[])
{
  fmi2Status status = repeat(u, d, t, step, result);

  if (status == fmi2OK) status = repeat(u, d, t, -step, work);
  for (size_t k = 0; k < d->n; k++) result[k] = (result[k] - work[k]) / (2 * step);
  return status;
}

/* Differences - The derivatives of n outputs by differences of several sizes. */
typedef struct {
  double *minus, *coarse, *fine; /* [n] work; differences with a size and with half of it */
  double *result;                /* [n] the best derivatives */
  double *error;                 /* [n] their errors, estimated; infinite before the first size */
  double *size;                  /* [n] the sizes of their differences */
  double *scale; /* [n] the largest of the outputs that are components of the same result */
} Differences;

/* Differences are settled if their error, relative to the largest derivative of the same result, is
   as small as AGREEMENT. SIGNIFICANT: smallest change of an output, relative to the largest output
   of the same result, that is worth a difference; Newton's tolerance and round-off are far smaller.
   ROUND_OFF: the same of a change that may be round-off. */
static const double AGREEMENT = 1e-6, SIGNIFICANT = 1e-6, ROUND_OFF = 1e-9;

/* Returns whether two outputs are components of the same result. */
static int same_result(const Unit *u, fmi2ValueReference one, fmi2ValueReference other)
{
  return !strcmp(u->variable[one].name, u->variable[other].name);
}

/* Returns whether the derivative of output k is accurate. */
static int is_settled(const Unit *u, const Direction *d, const Differences *x, size_t k)
{
  double most = 0;

  for (size_t j = 0; j < d->n; j++)
    if (same_result(u, d->unknown[k], d->unknown[j])) most = fmax(most, fabs(x->result[j]));
  return most > 0 && x->error[k] <= AGREEMENT * most;
}

/* Returns whether all derivatives are accurate, or, if rest is 1, those of outputs that change by
   more than round-off. */
static int all_settled(const Unit *u, const Direction *d, const Differences *x, int rest)
{
  for (size_t k = 0; k < d->n; k++) {
    const int still = rest && x->size[k] > 0 && x->error[k] * x->size[k] <= ROUND_OFF * x->scale[k];

    if (!still && !is_settled(u, d, x, k)) return 0;
  }
  return 1;
}

/* Returns the error of a difference relative to it; 1 if nothing has changed. */
static double relative(double error, double difference)
{
  return difference != 0 ? error / fabs(difference) : 1;
}

/* Computes the differences of a size, and keeps those that are better than the ones before. The
   largest size is the best for differences that are nothing but round-off. */
static fmi2Status try_size(Unit *u, const Direction *d, double t, double step, Differences *x)
{
  const double noise = 0.1;
  fmi2Status   status;

  status = difference(u, d, t, step, x->minus, x->coarse);
  if (status == fmi2OK) status = difference(u, d, t, step / 2, x->minus, x->fine);
  if (status != fmi2OK) return status;
  for (size_t k = 0; k < d->n; k++) {
    const double gap    = x->fine[k] - x->coarse[k];
    const double before = relative(x->error[k], x->result[k]);
    const int    larger = step > x->size[k] && !(before <= noise);

    if (!larger && !(relative(fabs(gap), x->fine[k]) < before)) continue;
    x->result[k] = x->fine[k] + gap / 3;
    x->error[k]  = fabs(gap);
    x->size[k]   = step;
  }
  return fmi2OK;
}

/* Returns whether a larger size is of use, because an output has hardly changed. */
static int may_grow(const Unit *u, const Direction *d, const Differences *x, double step)
{
  for (size_t k = 0; k < d->n; k++)
    if (step * fabs(x->fine[k]) < SIGNIFICANT * x->scale[k] && !is_settled(u, d, x, k)) return 1;
  return 0;
}

static fmi2Status derive_step(Unit *u, const Direction *d, double t, Differences *x)
{
  enum { TRIES = 6 };
  const double ratio = 30;
  double       first = INFINITY, step;

  for (size_t k = 0; k < d->m; k++)
    if (d->seed[k] != 0)
      first = fmin(first, 1e-2 * fmax(1, fabs(u->variable[d->known[k]].value)) / fabs(d->seed[k]));
  if (!isfinite(first)) return fmi2OK; /* the direction is zero */
  step = first;
  for (int k = 0; k < TRIES && try_size(u, d, t, step, x) == fmi2OK; k++, step *= ratio)
    if (!may_grow(u, d, x, step)) break;
  step = first;
  for (int k = 0; k < TRIES && !all_settled(u, d, x, 1); k++) {
    step /= ratio;
    (void)try_size(u, d, t, step, x);
  }
  if (all_settled(u, d, x, 1)) return fmi2OK;
  return unit_log(u, fmi2Discard,
                  "GetDirectionalDerivative: the outputs after the last step are no smooth "
                  "functions of its inputs");
}

/* Sets the scales of the outputs, and the first derivatives, which are 0. work: [6][n]. */
static fmi2Status start_differences(Unit *u, const Direction *d, double work[], double result[],
                                    Differences *x)
{
  const size_t n = d->n;

  *x =
    (Differences){work, work + n, work + 2 * n, result, work + 3 * n, work + 4 * n, work + 5 * n};
  for (size_t k = 0; k < n; k++) {
    x->result[k] = x->size[k] = x->scale[k] = 0;
    x->error[k]                             = INFINITY;
    for (int j = 0; j < u->n; j++) {
      double value;

      if (u->variable[j].kind != UNIT_RESULT) continue;
      if (!same_result(u, d->unknown[k], (fmi2ValueReference)j)) continue;
      if (unit_get(u, &u->variable[j], &value) != fmi2OK) return fmi2Error;
      x->scale[k] = fmax(x->scale[k], fabs(value));
    }
  }
  return fmi2OK;
}

/* Computes the derivative of the last step, and returns to the present state. */
static fmi2Status derive_last_step(Unit *u, const Direction *d, double work[], double result[])
{
  UnitState  *present = NULL;
  Differences x;
  fmi2Status  status;

  if (!u->before) return unit_log(u, fmi2Error, "GetDirectionalDerivative: no step was taken yet");
  if (unit_save(u, &present) != fmi2OK) return fmi2Error;
  status = start_differences(u, d, work, result, &x);
  if (status == fmi2OK) status = derive_step(u, d, present->time, &x);
  if (unit_restore(u, present) != fmi2OK) status = fmi2Error;
  unit_state_destroy(present);
  return status;
}

fmi2Status unit_derivative(Unit *u, size_t n, const fmi2ValueReference unknown[], size_t m,
                           const fmi2ValueReference known[], const double seed[], double result[])
{
  const Direction d    = {n, m, unknown, known, seed};
  double         *work = NULL;
  fmi2Status      status;

  if (!u->exchange.n && !u->derives)
    return unit_log(u, fmi2Error, "GetDirectionalDerivative: this unit does not have it");
  if (u->phase == UNIT_NEW || u->phase == UNIT_ENDED)
    return unit_log(u, fmi2Error, "GetDirectionalDerivative: not in this order");
  if (unit_refresh(u) != fmi2OK || !is_allowed(u, &d)) return fmi2Error;
  work = malloc((6 * n + 1) * sizeof *work);
  if (!work) return unit_log(u, fmi2Error, "memory is missing for derivatives");
  status =
    u->exchange.n ? derive_rates(u, &d, work, result) : derive_last_step(u, &d, work, result);
  free(work);
  return status;
}
