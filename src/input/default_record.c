/* default_record.c: records the default values of options that were read and not given.

   A default value is recorded only if nothing would change if the user gave it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "base/c_locale.h"
#include "options_impl.h"

PetscErrorCode OptionRecordDefault(FsOptions o, const PetscBool *set, const char text[])
{
  OptionQuery *const last = &o->queries[o->nqueries - 1];

  PetscFunctionBeginUser;
  if (set || last->supplied) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscFree(last->text));
  PetscCall(PetscStrallocpy(text, &last->text));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes a number with the fewest digits that are read as the same number. */
static void write_real(PetscReal x, char text[], size_t size)
{
  const locale_t before = c_locale_enter();
  PetscBool      same   = PETSC_FALSE;

  for (int digits = 15; digits <= 17 && !same; digits++) {
    snprintf(text, size, "%.*g", digits, (double)x);
    same = (PetscBool)(strtod(text, NULL) == (double)x);
  }
  c_locale_leave(before);
}

PetscErrorCode OptionRecordDefaultReals(FsOptions o, const PetscBool *set, PetscInt n,
                                        const PetscReal value[])
{
  enum { MOST = 16, DIGITS = 32 };
  char text[MOST * DIGITS] = "";

  PetscFunctionBeginUser;
  if (set || n < 1 || n > MOST) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt k = 0; k < n; k++) {
    const size_t at = strlen(text);

    if (!isfinite(value[k]) || PetscAbsReal(value[k]) == PETSC_MAX_REAL)
      PetscFunctionReturn(PETSC_SUCCESS);
    if (k) text[at] = ',';
    write_real(value[k], text + at + (k > 0), DIGITS - 1);
  }
  PetscCall(OptionRecordDefault(o, NULL, text));
  PetscFunctionReturn(PETSC_SUCCESS);
}
