/* combine_nodes.c: combines values of nodes that several ranks have. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "mesh.h"

PetscErrorCode MeshCombineNodes(Mesh mesh, MPI_Datatype unit, void *values, MPI_Op op)
{
  PetscMPIInt size;
  int         bytes;
  PetscSF     sf;
  char       *roots;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(mesh->comm, &size));
  if (size == 1) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(DMGetPointSF(mesh->dm, &sf));
  PetscCallMPI(MPI_Type_size(unit, &bytes));
  PetscCall(PetscMalloc1((size_t)bytes * (size_t)mesh->g.nnodes, &roots));
  PetscCall(PetscMemcpy(roots, values, (size_t)bytes * (size_t)mesh->g.nnodes));
  PetscCall(PetscSFReduceBegin(sf, unit, values, roots, op));
  PetscCall(PetscSFReduceEnd(sf, unit, values, roots, op));
  PetscCall(PetscMemcpy(values, roots, (size_t)bytes * (size_t)mesh->g.nnodes));
  PetscCall(PetscSFBcastBegin(sf, unit, roots, values, MPI_REPLACE));
  PetscCall(PetscSFBcastEnd(sf, unit, roots, values, MPI_REPLACE));
  PetscCall(PetscFree(roots));
  PetscFunctionReturn(PETSC_SUCCESS);
}
