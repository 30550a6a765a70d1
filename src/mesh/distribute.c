/* distribute.c: distribute a mesh from rank 0 by DMPlex's partitioner. The DMPlex knows only connections; coordinates,
   shapes and sets travel as one record for each point, cell or node. */
#include <string.h>
#include <petscsf.h>
#include <fs/fs.h>
#include "plex.h"

/* A record, in 64-bit words: coordinates of a node [3], id of a node or shape of a cell, list of sets, place
   of a node, number in the whole mesh. */
enum { AT_X = 0, AT_ID = 3, AT_SETS = 4, AT_PLACE = 5, AT_NUMBER = 6, RECORD_SIZE = 7 };

/* Records of all cells, then of all nodes; and back. */
static void pack(const Geometry *g, uint64_t to[])
{
  for (int c = 0; c < g->ncells; c++, to += RECORD_SIZE) {
    memset(to + AT_X, 0, sizeof *g->x);
    to[AT_ID]     = g->shape[c];
    to[AT_SETS]   = (uint64_t)g->cell_sets[c];
    to[AT_PLACE]  = 0;
    to[AT_NUMBER] = (uint64_t)g->cell_number[c];
  }
  for (int i = 0; i < g->nnodes; i++, to += RECORD_SIZE) {
    memcpy(to + AT_X, g->x[i], sizeof *g->x);
    to[AT_ID]     = (uint64_t)g->id[i];
    to[AT_SETS]   = (uint64_t)g->node_sets[i];
    to[AT_PLACE]  = (uint64_t)g->place[i];
    to[AT_NUMBER] = (uint64_t)g->node_number[i];
  }
}

static void unpack(const uint64_t from[], Geometry *g)
{
  for (int c = 0; c < g->ncells; c++, from += RECORD_SIZE) {
    g->shape[c]       = (unsigned char)from[AT_ID];
    g->cell_sets[c]   = (int)from[AT_SETS];
    g->cell_number[c] = (int)from[AT_NUMBER];
  }
  for (int i = 0; i < g->nnodes; i++, from += RECORD_SIZE) {
    memcpy(g->x[i], from + AT_X, sizeof *g->x);
    g->id[i]          = (int64_t)from[AT_ID];
    g->node_sets[i]   = (int)from[AT_SETS];
    g->place[i]       = (int)(int64_t)from[AT_PLACE];
    g->node_number[i] = (int)from[AT_NUMBER];
  }
}

/* Make g for this rank's points of dm, with offset and conn filled in. */
static PetscErrorCode AllocatePiece(DM dm, int nsets, Geometry *g)
{
  PetscInt cstart, cend, vstart, vend, nconn = 0, size;

  PetscFunctionBeginUser;
  PetscCall(DMPlexGetHeightStratum(dm, 0, &cstart, &cend));
  PetscCall(DMPlexGetDepthStratum(dm, 0, &vstart, &vend));
  if (cend == cstart) cstart = cend = 0; /* a rank without cells has no nodes either */
  if (vend == vstart || cend == cstart) vstart = vend = cend;
  PetscCheck(cstart == 0 && vstart == cend, PETSC_COMM_SELF, PETSC_ERR_PLIB, "cells must come before nodes");
  for (PetscInt c = 0; c < cend; c++) {
    PetscCall(DMPlexGetConeSize(dm, c, &size));
    nconn += size;
  }
  PetscCheck(!geometry_allocate(g, (int)(vend - vstart), (int)cend, (int)nconn, nsets), PETSC_COMM_SELF, PETSC_ERR_MEM,
             "mesh");
  for (PetscInt c = 0; c < cend; c++) {
    const PetscInt *cone;

    PetscCall(DMPlexGetConeSize(dm, c, &size));
    PetscCall(DMPlexGetCone(dm, c, &cone));
    for (PetscInt i = 0; i < size; i++) g->conn[g->offset[c] + i] = (int)(cone[i] - vstart);
    g->offset[c + 1] = g->offset[c] + (int)size;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Send the records of from along the migration of points and unpack them into to. */
static PetscErrorCode Migrate(PetscSF migration, const Geometry *from, Geometry *to)
{
  uint64_t    *here, *there;
  MPI_Datatype record;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(RECORD_SIZE * ((size_t)from->ncells + (size_t)from->nnodes), &here,
                         RECORD_SIZE * ((size_t)to->ncells + (size_t)to->nnodes), &there));
  pack(from, here);
  PetscCallMPI(MPI_Type_contiguous(RECORD_SIZE, MPI_UINT64_T, &record));
  PetscCallMPI(MPI_Type_commit(&record));
  PetscCall(PetscSFBcastBegin(migration, record, here, there, MPI_REPLACE));
  PetscCall(PetscSFBcastEnd(migration, record, here, there, MPI_REPLACE));
  PetscCallMPI(MPI_Type_free(&record));
  unpack(there, to);
  PetscCall(PetscFree2(here, there));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PlexDistribute(MPI_Comm comm, Geometry *g, DM *dm)
{
  PetscMPIInt size;
  DM          distributed = NULL;
  PetscSF     migration   = NULL;
  Geometry    piece;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCall(PlexCreate(comm, g, dm));
  if (size > 1) PetscCall(DMPlexDistribute(*dm, 0, &migration, &distributed));
  if (!distributed) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(AllocatePiece(distributed, g->nsets, &piece));
  memcpy(piece.set_name, g->set_name, (size_t)g->nsets * sizeof *g->set_name);
  piece.nplaces = g->nplaces;
  piece.lists   = g->lists;
  memset(&g->lists, 0, sizeof g->lists);
  PetscCall(Migrate(migration, g, &piece));
  geometry_free(g);
  *g = piece;
  PetscCall(DMSetBasicAdjacency(distributed, PETSC_FALSE, PETSC_TRUE));
  PetscCall(DMDestroy(dm));
  PetscCall(PetscSFDestroy(&migration));
  *dm = distributed;
  PetscFunctionReturn(PETSC_SUCCESS);
}
