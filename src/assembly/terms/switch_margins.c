/* switch_margins.c: computes the margins of the switches and kinks of the forces of a model. Steps
   find out by them that a force law changes its formula (fs/switches.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "assembly/system_operations.h"
#include "assembly/term.h"

PetscErrorCode SwitchMargins_Assembly(FsSystem sys, const FsState *s, const FsLoading *loading,
                                      PetscReal margin[FS_SWITCHES])
{
  const Assembly a = sys->data;
  Evaluation     ev;

  PetscFunctionBeginUser;
  PetscCall(AssemblyEvaluate(a, s, loading, (PetscBool)(a->local != NULL), &ev));
  for (PetscInt k = 0; k < a->nterms; k++)
    if (a->term[k]->kind->switch_margins)
      PetscCall(a->term[k]->kind->switch_margins(a->term[k], &ev, margin));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Both evaluations use the same arrays, so that terms keep what they need of the first one. */
PetscErrorCode KinkMargin_Assembly(FsSystem sys, const FsState *from, const FsState *to,
                                   const FsLoading *loading, PetscReal *margin)
{
  const FsState *const state[] = {from, to};
  const Assembly       a       = sys->data;

  PetscFunctionBeginUser;
  for (int i = 0; i < 2; i++) {
    Evaluation ev;

    PetscCall(AssemblyEvaluate(a, state[i], loading, (PetscBool)(a->local != NULL), &ev));
    for (PetscInt k = 0; k < a->nterms; k++)
      if (a->term[k]->kind->kink_margin)
        PetscCall(a->term[k]->kind->kink_margin(a->term[k], &ev, i ? margin : NULL));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
