/* loads.c: computes the sum of the loads of a model, which are some of the terms of its residual.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "assembly/term.h"
#include "assembly/vectors.h"

/* Subtracts from f the residuals of the loads that depend on the state. */
static PetscErrorCode SubtractResiduals(Assembly a, const Evaluation *ev, Vec f)
{
  const FsConstraintRows rows  = {FS_CONSTRAINT_POSITION, 1, 1}; /* loads have none */
  PetscScalar           *local = NULL;
  Vec                    r;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(f, &r));
  PetscCall(VecZeroEntries(r));
  if (a->local) {
    PetscCall(VecZeroEntries(a->local));
    PetscCall(VecGetArray(a->local, &local));
  }
  for (PetscInt k = 0; k < a->nterms; k++)
    if (a->term[k]->kind->is_load && a->term[k]->kind->residual)
      PetscCall(a->term[k]->kind->residual(a->term[k], ev, &rows, r, local));
  if (a->local) {
    PetscCall(VecRestoreArray(a->local, &local));
    PetscCall(AddLocalToGlobal(a->model, a->local, r));
  }
  PetscCall(VecAXPY(f, -1, r));
  PetscCall(VecDestroy(&r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AssemblyLoads(FsSystem sys, const FsState *s, const FsLoading *loading, Vec f)
{
  const Assembly a = AssemblyOf(sys);
  Evaluation     ev;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(f));
  PetscCall(AssemblyEvaluate(a, s, loading, (PetscBool)(a->local != NULL), &ev));
  for (PetscInt k = 0; k < a->nterms; k++)
    if (a->term[k]->kind->is_load && a->term[k]->kind->force)
      PetscCall(a->term[k]->kind->force(a->term[k], &ev, 1, f));
  PetscCall(SubtractResiduals(a, &ev, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}
