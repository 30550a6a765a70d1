/* constants.c: constants that users name, from definitions that may name each other. */
#include <ctype.h>
#include <string.h>
#include "expression.h"

static const char LET[] = "-let";
enum { DEEPEST = 1000 }; /* constants that need each other in a row: each takes its share of the stack */

typedef struct {
  char       *name, *text;
  const char *place; /* borrowed */
  PetscBool   begun; /* it is being evaluated: who needs it now is part of a circle */
} Definition;

/* All of them, each name once. */
typedef struct {
  Symbols     symbols;
  PetscInt    n, room;
  Definition *definition;
} Definitions;

static PetscInt find(const Definitions *d, const char name[], size_t length)
{
  for (PetscInt i = 0; i < d->n; i++)
    if (!strncmp(d->definition[i].name, name, length) && !d->definition[i].name[length]) return i;
  return -1;
}

/* A copy of text up to end, without spaces around it. */
static PetscErrorCode Copy(const char *text, const char *end, char **copy)
{
  PetscFunctionBeginUser;
  while (text < end && isspace((unsigned char)*text)) text++;
  while (end > text && isspace((unsigned char)end[-1])) end--;
  PetscCall(PetscMalloc1((size_t)(end - text) + 1, copy));
  PetscCall(PetscStrncpy(*copy, text, (size_t)(end - text) + 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Add one definition, from text up to end. */
static PetscErrorCode Define(Definitions *d, const char *text, const char *end, const char place[])
{
  const char *const equals = memchr(text, '=', (size_t)(end - text));
  Definition new           = {.place = place};
  PetscInt i;

  PetscFunctionBeginUser;
  PetscCheck(equals, d->symbols->comm, PETSC_ERR_USER_INPUT, "%s%s%s '%.*s' defines nothing; write name=formula", place,
             *place ? ": " : "", LET, (int)PetscMin(end - text, 100), text);
  PetscCall(Copy(text, equals, &new.name));
  PetscCall(Copy(equals + 1, end, &new.text));
  PetscCheck(*new.text, d->symbols->comm, PETSC_ERR_USER_INPUT, "%s%s%s: '%s' has no value; write %s=formula", place,
             *place ? ": " : "", LET, new.name, new.name);
  i = find(d, new.name, strlen(new.name));
  if (i < 0) {
    if (d->n == d->room) {
      d->room = d->room ? 2 * d->room : 16;
      PetscCall(PetscRealloc((size_t)d->room * sizeof *d->definition, &d->definition));
    }
    i = d->n++;
  } else {
    PetscCall(PetscFree(d->definition[i].name));
    PetscCall(PetscFree(d->definition[i].text));
  }
  d->definition[i] = new;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Add constant i and before it those that it needs. path: of names, from the first that was asked for; depth: how many. */
static PetscErrorCode Evaluate(Definitions *d, PetscInt i, const char path[], int depth)
{
  Definition *const own = &d->definition[i];
  const char       *at  = own->text, *name;
  char              option[256], longer[512];
  size_t            length;
  PetscReal         value, none = 0; /* formulas of constants have no variables */
  Expression        e;

  PetscFunctionBeginUser;
  if (symbol_find(d->symbols, own->name, strlen(own->name))) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSNPrintf(option, sizeof option, "%s%s%s %s", own->place, *own->place ? ": " : "", LET, own->name));
  PetscCall(PetscSNPrintf(longer, sizeof longer, "%s%s%s", path, *path ? " needs " : "", own->name));
  PetscCheck(!own->begun, d->symbols->comm, PETSC_ERR_USER_INPUT, "%s: in a circle, %s; give one of them a number",
             option, longer);
  PetscCheck(
    depth < DEEPEST, d->symbols->comm, PETSC_ERR_USER_INPUT,
    "%s: in a row of %d constants, each of which needs the next: %.60s ...; write them in the order in which they "
    "are needed",
    option, DEEPEST, path);
  own->begun = PETSC_TRUE;
  while ((name = symbol_next(&at, &length))) {
    const PetscInt other = find(d, name, length);

    if (other >= 0 && !symbol_is_taken(name, length)) PetscCall(Evaluate(d, other, longer, depth + 1));
  }
  PetscCall(ExpressionCreate(d->symbols, option, own->text, 0, NULL, &e));
  value = ExpressionValue(e, &none);
  PetscCall(ExpressionCheck(e, &none, value));
  PetscCall(ExpressionDestroy(&e));
  PetscCall(PetscSNPrintf(option, sizeof option, "%s%s%s", own->place, *own->place ? ": " : "", LET));
  PetscCall(SymbolsAdd(d->symbols, option, (Symbol){own->name, value, own->text, own->place, NULL}));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SymbolsLet(Symbols s, PetscInt n, const char *const list[], const char *const place[])
{
  Definitions d = {.symbols = s};

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < n; k++)
    for (const char *item = list[k], *end; item; item = *end ? end + 1 : NULL) {
      end = symbol_comma(item);
      PetscCall(Define(&d, item, end, place[k]));
    }
  for (PetscInt i = 0; i < d.n; i++) PetscCall(Evaluate(&d, i, "", 0));
  for (PetscInt i = 0; i < d.n; i++) {
    PetscCall(PetscFree(d.definition[i].name));
    PetscCall(PetscFree(d.definition[i].text));
  }
  PetscCall(PetscFree(d.definition));
  PetscFunctionReturn(PETSC_SUCCESS);
}
