/* point_formulas.c: reads and evaluates three formulas, which give a vector for each point. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "point_formulas.h"

PetscErrorCode PointFormulasRead(FsOptions o, MPI_Comm comm, const char option[], PetscInt nvars,
                                 const char *const variables[], PointFormulas *f)
{
  const char *text, *end;
  PetscBool   given;
  char        formula[1024];

  PetscFunctionBeginUser;
  PetscCall(FsOptionsList(o, option, &text, &given));
  for (int c = 0; given && c < 3; c++, text = end + (*end == ',')) {
    end = symbol_item_end(text);
    PetscCheck(end > text && (c < 2 ? *end == ',' : !*end), comm, PETSC_ERR_USER_INPUT,
               "%s: give three formulas of %s for x, y and z, separated by commas", option,
               nvars == 2 ? "u and v" : "x, y and z");
    PetscCheck((size_t)(end - text) < sizeof formula, comm, PETSC_ERR_USER_INPUT,
               "%s: formula %d has more than %zu characters; -let can name its parts", option,
               c + 1, sizeof formula - 1);
    PetscCall(PetscStrncpy(formula, text, (size_t)(end - text) + 1));
    PetscCall(
      ExpressionCreate(OptionsSymbols(o), option, formula, nvars, variables, &f->component[c]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PointFormulasDestroy(PointFormulas *f)
{
  PetscFunctionBeginUser;
  for (int c = 0; c < 3; c++) PetscCall(ExpressionDestroy(&f->component[c]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool PointFormulasValue(const PointFormulas *f, const PetscReal at[], PetscReal value[3])
{
  PetscBool finite = PETSC_TRUE;

  for (int c = 0; c < 3; c++) {
    value[c] = ExpressionValue(f->component[c], at);
    if (!isfinite(value[c])) finite = PETSC_FALSE;
  }
  return finite;
}

void PointFormulasErrorText(const PointFormulas *f, const PetscReal at[], size_t size, char text[])
{
  int c = 0;

  while (c < 2 && isfinite(ExpressionValue(f->component[c], at))) c++;
  ExpressionErrorText(f->component[c], at, text, size);
}
