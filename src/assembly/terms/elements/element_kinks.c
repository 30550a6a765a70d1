/* element_kinks.c: finds kinks of the laws of elements that a step crosses.

   Elements know where their laws are at a state. This file keeps these numbers of the state at
   which a step starts, and compares them with those of the state at its end. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "batched_elements.h"
#include "element/element.h"
#include "model/model.h"
#include "model/parts/block.h"

PetscBool BlockHasKinks(const Block *b)
{
  return (PetscBool)(b->nonlinear && b->kernel->type->kink_margin);
}

PetscErrorCode ElementKinkMargin(Term term, const Evaluation *ev, PetscReal *margin)
{
  const Model model = term->model;
  PetscInt    n     = 0;
  double     *at;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts && !term->kinks; k++)
    if (BlockHasKinks(&model->block[k])) n += model->block[k].ncells;
  if (!term->kinks) PetscCall(PetscCalloc1((size_t)(ELEMENT_MAX_KINK * n + 1), &term->kinks));
  at = term->kinks;
  for (PetscInt k = 0; k < model->nparts; k++) {
    const Block *b = &model->block[k];

    for (PetscInt e = 0; e < b->ncells && BlockHasKinks(b); e++, at += ELEMENT_MAX_KINK) {
      double       now[ELEMENT_MAX_KINK], own;
      ElementState s;

      BlockGather(model, b, e, ev->nodes, ev->s->t, 1, ev->gravity, &s);
      own = b->kernel->type->kink_margin(&s, margin ? at : NULL, margin ? now : at);
      if (margin) *margin = PetscMin(*margin, own);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
