/* plex.c: from the arrays of a Geometry to a DMPlex of depth 1. */
#include <petscsf.h>
#include <fs/fs.h>
#include "plex.h"

/* The points of the DMPlex: cells, then nodes. The label celltype is set before anything can ask for it, because PETSc
   3.18 would then compute its own. */
static PetscErrorCode CreatePoints(MPI_Comm comm, const Geometry *g, DM *dm)
{
  const PetscInt nc = g->ncells, nn = g->nnodes;
  PetscInt       cone[SHAPE_MAX_NODES];
  DMLabel        types;

  PetscFunctionBeginUser;
  PetscCall(DMPlexCreate(comm, dm));
  PetscCall(DMSetDimension(*dm, 1));
  PetscCall(DMSetCoordinateDim(*dm, 3));
  PetscCall(DMPlexSetChart(*dm, 0, nc + nn));
  for (PetscInt c = 0; c < nc; c++) PetscCall(DMPlexSetConeSize(*dm, c, geometry_cell_size(g, (int)c)));
  PetscCall(DMSetUp(*dm));
  for (PetscInt c = 0; c < nc; c++) {
    for (int i = g->offset[c]; i < g->offset[c + 1]; i++) cone[i - g->offset[c]] = nc + g->conn[i];
    PetscCall(DMPlexSetCone(*dm, c, cone));
  }
  PetscCall(DMPlexSymmetrize(*dm));
  PetscCall(DMCreateLabel(*dm, "celltype"));
  PetscCall(DMGetLabel(*dm, "celltype", &types));
  PetscCall(DMLabelSetStratumBounds(types, DM_POLYTOPE_SEGMENT, 0, nc));
  PetscCall(DMLabelSetStratumBounds(types, DM_POLYTOPE_POINT, nc, nc + nn));
  PetscCall(DMPlexStratify(*dm));
  PetscCall(DMSetBasicAdjacency(*dm, PETSC_FALSE, PETSC_TRUE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Set the point SF, which connects each ghost with the point of its owner, from g->owner and g->owner_node. */
static PetscErrorCode SetOwners(MPI_Comm comm, const Geometry *g, DM dm)
{
  PetscMPIInt  rank;
  PetscInt     nghosts = 0, *points, *leaves;
  PetscSFNode *remote;
  PetscSF      nodes, sf;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  for (PetscInt i = 0; i < g->nnodes; i++) nghosts += g->owner[i] != rank;
  PetscCall(PetscMalloc1(nghosts, &leaves));
  PetscCall(PetscMalloc1(nghosts, &remote));
  nghosts = 0;
  for (PetscInt i = 0; i < g->nnodes; i++)
    if (g->owner[i] != rank) {
      leaves[nghosts]         = i;
      remote[nghosts].rank    = g->owner[i];
      remote[nghosts++].index = g->owner_node[i];
    }
  PetscCall(PetscSFCreate(comm, &nodes));
  PetscCall(PetscSFSetGraph(nodes, g->nnodes, nghosts, leaves, PETSC_COPY_VALUES, remote, PETSC_COPY_VALUES));
  /* The owner's point of a node depends on how many cells the owner has, so the owner sends it. */
  PetscCall(PetscMalloc1(g->nnodes, &points));
  for (PetscInt i = 0; i < g->nnodes; i++) points[i] = g->ncells + i;
  PetscCall(PetscSFBcastBegin(nodes, MPIU_INT, points, points, MPI_REPLACE));
  PetscCall(PetscSFBcastEnd(nodes, MPIU_INT, points, points, MPI_REPLACE));
  for (PetscInt k = 0; k < nghosts; k++) {
    remote[k].index = points[leaves[k]];
    leaves[k] += g->ncells;
  }
  PetscCall(DMGetPointSF(dm, &sf));
  PetscCall(PetscSFSetGraph(sf, g->ncells + g->nnodes, nghosts, leaves, PETSC_OWN_POINTER, remote, PETSC_OWN_POINTER));
  PetscCall(PetscFree(points));
  PetscCall(PetscSFDestroy(&nodes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PlexCreate(MPI_Comm comm, const Geometry *g, DM *dm)
{
  PetscMPIInt size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCall(CreatePoints(comm, g, dm));
  if (size > 1 && g->owner) PetscCall(SetOwners(comm, g, *dm));
  PetscFunctionReturn(PETSC_SUCCESS);
}
