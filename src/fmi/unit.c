/* unit.c: a case as a co-simulation unit: its variables, its steps, its states, its messages. */
/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE /* dladdr */
#include <dlfcn.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "unit.h"

enum { LINE = 512, MESSAGE = 1200 };

fmi2Status unit_log(const Unit *u, fmi2Status status, const char format[], ...)
{
  const char *const category = status == fmi2Warning ? "logStatusWarning" : "logStatusError";
  char              text[MESSAGE];
  va_list           arguments;

  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (u->callbacks && u->callbacks->logger)
    u->callbacks->logger(u->callbacks->componentEnvironment, u->name, status, category, "%s", text);
  if (u->logger) u->logger(u->environment, status, category, text);
  return status;
}

/* Reports the error of a call of the case, after which the unit can only be reset or freed. */
static fmi2Status failed(Unit *u)
{
  u->phase = UNIT_ENDED;
  return unit_log(u, fmi2Error, "%s", FsCaseGetMessage(u->c));
}

/* ---- the table of variables ------------------------------------------------------------------ */

/* Reads a line of the table. Returns whether it is right. */
static int read_variable(const char line[], UnitVariable *v)
{
  char kind[16];
  int  n[2] = {0, 0}, words, end = 0;

  if (sscanf(line, "%15s %255s %n", kind, v->name, &end) != 2 || !end) return 0;
  words        = sscanf(line + end, "%d %d", &n[0], &n[1]);
  words        = words < 0 ? 0 : words;
  v->component = n[0];
  if (!strcmp(kind, "constant")) {
    v->kind = UNIT_CONSTANT;
    if (sscanf(line + end, "%lf", &v->start) != 1) return 0;
    v->value = v->start;
    return 1;
  }
  if (!strcmp(kind, "motor")) {
    v->kind = UNIT_MOTOR;
    return words == 0;
  }
  if (!strcmp(kind, "force")) {
    v->kind  = UNIT_FORCE;
    v->nodes = n[1];
    return words == 2 && n[0] >= 0 && n[0] < 3 && n[1] > 0;
  }
  if (!strcmp(kind, "motion")) {
    v->kind       = UNIT_MOTION;
    v->derivative = n[1];
    return words == 2 && n[0] >= 0 && n[0] < 6 && n[1] >= 0 && n[1] < 3;
  }
  v->kind = UNIT_RESULT;
  return !strcmp(kind, "result") && words == 1 && n[0] >= 0;
}

static int add_variable(Unit *u, const char line[])
{
  UnitVariable *const grown = realloc(u->variable, (size_t)(u->n + 1) * sizeof *grown);

  if (!grown) return 0;
  u->variable       = grown;
  u->variable[u->n] = (UnitVariable){.unit = u};
  return read_variable(line, &u->variable[u->n++]);
}

/* Reads the table. Returns whether it is right and has the guid. */
static int read_table(Unit *u, const char guid[])
{
  char        path[LINE], line[LINE], own[LINE] = "";
  FILE       *file;
  int         right;
  const char *problem = "cannot be read";

  snprintf(path, sizeof path, "%s/variables.txt", u->folder);
  file  = fopen(path, "r");
  right = file && fgets(line, sizeof line, file) && sscanf(line, "guid %511s", own) == 1;
  if (right && guid && strcmp(own, guid) != 0) {
    right   = 0;
    problem = "has another guid than modelDescription.xml";
  }
  while (right && fgets(line, sizeof line, file)) right = add_variable(u, line);
  if (file) fclose(file);
  if (!right) unit_log(u, fmi2Error, "%s %s", path, problem);
  return right;
}

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
    return failed(u) != fmi2OK;
  u->phase = UNIT_NEW;
  return 0;
}

int unit_create(Unit *u, const char guid[])
{
  keep_loaded();
  FsThreadsWait(PETSC_TRUE); /* an importer may step units in several threads */
  return !read_table(u, guid) || create_case(u);
}

void unit_destroy(Unit *u)
{
  if (FsCaseDestroy(&u->c)) u->c = NULL;
  free(u->variable);
  free(u->folder);
  free(u->name);
}

fmi2Status unit_renew(Unit *u)
{
  if (FsCaseDestroy(&u->c)) return failed(u);
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
  if (ierr) return failed(u);
  u->phase = UNIT_INITIAL;
  return fmi2OK;
}

fmi2Status unit_refresh(Unit *u)
{
  if (!u->stale) return fmi2OK;
  u->stale = 0;
  return unit_renew(u) == fmi2OK ? unit_set_up(u) : fmi2Error;
}

/* ---- inputs ---------------------------------------------------------------------------------- */

/* Returns whether both are inputs of one force, or of one motion. */
static int go_together(const UnitVariable *v, const UnitVariable *w)
{
  return v->kind == w->kind && !strcmp(v->name, w->name) &&
         (v->kind == UNIT_FORCE || v->component == w->component);
}

/* Returns whether no variable before k goes together with it. */
static int is_first(const Unit *u, int k)
{
  for (int j = 0; j < k; j++)
    if (go_together(&u->variable[j], &u->variable[k])) return 0;
  return 1;
}

/* Gives the forces at the end of a step of a size h of the load of variable first. */
static PetscErrorCode give_force(Unit *u, int first, double h)
{
  const UnitVariable *const load     = &u->variable[first];
  double                    total[3] = {0, 0, 0}, *values;
  PetscErrorCode            ierr;

  for (int k = first; k < u->n; k++) {
    const UnitVariable *const v = &u->variable[k];

    if (go_together(load, v)) total[v->component] = v->value + h * v->rate;
  }
  values = malloc(3 * (size_t)load->nodes * sizeof *values);
  if (!values) return PETSC_ERR_MEM;
  for (int k = 0; k < 3 * load->nodes; k++) values[k] = total[k % 3] / load->nodes;
  ierr = FsCaseSetNodalForce(u->c, load->name, load->nodes, values);
  free(values);
  return ierr;
}

/* Gives the motion of variable first at the end of a step. */
static PetscErrorCode give_motion(Unit *u, int first)
{
  const UnitVariable *const motion = &u->variable[first];
  double                    qva[3] = {0, 0, 0};

  for (int k = first; k < u->n; k++)
    if (go_together(motion, &u->variable[k])) qva[u->variable[k].derivative] = u->variable[k].value;
  return FsCaseSetMotion(u->c, motion->name, motion->component, qva[0], qva[1], qva[2]);
}

/* Gives all inputs at the end of a step of a size h. */
static PetscErrorCode give_inputs(Unit *u, double h)
{
  PetscErrorCode ierr = PETSC_SUCCESS;

  for (int k = 0; k < u->n && !ierr; k++) {
    UnitVariable *const v = &u->variable[k];

    if (v->kind == UNIT_FORCE && is_first(u, k)) ierr = give_force(u, k, h);
    if (v->kind == UNIT_MOTION && is_first(u, k)) ierr = give_motion(u, k);
    if (v->kind == UNIT_MOTOR) {
      v->from = v->to;
      v->to   = v->value + h * v->rate;
    }
  }
  return ierr;
}

fmi2Status unit_step(Unit *u, double t)
{
  const double   h = t - u->time;
  PetscErrorCode ierr;

  if (u->has_stop && fabs(t - u->stop) <= 1e-9 * fabs(h)) t = u->stop; /* sums of steps round */
  ierr    = give_inputs(u, h);
  u->next = t;
  if (!ierr) ierr = FsCaseStepTo(u->c, t);
  if (ierr) return failed(u);
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
  if (FsCaseGetResult(u->c, v->name, &r)) return failed(u);
  for (PetscInt k = 1; k < r.ndims; k++) width *= r.dims[k];
  if (r.type != FS_RESULT_REAL || r.n < 1 || v->component >= width)
    return unit_log(u, fmi2Error, "%s has no component %d", v->name, v->component);
  *value = (double)((const PetscReal *)r.data)[(r.n - 1) * width + v->component];
  return fmi2OK;
}
