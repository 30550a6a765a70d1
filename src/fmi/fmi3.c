/* fmi3.c: the functions of a unit of the standard FMI 3.0, which importers call.

   The standard is The Modelica Association, Functional Mock-up Interface Specification, 3.0. Its
   functions do what those of FMI 2.0 (fmi.c) do with the same unit, and their statuses have the
   same numbers. fmi3_exchange.c has the functions for model exchange alone, and fmi3_absent.c those
   that the unit does not have. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "unit.h"

/* ---- life ------------------------------------------------------------------------------------ */

FMI_EXPORT const char *fmi3GetVersion(void);
FMI_EXPORT fmi2Status  fmi3SetDebugLogging(void *c, bool on, size_t n, const char *const names[]);
FMI_EXPORT void       *fmi3InstantiateCoSimulation(const char *instance, const char *token,
                                                   const char *resources, bool visible, bool logging,
                                                   bool events, bool early, const unsigned required[],
                                                   size_t nrequired, void *environment, UnitLogger logger,
                                                   void (*update)(void));
FMI_EXPORT void       *fmi3InstantiateModelExchange(const char *instance, const char *token,
                                                    const char *resources, bool visible, bool logging,
                                                    void *environment, UnitLogger logger);
FMI_EXPORT void        fmi3FreeInstance(void *c);
FMI_EXPORT fmi2Status  fmi3EnterInitializationMode(void *c, bool has_tolerance, double tolerance,
                                                   double start, bool has_stop, double stop);
FMI_EXPORT fmi2Status  fmi3ExitInitializationMode(void *c);
FMI_EXPORT fmi2Status  fmi3Terminate(void *c);
FMI_EXPORT fmi2Status  fmi3Reset(void *c);

const char *fmi3GetVersion(void) { return "3.0"; }

fmi2Status fmi3SetDebugLogging(void *c, bool on, size_t n, const char *const names[])
{
  (void)c, (void)on, (void)n, (void)names;
  return fmi2OK;
}

/* Creates a unit for model exchange, or for co-simulation. why: the reason for which the importer's
   wishes are refused, or NULL */
static void *instantiate(const char *instance, const char *token, const char *resources,
                         int exchange, const char *why, void *environment, UnitLogger logger)
{
  Unit *const u = calloc(1, sizeof *u);

  if (!u) return NULL;
  u->logger      = logger;
  u->environment = environment;
  u->name        = strdup(instance ? instance : "");
  u->folder      = resources ? strdup(resources) : NULL;
  if (!u->folder) why = "there is no folder of resources";
  if (!u->name || why) unit_log(u, fmi2Error, "Instantiate: %s", why ? why : "memory is missing");
  else if (!unit_create(u, token) && unit_is_for(u, exchange)) return u;
  unit_destroy(u);
  free(u);
  return NULL;
}

void *fmi3InstantiateCoSimulation(const char *instance, const char *token, const char *resources,
                                  bool visible, bool logging, bool events, bool early,
                                  const unsigned required[], size_t nrequired, void *environment,
                                  UnitLogger logger, void (*update)(void))
{
  const char *const why =
    events || nrequired ? "this unit has neither event mode nor intermediate update" : NULL;

  (void)visible, (void)logging, (void)early, (void)required, (void)update;
  return instantiate(instance, token, resources, 0, why, environment, logger);
}

void *fmi3InstantiateModelExchange(const char *instance, const char *token, const char *resources,
                                   bool visible, bool logging, void *environment, UnitLogger logger)
{
  (void)visible, (void)logging;
  return instantiate(instance, token, resources, 1, NULL, environment, logger);
}

void fmi3FreeInstance(void *c) { fmi2FreeInstance(c); }

fmi2Status fmi3EnterInitializationMode(void *c, bool has_tolerance, double tolerance, double start,
                                       bool has_stop, double stop)
{
  const fmi2Status status = fmi2SetupExperiment(c, has_tolerance, tolerance, start, has_stop, stop);

  return status == fmi2OK ? fmi2EnterInitializationMode(c) : status;
}

fmi2Status fmi3ExitInitializationMode(void *c) { return fmi2ExitInitializationMode(c); }
fmi2Status fmi3Terminate(void *c) { return fmi2Terminate(c); }
fmi2Status fmi3Reset(void *c) { return fmi2Reset(c); }

/* ---- values ---------------------------------------------------------------------------------- */

FMI_EXPORT fmi2Status fmi3GetFloat64(void *c, const unsigned vr[], size_t n, double values[],
                                     size_t nvalues);
FMI_EXPORT fmi2Status fmi3SetFloat64(void *c, const unsigned vr[], size_t n, const double values[],
                                     size_t nvalues);
FMI_EXPORT fmi2Status fmi3GetDirectionalDerivative(void *c, const unsigned unknowns[],
                                                   size_t nunknowns, const unsigned knowns[],
                                                   size_t nknowns, const double seed[],
                                                   size_t nseed, double result[], size_t nresult);
FMI_EXPORT fmi2Status fmi3GetNumberOfVariableDependencies(void *c, unsigned vr, size_t *n);
FMI_EXPORT fmi2Status fmi3GetVariableDependencies(void *c, unsigned vr, size_t elements[],
                                                  unsigned independents[], size_t of_independents[],
                                                  int kinds[], size_t n);

/* Reports that values are not one for each variable, because all variables are scalars. */
static fmi2Status wrong_number(const Unit *u, size_t n, size_t nvalues)
{
  return unit_log(u, fmi2Error, "%zu values for %zu variables, which are scalars", nvalues, n);
}

fmi2Status fmi3GetFloat64(void *c, const unsigned vr[], size_t n, double values[], size_t nvalues)
{
  return n == nvalues ? fmi2GetReal(c, vr, n, values) : wrong_number(c, n, nvalues);
}

fmi2Status fmi3SetFloat64(void *c, const unsigned vr[], size_t n, const double values[],
                          size_t nvalues)
{
  return n == nvalues ? fmi2SetReal(c, vr, n, values) : wrong_number(c, n, nvalues);
}

fmi2Status fmi3GetDirectionalDerivative(void *c, const unsigned unknowns[], size_t nunknowns,
                                        const unsigned knowns[], size_t nknowns,
                                        const double seed[], size_t nseed, double result[],
                                        size_t nresult)
{
  if (nseed != nknowns) return wrong_number(c, nknowns, nseed);
  if (nresult != nunknowns) return wrong_number(c, nunknowns, nresult);
  return fmi2GetDirectionalDerivative(c, unknowns, nunknowns, knowns, nknowns, seed, result);
}

fmi2Status fmi3GetNumberOfVariableDependencies(void *c, unsigned vr, size_t *n)
{
  const Unit *const u = c;

  (void)vr;
  if (u->exchange.n)
    return unit_log(u, fmi2Error, "GetNumberOfVariableDependencies: this unit does not have it");
  *n = 0; /* outputs are those of the end of the last step */
  return fmi2OK;
}

fmi2Status fmi3GetVariableDependencies(void *c, unsigned vr, size_t elements[],
                                       unsigned independents[], size_t of_independents[],
                                       int kinds[], size_t n)
{
  (void)vr, (void)elements, (void)independents, (void)of_independents, (void)kinds;
  return n ? unit_log(c, fmi2Error, "GetVariableDependencies: variables have none") : fmi2OK;
}

/* ---- states ---------------------------------------------------------------------------------- */

FMI_EXPORT fmi2Status fmi3GetFMUState(void *c, void **state);
FMI_EXPORT fmi2Status fmi3SetFMUState(void *c, void *state);
FMI_EXPORT fmi2Status fmi3FreeFMUState(void *c, void **state);
FMI_EXPORT fmi2Status fmi3SerializedFMUStateSize(void *c, void *state, size_t *size);
FMI_EXPORT fmi2Status fmi3SerializeFMUState(void *c, void *state, uint8_t bytes[], size_t size);
FMI_EXPORT fmi2Status fmi3DeserializeFMUState(void *c, const uint8_t bytes[], size_t size,
                                              void **state);

fmi2Status fmi3GetFMUState(void *c, void **state) { return fmi2GetFMUstate(c, state); }
fmi2Status fmi3SetFMUState(void *c, void *state) { return fmi2SetFMUstate(c, state); }
fmi2Status fmi3FreeFMUState(void *c, void **state) { return fmi2FreeFMUstate(c, state); }

fmi2Status fmi3SerializedFMUStateSize(void *c, void *state, size_t *size)
{
  return fmi2SerializedFMUstateSize(c, state, size);
}

fmi2Status fmi3SerializeFMUState(void *c, void *state, uint8_t bytes[], size_t size)
{
  return fmi2SerializeFMUstate(c, state, (char *)bytes, size);
}

fmi2Status fmi3DeserializeFMUState(void *c, const uint8_t bytes[], size_t size, void **state)
{
  return fmi2DeSerializeFMUstate(c, (const char *)bytes, size, state);
}

/* ---- steps ----------------------------------------------------------------------------------- */

FMI_EXPORT fmi2Status fmi3DoStep(void *c, double time, double step, bool no_return, bool *event,
                                 bool *ends, bool *early, double *last);

fmi2Status fmi3DoStep(void *c, double time, double step, bool no_return, bool *event, bool *ends,
                      bool *early, double *last)
{
  const Unit *const u      = c;
  const fmi2Status  status = fmi2DoStep(c, time, step, no_return);

  *event = *ends = *early = false;
  *last                   = u->time;
  return status;
}
