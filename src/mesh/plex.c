/* plex.c: creates a DMPlex with the owners of a mesh's nodes.

   It has no cones, supports and strata. fsolve does not need them, and they would take as much
   memory as the arrays of the mesh. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <petscsf.h>
#include <fs/fs.h>
#include "plex.h"

/* Sets the point SF, which connects each ghost to the point of its owner. */
static PetscErrorCode SetPointSF(MPI_Comm comm, const Geometry *g, DM dm)
{
  PetscMPIInt  rank;
  PetscInt     nghosts = 0, *leaves;
  PetscSFNode *remote;
  PetscSF      sf;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  for (PetscInt i = 0; i < g->nnodes; i++) nghosts += g->owner[i] != rank;
  PetscCall(PetscMalloc1(nghosts, &leaves));
  PetscCall(PetscMalloc1(nghosts, &remote));
  nghosts = 0;
  for (PetscInt i = 0; i < g->nnodes; i++)
    if (g->owner[i] != rank) {
      leaves[nghosts]   = i;
      remote[nghosts++] = (PetscSFNode){g->owner[i], g->owner_node[i]};
    }
  PetscCall(DMGetPointSF(dm, &sf));
  PetscCall(PetscSFSetGraph(sf, g->nnodes + g->ncells, nghosts, leaves, PETSC_OWN_POINTER, remote,
                            PETSC_OWN_POINTER));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PlexCreate(MPI_Comm comm, const Geometry *g, DM *dm)
{
  PetscMPIInt size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCall(DMPlexCreate(comm, dm));
  PetscCall(DMSetCoordinateDim(*dm, 3));
  if (size > 1 && g->owner) PetscCall(SetPointSF(comm, g, *dm));
  PetscFunctionReturn(PETSC_SUCCESS);
}
