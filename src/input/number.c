/* number.c: evaluates numbers as users write them: plain numbers, or formulas of constants.

   strtod reads plain numbers to the last bit. Everything else is a formula of the constants of
   -let. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/c_locale.h"
#include "options_impl.h"
#include "input/formula/expression.h"

/* Raises an input error, which starts with what, if a name of the formula is not a constant. */
static PetscErrorCode CheckNames(FsOptions o, const char option[], const char what[],
                                 const char formula[])
{
  const char *word, *nearest;
  size_t      length;

  PetscFunctionBeginUser;
  while ((word = symbol_next(&formula, &length))) {
    if (symbol_find(o->symbols, word, length) || symbol_is_known(word, length)) continue;
    PetscCheck(length > 1 || !strchr("xyzt", *word), o->comm, PETSC_ERR_USER_INPUT,
               "%s, nor a formula of constants: -let defines no '%c', and this option takes no "
               "formula of place or time; -help %.*s shows those that do",
               what, *word, (int)strcspn(option + 1, "_"), option + 1);
    nearest = symbol_nearest(o->symbols, word, length);
    SETERRQ(o->comm, PETSC_ERR_USER_INPUT,
            "%s, nor a formula of constants: -let defines no '%.*s'%s%s%s", what,
            (int)PetscMin(length, 40), word, nearest ? "; did you mean '" : "",
            nearest ? nearest : "", nearest ? "'?" : "");
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OptionNumber(FsOptions o, const char name[], const char text[], const char from[],
                            const char to[], PetscReal *x)
{
  const PetscReal none = 0; /* a formula of constants has no variables */
  char           *end, *formula, what[NAME_SIZE + 256];
  Expression      e;

  PetscFunctionBeginUser;
  *x = c_locale_strtod(from, &end);
  if (end == to && end != from && isfinite(*x)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSNPrintf(what, sizeof what, "%s %.100s: '%.*s' is not a finite number", name, text,
                          (int)PetscMin(to - from, 60), from));
  PetscCheck(end != to, o->comm, PETSC_ERR_USER_INPUT, "%s", what);
  PetscCall(PetscMalloc1((size_t)(to - from) + 1, &formula));
  PetscCall(PetscStrncpy(formula, from, (size_t)(to - from) + 1));
  PetscCall(CheckNames(o, name, what, formula));
  PetscCall(PetscStrlcat(what, ", nor a formula of constants:", sizeof what));
  PetscCall(ExpressionCreate(o->symbols, what, formula, 0, NULL, &e));
  *x = ExpressionValue(e, &none);
  PetscCall(ExpressionDestroy(&e));
  PetscCall(PetscFree(formula));
  PetscCheck(isfinite(*x), o->comm, PETSC_ERR_USER_INPUT, "%s its value is %g", what, (double)*x);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OptionInteger(FsOptions o, const char name[], const char text[], long long *x)
{
  const PetscReal most = 9007199254740992.; /* 2^53: whole numbers are exact up to it */
  const char     *end  = symbol_item_end(text);
  char           *stop;
  PetscReal       value;

  PetscFunctionBeginUser;
  (void)c_locale_strtod(text, &stop);
  PetscCheck(*stop && !*end, o->comm, PETSC_ERR_USER_INPUT, "%s %s: expected an integer", name,
             text);
  PetscCall(OptionNumber(o, name, text, text, end, &value));
  PetscCheck(value == PetscFloorReal(value) && PetscAbsReal(value) < most, o->comm,
             PETSC_ERR_USER_INPUT, "%s %s: expected an integer, found %.17g; rint() rounds", name,
             text, (double)value);
  *x = (long long)value;
  PetscFunctionReturn(PETSC_SUCCESS);
}
