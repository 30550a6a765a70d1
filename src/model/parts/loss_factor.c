/* loss_factor.c: evaluates loss factors of parts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model/model.h"

PetscErrorCode LossFactorSet(Model model, const char text[], Block *b)
{
  const char *const f[]     = {"f"};
  const PetscReal   nowhere = 0;
  char              option[256];

  PetscFunctionBeginUser;
  if (!text) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSNPrintf(option, sizeof option, "-part_%s_loss_factor", b->part));
  PetscCall(ExpressionCreate(model->symbols, option, text, 1, f, &b->loss_formula));
  b->loss = NAN;
  if (ExpressionDependsOn(b->loss_formula, 0)) PetscFunctionReturn(PETSC_SUCCESS);
  b->loss = ExpressionValue(b->loss_formula, &nowhere);
  PetscCall(ExpressionCheck(b->loss_formula, &nowhere, b->loss));
  PetscCall(ExpressionDestroy(&b->loss_formula));
  PetscCheck(b->loss >= 0, model->comm, PETSC_ERR_USER_INPUT, "%s %.6g: must not be negative",
             option, b->loss);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool LossFactorsVary(Model model)
{
  for (PetscInt k = 0; k < model->nparts; k++)
    if (model->block[k].loss_formula) return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscErrorCode LossFactorsSetFrequency(Model model, PetscReal hertz)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++) {
    Block *b = &model->block[k];

    if (!b->loss_formula) continue;
    PetscCall(ExpressionCheckTables(b->loss_formula, hertz));
    b->loss = ExpressionValue(b->loss_formula, &hertz);
    PetscCall(ExpressionCheck(b->loss_formula, &hertz, b->loss));
    PetscCheck(b->loss >= 0, model->comm, PETSC_ERR_USER_INPUT,
               "-part_%s_loss_factor is %.6g at %.6g Hz: it must not be negative", b->part, b->loss,
               (double)hertz);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LossFactorsCheckKnown(Model model)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++)
    PetscCheck(!isnan(model->block[k].loss), model->comm, PETSC_ERR_USER_INPUT,
               "-part_%s_loss_factor depends on the frequency f, which only -analysis response "
               "knows; give a number for this analysis",
               model->block[k].part);
  PetscFunctionReturn(PETSC_SUCCESS);
}
