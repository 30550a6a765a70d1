/* nodes_key.c: compares what the states of the nodes depend on. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "nodes_key.h"
#include <petsc/private/petscimpl.h> /* PetscObjectStateGet */
#include "input/formula/given.h"

PetscBool is_same_loading(const FsLoading *a, const FsLoading *b)
{
  return (PetscBool)(a->factor == b->factor && a->quasistatic == b->quasistatic &&
                     a->harmonic.size == b->harmonic.size &&
                     a->harmonic.omega == b->harmonic.omega &&
                     a->harmonic.angle == b->harmonic.angle);
}

PetscErrorCode NodesKeyMake(Model model, const FsState *s, const FsLoading *loading, NodesKey *key)
{
  const Vec   x[3] = {s->q, s->v, s->a};
  PetscMPIInt size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(model->comm, &size));
  *key = (NodesKey){.t       = s->t,
                    .loading = *loading,
                    .version = given_motions_version(model->symbols),
                    .valid   = (PetscBool)(size == 1)};
  for (int k = 0; k < 3; k++) {
    if (!x[k]) continue;
    PetscCall(PetscObjectGetId((PetscObject)x[k], &key->vec[k]));
    PetscCall(PetscObjectStateGet((PetscObject)x[k], &key->contents[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool nodes_key_equal(const NodesKey *a, const NodesKey *b)
{
  for (int k = 0; k < 3; k++)
    if (a->vec[k] != b->vec[k] || a->contents[k] != b->contents[k]) return PETSC_FALSE;
  return (PetscBool)(a->valid && b->valid && a->t == b->t && a->version == b->version &&
                     is_same_loading(&a->loading, &b->loading));
}
