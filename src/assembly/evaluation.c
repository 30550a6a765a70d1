/* evaluation.c: gathers a state under a loading, and returns the parts of an assembly. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "term.h"

Assembly      AssemblyOf(FsSystem sys) { return sys->data; }
Model         AssemblyModel(Assembly a) { return a->model; }
Configuration AssemblyConfiguration(Assembly a) { return a->configuration; }

Term AssemblyTerm(Assembly a, const TermKind *kind)
{
  for (PetscInt k = 0; k < a->nterms; k++)
    if (a->term[k]->kind == kind) return a->term[k];
  return NULL;
}

/* Determines whether a node has three consecutive displacements in local vectors, or none. */
static PetscBool has_consecutive_dofs(const PetscInt dof[COMPONENTS])
{
  for (int c = 1; c < 3; c++)
    if (dof[c] != (dof[0] < 0 ? dof[0] : dof[0] + c)) return PETSC_FALSE;
  return PETSC_TRUE;
}

PetscErrorCode DetectDisplacementsOnly(Assembly a, Term elements, const TermTraits *all)
{
  PetscFunctionBeginUser;
  a->displacements_only =
    (PetscBool)(elements && !all->velocity && !a->model->layout.rotates && !a->model->spin.active);
  for (PetscInt k = 0; k < a->model->nblocks; k++)
    if (BlockIsNonlinear(a->model, &a->model->block[k]) &&
        !a->model->block[k].kernel->type->lanes_forces)
      a->displacements_only = PETSC_FALSE;
  for (PetscInt k = 0; k < a->nterms; k++)
    if (a->term[k]->traits.nodes && a->term[k] != elements) a->displacements_only = PETSC_FALSE;
  for (PetscInt i = 0; i < a->model->mesh->g.nnodes && a->displacements_only; i++)
    a->displacements_only = has_consecutive_dofs(a->model->layout.dof + COMPONENTS * i);
  PetscCallMPI(
    MPI_Allreduce(MPI_IN_PLACE, &a->displacements_only, 1, FS_MPI_BOOL, MPI_LAND, a->model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AssemblyEvaluate(Assembly a, const FsState *s, const FsLoading *loading,
                                PetscBool nodes, Evaluation *ev)
{
  PetscFunctionBeginUser;
  *ev = (Evaluation){.assembly = a, .s = s, .loading = loading};
  PetscCall(ConfigurationPrescribedMotions(a->configuration, s->t, loading, &ev->motions));
  PetscCall(ModelGravity(a->model, s->t, loading->factor, &loading->harmonic, ev->gravity));
  PetscCall(ModelUnstrain(a->model, s->t, loading->factor));
  PetscCall(ModelLateralLoads(a->model, s->t, loading->factor, &loading->harmonic));
  if (nodes)
    PetscCall(ConfigurationNodeStates(a->configuration, s, loading, &ev->nodes, &ev->inertial));
  PetscFunctionReturn(PETSC_SUCCESS);
}
