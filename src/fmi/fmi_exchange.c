/* fmi_exchange.c: the functions for model exchange of FMI 2.0, which importers call. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "unit.h"

/* Returns fmi2OK in one of two phases of a unit for model exchange, else an error after a
   message. */
static fmi2Status check(const Unit *u, const char function[], UnitPhase one, UnitPhase other)
{
  if (u->exchange.n && (u->phase == one || u->phase == other)) return fmi2OK;
  return unit_log(u, fmi2Error, "%s: %s", function,
                  u->exchange.n ? "not in this order" : "this unit is for co-simulation");
}

/* Checks the number of states, and that the unit has them: after the initialization has started. */
static fmi2Status check_states(Unit *u, const char function[], size_t n)
{
  if (!u->exchange.n || u->phase == UNIT_NEW || u->phase == UNIT_ENDED)
    return check(u, function, UNIT_STEPS, UNIT_STEPS);
  if (n != (size_t)u->exchange.n)
    return unit_log(u, fmi2Error, "%s: the unit has %d states, not %zu", function, u->exchange.n,
                    n);
  return unit_refresh(u);
}

/* ---- events ---------------------------------------------------------------------------------- */

fmi2Status fmi2EnterEventMode(fmi2Component c)
{
  Unit *const      u      = c;
  const fmi2Status status = check(u, "EnterEventMode", UNIT_STEPS, UNIT_STEPS);

  if (status == fmi2OK) u->phase = UNIT_EVENT;
  return status;
}

fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info)
{
  Unit *const u       = c;
  fmi2Status  status  = check(u, "NewDiscreteStates", UNIT_EVENT, UNIT_EVENT);
  int         changed = 0;

  memset(info, 0, sizeof *info);
  if (status == fmi2OK) status = unit_leave_event(u, &changed);
  info->valuesOfContinuousStatesChanged = changed;
  info->nextEventTimeDefined            = status == fmi2OK && isfinite(u->exchange.change);
  if (info->nextEventTimeDefined) info->nextEventTime = u->exchange.change;
  return status;
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c)
{
  Unit *const      u      = c;
  const fmi2Status status = check(u, "EnterContinuousTimeMode", UNIT_EVENT, UNIT_EVENT);

  if (status == fmi2OK) u->phase = UNIT_STEPS;
  return status;
}

fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean no_return, fmi2Boolean *event,
                                       fmi2Boolean *ends)
{
  const fmi2Status status = check(c, "CompletedIntegratorStep", UNIT_STEPS, UNIT_STEPS);

  (void)no_return;
  *event = *ends = 0;
  return status == fmi2OK ? unit_needs_event(c, event) : status;
}

fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real value[], size_t n)
{
  (void)value;
  return n ? unit_log(c, fmi2Error, "GetEventIndicators: the unit has no event indicators")
           : fmi2OK;
}

/* ---- time and states ------------------------------------------------------------------------- */

fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time)
{
  Unit *const      u      = c;
  const fmi2Status status = check(u, "SetTime", UNIT_EVENT, UNIT_STEPS);

  if (status != fmi2OK) return status;
  if (!isfinite(time)) return unit_log(u, fmi2Error, "SetTime: the time is not finite");
  if (time != u->time) u->exchange.moved = 1;
  u->time = u->next = time;
  return fmi2OK;
}

fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t n)
{
  Unit *const u      = c;
  fmi2Status  status = check(u, "SetContinuousStates", UNIT_STEPS, UNIT_STEPS);

  if (status == fmi2OK) status = check_states(u, "SetContinuousStates", n);
  if (status != fmi2OK) return status;
  memcpy(u->exchange.state, x, n * sizeof *x);
  u->exchange.moved = 1;
  return fmi2OK;
}

fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real rate[], size_t n)
{
  Unit *const u      = c;
  fmi2Status  status = check_states(u, "GetDerivatives", n);

  if (status == fmi2OK) status = unit_evaluate(u);
  if (status == fmi2OK) memcpy(rate, u->exchange.rate, n * sizeof *rate);
  return status;
}

fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t n)
{
  Unit *const      u      = c;
  const fmi2Status status = check_states(u, "GetContinuousStates", n);

  if (status == fmi2OK) memcpy(x, u->exchange.state, n * sizeof *x);
  return status;
}

fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real nominal[], size_t n)
{
  const fmi2Status status = check_states(c, "GetNominalsOfContinuousStates", n);

  for (size_t k = 0; k < n && status == fmi2OK; k++) nominal[k] = 1; /* the default */
  return status;
}
