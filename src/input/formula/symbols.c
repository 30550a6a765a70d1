/* symbols.c: keeps the names that formulas may use, and finds names in formulas. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <string.h>
#include "base/c_locale.h"
#include "expression_impl.h"

/* Names that muParser knows in every formula, and variables of formulas of fsolve. */
static const char *const parser_names[] = {
  "pi",   "_pi",  "_e",   "sin",   "cos",   "tan",   "asin", "acos", "atan",  "atan2",
  "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "log",  "log2", "log10", "ln",
  "exp",  "sqrt", "sign", "rint",  "abs",   "min",   "max",  "sum",  "avg"};
static const char *const variables[] = {"t",  "x",  "y",  "z",  "ux", "uy", "uz", "vx",
                                        "vy", "vz", "rx", "ry", "rz", "wx", "wy", "wz"};

PetscErrorCode SymbolsCreate(MPI_Comm comm, Symbols *s)
{
  SymbolsWhole *whole;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&whole));
  *s           = &whole->symbols;
  (*s)->comm   = comm;
  (*s)->owners = 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SymbolsShare(Symbols s, Symbols *also)
{
  PetscFunctionBeginUser;
  s->owners++;
  *also = s;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SymbolsDestroy(Symbols *s)
{
  PetscFunctionBeginUser;
  if (*s && --(*s)->owners == 0) {
    for (PetscInt i = 0; i < (*s)->n; i++) {
      PetscCall(PetscFree((*s)->symbol[i].name));
      PetscCall(PetscFree((*s)->symbol[i].text));
      PetscCall(PetscFree((*s)->symbol[i].place));
      interpolant_destroy((*s)->symbol[i].interpolant);
    }
    PetscCall(PetscFree((*s)->symbol));
    PetscCall(GivensDestroy(*s));
    PetscCall(PetscFree(*s));
  }
  *s = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SymbolsAdd(Symbols s, const char option[], Symbol symbol)
{
  const char *const name   = symbol.name;
  const size_t      length = strlen(name);
  char             *copy[3];

  PetscFunctionBeginUser;
  PetscCheck(
    symbol_is_name(name, length), s->comm, PETSC_ERR_USER_INPUT,
    "%s: '%s' is no name for formulas: these have letters, digits and _, and start with no digit",
    option, name);
  PetscCheck(!symbol_is_reserved(name, length), s->comm, PETSC_ERR_USER_INPUT,
             "%s: '%s' has a meaning of its own in formulas; choose another name", option, name);
  PetscCheck(!symbol_find(s, name, length), s->comm, PETSC_ERR_USER_INPUT,
             "%s: the name '%s' exists already; choose another", option, name);
  if (s->n == s->capacity) {
    s->capacity = s->capacity ? 2 * s->capacity : 16;
    PetscCall(PetscRealloc((size_t)s->capacity * sizeof *s->symbol, &s->symbol));
  }
  PetscCall(PetscStrallocpy(name, &copy[0]));
  PetscCall(PetscStrallocpy(symbol.text, &copy[1]));
  PetscCall(PetscStrallocpy(symbol.place, &copy[2]));
  symbol.name       = copy[0];
  symbol.text       = copy[1];
  symbol.place      = copy[2];
  s->symbol[s->n++] = symbol;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Symbol *symbol_find(Symbols s, const char name[], size_t length)
{
  for (PetscInt i = 0; i < s->n; i++)
    if (!strncmp(s->symbol[i].name, name, length) && !s->symbol[i].name[length])
      return &s->symbol[i];
  return NULL;
}

static PetscBool begins_name(char c) { return (PetscBool)(isalpha((unsigned char)c) || c == '_'); }

static size_t name_length(const char at[])
{
  size_t n = 0;

  while (isalnum((unsigned char)at[n]) || at[n] == '_') n++;
  return n;
}

const char *symbol_next(const char **at, size_t *length)
{
  const char *p = *at;

  while (*p && !begins_name(*p)) {
    char *end = NULL;

    if (isdigit((unsigned char)*p) || *p == '.') (void)c_locale_strtod(p, &end);
    p = end && end > p ? end : p + 1;
  }
  *length = name_length(p);
  *at     = p + *length;
  return *p ? p : NULL;
}

PetscBool symbol_occurs(const char text[], const char name[], size_t length)
{
  const char *word;
  size_t      n;

  while ((word = symbol_next(&text, &n)))
    if (n == length && !strncmp(word, name, n)) return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscBool symbol_is_name(const char name[], size_t length)
{
  return (PetscBool)(length && begins_name(*name) && name_length(name) >= length);
}

static PetscBool is_in_list(const char name[], size_t length, size_t n, const char *const words[])
{
  for (size_t k = 0; k < n; k++)
    if (!strncmp(words[k], name, length) && !words[k][length]) return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscBool symbol_is_known(const char name[], size_t length)
{
  return is_in_list(name, length, PETSC_STATIC_ARRAY_LENGTH(parser_names), parser_names);
}

PetscBool symbol_is_reserved(const char name[], size_t length)
{
  return (PetscBool)(symbol_is_known(name, length) ||
                     is_in_list(name, length, PETSC_STATIC_ARRAY_LENGTH(variables), variables));
}

const char *symbol_item_end(const char text[])
{
  int depth = 0;

  for (; *text; text++) {
    if (*text == ',' && depth <= 0) return text;
    depth += (*text == '(') - (*text == ')');
  }
  return text;
}

const char *symbol_nearest(Symbols s, const char name[], size_t length)
{
  enum { MOST = 1000, LONGEST = 95 }; /* names that are compared; their largest length */
  const char         *names[MOST];
  const Symbol *const own = symbol_find(s, name, length);
  char                wrong[LONGEST + 1];
  PetscInt            n = 0;

  if (length < 2) return NULL;
  for (PetscInt i = 0; i < s->n && n < MOST; i++)
    if (&s->symbol[i] != own) names[n++] = s->symbol[i].name;
  snprintf(wrong, sizeof wrong, "%.*s", (int)PetscMin(length, LONGEST), name);
  return FsNearestWord(wrong, n, names);
}

static size_t write_record(const Symbol *s, char text[], size_t size)
{
  if (!s->interpolant)
    return (size_t)snprintf(text, size, "# %s = %.17g\n", s->name, (double)s->value);
  return (size_t)snprintf(text, size, "# %s = a table of %d points, checksum %016llx\n", s->name,
                          s->interpolant->n,
                          (unsigned long long)interpolant_checksum(s->interpolant));
}

size_t symbols_write_record(Symbols s, char text[], size_t size)
{
  const locale_t before = c_locale_enter();
  size_t         n      = 0;

  for (PetscInt i = 0; i < s->n; i++)
    n += write_record(&s->symbol[i], n < size ? text + n : NULL, n < size ? size - n : 0);
  c_locale_leave(before);
  return n;
}
