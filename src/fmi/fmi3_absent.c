/* fmi3_absent.c: the functions of FMI 3.0 that a unit of fsolve does not have.

   They are the functions for events and clocks of co-simulation, for adjoint derivatives, and for
   types of variables other than Float64, as the description of the unit says. Importers look for
   all functions of the standard. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <stdint.h>
#include "unit.h"

/* Returns the status of a function that the unit does not have. */
static fmi2Status absent(const Unit *u, const char function[])
{
  return unit_log(u, fmi2Error, "%s: this unit does not have it", function);
}

/* Returns the status of a request for n variables of a type that no variable has. */
static fmi2Status no_such_type(const Unit *u, size_t n)
{
  return n ? unit_log(u, fmi2Error, "all variables are Float64") : fmi2OK;
}

/* ---- variables of other types ---------------------------------------------------------------- */

/* TYPED - Defines the functions that get and set variables of a type. */
#define TYPED(name, type)                                                                          \
  FMI_EXPORT fmi2Status fmi3Get##name(void *c, const unsigned vr[], size_t n, type values[],       \
                                      size_t nvalues);                                             \
  FMI_EXPORT fmi2Status fmi3Set##name(void *c, const unsigned vr[], size_t n, type const values[], \
                                      size_t nvalues);                                             \
  fmi2Status fmi3Get##name(void *c, const unsigned vr[], size_t n, type values[], size_t nvalues)  \
  {                                                                                                \
    (void)vr, (void)values, (void)nvalues;                                                         \
    return no_such_type(c, n);                                                                     \
  }                                                                                                \
  fmi2Status fmi3Set##name(void *c, const unsigned vr[], size_t n, type const values[],            \
                           size_t nvalues)                                                         \
  {                                                                                                \
    (void)vr, (void)values, (void)nvalues;                                                         \
    return no_such_type(c, n);                                                                     \
  }

TYPED(Float32, float)
TYPED(Int8, int8_t)
TYPED(UInt8, uint8_t)
TYPED(Int16, int16_t)
TYPED(UInt16, uint16_t)
TYPED(Int32, int32_t)
TYPED(UInt32, uint32_t)
TYPED(Int64, int64_t)
TYPED(UInt64, uint64_t)
TYPED(Boolean, bool)
TYPED(String, const char *)

FMI_EXPORT fmi2Status fmi3GetBinary(void *c, const unsigned vr[], size_t n, size_t sizes[],
                                    const unsigned char *values[], size_t nvalues);

fmi2Status fmi3GetBinary(void *c, const unsigned vr[], size_t n, size_t sizes[],
                         const unsigned char *values[], size_t nvalues)
{
  (void)vr, (void)sizes, (void)values, (void)nvalues;
  return no_such_type(c, n);
}

FMI_EXPORT fmi2Status fmi3GetClock(void *c, const unsigned vr[], size_t n, bool values[]);

fmi2Status fmi3GetClock(void *c, const unsigned vr[], size_t n, bool values[])
{
  (void)vr, (void)values;
  return no_such_type(c, n);
}

FMI_EXPORT fmi2Status fmi3SetBinary(void *c, const unsigned vr[], size_t n, const size_t sizes[],
                                    const unsigned char *const values[], size_t nvalues);

fmi2Status fmi3SetBinary(void *c, const unsigned vr[], size_t n, const size_t sizes[],
                         const unsigned char *const values[], size_t nvalues)
{
  (void)vr, (void)sizes, (void)values, (void)nvalues;
  return no_such_type(c, n);
}

FMI_EXPORT fmi2Status fmi3SetClock(void *c, const unsigned vr[], size_t n, const bool values[]);

fmi2Status fmi3SetClock(void *c, const unsigned vr[], size_t n, const bool values[])
{
  (void)vr, (void)values;
  return no_such_type(c, n);
}

/* ---- functions for events, clocks and adjoint derivatives --------------------------------------
 */

FMI_EXPORT fmi2Status fmi3EnterConfigurationMode(void *c);

fmi2Status fmi3EnterConfigurationMode(void *c) { return absent(c, "fmi3EnterConfigurationMode"); }

FMI_EXPORT fmi2Status fmi3ExitConfigurationMode(void *c);

fmi2Status fmi3ExitConfigurationMode(void *c) { return absent(c, "fmi3ExitConfigurationMode"); }

FMI_EXPORT fmi2Status fmi3EvaluateDiscreteStates(void *c);

fmi2Status fmi3EvaluateDiscreteStates(void *c) { return absent(c, "fmi3EvaluateDiscreteStates"); }

FMI_EXPORT fmi2Status fmi3EnterStepMode(void *c);

fmi2Status fmi3EnterStepMode(void *c) { return absent(c, "fmi3EnterStepMode"); }

FMI_EXPORT fmi2Status fmi3GetAdjointDerivative(void *c, const unsigned unknowns[], size_t nunknowns,
                                               const unsigned knowns[], size_t nknowns,
                                               const double seed[], size_t nseed,
                                               double sensitivity[], size_t nsensitivity);

fmi2Status fmi3GetAdjointDerivative(void *c, const unsigned unknowns[], size_t nunknowns,
                                    const unsigned knowns[], size_t nknowns, const double seed[],
                                    size_t nseed, double sensitivity[], size_t nsensitivity)
{
  (void)unknowns, (void)nunknowns, (void)knowns, (void)nknowns, (void)seed, (void)nseed,
    (void)sensitivity, (void)nsensitivity;
  return absent(c, "fmi3GetAdjointDerivative");
}

FMI_EXPORT fmi2Status fmi3GetOutputDerivatives(void *c, const unsigned vr[], size_t n,
                                               const int32_t order[], double values[],
                                               size_t nvalues);

fmi2Status fmi3GetOutputDerivatives(void *c, const unsigned vr[], size_t n, const int32_t order[],
                                    double values[], size_t nvalues)
{
  (void)vr, (void)n, (void)order, (void)values, (void)nvalues;
  return absent(c, "fmi3GetOutputDerivatives");
}

FMI_EXPORT fmi2Status fmi3GetIntervalDecimal(void *c, const unsigned vr[], size_t n,
                                             double intervals[], int qualifiers[]);

fmi2Status fmi3GetIntervalDecimal(void *c, const unsigned vr[], size_t n, double intervals[],
                                  int qualifiers[])
{
  (void)vr, (void)n, (void)intervals, (void)qualifiers;
  return absent(c, "fmi3GetIntervalDecimal");
}

FMI_EXPORT fmi2Status fmi3GetIntervalFraction(void *c, const unsigned vr[], size_t n,
                                              uint64_t counters[], uint64_t resolutions[],
                                              int qualifiers[]);

fmi2Status fmi3GetIntervalFraction(void *c, const unsigned vr[], size_t n, uint64_t counters[],
                                   uint64_t resolutions[], int qualifiers[])
{
  (void)vr, (void)n, (void)counters, (void)resolutions, (void)qualifiers;
  return absent(c, "fmi3GetIntervalFraction");
}

FMI_EXPORT fmi2Status fmi3GetShiftDecimal(void *c, const unsigned vr[], size_t n, double shifts[]);

fmi2Status fmi3GetShiftDecimal(void *c, const unsigned vr[], size_t n, double shifts[])
{
  (void)vr, (void)n, (void)shifts;
  return absent(c, "fmi3GetShiftDecimal");
}

FMI_EXPORT fmi2Status fmi3GetShiftFraction(void *c, const unsigned vr[], size_t n,
                                           uint64_t counters[], uint64_t resolutions[]);

fmi2Status fmi3GetShiftFraction(void *c, const unsigned vr[], size_t n, uint64_t counters[],
                                uint64_t resolutions[])
{
  (void)vr, (void)n, (void)counters, (void)resolutions;
  return absent(c, "fmi3GetShiftFraction");
}

FMI_EXPORT fmi2Status fmi3SetIntervalDecimal(void *c, const unsigned vr[], size_t n,
                                             const double intervals[]);

fmi2Status fmi3SetIntervalDecimal(void *c, const unsigned vr[], size_t n, const double intervals[])
{
  (void)vr, (void)n, (void)intervals;
  return absent(c, "fmi3SetIntervalDecimal");
}

FMI_EXPORT fmi2Status fmi3SetIntervalFraction(void *c, const unsigned vr[], size_t n,
                                              const uint64_t counters[],
                                              const uint64_t resolutions[]);

fmi2Status fmi3SetIntervalFraction(void *c, const unsigned vr[], size_t n,
                                   const uint64_t counters[], const uint64_t resolutions[])
{
  (void)vr, (void)n, (void)counters, (void)resolutions;
  return absent(c, "fmi3SetIntervalFraction");
}

FMI_EXPORT fmi2Status fmi3SetShiftDecimal(void *c, const unsigned vr[], size_t n,
                                          const double shifts[]);

fmi2Status fmi3SetShiftDecimal(void *c, const unsigned vr[], size_t n, const double shifts[])
{
  (void)vr, (void)n, (void)shifts;
  return absent(c, "fmi3SetShiftDecimal");
}

FMI_EXPORT fmi2Status fmi3SetShiftFraction(void *c, const unsigned vr[], size_t n,
                                           const uint64_t counters[], const uint64_t resolutions[]);

fmi2Status fmi3SetShiftFraction(void *c, const unsigned vr[], size_t n, const uint64_t counters[],
                                const uint64_t resolutions[])
{
  (void)vr, (void)n, (void)counters, (void)resolutions;
  return absent(c, "fmi3SetShiftFraction");
}

FMI_EXPORT fmi2Status fmi3ActivateModelPartition(void *c, unsigned clock, double time);

fmi2Status fmi3ActivateModelPartition(void *c, unsigned clock, double time)
{
  (void)clock, (void)time;
  return absent(c, "fmi3ActivateModelPartition");
}

/* ---- instances of other kinds ---------------------------------------------------------------- */

FMI_EXPORT void *fmi3InstantiateScheduledExecution(const char *instance, const char *token,
                                                   const char *resources, bool visible,
                                                   bool logging, void *environment,
                                                   UnitLogger logger, void (*clock)(void *),
                                                   void (*lock)(void), void (*unlock)(void));

void *fmi3InstantiateScheduledExecution(const char *instance, const char *token,
                                        const char *resources, bool visible, bool logging,
                                        void *environment, UnitLogger logger, void (*clock)(void *),
                                        void (*lock)(void), void (*unlock)(void))
{
  (void)instance, (void)token, (void)resources, (void)visible, (void)logging;
  (void)clock, (void)lock, (void)unlock;
  if (logger)
    logger(environment, fmi2Error, "logStatusError",
           "this unit is for co-simulation or model exchange");
  return NULL;
}
