/* tie_cells.c: adds lines between tied nodes, before the mesh is partitioned. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include "base/error.h"
#include "mesh/distributed/point_locator.h"
#include "mesh/mesh.h"
#include "tie_cells.h"

/* ---- sets ------------------------------------------------------------------------------------ */

/* Sets selected[nodes.nnodes] to 1 for the nodes of a tie, or of the set called `set` if that is
   not NULL. Returns their number on all ranks. option is for messages. */
static PetscErrorCode SelectNodes(MPI_Comm comm, DistributedMesh *d, const TieLines *tie,
                                  const char option[], const char *set, unsigned char selected[],
                                  int64_t *count)
{
  struct _n_Mesh mesh = {.comm = comm, .g = d->nodes};
  PetscInt       index;

  PetscFunctionBeginUser;
  mesh.g.set_name = d->cells.set_name;
  mesh.g.nsets    = d->cells.nsets;
  mesh.g.lists    = d->cells.lists;
  PetscCall(PetscMalloc1(d->nodes.nnodes, &mesh.owned));
  for (int i = 0; i < d->nodes.nnodes; i++) mesh.owned[i] = PETSC_TRUE;
  if (set) PetscCall(MeshFindSet(&mesh, option, set, &index));
  else PetscCall(MeshSelect(&mesh, &tie->nodes, &index));
  PetscCall(PetscFree(mesh.owned));
  d->cells.set_name = mesh.g.set_name;
  d->cells.nsets    = mesh.g.nsets;
  d->cells.lists    = mesh.g.lists;
  *count            = 0;
  for (int i = 0; i < d->nodes.nnodes; i++) {
    selected[i] = (unsigned char)geometry_node_in_set(&mesh.g, i, (int)index);
    *count += selected[i];
  }
  *count = ranks_sum(d->ranks, *count);
  distributed_mesh_unify_lists(d);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the mean place of the selected nodes of all ranks. */
static PetscErrorCode MeanPlace(MPI_Comm comm, const DistributedMesh *d,
                                const unsigned char selected[], double mean[3])
{
  double sum[4] = {0, 0, 0, 0};

  PetscFunctionBeginUser;
  for (int i = 0; i < d->nodes.nnodes; i++) {
    for (int c = 0; c < 3 && selected[i]; c++) sum[c] += d->nodes.x[i][c];
    sum[3] += selected[i];
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, sum, 4, MPI_DOUBLE, MPI_SUM, comm));
  for (int c = 0; c < 3; c++) mean[c] = sum[c] / sum[3];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- lines from a master --------------------------------------------------------------------- */

/* Finds the number of the selected node that is nearest to the mean place of all selected nodes.
   The first counts if several are equally near, up to round-off. */
static PetscErrorCode CentralNode(MPI_Comm comm, const DistributedMesh *d,
                                  const unsigned char selected[], int64_t *number)
{
  /* Relative to the distance from the mean place and its distance from the origin. The mean of many
     coordinates has a round-off of 1e-16 times their number, and depends on the order of the sum,
     which must not decide which node is the master. */
  const double round_off = 1e-9;
  double       mean[3], least = HUGE_VAL;
  int64_t      first = INT64_MAX;

  PetscFunctionBeginUser;
  PetscCall(MeanPlace(comm, d, selected, mean));
  for (int i = 0; i < d->nodes.nnodes; i++)
    if (selected[i]) least = fmin(least, point_distance(d->nodes.x[i], mean));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &least, 1, MPI_DOUBLE, MPI_MIN, comm));
  for (int i = d->nodes.nnodes - 1; i >= 0; i--)
    if (selected[i] && point_distance(d->nodes.x[i], mean) <=
                         least + round_off * (least + point_distance(mean, (double[3]){0, 0, 0})))
      first = d->first[d->ranks->rank] + i;
  PetscCallMPI(MPI_Allreduce(&first, number, 1, MPI_INT64_T, MPI_MIN, comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the number of the master: the node of its set, or else a selected node. */
static PetscErrorCode FindMaster(MPI_Comm comm, DistributedMesh *d, const TieLines *tie,
                                 const unsigned char selected[], int64_t *number)
{
  char           option[256];
  unsigned char *is_master;
  int64_t        count, mine = -1;

  PetscFunctionBeginUser;
  if (!tie->master) {
    PetscCall(CentralNode(comm, d, selected, number));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(PetscSNPrintf(option, sizeof option, "-tie_%s_master", tie->name));
  PetscCall(PetscMalloc1(d->nodes.nnodes, &is_master));
  PetscCall(SelectNodes(comm, d, tie, option, tie->master, is_master, &count));
  PetscCheck(count == 1, comm, PETSC_ERR_USER_INPUT,
             "%s: set '%s' has %lld nodes; a tie has one master", option, tie->master,
             (long long)count);
  for (int i = 0; i < d->nodes.nnodes; i++)
    if (is_master[i]) mine = d->first[d->ranks->rank] + i;
  *number = ranks_max(d->ranks, mine);
  PetscCall(PetscFree(is_master));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds a line from the master to each other node of the tie. */
static PetscErrorCode AddStar(MPI_Comm comm, DistributedMesh *d, const TieLines *tie)
{
  const int      nnodes = d->nodes.nnodes;
  unsigned char *selected;
  int64_t        count, master, (*line)[2];
  char           set[SET_NAME_SIZE];
  int            n = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(nnodes, &selected));
  PetscCall(PetscMalloc1((size_t)nnodes + 1, &line));
  PetscCall(SelectNodes(comm, d, tie, NULL, NULL, selected, &count));
  PetscCall(FindMaster(comm, d, tie, selected, &master));
  for (int i = 0; i < nnodes; i++) {
    const int64_t number = d->first[d->ranks->rank] + i;

    if (!selected[i] || number == master) continue;
    line[n][0]   = master;
    line[n++][1] = number;
  }
  PetscCheck(ranks_sum(d->ranks, n), comm, PETSC_ERR_USER_INPUT,
             "tie '%s' ties nothing: its set has no node besides the master; give a set with more "
             "nodes by -tie_%s_set",
             tie->name, tie->name);
  PetscCall(PetscSNPrintf(set, sizeof set, ADDED_SET_PREFIX "%s", tie->name));
  join_lines(d, n, (const int64_t(*)[2])line, set);
  PetscCall(PetscFree(line));
  PetscCall(PetscFree(selected));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- lines between pairs --------------------------------------------------------------------- */

/* The two sets of a periodic tie, and the translation from the first to the second. */
typedef struct {
  const char    *name;  /* of the tie */
  unsigned char *in[2]; /* [nodes.nnodes] */
  double         translation[3];
} PeriodicSets;

static PetscErrorCode FindPeriodicSets(MPI_Comm comm, DistributedMesh *d, const TieLines *tie,
                                       PeriodicSets *sets)
{
  char    option[256];
  double  mean[2][3];
  int64_t count;

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(option, sizeof option, "-tie_%s_to", tie->name));
  for (int k = 0; k < 2; k++) {
    PetscCall(PetscMalloc1(d->nodes.nnodes, &sets->in[k]));
    PetscCall(SelectNodes(comm, d, tie, option, k ? tie->to : NULL, sets->in[k], &count));
    PetscCall(MeanPlace(comm, d, sets->in[k], mean[k]));
  }
  for (int c = 0; c < 3; c++)
    sets->translation[c] = tie->has_translation ? tie->translation[c] : mean[1][c] - mean[0][c];
  PetscCheck(point_distance(sets->translation, (double[3]){0, 0, 0}) > 0, comm,
             PETSC_ERR_USER_INPUT,
             "-tie_%s_translation: the translation from the first set to the second is 0; a tie of "
             "coincident nodes is rigid",
             tie->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: a node of a set has no partner.

   Input:
     partner   [nodes.nnodes] number of the partner of each node of the set, or -1
     k         which set */
static PetscErrorCode CheckPartners(MPI_Comm comm, const DistributedMesh *d,
                                    const PeriodicSets *sets, const int64_t partner[], int k)
{
  const double sign = k ? -1 : 1, *t = sets->translation, zero[3] = {0, 0, 0};
  int          lonely = -1;

  PetscFunctionBeginUser;
  for (int i = d->nodes.nnodes - 1; i >= 0; i--)
    if (sets->in[k][i] && partner[i] < 0) lonely = i;
  {
    const double *x = lonely < 0 ? zero : (const double *)d->nodes.x[lonely];

    PetscCall(CheckAllRanks(
      comm, (PetscBool)(lonely >= 0),
      "tie '%s': the node at (%.6g, %.6g, %.6g) has no partner at (%.6g, %.6g, %.6g); make the "
      "meshes of both sides alike, or give -tie_%s_translation",
      sets->name, x[0], x[1], x[2], x[0] + sign * t[0], x[1] + sign * t[1], x[2] + sign * t[2],
      sets->name));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the partners in set 1 - k of the nodes of set k; the caller frees them. */
static int64_t *find_partners(const DistributedMesh *d, const PeriodicSets *sets, int k)
{
  /* Relative to the diagonal of the bounding box of the mesh: files give coordinates with about
     seven digits. The test tests/model/ties.py has a partner that is 1e-7 m off its place in a mesh
     of 3 m, and nodes without partners. */
  const double    tolerance = 1e-6;
  double          corner[3], size[3];
  const double    near  = tolerance * distributed_mesh_bounding_box(d, corner, size);
  DistributedMesh moved = *d;
  int64_t        *partner;

  moved.nodes.x = ranks_malloc(d->ranks, d->nodes.nnodes, sizeof *moved.nodes.x);
  for (int i = 0; i < d->nodes.nnodes; i++)
    for (int c = 0; c < 3; c++)
      moved.nodes.x[i][c] = d->nodes.x[i][c] + (k ? -1 : 1) * sets->translation[c];
  partner = match_nodes(d, sets->in[1 - k], &moved, sets->in[k], near);
  free(moved.nodes.x);
  return partner;
}

/* Adds a line from each node of the first set to its partner. */
static PetscErrorCode AddPairs(MPI_Comm comm, DistributedMesh *d, const TieLines *tie)
{
  PeriodicSets sets = {.name = tie->name};
  int64_t     *partner[2];
  int64_t(*line)[2];
  char set[SET_NAME_SIZE];
  int  n = 0;

  PetscFunctionBeginUser;
  PetscCall(FindPeriodicSets(comm, d, tie, &sets));
  for (int k = 0; k < 2; k++) partner[k] = find_partners(d, &sets, k);
  for (int k = 0; k < 2; k++) PetscCall(CheckPartners(comm, d, &sets, partner[k], k));
  PetscCall(PetscMalloc1((size_t)d->nodes.nnodes + 1, &line));
  for (int i = 0; i < d->nodes.nnodes; i++)
    if (sets.in[0][i]) {
      line[n][0]   = d->first[d->ranks->rank] + i;
      line[n++][1] = partner[0][i];
    }
  PetscCall(PetscSNPrintf(set, sizeof set, ADDED_SET_PREFIX "%s", tie->name));
  join_lines(d, n, (const int64_t(*)[2])line, set);
  for (int k = 0; k < 2; k++) {
    free(partner[k]);
    PetscCall(PetscFree(sets.in[k]));
  }
  PetscCall(PetscFree(line));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TieCellsAdd(MPI_Comm comm, PetscInt n, const TieLines tie[], DistributedMesh *d)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; i++)
    if (tie[i].kind == TIE_PERIODIC) PetscCall(AddPairs(comm, d, &tie[i]));
    else if (tie[i].kind != TIE_EQUATION) PetscCall(AddStar(comm, d, &tie[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}
