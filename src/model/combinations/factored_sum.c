/* factored_sum.c: reads sums of named things with factors. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <string.h>
#include <strings.h>
#include "factored_sum.h"
#include "input/formula/expression.h"

enum { SHOWN = 60 }; /* largest number of characters of a text in a message */

/* The arguments of FactoredSumRead() that all functions need. */
typedef struct {
  Symbols            symbols;
  const char        *option, *text, *what;
  PetscInt           n;
  const char *const *names;
} SumText;

/* Moves both ends of a piece of text inwards over spaces. */
static void trim(const char **from, const char **to)
{
  while (*from < *to && isspace((unsigned char)**from)) ++*from;
  while (*to > *from && isspace((unsigned char)(*to)[-1])) --*to;
}

/* Returns whether the sign at `at` belongs to the exponent of a number, such as 1e-3. */
static PetscBool is_exponent(const char start[], const char at[])
{
  const char *from = at;

  if (at < start + 2) return PETSC_FALSE;
  from--;
  if (tolower((unsigned char)*from) != 'e') return PETSC_FALSE;
  while (from > start && (isalnum((unsigned char)from[-1]) || from[-1] == '.' || from[-1] == '_'))
    from--;
  return (PetscBool)(isdigit((unsigned char)*from) || *from == '.');
}

/* Returns the end of the piece of text that starts at from: the first character of the set
   separators outside of parentheses, or the end `to`. */
static const char *piece_end(const char from[], const char to[], const char separators[])
{
  int depth = 0;

  for (const char *at = from; at < to; at++) {
    depth += (*at == '(') - (*at == ')');
    if (depth > 0 || !strchr(separators, *at)) continue;
    if ((*at == '+' || *at == '-') && is_exponent(from, at)) continue;
    if (*at == '-' && at > from && !isspace((unsigned char)at[-1])) continue;
    return at;
  }
  return to;
}

static PetscErrorCode ReadFactor(const SumText *x, const char from[], const char to[],
                                 PetscReal *value)
{
  const PetscReal none = 0;
  char            what[320], formula[256];
  Expression      e;

  PetscFunctionBeginUser;
  trim(&from, &to);
  PetscCheck(from < to && to - from < (long)sizeof formula, x->symbols->comm, PETSC_ERR_USER_INPUT,
             "%s %.100s: a factor is missing before *", x->option, x->text);
  PetscCall(PetscStrncpy(formula, from, (size_t)(to - from) + 1));
  PetscCall(PetscSNPrintf(what, sizeof what, "%s: the factor", x->option));
  PetscCall(ExpressionCreate(x->symbols, what, formula, 0, NULL, &e));
  *value = ExpressionValue(e, &none);
  PetscCall(ExpressionDestroy(&e));
  PetscCheck(isfinite(*value), x->symbols->comm, PETSC_ERR_USER_INPUT,
             "%s: the factor %s has no finite value", x->option, formula);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes all known names to text, cut to its size. */
static void list_names(const SumText *x, size_t size, char text[])
{
  size_t used = 0;

  text[0] = 0;
  for (PetscInt k = 0; k < x->n && used < size; k++)
    used += (size_t)snprintf(text + used, size - used, "%s%s", k ? ", " : "", x->names[k]);
}

static PetscErrorCode FindName(const SumText *x, const char from[], const char to[],
                               PetscInt *index)
{
  const MPI_Comm comm = x->symbols->comm;
  char           all[512];

  PetscFunctionBeginUser;
  trim(&from, &to);
  PetscCheck(from < to, comm, PETSC_ERR_USER_INPUT, "%s %.100s: the name of a %s is missing",
             x->option, x->text, x->what);
  for (*index = 0; *index < x->n; ++*index)
    if (!strncasecmp(x->names[*index], from, (size_t)(to - from)) && !x->names[*index][to - from])
      PetscFunctionReturn(PETSC_SUCCESS);
  list_names(x, sizeof all, all);
  SETERRQ(comm, PETSC_ERR_USER_INPUT, "%s: there is no %s '%.*s'; these exist: %s", x->option,
          x->what, (int)PetscMin(to - from, SHOWN), from, *all ? all : "none");
}

/* Counts the alternatives of a piece of text. */
static PetscInt count_alternatives(const char from[], const char to[])
{
  PetscInt n = 1;

  for (const char *at; (at = piece_end(from, to, "|")) < to; from = at + 1) n++;
  return n;
}

/* Reads the term that is the text from..to, whose sign is sign. */
static PetscErrorCode ReadTerm(const SumText *x, const char from[], const char to[], double sign,
                               SumTerm *term)
{
  const char *star = NULL, *at;

  PetscFunctionBeginUser;
  for (const char *next = from; (next = piece_end(next, to, "*")) < to; next++) star = next;
  term->nfactors = star ? count_alternatives(from, star) : 1;
  PetscCall(PetscMalloc1(term->nfactors, &term->factor));
  term->factor[0] = sign;
  for (PetscInt k = 0; star && k < term->nfactors; k++, from = at + 1) {
    at = piece_end(from, star, "|");
    PetscCall(ReadFactor(x, from, at, &term->factor[k]));
    term->factor[k] *= sign;
  }
  if (star) from = star + 1;
  term->nnames = count_alternatives(from, to);
  PetscCall(PetscMalloc1(term->nnames, &term->name));
  for (PetscInt k = 0; k < term->nnames; k++, from = at + 1) {
    at = piece_end(from, to, "|");
    PetscCall(FindName(x, from, at, &term->name[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FactoredSumRead(Symbols symbols, const char option[], const char text[],
                               const char what[], PetscInt n, const char *const names[],
                               FactoredSum *sum)
{
  const SumText x    = {symbols, option, text, what, n, names};
  const char   *from = text, *to = text + strlen(text), *at;
  double        sign = 1;

  PetscFunctionBeginUser;
  *sum = (FactoredSum){.n = 0};
  trim(&from, &to);
  if (from < to && (*from == '-' || *from == '+')) sign = *from++ == '-' ? -1 : 1;
  for (;; from = at + 1) {
    while (from < to && isspace((unsigned char)*from)) from++;
    at = piece_end(from, to, "+-");
    PetscCall(PetscRealloc((size_t)(sum->n + 1) * sizeof *sum->term, &sum->term));
    sum->term[sum->n] = (SumTerm){.nfactors = 0};
    PetscCall(ReadTerm(&x, from, at, sign, &sum->term[sum->n++]));
    if (at == to) break;
    sign = *at == '-' ? -1 : 1;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FactoredSumDestroy(FactoredSum *sum)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < sum->n; k++) {
    PetscCall(PetscFree(sum->term[k].factor));
    PetscCall(PetscFree(sum->term[k].name));
  }
  PetscCall(PetscFree(sum->term));
  sum->n = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}
