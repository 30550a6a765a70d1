/* unit_table.c: reads the table of a unit's variables, and sends messages to the importer. */
/* SPDX-License-Identifier: BSD-2-Clause */
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

fmi2Status unit_failed(Unit *u)
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

/* Reads a line that describes the unit. Returns whether it is one. */
static int read_kind(const char line[], Unit *u)
{
  if (sscanf(line, "states %d", &u->exchange.n) == 1) return 1;
  if (strcmp(line, "derivatives\n") != 0) return 0;
  u->derives = 1;
  return 1;
}

static int add_variable(Unit *u, const char line[])
{
  UnitVariable *grown;

  if (read_kind(line, u)) return u->exchange.n >= 0;
  grown = realloc(u->variable, (size_t)(u->n + 1) * sizeof *grown);

  if (!grown) return 0;
  u->variable       = grown;
  u->variable[u->n] = (UnitVariable){.unit = u};
  return read_variable(line, &u->variable[u->n++]);
}

int unit_read_table(Unit *u, const char guid[])
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
