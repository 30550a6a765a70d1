/* fmi.h: the types and functions of a unit of the standard FMI 2.0.

   The standard is The Modelica Association, Functional Mock-up Interface for Model Exchange and
   Co-Simulation, 2.0. It describes the arguments of the functions; numbers in brackets are those of
   its sections. The names and the binary layout are those of the standard, so that any importer,
   the program that loads the unit, finds them. Functions return a status unless their type shows
   something else. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_FMI_FMI_H
#define FS_FMI_FMI_H

#include <stddef.h>

/* ---- types [2.1.2, 2.1.3, 2.1.5] ------------------------------------------------------------- */

typedef void        *fmi2Component;            /* an instance of the unit */
typedef void        *fmi2ComponentEnvironment; /* data of the importer, which callbacks get */
typedef void        *fmi2FMUstate;             /* a saved state of an instance */
typedef unsigned int fmi2ValueReference;       /* number of a variable */
typedef double       fmi2Real;
typedef int          fmi2Integer;
typedef int          fmi2Boolean; /* 0 or 1 */
typedef char         fmi2Char;
typedef const char  *fmi2String;
typedef char         fmi2Byte;

typedef enum {
  fmi2OK,
  fmi2Warning,
  fmi2Discard, /* the call has not been executed; it may be repeated, as with a smaller step */
  fmi2Error,   /* the instance can only be freed or reset */
  fmi2Fatal,
  fmi2Pending
} fmi2Status;

typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;

typedef enum {
  fmi2DoStepStatus,
  fmi2PendingStatus,
  fmi2LastSuccessfulTime,
  fmi2Terminated
} fmi2StatusKind;

/* fmi2CallbackFunctions - Functions of the program that has loaded a co-simulation unit, which the
   unit calls. */
typedef struct {
  void (*logger)(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status,
                 fmi2String category, fmi2String message, ...);
  void *(*allocateMemory)(size_t n, size_t size);
  void (*freeMemory)(void *memory);
  void (*stepFinished)(fmi2ComponentEnvironment environment, fmi2Status status);
  fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

/* fmi2EventInfo - What has changed at an event of model exchange [3.2.2]. */
typedef struct {
  fmi2Boolean newDiscreteStatesNeeded, terminateSimulation, nominalsOfContinuousStatesChanged,
    valuesOfContinuousStatesChanged, nextEventTimeDefined;
  fmi2Real nextEventTime;
} fmi2EventInfo;

/* ---- functions ------------------------------------------------------------------------------- */

#define FMI_EXPORT __attribute__((visibility("default")))

/* Version of the standard; creation, initialization and end of an instance [2.1.4, 2.1.5, 2.1.6].
 */
FMI_EXPORT const char   *fmi2GetTypesPlatform(void);
FMI_EXPORT const char   *fmi2GetVersion(void);
FMI_EXPORT fmi2Status    fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n,
                                             const fmi2String categories[]);
FMI_EXPORT fmi2Component fmi2Instantiate(fmi2String instance, fmi2Type type, fmi2String guid,
                                         fmi2String                   resources,
                                         const fmi2CallbackFunctions *callbacks,
                                         fmi2Boolean visible, fmi2Boolean logging);
FMI_EXPORT void          fmi2FreeInstance(fmi2Component c);
FMI_EXPORT fmi2Status    fmi2SetupExperiment(fmi2Component c, fmi2Boolean has_tolerance,
                                             fmi2Real tolerance, fmi2Real start, fmi2Boolean has_stop,
                                             fmi2Real stop);
FMI_EXPORT fmi2Status    fmi2EnterInitializationMode(fmi2Component c);
FMI_EXPORT fmi2Status    fmi2ExitInitializationMode(fmi2Component c);
FMI_EXPORT fmi2Status    fmi2Terminate(fmi2Component c);
FMI_EXPORT fmi2Status    fmi2Reset(fmi2Component c);

/* Get and set the values of n variables, whose numbers are vr[n] [2.1.7]. All variables of a unit
   of fsolve are real; the functions for other types return fmi2Error. */
FMI_EXPORT fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                  fmi2Real value[]);
FMI_EXPORT fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                     fmi2Integer value[]);
FMI_EXPORT fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                     fmi2Boolean value[]);
FMI_EXPORT fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                    fmi2String value[]);
FMI_EXPORT fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                  const fmi2Real value[]);
FMI_EXPORT fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                     const fmi2Integer value[]);
FMI_EXPORT fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                     const fmi2Boolean value[]);
FMI_EXPORT fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                    const fmi2String value[]);

/* Saved states [2.1.8] and directional derivatives [2.1.9]. */
FMI_EXPORT fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *state);
FMI_EXPORT fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state);
FMI_EXPORT fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *state);
FMI_EXPORT fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t *size);
FMI_EXPORT fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[],
                                            size_t size);
FMI_EXPORT fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size,
                                              fmi2FMUstate *state);
FMI_EXPORT fmi2Status fmi2GetDirectionalDerivative(fmi2Component            c,
                                                   const fmi2ValueReference unknown[],
                                                   size_t                   n_unknown,
                                                   const fmi2ValueReference known[], size_t n_known,
                                                   const fmi2Real dknown[], fmi2Real dunknown[]);

/* Model exchange [3.2]: events, time, states and their derivatives. */
FMI_EXPORT fmi2Status fmi2EnterEventMode(fmi2Component c);
FMI_EXPORT fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info);
FMI_EXPORT fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c);
FMI_EXPORT fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean no_return,
                                                  fmi2Boolean *event, fmi2Boolean *ends);
FMI_EXPORT fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time);
FMI_EXPORT fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t n);
FMI_EXPORT fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real rate[], size_t n);
FMI_EXPORT fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real value[], size_t n);
FMI_EXPORT fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t n);
FMI_EXPORT fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real nominal[],
                                                        size_t n);

/* Steps of a co-simulation [4.2]. */
FMI_EXPORT fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[],
                                                  size_t n, const fmi2Integer order[],
                                                  const fmi2Real value[]);
FMI_EXPORT fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[],
                                                   size_t n, const fmi2Integer order[],
                                                   fmi2Real value[]);
FMI_EXPORT fmi2Status fmi2DoStep(fmi2Component c, fmi2Real time, fmi2Real step,
                                 fmi2Boolean no_return);
FMI_EXPORT fmi2Status fmi2CancelStep(fmi2Component c);
FMI_EXPORT fmi2Status fmi2GetStatus(fmi2Component c, fmi2StatusKind kind, fmi2Status *value);
FMI_EXPORT fmi2Status fmi2GetRealStatus(fmi2Component c, fmi2StatusKind kind, fmi2Real *value);
FMI_EXPORT fmi2Status fmi2GetIntegerStatus(fmi2Component c, fmi2StatusKind kind,
                                           fmi2Integer *value);
FMI_EXPORT fmi2Status fmi2GetBooleanStatus(fmi2Component c, fmi2StatusKind kind,
                                           fmi2Boolean *value);
FMI_EXPORT fmi2Status fmi2GetStringStatus(fmi2Component c, fmi2StatusKind kind, fmi2String *value);

#endif
