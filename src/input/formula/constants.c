/* constants.c: defines the constants of -let, whose formulas may name each other. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <string.h>
#include "expression.h"

static const char OPTION_NAME[] = "-let";
/* Constants of which each needs the next: each of them needs a part of the stack. */
enum { MAX_CHAIN = 1000 };

typedef struct {
  char       *name, *text;
  const char *place;       /* borrowed */
  PetscBool   in_progress; /* it is being evaluated: a constant that needs it now is in a circle */
} Definition;

/* Definitions - All definitions, each name once. */
typedef struct {
  Symbols     symbols;
  PetscInt    n, capacity;
  Definition *definition;
} Definitions;

static PetscInt find_definition(const Definitions *d, const char name[], size_t length)
{
  for (PetscInt i = 0; i < d->n; i++)
    if (!strncmp(d->definition[i].name, name, length) && !d->definition[i].name[length]) return i;
  return -1;
}

/* Copies text up to end, without spaces around it. */
static PetscErrorCode Copy(const char *text, const char *end, char **copy)
{
  PetscFunctionBeginUser;
  while (text < end && isspace((unsigned char)*text)) text++;
  while (end > text && isspace((unsigned char)end[-1])) end--;
  PetscCall(PetscMalloc1((size_t)(end - text) + 1, copy));
  PetscCall(PetscStrncpy(*copy, text, (size_t)(end - text) + 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds one definition, from text up to end. */
static PetscErrorCode AddDefinition(Definitions *d, const char *text, const char *end,
                                    const char place[])
{
  const char *const equals = memchr(text, '=', (size_t)(end - text));
  Definition new           = {.place = place};
  PetscInt i;

  PetscFunctionBeginUser;
  PetscCheck(equals, d->symbols->comm, PETSC_ERR_USER_INPUT,
             "%s%s%s '%.*s' defines nothing; write name=formula", place, *place ? ": " : "",
             OPTION_NAME, (int)PetscMin(end - text, 100), text);
  PetscCall(Copy(text, equals, &new.name));
  PetscCall(Copy(equals + 1, end, &new.text));
  PetscCheck(*new.text, d->symbols->comm, PETSC_ERR_USER_INPUT,
             "%s%s%s: '%s' has no value; write %s=formula", place, *place ? ": " : "", OPTION_NAME,
             new.name, new.name);
  i = find_definition(d, new.name, strlen(new.name));
  if (i < 0) {
    if (d->n == d->capacity) {
      d->capacity = d->capacity ? 2 * d->capacity : 16;
      PetscCall(PetscRealloc((size_t)d->capacity * sizeof *d->definition, &d->definition));
    }
    i = d->n++;
  } else {
    PetscCall(PetscFree(d->definition[i].name));
    PetscCall(PetscFree(d->definition[i].text));
  }
  d->definition[i] = new;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds constant i, and before it those that it needs.

   path has the names from the first constant to this one, and depth is their number. */
static PetscErrorCode EvaluateConstant(Definitions *d, PetscInt i, const char path[], int depth)
{
  Definition *const own = &d->definition[i];
  const char       *at  = own->text, *name;
  char              option[256], longer[512];
  size_t            length;
  PetscReal         value, none = 0; /* formulas of constants have no variables */
  Expression        e;

  PetscFunctionBeginUser;
  if (symbol_find(d->symbols, own->name, strlen(own->name))) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSNPrintf(option, sizeof option, "%s%s%s %s", own->place, *own->place ? ": " : "",
                          OPTION_NAME, own->name));
  PetscCall(
    PetscSNPrintf(longer, sizeof longer, "%s%s%s", path, *path ? " needs " : "", own->name));
  PetscCheck(!own->in_progress, d->symbols->comm, PETSC_ERR_USER_INPUT,
             "%s: in a circle, %s; give one of them a number", option, longer);
  PetscCheck(depth < MAX_CHAIN, d->symbols->comm, PETSC_ERR_USER_INPUT,
             "%s: in a row of %d constants, each of which needs the next: %.60s ...; write them in "
             "the order in which they "
             "are needed",
             option, MAX_CHAIN, path);
  own->in_progress = PETSC_TRUE;
  while ((name = symbol_next(&at, &length))) {
    const PetscInt other = find_definition(d, name, length);

    if (other >= 0 && !symbol_is_reserved(name, length))
      PetscCall(EvaluateConstant(d, other, longer, depth + 1));
  }
  PetscCall(ExpressionCreate(d->symbols, option, own->text, 0, NULL, &e));
  value = ExpressionValue(e, &none);
  PetscCall(ExpressionCheck(e, &none, value));
  PetscCall(ExpressionDestroy(&e));
  PetscCall(PetscSNPrintf(option, sizeof option, "%s%s%s", own->place, *own->place ? ": " : "",
                          OPTION_NAME));
  PetscCall(
    SymbolsAdd(d->symbols, option, (Symbol){own->name, value, own->text, own->place, NULL}));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SymbolsDefineConstants(Symbols s, PetscInt n, const char *const list[],
                                      const char *const place[])
{
  Definitions d = {.symbols = s};

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < n; k++)
    for (const char *item = list[k], *end; item; item = *end ? end + 1 : NULL) {
      end = symbol_item_end(item);
      PetscCall(AddDefinition(&d, item, end, place[k]));
    }
  for (PetscInt i = 0; i < d.n; i++) PetscCall(EvaluateConstant(&d, i, "", 0));
  for (PetscInt i = 0; i < d.n; i++) {
    PetscCall(PetscFree(d.definition[i].name));
    PetscCall(PetscFree(d.definition[i].text));
  }
  PetscCall(PetscFree(d.definition));
  PetscFunctionReturn(PETSC_SUCCESS);
}
