/* unit_states.c: states of a co-simulation unit, in memory and as bytes.

   The bytes are a head, then value, rate and motor's values of each variable, then the bytes of the
   state of the case. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "unit.h"

/* ---- in memory ------------------------------------------------------------------------------- */

void unit_state_destroy(UnitState *s)
{
  if (!s) return;
  if (FsCaseStateDestroy(&s->state)) s->state = NULL;
  free(s->variable);
  free(s->bytes);
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

/* Copies the present results to the variables of a state. */
static fmi2Status keep_results(Unit *u, UnitState *s)
{
  fmi2Status status = fmi2OK;

  for (int k = 0; k < u->n && status == fmi2OK; k++)
    if (u->variable[k].kind == UNIT_RESULT)
      status = unit_get(u, &u->variable[k], &s->variable[k].value);
  return status;
}

/* Saves the state of the case. A state of a case that the unit no longer has is replaced. Returns
   0, or an error code. */
static PetscErrorCode save_case(Unit *u, FsCaseState *state)
{
  if (*state && FsCaseSaveState(u->c, state) == PETSC_SUCCESS) return PETSC_SUCCESS;
  if (FsCaseStateDestroy(state)) *state = NULL;
  return FsCaseSaveState(u->c, state);
}

fmi2Status unit_save(Unit *u, UnitState **s)
{
  UnitState *const kept = *s ? *s : create(u->n);

  if (!kept) return unit_log(u, fmi2Error, "memory is missing for a state");
  if (u->exchange.n && u->phase != UNIT_NEW && unit_evaluate(u) != fmi2OK) {
    if (!*s) unit_state_destroy(kept);
    return fmi2Error;
  }
  if (u->phase == UNIT_NEW) { /* the values are all there is */
    if (FsCaseStateDestroy(&kept->state)) kept->state = NULL;
  } else if (save_case(u, &kept->state)) {
    if (!*s) unit_state_destroy(kept);
    return unit_log(u, fmi2Error, "%s", FsCaseGetMessage(u->c));
  }
  free(kept->bytes);
  kept->bytes    = NULL;
  kept->size     = 0;
  kept->phase    = u->phase;
  kept->start    = u->start;
  kept->stop     = u->stop;
  kept->time     = u->time;
  kept->has_stop = u->has_stop;
  memcpy(kept->variable, u->variable, (size_t)u->n * sizeof *u->variable);
  *s = kept;
  return u->phase == UNIT_NEW ? fmi2OK : keep_results(u, kept);
}

/* Returns whether the unit has a case that is set up as that of a state. */
static int has_such_case(const Unit *u, const UnitState *s)
{
  if (u->phase == UNIT_NEW || u->phase == UNIT_ENDED || u->stale) return 0;
  if (u->start != s->start || u->has_stop != s->has_stop || (u->has_stop && u->stop != s->stop))
    return 0;
  for (int k = 0; k < u->n; k++)
    if (u->variable[k].kind == UNIT_CONSTANT && (u->variable[k].given != s->variable[k].given ||
                                                 u->variable[k].value != s->variable[k].value))
      return 0;
  return 1;
}

/* Creates the case of a state that came from bytes, with the constants of the state. */
static fmi2Status set_up_again(Unit *u, const UnitState *s)
{
  if (u->phase != UNIT_NEW && unit_renew(u) != fmi2OK) return fmi2Error;
  memcpy(u->variable, s->variable, (size_t)u->n * sizeof *u->variable);
  u->start    = s->start;
  u->stop     = s->stop;
  u->has_stop = s->has_stop;
  u->stale    = 0;
  return unit_set_up(u);
}

/* Brings a unit to a state that came from bytes. Its case stays, with the states in memory, if it
   is set up as that of the state. After an error the unit must be reset. */
static fmi2Status restore_bytes(Unit *u, const UnitState *s)
{
  FsCaseState state = NULL;
  int         bad;

  if (!has_such_case(u, s) && set_up_again(u, s) != fmi2OK) return fmi2Error;
  memcpy(u->variable, s->variable, (size_t)u->n * sizeof *u->variable); /* motors need them now */
  u->time = u->next = s->time;
  bad = FsCaseStateFromBytes(u->c, s->size, s->bytes, &state) || FsCaseRestoreState(u->c, state);
  if (bad) unit_log(u, fmi2Error, "%s", FsCaseGetMessage(u->c));
  (void)FsCaseStateDestroy(&state);
  u->phase        = bad ? UNIT_ENDED : s->phase;
  u->results_kept = !u->exchange.n;
  if (!bad && u->exchange.n) return unit_start_exchange(u);
  return bad ? fmi2Error : fmi2OK;
}

fmi2Status unit_restore(Unit *u, const UnitState *s)
{
  if (s->bytes) return restore_bytes(u, s);
  if (s->state && u->phase == UNIT_NEW)
    return unit_log(u, fmi2Error,
                    "SetFMUState: the state was saved before a reset, which has destroyed it");
  if (!s->state && u->phase != UNIT_NEW && unit_renew(u) != fmi2OK) return fmi2Error;
  memcpy(u->variable, s->variable, (size_t)u->n * sizeof *u->variable); /* motors need them now */
  u->time = u->next = s->time;
  if (s->state && FsCaseRestoreState(u->c, s->state))
    return unit_log(u, fmi2Error, "%s", FsCaseGetMessage(u->c));
  u->start        = s->start;
  u->stop         = s->stop;
  u->has_stop     = s->has_stop;
  u->phase        = s->phase;
  u->stale        = 0;
  u->results_kept = s->state != NULL && !u->exchange.n;
  return s->state && u->exchange.n ? unit_start_exchange(u) : fmi2OK;
}

/* ---- as bytes -------------------------------------------------------------------------------- */

enum { NUMBERS = 5 }; /* of each variable */

/* Head - The first bytes of a state. */
typedef struct {
  char   name[16];
  int    n, phase, has_stop, is_set_up;
  double start, stop, time;
  size_t size; /* number of bytes of the state of the case */
  /* hashes of the unit's variables, by which other units are recognized, and of their numbers */
  uint64_t unit, sum;
} Head;

static const char head_name[16] = "fsolve unit 1";

static const uint64_t HASH_START = 14695981039346656037u;

/* Adds n bytes to a hash (Fowler, Noll & Vo, FNV-1a with 64 bits). */
static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t n)
{
  const unsigned char *const byte = bytes;

  for (size_t k = 0; k < n; k++) hash = (hash ^ byte[k]) * 1099511628211u;
  return hash;
}

/* Returns a hash of what the variables of a unit are. */
static uint64_t hash_unit(const Unit *u)
{
  uint64_t found = HASH_START;

  for (int k = 0; k < u->n; k++) {
    const UnitVariable *const v      = &u->variable[k];
    const int                 what[] = {(int)v->kind, v->component, v->nodes, v->derivative};

    found = hash_bytes(hash_bytes(found, what, sizeof what), v->name, strlen(v->name));
  }
  return found;
}

/* Copies the numbers of a variable to its row, or back. */
static void to_row(const UnitVariable *v, double row[NUMBERS])
{
  row[0] = v->value;
  row[1] = v->rate;
  row[2] = v->from;
  row[3] = v->to;
  row[4] = v->given;
}

static void from_row(const double row[NUMBERS], UnitVariable *v)
{
  v->value = row[0];
  v->rate  = row[1];
  v->from  = row[2];
  v->to    = row[3];
  v->given = row[4] != 0;
}

/* Returns the number of bytes of the state of the case, or 0 after an error. */
static size_t case_size(const UnitState *s)
{
  size_t size = s->size;

  if (s->state && FsCaseStateToBytes(s->state, 0, NULL, &size)) return 0;
  return size;
}

size_t unit_state_size(const Unit *u, const UnitState *s)
{
  const size_t size = case_size(s);

  if (s->state && !size) return 0;
  return sizeof(Head) + (size_t)u->n * NUMBERS * sizeof(double) + size;
}

fmi2Status unit_state_write(const Unit *u, const UnitState *s, char bytes[], size_t size)
{
  Head   head = {.n         = u->n,
                 .phase     = (int)s->phase,
                 .has_stop  = s->has_stop,
                 .is_set_up = s->state || s->bytes,
                 .start     = s->start,
                 .stop      = s->stop,
                 .time      = s->time,
                 .size      = case_size(s),
                 .unit      = hash_unit(u)};
  size_t needed;

  if (size < unit_state_size(u, s))
    return unit_log(u, fmi2Error, "SerializeFMUstate: the state has more than %zu bytes", size);
  memcpy(head.name, head_name, sizeof head.name);
  for (int k = 0; k < u->n; k++) {
    double row[NUMBERS];

    to_row(&s->variable[k], row);
    memcpy(bytes + sizeof head + (size_t)k * sizeof row, row, sizeof row);
  }
  head.sum = hash_bytes(HASH_START, bytes + sizeof head, (size_t)u->n * NUMBERS * sizeof(double));
  memcpy(bytes, &head, sizeof head);
  bytes += sizeof head + (size_t)u->n * NUMBERS * sizeof(double);
  if (s->bytes) memcpy(bytes, s->bytes, s->size);
  else if (s->state && FsCaseStateToBytes(s->state, head.size, bytes, &needed))
    return unit_log(u, fmi2Error, "%s", FsCaseGetMessage(NULL));
  return fmi2OK;
}

/* Reads the head. Returns whether the bytes are a state of such a unit. */
static int read_head(const Unit *u, const char bytes[], size_t size, Head *head)
{
  const size_t rows = (size_t)u->n * NUMBERS * sizeof(double);

  if (!bytes || size < sizeof *head + rows) return 0;
  memcpy(head, bytes, sizeof *head);
  return !memcmp(head->name, head_name, sizeof head->name) && head->n == u->n &&
         head->size == size - sizeof *head - rows && head->phase >= UNIT_NEW &&
         head->phase <= UNIT_STEPS && (head->size > 0) == (head->is_set_up != 0) &&
         head->unit == hash_unit(u) &&
         head->sum == hash_bytes(HASH_START, bytes + sizeof *head, rows);
}

/* Creates a state with copies of the variables of a unit and of the bytes of its case, or NULL. */
static UnitState *create_from(const Unit *u, size_t size, const char bytes[])
{
  UnitState *const s = calloc(1, sizeof *s);

  if (!s) return NULL;
  s->variable = calloc((size_t)u->n + 1, sizeof *s->variable);
  s->bytes    = size ? malloc(size) : NULL;
  s->size     = size;
  if (!s->variable || (size && !s->bytes)) {
    unit_state_destroy(s);
    return NULL;
  }
  memcpy(s->variable, u->variable, (size_t)u->n * sizeof *s->variable);
  if (size) memcpy(s->bytes, bytes, size);
  return s;
}

fmi2Status unit_state_read(Unit *u, const char bytes[], size_t size, UnitState **s)
{
  Head head;

  *s = NULL;
  if (!read_head(u, bytes, size, &head))
    return unit_log(u, fmi2Error, "DeSerializeFMUstate: the bytes are no state of this unit");
  *s = create_from(u, head.size, bytes + size - head.size);
  if (!*s) return unit_log(u, fmi2Error, "memory is missing for a state");
  for (int k = 0; k < u->n; k++) {
    double row[NUMBERS];

    memcpy(row, bytes + sizeof head + (size_t)k * sizeof row, sizeof row);
    from_row(row, &(*s)->variable[k]);
  }
  (*s)->phase    = (UnitPhase)head.phase;
  (*s)->start    = head.start;
  (*s)->stop     = head.stop;
  (*s)->time     = head.time;
  (*s)->has_stop = head.has_stop;
  return fmi2OK;
}
