/* nearest.c: the node nearest to a point. */
#include <math.h>
#include "mesh/distributed/point_locator.h"
#include "nearest.h"

static const double TIE = 1e-9; /* distances with a smaller relative difference are equal; then the lower id wins */

PetscErrorCode CandidateNone(MPI_Comm comm, Candidate *none)
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

PetscErrorCode CandidateBest(MPI_Comm comm, Candidate *mine)
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

/* reach[nnodes] = half the diameter of the largest cell at each node, over all ranks [m]; 0 on entry. */
static PetscErrorCode Reaches(Mesh mesh, double reach[])
{
  const Geometry *g = &mesh->g;
  double          x[SHAPE_MAX_NODES][3];

  PetscFunctionBeginUser;
  for (int c = 0; c < g->ncells; c++) {
    const int nn   = geometry_cell_corners(g, c, x);
    double    most = 0;

    for (int i = 0; i < nn; i++)
      for (int j = 0; j < i; j++) most = fmax(most, near_distance(x[i], x[j]));
    for (int i = g->offset[c]; i < g->offset[c + 1]; i++) reach[g->conn[i]] = fmax(reach[g->conn[i]], most / 2);
  }
  PetscCall(MeshCombineNodes(mesh, MPI_DOUBLE, reach, MPI_MAX));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshNearestNode(Mesh mesh, const char option[], const PetscReal point[3], const unsigned char wanted[],
                               Candidate *best)
{
  const Geometry *g = &mesh->g;
  double         *reach;

  PetscFunctionBeginUser;
  PetscCall(CandidateNone(mesh->comm, best));
  PetscCall(PetscCalloc1(g->nnodes, &reach));
  PetscCall(Reaches(mesh, reach));
  for (int i = 0; i < g->nnodes; i++) {
    const Candidate node = {near_distance(g->x[i], point), g->id[i], reach[i], best->rank, i};

    if (mesh->owned[i] && wanted[i] && candidate_nearer(&node, best)) *best = node;
  }
  PetscCall(PetscFree(reach));
  PetscCall(CandidateBest(mesh->comm, best));
  PetscCheck(isfinite(best->distance), mesh->comm, PETSC_ERR_USER_INPUT,
             "%s: the sets, boxes and formulas beside it leave no node to choose from", option);
  PetscCheck(best->distance <= best->reach * (1 + TIE), mesh->comm, PETSC_ERR_USER_INPUT,
             "%s: the nearest node, at distance %.6g, is more than half a cell (%.6g) away; is the point on the mesh?",
             option, best->distance, best->reach);
  PetscFunctionReturn(PETSC_SUCCESS);
}
