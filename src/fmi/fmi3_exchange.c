/* fmi3_exchange.c: the functions for model exchange of FMI 3.0, which do what those of FMI 2.0
   (fmi_exchange.c) do. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include "unit.h"

FMI_EXPORT fmi2Status fmi3EnterEventMode(void *c);
FMI_EXPORT fmi2Status fmi3UpdateDiscreteStates(void *c, bool *again, bool *ends, bool *nominals,
                                               bool *values, bool *defined, double *next);
FMI_EXPORT fmi2Status fmi3EnterContinuousTimeMode(void *c);
FMI_EXPORT fmi2Status fmi3CompletedIntegratorStep(void *c, bool no_return, bool *event, bool *ends);
FMI_EXPORT fmi2Status fmi3SetTime(void *c, double time);
FMI_EXPORT fmi2Status fmi3SetContinuousStates(void *c, const double states[], size_t n);
FMI_EXPORT fmi2Status fmi3GetContinuousStateDerivatives(void *c, double derivatives[], size_t n);
FMI_EXPORT fmi2Status fmi3GetEventIndicators(void *c, double indicators[], size_t n);
FMI_EXPORT fmi2Status fmi3GetContinuousStates(void *c, double states[], size_t n);
FMI_EXPORT fmi2Status fmi3GetNominalsOfContinuousStates(void *c, double nominals[], size_t n);
FMI_EXPORT fmi2Status fmi3GetNumberOfEventIndicators(void *c, size_t *n);
FMI_EXPORT fmi2Status fmi3GetNumberOfContinuousStates(void *c, size_t *n);

fmi2Status fmi3EnterEventMode(void *c) { return fmi2EnterEventMode(c); }

fmi2Status fmi3UpdateDiscreteStates(void *c, bool *again, bool *ends, bool *nominals, bool *values,
                                    bool *defined, double *next)
{
  fmi2EventInfo    info;
  const fmi2Status status = fmi2NewDiscreteStates(c, &info);

  *again = *ends = *nominals = false;
  *defined                   = info.nextEventTimeDefined;
  *next                      = info.nextEventTime;
  *values                    = info.valuesOfContinuousStatesChanged;
  return status;
}

fmi2Status fmi3EnterContinuousTimeMode(void *c) { return fmi2EnterContinuousTimeMode(c); }

fmi2Status fmi3CompletedIntegratorStep(void *c, bool no_return, bool *event, bool *ends)
{
  fmi2Boolean      needed, ended;
  const fmi2Status status = fmi2CompletedIntegratorStep(c, no_return, &needed, &ended);

  *event = needed;
  *ends  = ended;
  return status;
}

fmi2Status fmi3SetTime(void *c, double time) { return fmi2SetTime(c, time); }

fmi2Status fmi3SetContinuousStates(void *c, const double states[], size_t n)
{
  return fmi2SetContinuousStates(c, states, n);
}

fmi2Status fmi3GetContinuousStateDerivatives(void *c, double derivatives[], size_t n)
{
  return fmi2GetDerivatives(c, derivatives, n);
}

fmi2Status fmi3GetEventIndicators(void *c, double indicators[], size_t n)
{
  return fmi2GetEventIndicators(c, indicators, n);
}

fmi2Status fmi3GetContinuousStates(void *c, double states[], size_t n)
{
  return fmi2GetContinuousStates(c, states, n);
}

fmi2Status fmi3GetNominalsOfContinuousStates(void *c, double nominals[], size_t n)
{
  return fmi2GetNominalsOfContinuousStates(c, nominals, n);
}

fmi2Status fmi3GetNumberOfEventIndicators(void *c, size_t *n)
{
  (void)c;
  *n = 0;
  return fmi2OK;
}

fmi2Status fmi3GetNumberOfContinuousStates(void *c, size_t *n)
{
  const Unit *const u = c;

  *n = (size_t)u->exchange.n;
  return fmi2OK;
}
