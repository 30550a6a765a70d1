/* tie_cells.c: adds lines between tied nodes, before the mesh is partitioned. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include "base/error.h"
#include "mesh/distributed/point_locator.h"
#include "mesh/mesh.h"
#include "tie_kind.h"

/* ---- sets ------------------------------------------------------------------------------------ */

PetscErrorCode TieMeanPlace(MPI_Comm comm, const DistributedMesh *d, const unsigned char selected[],
                            double mean[3])
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

PetscErrorCode TieJoinLines(DistributedMesh *d, const TieOptions *tie, int n,
                            const int64_t line[][2])
{
  char set[SET_NAME_SIZE];

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(set, sizeof set, ADDED_SET_PREFIX "%s", tie->name));
  join_lines(d, n, line, set);
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
  PetscCall(TieMeanPlace(comm, d, selected, mean));
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
static PetscErrorCode FindMaster(MPI_Comm comm, DistributedMesh *d, const TieOptions *tie,
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
  PetscCall(MeshEditSelectNodes(comm, d, &tie->nodes, option, tie->master, is_master, &count));
  PetscCheck(count == 1, comm, PETSC_ERR_USER_INPUT,
             "%s: set '%s' has %lld nodes; a tie has one master", option, tie->master,
             (long long)count);
  for (int i = 0; i < d->nodes.nnodes; i++)
    if (is_master[i]) mine = d->first[d->ranks->rank] + i;
  *number = ranks_max(d->ranks, mine);
  PetscCall(PetscFree(is_master));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TieAddStar(MPI_Comm comm, const TieOptions *tie, DistributedMesh *d)
{
  const int      nnodes = d->nodes.nnodes;
  unsigned char *selected;
  int64_t        count, master, (*line)[2];
  int            n = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(nnodes, &selected));
  PetscCall(PetscMalloc1((size_t)nnodes + 1, &line));
  PetscCall(MeshEditSelectNodes(comm, d, &tie->nodes, NULL, NULL, selected, &count));
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
  PetscCall(TieJoinLines(d, tie, n, (const int64_t(*)[2])line));
  PetscCall(PetscFree(line));
  PetscCall(PetscFree(selected));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TieReadStar(FsOptions o, MPI_Comm comm, TieOptions *tie)
{
  PetscFunctionBeginUser;
  PetscCall(MeshSelectionFromOptions(o, comm, "tie", SELECT_ANY, tie->name, &tie->nodes));
  PetscCall(FsOptionsText(o, FsOptionName(o, "-tie_%s_master", tie->name), &tie->master, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}
