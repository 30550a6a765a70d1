/* unit_state.c: keeps the state of a unit, and returns to it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "unit.h"

void unit_state_destroy(UnitState *s)
{
  if (!s) return;
  if (FsCaseStateDestroy(&s->state)) s->state = NULL;
  free(s->variable);
  free(s);
}

/* Creates an empty state, or returns NULL. */
static UnitState *create(int n)
{
  UnitState *s = calloc(1, sizeof *s);

  if (s) s->variable = calloc((size_t)n + 1, sizeof *s->variable);
  if (s && s->variable) return s;
  free(s);
  return NULL;
}

fmi2Status unit_save(Unit *u, UnitState **s)
{
  UnitState *const kept = *s ? *s : create(u->n);

  if (!kept) return unit_log(u, fmi2Error, "memory is missing for a state");
  if (FsCaseSaveState(u->c, &kept->state)) {
    if (!*s) unit_state_destroy(kept);
    return unit_log(u, fmi2Error, "%s", FsCaseGetMessage(u->c));
  }
  kept->phase = u->phase;
  kept->time  = u->time;
  memcpy(kept->variable, u->variable, (size_t)u->n * sizeof *u->variable);
  *s = kept;
  return fmi2OK;
}

fmi2Status unit_restore(Unit *u, const UnitState *s)
{
  u->phase = s->phase;
  u->time = u->next = s->time;
  memcpy(u->variable, s->variable, (size_t)u->n * sizeof *u->variable); /* motors need them now */
  if (FsCaseRestoreState(u->c, s->state))
    return unit_log(u, fmi2Error, "%s", FsCaseGetMessage(u->c));
  return fmi2OK;
}
