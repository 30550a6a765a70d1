/* load_field.c: creates the factors of loads that depend on place and time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model/model.h"

PetscErrorCode LoadFieldCreate(Model model, const char name[], const char text[], Expression *field)
{
  static const char *const xyzt[FIELD_VARIABLES] = {"x", "y", "z", "t"};
  char                     option[256];

  PetscFunctionBeginUser;
  *field = NULL;
  if (!text) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSNPrintf(option, sizeof option, "-load_%s_field", name));
  PetscCall(ExpressionCreate(model->symbols, option, text, FIELD_VARIABLES, xyzt, field));
  PetscFunctionReturn(PETSC_SUCCESS);
}
