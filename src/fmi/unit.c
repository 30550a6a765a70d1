/* unit.c: the life of a unit: its case, its set-up, its steps, the values of its variables. */
/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE /* dladdr */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "unit.h"

enum { LINE = 512 };

/* ---- life ------------------------------------------------------------------------------------ */

static void end_all(void) { (void)FsFinalize(); }

/* Keeps MPI and this unit in the process: MPI cannot start a second time, and modules of Open MPI
   look for its symbols among the global ones. */
static void keep_loaded(void)
{
  static int done  = 0; /* a property of the process */
  Dl_info    where = {.dli_fname = NULL};

  if (done) return;
  done = 1;
  if (dladdr((void *)(size_t)MPI_Init, &where) && where.dli_fname)
    dlopen(where.dli_fname, RTLD_LAZY | RTLD_GLOBAL | RTLD_NODELETE);
  if (dladdr((void *)(size_t)keep_loaded, &where) && where.dli_fname)
    dlopen(where.dli_fname, RTLD_LAZY | RTLD_NODELETE);
  atexit(end_all);
}

static void ignore_lines(void *context, PetscBool warning, const char text[])
{
  if (warning) unit_log(context, fmi2Warning, "%s", text);
}

static int create_case(Unit *u)
{
  char path[LINE];

  snprintf(path, sizeof path, "%s/case.opts", u->folder);
  if (FsCaseCreate(MPI_COMM_SELF, &u->c)) {
    unit_log(u, fmi2Error, "a case cannot be created: MPI or PETSc does not start");
    return 1;
  }
  if (FsCaseSetPrinter(u->c, ignore_lines, u) || FsCaseSetOptionsFile(u->c, path) ||
      FsCaseSetOption(u->c, "-output", "none"))
    return unit_failed(u) != fmi2OK;
  u->phase = UNIT_NEW;
  return 0;
}

int unit_create(Unit *u, const char guid[])
{
  keep_loaded();
  FsThreadsWait(PETSC_TRUE); /* an importer may step units in several threads */
  return !unit_read_table(u, guid) || create_case(u);
}

int unit_is_for(const Unit *u, int exchange)
{
  if ((u->exchange.n > 0) == (exchange != 0)) return 1;
  unit_log(u, fmi2Error, "this unit is for %s", u->exchange.n ? "model exchange" : "co-simulation");
  return 0;
}

void unit_destroy(Unit *u)
{
  if (FsCaseDestroy(&u->c)) u->c = NULL;
  free(u->exchange.state);
  free(u->exchange.rate);
  free(u->variable);
  free(u->folder);
  free(u->name);
}

fmi2Status unit_renew(Unit *u)
{
  if (FsCaseDestroy(&u->c)) return unit_failed(u);
  return create_case(u) ? fmi2Error : fmi2OK;
}

fmi2Status unit_reset(Unit *u)
{
  for (int k = 0; k < u->n; k++) {
    UnitVariable *const v = &u->variable[k];

    v->given = 0;
    v->value = v->start;
    v->rate = v->from = v->to = 0;
  }
  u->has_stop = u->stale = u->results_kept = 0;
  u->start = u->time = u->next = 0;
  return unit_renew(u);
}

/* ---- the run --------------------------------------------------------------------------------- */

static PetscErrorCode set_number(Unit *u, const char name[], const char before[], double value)
{
  char text[LINE + 32];

  snprintf(text, sizeof text, "%.500s%.17g", before, value);
  return FsCaseSetOption(u->c, name, text);
}

static PetscErrorCode set_constants(Unit *u)
{
  PetscErrorCode ierr = PETSC_SUCCESS;

  for (int k = 0; k < u->n && !ierr; k++) {
    const UnitVariable *const v = &u->variable[k];
    char                      before[LINE];

    if (v->kind != UNIT_CONSTANT || !v->given) continue;
    snprintf(before, sizeof before, "%s=", v->name);
    ierr = set_number(u, "-let", before, v->value);
  }
  return ierr;
}

/* Computes the force of a motor, which changes linearly within the step. x[0] is the time. */
static int motor_force(void *context, const PetscReal x[], PetscReal *value, PetscReal derivative[])
{
  const UnitVariable *const v = context;
  const Unit *const         u = v->unit;
  const double              h = u->next - u->time, s = h > 0 ? ((double)x[0] - u->time) / h : 1;

  (void)derivative;
  *value = v->from + fmin(fmax(s, 0), 1) * (v->to - v->from);
  return 0;
}

static PetscErrorCode set_motors(Unit *u)
{
  PetscErrorCode ierr = PETSC_SUCCESS;

  for (int k = 0; k < u->n && !ierr; k++) {
    UnitVariable *const v = &u->variable[k];

    if (v->kind != UNIT_MOTOR) continue;
    v->from = v->to = v->value;
    ierr            = FsCaseSetLawFunction(u->c, v->name, motor_force, v);
  }
  return ierr;
}

fmi2Status unit_set_up(Unit *u)
{
  PetscErrorCode ierr = set_constants(u);

  u->time = u->next = u->start;
  u->results_kept   = 0;
  if (!ierr && u->start != 0) ierr = set_number(u, "-t_start", "", u->start);
  if (!ierr && u->has_stop) ierr = set_number(u, "-t_end", "", u->stop);
  if (!ierr) ierr = set_motors(u);
  if (!ierr) ierr = FsCaseSetUp(u->c);
  if (!ierr) ierr = FsCaseGetTime(u->c, &u->time);
  u->next = u->time;
  if (!ierr) ierr = FsCaseStepTo(u->c, u->time); /* records the initial state */
  if (ierr) return unit_failed(u);
  if (u->exchange.n && unit_start_exchange(u) != fmi2OK) return fmi2Error;
  u->phase = UNIT_INITIAL;
  return fmi2OK;
}

fmi2Status unit_refresh(Unit *u)
{
  if (!u->stale) return fmi2OK;
  u->stale = 0;
  return unit_renew(u) == fmi2OK ? unit_set_up(u) : fmi2Error;
}

/* ---- steps and values ----------------------------------------------------------------------- */

fmi2Status unit_step(Unit *u, double t)
{
  const double   h = t - u->time;
  PetscErrorCode ierr;

  if (u->has_stop && fabs(t - u->stop) <= 1e-9 * fabs(h)) t = u->stop; /* sums of steps round */
  ierr    = unit_give_inputs(u, h);
  u->next = t;
  if (!ierr) ierr = FsCaseStepTo(u->c, t);
  if (ierr) return unit_failed(u);
  for (int k = 0; k < u->n; k++) u->variable[k].rate = 0;
  u->time         = t;
  u->results_kept = 0;
  return fmi2OK;
}

fmi2Status unit_get(Unit *u, const UnitVariable *v, double *value)
{
  FsResult r;
  PetscInt width = 1;

  *value = v->value;
  if (v->kind != UNIT_RESULT || u->results_kept) return fmi2OK;
  if (u->phase == UNIT_NEW)
    return unit_log(u, fmi2Error, "%s: outputs exist after EnterInitializationMode", v->name);
  if (u->exchange.n && unit_record(u) != fmi2OK) return fmi2Error;
  if (FsCaseGetResult(u->c, v->name, &r)) return unit_failed(u);
  for (PetscInt k = 1; k < r.ndims; k++) width *= r.dims[k];
  if (r.type != FS_RESULT_REAL || r.n < 1 || v->component >= width)
    return unit_log(u, fmi2Error, "%s has no component %d", v->name, v->component);
  *value = (double)((const PetscReal *)r.data)[(r.n - 1) * width + v->component];
  return fmi2OK;
}

fmi2Status unit_get_number(Unit *u, fmi2ValueReference vr, double *value)
{
  const UnitExchange *const x = &u->exchange;
  const long                k = (long)vr - u->n - 1; /* number of a state or derivative */
  fmi2Status                status;

  if (k < -1) return unit_get(u, &u->variable[vr], value);
  if (k >= 2L * x->n) return unit_log(u, fmi2Error, "there is no variable %u", vr);
  if (k == -1) *value = u->time;
  if (k >= 0 && u->phase == UNIT_NEW)
    return unit_log(u, fmi2Error, "states exist after EnterInitializationMode");
  if (k >= 0 && k < x->n) *value = x->state[k];
  if (k < x->n) return fmi2OK;
  status = unit_evaluate(u);
  *value = x->rate[k - x->n];
  return status;
}
