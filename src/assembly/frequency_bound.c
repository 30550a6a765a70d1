/* frequency_bound.c: computes an upper bound of the natural frequencies of a model.

   No frequency of an assembly is above the largest frequency of its unconnected elements (Irons &
   Treharne 1971). Other terms (laws, springs of joints) compute bounds at the state, over the mass
   that elements give their nodes. omega^2 is at most the sum of these bounds, because the
   stiffnesses add up. Constraints only lower frequencies. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "assembly/terms/terms.h"
#include "assembly.h"

static PetscErrorCode TermBounds(Assembly a, const FsState *s, Vec local_mass, Vec mass,
                                 PetscReal bound[][BOUNDS])
{
  const FsLoading loading = FsLoadingOfMotion();
  Evaluation      ev;
  Masses          m;

  PetscFunctionBeginUser;
  PetscCall(AssemblyEvaluate(a, s, &loading, (PetscBool)(a->local != NULL), &ev));
  PetscCall(VecGetArrayRead(local_mass, &m.local));
  PetscCall(VecGetArrayRead(mass, &m.owned));
  for (PetscInt k = 0; k < a->nterms; k++)
    if (a->term[k]->kind->frequency)
      PetscCall(a->term[k]->kind->frequency(a->term[k], &ev, &m, bound[k]));
  PetscCall(VecRestoreArrayRead(mass, &m.owned));
  PetscCall(VecRestoreArrayRead(local_mass, &m.local));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AssemblyFrequency(Assembly a, const FsState *s, PetscReal *omega, PetscReal *damping)
{
  enum { ELEMENTS = 2, NGROUPS = ELEMENTS + MAX_TERMS };
  const PetscReal max_damping_ratio      = 10;
  const DM        dm                     = a->model->mesh->dm;
  PetscReal       bound[NGROUPS][BOUNDS] = {{0}}, sum[BOUNDS] = {0};
  Vec             local_mass, mass;

  PetscFunctionBeginUser;
  PetscCall(DMGetLocalVector(dm, &local_mass));
  PetscCall(DMGetGlobalVector(dm, &mass));
  PetscCall(ElementFrequencyBounds(a, bound, local_mass, mass));
  PetscCall(TermBounds(a, s, local_mass, mass, bound + ELEMENTS));
  PetscCall(DMRestoreGlobalVector(dm, &mass));
  PetscCall(DMRestoreLocalVector(dm, &local_mass));
  PetscCallMPI(
    MPIU_Allreduce(MPI_IN_PLACE, bound, NGROUPS * BOUNDS, MPIU_REAL, MPI_MAX, a->model->comm));
  for (int g = 0; g < NGROUPS; g++)
    for (int b = 0; b < BOUNDS; b++) sum[b] += bound[g][b];
  /* A damper without a spring also has a time scale: the damping ratio is limited to 10, which
     raises omega. */
  *omega = PetscMax(PetscSqrtReal(sum[BOUND_OMEGA2]), sum[BOUND_DAMPING] / (2 * max_damping_ratio));
  *damping = *omega > 0 ? sum[BOUND_DAMPING] / (2 * *omega) : 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}
