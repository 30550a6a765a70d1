/* load_field.c: creates the factors of loads that depend on place and time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model/model.h"

PetscErrorCode LoadFieldCreate(Model model, const LoadOptions *options, Expression *field)
{
  static const char *const xyzt[FIELD_VARIABLES] = {"x", "y", "z", "t"};
  const char *const        text                  = options->place ? options->place : options->field;
  char                     option[256];

  PetscFunctionBeginUser;
  *field = NULL;
  if (!text) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSNPrintf(option, sizeof option, "-load_%s_%s", options->name,
                          options->place ? "place" : "field"));
  PetscCall(ExpressionCreate(model->symbols, option, text, FIELD_VARIABLES, xyzt, field));
  PetscFunctionReturn(PETSC_SUCCESS);
}
