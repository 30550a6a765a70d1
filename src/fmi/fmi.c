/* fmi.c: the functions of a unit of FMI 2.0 that importers call; fmi_exchange.c has those for model
   exchange alone. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "fmi.h"
#include "unit.h"

const char *fmi2GetTypesPlatform(void) { return "default"; }

const char *fmi2GetVersion(void) { return "2.0"; }

fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n,
                               const fmi2String categories[])
{
  (void)c, (void)on, (void)n, (void)categories;
  return fmi2OK;
}

/* ---- life ------------------------------------------------------------------------------------ */

/* Returns the path of a URI such as file:///tmp/a%20b, which the caller frees, or NULL. */
static char *path_of(const char uri[])
{
  const char *from = uri;
  char       *path, *to;

  if (!uri || strncmp(uri, "file:", 5) != 0) return NULL;
  from += 5;
  if (from[0] == '/' && from[1] == '/') from = strchr(from + 2, '/'); /* behind the host */
  path = to = from ? malloc(strlen(from) + 1) : NULL;
  if (!path) return NULL;
  for (; *from; from++) {
    const char hex[] = {from[0] == '%' ? from[1] : '\0', from[0] == '%' && from[1] ? from[2] : '\0',
                        '\0'};
    const int coded = isxdigit((unsigned char)hex[0]) && isxdigit((unsigned char)hex[1]);

    *to++ = coded ? (char)strtol(hex, NULL, 16) : *from;
    if (coded) from += 2;
  }
  *to = '\0';
  return path;
}

static char *copy_of(const char text[])
{
  char *const copy = malloc(strlen(text) + 1);

  return copy ? strcpy(copy, text) : NULL;
}

fmi2Component fmi2Instantiate(fmi2String instance, fmi2Type type, fmi2String guid,
                              fmi2String resources, const fmi2CallbackFunctions *callbacks,
                              fmi2Boolean visible, fmi2Boolean logging)
{
  Unit *u = calloc(1, sizeof *u);
  int   bad;

  (void)visible, (void)logging;
  if (!u) return NULL;
  u->callbacks = callbacks;
  u->name      = copy_of(instance ? instance : "");
  u->folder    = path_of(resources);
  bad          = !u->name || !u->folder;
  if (bad) unit_log(u, fmi2Error, "fmi2Instantiate: the resources have no file: URI");
  if (bad || unit_create(u, guid) || !unit_is_for(u, type == fmi2ModelExchange)) {
    unit_destroy(u);
    free(u);
    return NULL;
  }
  return u;
}

/* Forgets the state before the last step, with which derivatives repeat it. */
static void forget_step(Unit *u)
{
  unit_state_destroy(u->before);
  u->before = NULL;
}

void fmi2FreeInstance(fmi2Component c)
{
  if (!c) return;
  forget_step(c);
  unit_destroy(c);
  free(c);
}

/* Reports a call in the wrong order. */
static fmi2Status wrong_order(const Unit *u, const char function[])
{
  return unit_log(u, fmi2Error, "%s: not in this order", function);
}

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean has_tolerance, fmi2Real tolerance,
                               fmi2Real start, fmi2Boolean has_stop, fmi2Real stop)
{
  Unit *const u = c;

  (void)has_tolerance, (void)tolerance;
  if (u->phase != UNIT_NEW) return wrong_order(u, "SetupExperiment");
  u->start    = start;
  u->has_stop = has_stop;
  u->stop     = stop;
  return fmi2OK;
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c)
{
  Unit *const u = c;

  return u->phase == UNIT_NEW ? unit_set_up(u) : wrong_order(u, "EnterInitializationMode");
}

fmi2Status fmi2ExitInitializationMode(fmi2Component c)
{
  Unit *const u = c;

  if (u->phase != UNIT_INITIAL) return wrong_order(u, "ExitInitializationMode");
  if (unit_refresh(u) != fmi2OK) return fmi2Error;
  u->phase = u->exchange.n ? UNIT_EVENT : UNIT_STEPS;
  return fmi2OK;
}

fmi2Status fmi2Terminate(fmi2Component c)
{
  Unit *const u = c;

  if (u->phase != UNIT_STEPS && u->phase != UNIT_EVENT) return wrong_order(u, "Terminate");
  u->phase = UNIT_ENDED;
  return fmi2OK;
}

fmi2Status fmi2Reset(fmi2Component c)
{
  forget_step(c);
  return unit_reset(c);
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Returns variable vr, or NULL after a message. */
static UnitVariable *variable_of(Unit *u, fmi2ValueReference vr)
{
  if (vr < (fmi2ValueReference)u->n) return &u->variable[vr];
  unit_log(u, fmi2Error, "there is no variable %u", vr);
  return NULL;
}

fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n, fmi2Real value[])
{
  fmi2Status status = fmi2OK;

  for (size_t k = 0; k < n && status == fmi2OK; k++) {
    status = unit_refresh(c);
    if (status == fmi2OK) status = unit_get_number(c, vr[k], &value[k]);
  }
  return status;
}

fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                       const fmi2Real value[])
{
  Unit *const u = c;

  for (size_t k = 0; k < n; k++) {
    UnitVariable *const v = variable_of(u, vr[k]);

    if (!v) return fmi2Error;
    if (!isfinite(value[k])) return unit_log(u, fmi2Error, "%s: the value is not finite", v->name);
    if (v->kind == UNIT_RESULT || (v->kind == UNIT_CONSTANT && u->phase > UNIT_INITIAL))
      return unit_log(u, fmi2Error, "%s cannot be set %s", v->name,
                      v->kind == UNIT_RESULT ? "because it is an output" : "after initialization");
    v->value          = value[k];
    v->given          = 1;
    u->exchange.moved = 1;
    if (v->kind == UNIT_CONSTANT && u->phase == UNIT_INITIAL) u->stale = 1;
  }
  return fmi2OK;
}

/* Returns the status of a request for n variables of a type that no variable has. */
static fmi2Status no_such_type(const Unit *u, size_t n)
{
  return n ? unit_log(u, fmi2Error, "all variables are real") : fmi2OK;
}

fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                          fmi2Integer value[])
{
  (void)vr, (void)value;
  return no_such_type(c, n);
}

fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                          fmi2Boolean value[])
{
  (void)vr, (void)value;
  return no_such_type(c, n);
}

fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                         fmi2String value[])
{
  (void)vr, (void)value;
  return no_such_type(c, n);
}

fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                          const fmi2Integer value[])
{
  (void)vr, (void)value;
  return no_such_type(c, n);
}

fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                          const fmi2Boolean value[])
{
  (void)vr, (void)value;
  return no_such_type(c, n);
}

fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                         const fmi2String value[])
{
  (void)vr, (void)value;
  return no_such_type(c, n);
}

/* ---- steps ----------------------------------------------------------------------------------- */

fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                       const fmi2Integer order[], const fmi2Real value[])
{
  Unit *const u = c;

  for (size_t k = 0; k < n; k++) {
    UnitVariable *const v = variable_of(u, vr[k]);

    if (!v) return fmi2Error;
    if ((v->kind != UNIT_FORCE && v->kind != UNIT_MOTOR) || order[k] != 1 || !isfinite(value[k]))
      return unit_log(u, fmi2Error, "%s: only forces and motors have a derivative, the first one",
                      v->name);
    v->rate = value[k];
  }
  return fmi2OK;
}

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real time, fmi2Real step, fmi2Boolean no_return)
{
  Unit *const u = c;

  (void)no_return;
  if (u->phase != UNIT_STEPS || u->exchange.n) return wrong_order(u, "DoStep");
  if (!(step > 0) || !(fabs(time - u->time) <= 1e-6 * step))
    return unit_log(u, fmi2Error, "DoStep: a step of %.17g from %.17g; the present time is %.17g",
                    step, time, u->time);
  if (u->derives && unit_save(u, &u->before) != fmi2OK) return fmi2Error;
  return unit_step(u, time + step);
}

fmi2Status fmi2GetRealStatus(fmi2Component c, fmi2StatusKind kind, fmi2Real *value)
{
  const Unit *const u = c;

  if (kind != fmi2LastSuccessfulTime) return fmi2Discard;
  *value = u->time;
  return fmi2OK;
}

fmi2Status fmi2GetBooleanStatus(fmi2Component c, fmi2StatusKind kind, fmi2Boolean *value)
{
  const Unit *const u = c;

  if (kind != fmi2Terminated) return fmi2Discard;
  *value = u->phase == UNIT_ENDED;
  return fmi2OK;
}

/* ---- states ---------------------------------------------------------------------------------- */

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *state)
{
  Unit *const u    = c;
  UnitState  *kept = *state;
  fmi2Status  status;

  if (u->phase == UNIT_ENDED) return wrong_order(u, "GetFMUstate");
  if (unit_refresh(u) != fmi2OK) return fmi2Error;
  status = unit_save(u, &kept);
  *state = kept;
  return status;
}

fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state)
{
  Unit *const u = c;

  if (!state) return unit_log(u, fmi2Error, "SetFMUstate: the state is NULL");
  forget_step(u);
  return unit_restore(u, state);
}

fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *state)
{
  (void)c;
  unit_state_destroy(*state);
  *state = NULL;
  return fmi2OK;
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t *size)
{
  *size = state ? unit_state_size(c, state) : 0;
  if (*size) return fmi2OK;
  return unit_log(c, fmi2Error,
                  "SerializedFMUstateSize: the state is NULL, or a reset has destroyed it");
}

fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size)
{
  size_t           needed;
  const fmi2Status status = fmi2SerializedFMUstateSize(c, state, &needed);

  return status == fmi2OK ? unit_state_write(c, state, bytes, size) : status;
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size,
                                   fmi2FMUstate *state)
{
  UnitState       *read;
  const fmi2Status status = unit_state_read(c, bytes, size, &read);

  *state = read;
  return status;
}

/* ---- what the unit does not have, as modelDescription.xml says ------------------------------- */

static fmi2Status absent(const Unit *u, const char function[])
{
  return unit_log(u, fmi2Error, "%s: this unit does not have it", function);
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                        const fmi2Integer order[], fmi2Real value[])
{
  (void)vr, (void)n, (void)order, (void)value;
  return absent(c, "fmi2GetRealOutputDerivatives");
}

fmi2Status fmi2CancelStep(fmi2Component c) { return absent(c, "fmi2CancelStep"); }

fmi2Status fmi2GetStatus(fmi2Component c, fmi2StatusKind kind, fmi2Status *value)
{
  (void)c, (void)kind, (void)value;
  return fmi2Discard; /* steps are never pending */
}

fmi2Status fmi2GetIntegerStatus(fmi2Component c, fmi2StatusKind kind, fmi2Integer *value)
{
  (void)c, (void)kind, (void)value;
  return fmi2Discard;
}

fmi2Status fmi2GetStringStatus(fmi2Component c, fmi2StatusKind kind, fmi2String *value)
{
  (void)c, (void)kind, (void)value;
  return fmi2Discard;
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknown[],
                                        size_t n_unknown, const fmi2ValueReference known[],
                                        size_t n_known, const fmi2Real dknown[],
                                        fmi2Real dunknown[])
{
  return unit_derivative(c, n_unknown, unknown, n_known, known, dknown, dunknown);
}
