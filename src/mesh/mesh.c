/* mesh.c: creates a distributed mesh. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "mesh.h"
#include "local_mesh.h"

/* Sets mesh->owned and the numbers of nodes and cells. Leaves of the point SF are ghosts. */
static PetscErrorCode FindOwnedNodes(Mesh mesh)
{
  const PetscInt *leaves;
  PetscInt        nleaves, local[2], total[2];
  PetscSF         sf;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(mesh->g.nnodes, &mesh->owned));
  for (PetscInt i = 0; i < mesh->g.nnodes; i++) mesh->owned[i] = PETSC_TRUE;
  PetscCall(DMGetPointSF(mesh->dm, &sf));
  PetscCall(PetscSFGetGraph(sf, NULL, &nleaves, &leaves, NULL));
  for (PetscInt k = 0; k < nleaves; k++) mesh->owned[leaves ? leaves[k] : k] = PETSC_FALSE;
  mesh->nowned = 0;
  for (PetscInt i = 0; i < mesh->g.nnodes; i++) mesh->nowned += mesh->owned[i] ? 1 : 0;
  local[0] = mesh->nowned;
  local[1] = mesh->g.ncells;
  PetscCallMPI(MPIU_Allreduce(local, total, 2, MPIU_INT, MPI_SUM, mesh->comm));
  mesh->nnodes = total[0];
  mesh->ncells = total[1];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshCreate(MPI_Comm comm, MeshOptions *options, PetscInt n, const CellWork work[],
                          Mesh *out)
{
  Mesh mesh;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&mesh));
  mesh->comm = comm;
  PetscCall(
    LocalMeshCreate(comm, options, n, work, &mesh->g, &mesh->dm, &mesh->copies, &mesh->method));
  PetscCall(FindOwnedNodes(mesh));
  PetscCall(MeshApplyImperfections(mesh, options->nimperfections, options->imperfection));
  *out = mesh;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshDestroy(Mesh *mesh)
{
  PetscFunctionBeginUser;
  if (!*mesh) PetscFunctionReturn(PETSC_SUCCESS);
  geometry_free(&(*mesh)->g);
  PetscCall(PatternCopiesDestroy(&(*mesh)->copies));
  PetscCall(PetscFree((*mesh)->owned));
  PetscCall(PetscFree((*mesh)->imperfection));
  PetscCall(DMDestroy(&(*mesh)->dm));
  PetscCall(PetscFree(*mesh));
  PetscFunctionReturn(PETSC_SUCCESS);
}
