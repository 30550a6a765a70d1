/* case_mesh.c: takes a mesh as arrays from the program that runs a case. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "case_impl.h"

/* Returns what is wrong with the pointers and counts of this rank's share, or NULL. */
static const char *find_missing(const FsMeshArrays *m)
{
  if (m->nnodes < 0 || m->ncells < 0 || m->nsets < 0) return "a number is negative";
  if (m->nnodes > INT32_MAX / 8 || m->ncells > INT32_MAX / 8)
    return "a rank gives more than 2^28 nodes or cells; use more ranks";
  if (m->nnodes && !m->x) return "x is NULL";
  if (m->ncells && (!m->type || !m->conn)) return "type or conn is NULL";
  if (m->nsets && !m->set) return "set is NULL";
  for (int64_t s = 0; s < m->nsets; s++)
    if (m->set[s].n < 0 || (m->set[s].n && !m->set[s].member)) return "a set has no members";
  return NULL;
}

static PetscErrorCode SetMesh(FsCase c, const FsMeshArrays *mesh)
{
  const char *missing = mesh ? find_missing(mesh) : NULL;

  PetscFunctionBeginUser;
  PetscCall(CaseCheckBeforeSetUp(c, "FsCaseSetMesh"));
  PetscCall(CheckAllRanks(c->comm, (PetscBool)(missing != NULL), "FsCaseSetMesh: %s",
                          missing ? missing : ""));
  c->mesh     = mesh ? *mesh : (FsMeshArrays){.nnodes = 0};
  c->has_mesh = PETSC_TRUE;
  PetscCall(CaseSetOption(c, "-mesh", "arrays", ""));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseSetMesh(FsCase c, const FsMeshArrays *mesh) { CASE_CALL(c, SetMesh(c, mesh)); }
