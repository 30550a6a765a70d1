/* place_count.c: counts the places of the nodes of a set.

   Each place is a cell of a fine grid, and belongs to the rank that a hash of the cell gives. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model_summary.h"
#include "mesh/distributed/sparse_exchange.h"
#include <math.h>
#include <stdlib.h>

typedef struct {
  int64_t rank, cell[3];
} Place;

static int compare_places(const void *a, const void *b)
{
  const Place *p = a, *q = b;

  if (p->rank != q->rank) return p->rank < q->rank ? -1 : 1;
  for (int c = 0; c < 3; c++)
    if (p->cell[c] != q->cell[c]) return p->cell[c] < q->cell[c] ? -1 : 1;
  return 0;
}

/* Sorts places and removes those that occur twice; returns the number of the others. */
static PetscInt sort_places(PetscInt n, Place place[])
{
  PetscInt different = 0;

  if (n) qsort(place, (size_t)n, sizeof *place, compare_places);
  for (PetscInt k = 0; k < n; k++)
    if (!different || compare_places(&place[k], &place[different - 1]))
      place[different++] = place[k];
  return different;
}

/* Fills the places of the nodes that this rank owns, and their number. */
static PetscErrorCode PlacesOfRank(Model model, PetscInt set, PetscInt *n, Place **place)
{
  /* grid: a part of the model size, above the digits of a mesh file and below any element. shift:
     nodes at round numbers are not at the border of a cell. Nodes 1e-12 m apart are counted once in
     tests/analysis/show_model.py. */
  const PetscReal grid = 1e-6, shift = 0.382;
  const Geometry *g = &model->mesh->g;
  PetscReal       size;
  PetscMPIInt     ranks;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(model->comm, &ranks));
  PetscCall(ModelSize(model, &size));
  PetscCall(PetscMalloc1(g->nnodes, place));
  *n = 0;
  for (int i = 0; i < g->nnodes; i++) {
    const uint64_t mix  = 0x9E3779B97F4A7C15u;
    uint64_t       hash = 0;
    Place         *p    = *place + *n;

    if (!model->mesh->owned[i] || !geometry_node_in_set(g, i, (int)set)) continue;
    for (int c = 0; c < 3; c++) {
      p->cell[c] = size > 0 ? (int64_t)floor(g->x[i][c] / (grid * size) + shift) : 0;
      hash       = (hash ^ (uint64_t)p->cell[c]) * mix;
    }
    p->rank = (int64_t)((hash >> 32) % (uint64_t)ranks);
    (*n)++;
  }
  *n = sort_places(*n, *place);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SetCountPlaces(Model model, PetscInt set, PetscInt *n)
{
  PetscMPIInt  nto = 0, *to;
  PetscInt     mine, received, *first;
  Place       *place, *all;
  MPI_Datatype type;

  PetscFunctionBeginUser;
  PetscCall(PlacesOfRank(model, set, &mine, &place));
  PetscCall(PetscMalloc2(mine, &to, mine + 1, &first));
  for (PetscInt k = 0; k < mine; k++)
    if (!k || place[k].rank != place[k - 1].rank) {
      to[nto]      = (PetscMPIInt)place[k].rank;
      first[nto++] = k;
    }
  first[nto] = mine;
  PetscCallMPI(MPI_Type_contiguous(sizeof *place, MPI_BYTE, &type));
  PetscCallMPI(MPI_Type_commit(&type));
  PetscCall(SparseExchange(model->comm, type, nto, to, first, place, &received, &all));
  PetscCallMPI(MPI_Type_free(&type));
  *n = sort_places(received, all);
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, n, 1, MPIU_INT, MPI_SUM, model->comm));
  PetscCall(PetscFree(all));
  PetscCall(PetscFree2(to, first));
  PetscCall(PetscFree(place));
  PetscFunctionReturn(PETSC_SUCCESS);
}
