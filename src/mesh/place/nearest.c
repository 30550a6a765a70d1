/* nearest.c: finds the node or element of all ranks that is nearest to a point. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "mesh/distributed/point_locator.h"
#include "nearest.h"

/* Distances whose difference is less than this part of them are equal; then the lower id wins.
   Equal distances have a round-off of about 1e-16, relative to the coordinates, and it must not
   decide, because it depends on the partition. The test test_which_end of
   tests/model/point_loads.py has both sides, in any unit of length. */
static const double TIE = 1e-9;

PetscErrorCode CandidateInit(MPI_Comm comm, Candidate *none)
{
  PetscFunctionBeginUser;
  *none = (Candidate){.distance = HUGE_VAL, .id = INT64_MAX};
  PetscCallMPI(MPI_Comm_rank(comm, &none->rank));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool candidate_nearer(const Candidate *a, const Candidate *b)
{
  if (a->distance < b->distance * (1 - TIE)) return PETSC_TRUE;
  return (PetscBool)(a->distance <= b->distance * (1 + TIE) && a->id < b->id);
}

PetscErrorCode CandidateReduce(MPI_Comm comm, Candidate *mine)
{
  PetscMPIInt size, rank;
  Candidate  *all = NULL;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0) PetscCall(PetscMalloc1(size, &all));
  PetscCallMPI(MPI_Gather(mine, sizeof *mine, MPI_BYTE, all, sizeof *mine, MPI_BYTE, 0, comm));
  if (rank == 0)
    for (PetscMPIInt r = 0; r < size; r++)
      if (candidate_nearer(&all[r], mine)) *mine = all[r];
  PetscCallMPI(MPI_Bcast(mine, sizeof *mine, MPI_BYTE, 0, comm));
  PetscCall(PetscFree(all));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes size[nnodes], the diameter of the largest cell at each node [m].

   It counts the cells of all ranks. size is 0 on entry. */
static PetscErrorCode FindCellSizes(Mesh mesh, double size[])
{
  const Geometry *g = &mesh->g;
  double          x[SHAPE_MAX_NODES][3];

  PetscFunctionBeginUser;
  for (int c = 0; c < g->ncells; c++) {
    const int nn       = geometry_cell_coordinates(g, c, x);
    double    diameter = 0;

    for (int i = 0; i < nn; i++)
      for (int j = 0; j < i; j++) diameter = fmax(diameter, point_distance(x[i], x[j]));
    for (int i = g->offset[c]; i < g->offset[c + 1]; i++)
      size[g->conn[i]] = fmax(size[g->conn[i]], diameter);
  }
  PetscCall(MeshCombineNodes(mesh, MPI_DOUBLE, size, MPI_MAX));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshFindNearestNode(Mesh mesh, const char option[], const PetscReal point[3],
                                   const unsigned char selected[], Candidate *best)
{
  const Geometry *g = &mesh->g;
  double         *size;

  PetscFunctionBeginUser;
  PetscCall(CandidateInit(mesh->comm, best));
  PetscCall(PetscCalloc1(g->nnodes, &size));
  PetscCall(FindCellSizes(mesh, size));
  for (int i = 0; i < g->nnodes; i++) {
    const Candidate node = {point_distance(g->x[i], point), g->id[i], size[i], best->rank, i};

    if (mesh->owned[i] && selected[i] && candidate_nearer(&node, best)) *best = node;
  }
  PetscCall(PetscFree(size));
  PetscCall(CandidateReduce(mesh->comm, best));
  PetscCheck(isfinite(best->distance), mesh->comm, PETSC_ERR_USER_INPUT,
             "%s: the sets, boxes and formulas beside it select no node", option);
  PetscFunctionReturn(PETSC_SUCCESS);
}
