/* options.c: reads the values of options, strictly.

   To add a kind of value, write a function like FsOptionsInt: call FindValue and parse the text.
   If that fails, raise an input error with the option's name and the allowed values. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "option_list.h"
#include "input/given/given_mesh.h"
#include "options_impl.h"

/* Defines the constants of all -let. */
static PetscErrorCode ReadConstants(FsOptions o)
{
  const char        *text, **list, **place;
  const FsOptionList supplied = o->supplied;
  PetscBool          set;
  PetscInt           n = 0;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, OPTION_LET_NAME, &text, &set));
  if (!set) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc2(supplied ? supplied->n : 1, &list, supplied ? supplied->n : 1, &place));
  for (int i = 0; supplied && i < supplied->n; i++) {
    if (strcasecmp(supplied->option[i].name, OPTION_LET_NAME)) continue;
    list[n]    = supplied->option[i].value ? supplied->option[i].value : "";
    place[n++] = supplied->option[i].place;
  }
  if (!n) { /* from PETSc's database */
    list[n]    = text;
    place[n++] = "";
  }
  PetscCall(SymbolsDefineConstants(o->symbols, n, list, place));
  PetscCall(PetscFree2(list, place));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsOptionsCreateFromList(MPI_Comm comm, FsOptionList supplied, FsOptions *o)
{
  PetscFunctionBeginUser;
  PetscCall(PetscNew(o));
  (*o)->comm     = comm;
  (*o)->supplied = supplied;
  PetscCall(SymbolsCreate(comm, &(*o)->symbols));
  PetscCall(ReadConstants(*o));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsOptionsCreate(MPI_Comm comm, FsOptions *o)
{
  return FsOptionsCreateFromList(comm, NULL, o);
}

PetscErrorCode FsOptionsCreateForManual(FsOptions *o)
{
  PetscFunctionBeginUser;
  PetscCall(PetscNew(o)); /* PETSc's memory does not need PetscInitialize */
  PetscFunctionReturn(PETSC_SUCCESS);
}

Symbols OptionsSymbols(FsOptions o) { return o->symbols; }

void OptionsGiveMesh(FsOptions o, const struct _n_FsMeshArrays *mesh) { o->mesh = mesh; }

const struct _n_FsMeshArrays *OptionsGivenMesh(FsOptions o) { return o->mesh; }

PetscErrorCode FsOptionsDestroy(FsOptions *o)
{
  PetscFunctionBeginUser;
  if (!*o) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < (*o)->nqueries; i++) {
    PetscCall(PetscFree((*o)->queried[i]));
    PetscCall(PetscFree((*o)->queries[i].text));
  }
  PetscCall(PetscFree((*o)->queried));
  PetscCall(PetscFree((*o)->queries));
  PetscCall(SymbolsDestroy(&(*o)->symbols));
  PetscCall(PetscFree(*o));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const char *FsOptionName(FsOptions o, const char format[], ...)
{
  va_list args;
  char   *name = o->ring[o->next];

  o->next = (o->next + 1) % NAME_RING;
  va_start(args, format);
  vsnprintf(name, NAME_SIZE, format, args);
  va_end(args);
  return name;
}

/* Whether an option was read before. */
static PetscBool was_read(FsOptions o, const char name[])
{
  for (PetscInt k = 0; k < o->nqueries; k++)
    if (!strcmp(o->queried[k], name)) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Warns of an option that is read for the first time after the check for unused options: a fault of
   this program, which does not endanger the run. A scheme that is created again reads its options
   again. */
static PetscErrorCode WarnLate(FsOptions o, const char name[])
{
  PetscFunctionBeginUser;
  if (was_read(o, name)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscFPrintf(o->comm, stderr,
                         "fsolve: warning: %s is read after the set-up; please report this fault\n",
                         name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OptionFind(FsOptions o, const char name[], const char **text, PetscBool *set)
{
  const OptionEntry *const supplied = OptionListFind(o->supplied, name);

  PetscFunctionBeginUser;
  if (o->checked) PetscCall(WarnLate(o, name));
  if (o->nqueries == o->capacity) {
    o->capacity = o->capacity ? 2 * o->capacity : 64;
    PetscCall(PetscRealloc((size_t)o->capacity * sizeof *o->queried, &o->queried));
    PetscCall(PetscRealloc((size_t)o->capacity * sizeof *o->queries, &o->queries));
  }
  PetscCall(PetscStrallocpy(name, &o->queried[o->nqueries]));
  *text = supplied ? supplied->value : NULL;
  *set  = (PetscBool)(supplied != NULL);
  if (!supplied) PetscCall(PetscOptionsFindPair(NULL, NULL, name, text, set));
  o->queries[o->nqueries] = (OptionQuery){.name = o->queried[o->nqueries], .supplied = *set};
  o->nqueries++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool option_was_queried(FsOptions o, const char name[])
{
  for (PetscInt i = 0; i < o->nqueries; i++)
    if (!strcasecmp(o->queried[i], name)) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Finds an option that must have a value. */
static PetscErrorCode FindValue(FsOptions o, const char name[], const char **text, PetscBool *set)
{
  PetscFunctionBeginUser;
  PetscCall(OptionFind(o, name, text, set));
  PetscCheck(!*set || (*text && **text), o->comm, PETSC_ERR_USER_INPUT,
             "%s needs a value: -help %s says which (write 0-t for -t, which could be an option)",
             name, name + 1);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsOptionsText(FsOptions o, const char name[], const char **text, PetscBool *set)
{
  const char *parsed;
  PetscBool   present;

  PetscFunctionBeginUser;
  PetscCall(FindValue(o, name, &parsed, &present));
  if (present) *text = parsed;
  else if (!set && *text && **text) PetscCall(OptionRecordDefault(o, set, *text));
  if (set) *set = present;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsOptionsReals(FsOptions o, const char name[], PetscInt minimum, PetscInt *n,
                              PetscReal value[], PetscBool *set)
{
  const PetscInt most = *n;
  const char    *text, *p, *end;
  PetscBool      present;
  PetscInt       parsed = 0;

  PetscFunctionBeginUser;
  PetscCall(FindValue(o, name, &text, &present));
  if (most > 1) option_is_list(o);
  if (!present) PetscCall(OptionRecordDefaultReals(o, set, *n, value));
  if (set) *set = present;
  if (!present) PetscFunctionReturn(PETSC_SUCCESS);
  for (p = text; p; p = *end ? end + 1 : NULL) {
    PetscReal x;

    end = symbol_item_end(p);
    PetscCall(OptionNumber(o, name, text, p, end, &x));
    PetscCheck(parsed<most, o->comm, PETSC_ERR_USER_INPUT,
                      "%s %s: more than %" PetscInt_FMT " number%s", name, text, most, most> 1
                 ? "s"
                 : "; a comma separates numbers, and decimals follow a point");
    value[parsed++] = x;
  }
  PetscCheck(parsed >= minimum, o->comm, PETSC_ERR_USER_INPUT,
             "%s %s: expected %" PetscInt_FMT " numbers separated by commas without spaces", name,
             text, minimum);
  *n = parsed;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsOptionsReal(FsOptions o, const char name[], PetscReal *value, PetscBool *set)
{
  PetscInt one = 1;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReals(o, name, 1, &one, value, set));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsOptionsPositive(FsOptions o, const char name[], PetscReal *value, PetscBool *set)
{
  PetscBool present;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReal(o, name, value, &present));
  PetscCheck(!present || *value > 0, o->comm, PETSC_ERR_USER_INPUT,
             "%s %.6g: must be greater than zero", name, (double)*value);
  if (!present && !set && *value > 0) PetscCall(OptionRecordDefaultReals(o, set, 1, value));
  if (set) *set = present;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsOptionsInt(FsOptions o, const char name[], PetscInt minimum, PetscInt *value,
                            PetscBool *set)
{
  const char *text;
  char       *end;
  PetscBool   present;
  long long   x;

  PetscFunctionBeginUser;
  PetscCall(FindValue(o, name, &text, &present));
  if (!present && !set && *value >= minimum) {
    char default_text[32];

    PetscCall(PetscSNPrintf(default_text, sizeof default_text, "%" PetscInt_FMT, *value));
    PetscCall(OptionRecordDefault(o, set, default_text));
  }
  if (set) *set = present;
  if (!present) PetscFunctionReturn(PETSC_SUCCESS);
  errno = 0;
  x     = strtoll(text, &end, 10);
  if (end == text || *end) PetscCall(OptionInteger(o, name, text, &x));
  PetscCheck(!errno && x >= minimum && x <= PETSC_MAX_INT, o->comm, PETSC_ERR_USER_INPUT,
             "%s %s: must be from %" PetscInt_FMT " to %" PetscInt_FMT, name, text, minimum,
             PETSC_MAX_INT);
  *value = (PetscInt)x;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads a Boolean, or the word if it is not NULL. *index: 0 or 1, or 2 for the word. */
static PetscErrorCode ReadBool(FsOptions o, const char name[], const char word[], PetscInt *index,
                               PetscBool *set)
{
  static const char *const yes[] = {"1", "true", "yes", "on"}, *const no[] = {"0", "false", "no",
                                                                              "off"};
  const char *text;
  PetscBool   present, same;

  PetscFunctionBeginUser;
  PetscCall(OptionFind(o, name, &text, &present));
  if (!present && !set) PetscCall(OptionRecordDefault(o, set, *index ? yes[1] : no[1]));
  if (set) *set = present;
  if (!present) PetscFunctionReturn(PETSC_SUCCESS);
  *index = 1;
  if (!text || !*text) PetscFunctionReturn(PETSC_SUCCESS);
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(yes); i++) {
    PetscCall(PetscStrcasecmp(text, yes[i], &same));
    if (same) PetscFunctionReturn(PETSC_SUCCESS);
    PetscCall(PetscStrcasecmp(text, no[i], &same));
    if (same) *index = 0;
    if (same) PetscFunctionReturn(PETSC_SUCCESS);
  }
  *index = 2;
  if (word) PetscCall(PetscStrcasecmp(text, word, &same));
  PetscCheck(same, o->comm, PETSC_ERR_USER_INPUT, "%s %s: expected true%s%s or false%s", name, text,
             word ? ", " : "", word ? word : "",
             strstr(text, ".opts")
               ? "; an options file stands before the first option or behind a value"
               : "");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsOptionsBool(FsOptions o, const char name[], PetscBool *value, PetscBool *set)
{
  PetscInt index = *value ? 1 : 0;

  PetscFunctionBeginUser;
  PetscCall(ReadBool(o, name, NULL, &index, set));
  *value = (PetscBool)index;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsOptionsBoolOrWord(FsOptions o, const char name[], const char word[],
                                   PetscInt *index, PetscBool *set)
{
  return ReadBool(o, name, word, index, set);
}

PetscErrorCode FsOptionsComponents(FsOptions o, const char name[], int *components, PetscBool *set)
{
  const char *text;
  PetscBool   present, all, none;

  PetscFunctionBeginUser;
  PetscCall(FindValue(o, name, &text, &present));
  option_is_list(o);
  if (set) *set = present;
  if (!present) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscStrcasecmp(text, "all", &all));
  PetscCall(PetscStrcasecmp(text, "none", &none));
  *components = all ? 7 : 0;
  for (const char *p = text; *p && !all && !none; p++) {
    if (*p == ',') continue;
    PetscCheck(*p >= 'x' && *p <= 'z', o->comm, PETSC_ERR_USER_INPUT,
               "%s %s: '%c' is no component; give letters, such as z or xy, or all, or none", name,
               text, *p);
    *components |= 1 << (*p - 'x');
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsOptionsRecord(FsOptions o, char **text)
{
  const FsOptionList list = o->supplied;
  PetscBool         *dropped;
  size_t             size, n;

  PetscFunctionBeginUser;
  if (!list) {
    PetscCall(PetscOptionsGetAll(NULL, text));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(PetscCalloc1(list->nnames, &dropped));
  for (int i = 0; i < list->nnames; i++)
    dropped[i] = (PetscBool)(option_is_dropped(list, list->named[i].name, NULL) &&
                             !option_was_queried(o, list->named[i].name));
  size = OptionListWrite(list, dropped, NULL, 0) + symbols_write_record(o->symbols, NULL, 0) + 1;
  PetscCall(PetscCalloc1(size, text));
  n = OptionListWrite(list, dropped, *text, size);
  symbols_write_record(o->symbols, *text + n, size - n);
  PetscCall(PetscFree(dropped));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OptionChoose(FsOptions o, const char name[], const char *const words[],
                            const char remedy[], PetscInt *index, PetscBool *set)
{
  const char *text, *nearest;
  char        list[1024] = "";
  PetscBool   present, same;
  PetscInt    n = 0;

  PetscFunctionBeginUser;
  PetscCall(FindValue(o, name, &text, &present));
  if (!present && !set && *index >= 0) PetscCall(OptionRecordDefault(o, set, words[*index]));
  if (set) *set = present;
  if (!present) PetscFunctionReturn(PETSC_SUCCESS);
  for (; words[n]; n++) {
    PetscCall(PetscStrcasecmp(text, words[n], &same));
    if (same) {
      *index = n;
      PetscFunctionReturn(PETSC_SUCCESS);
    }
    PetscCall(PetscStrlcat(list, n ? ", " : "", sizeof list));
    PetscCall(PetscStrlcat(list, words[n], sizeof list));
  }
  nearest = FsNearestWord(text, n, words);
  if (!nearest) nearest = word_with_same_start(text, n, words);
  SETERRQ(o->comm, PETSC_ERR_USER_INPUT, "%s %s: unknown%s%s%s; choose one of %s%s", name, text,
          nearest ? "; did you mean " : "", nearest ? nearest : "", nearest ? "?" : "", list,
          remedy);
}

PetscErrorCode FsOptionsChoice(FsOptions o, const char name[], const char *const words[],
                               PetscInt *index, PetscBool *set)
{
  return OptionChoose(o, name, words, "", index, set);
}
