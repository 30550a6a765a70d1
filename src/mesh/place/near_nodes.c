/* near_nodes.c: joins the nodes of one mesh that are at one place. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "mesh/distributed/distributed_mesh.h"
#include "near_nodes.h"

/* Fetches out[n], the entries of value[] of n nodes: value has one for each node of each rank's
   block. */
static void fetch_of_nodes(const DistributedMesh *d, int64_t n, const int64_t node[],
                           const int64_t value[], int64_t out[])
{
  int         *to = ranks_malloc(d->ranks, n, sizeof *to);
  int64_t     *received;
  ExchangePlan plan;

  for (int64_t k = 0; k < n; k++) to[k] = ranks_find_owner(d->ranks, d->first, node[k]);
  exchange_plan_create(d->ranks, n, to, &plan);
  received = ranks_malloc(d->ranks, plan.m, sizeof *received);
  exchange_send(&plan, sizeof *received, node, received);
  for (int64_t k = 0; k < plan.m; k++) received[k] = value[received[k] - d->first[d->ranks->rank]];
  exchange_send_back(&plan, sizeof *received, received, out);
  exchange_plan_free(&plan);
  free(received);
  free(to);
}

/* Returns the number of the node that each node of this rank's block becomes, its own if it stays.
   A node near to one that is near to a third one becomes the third one. The caller frees it. */
static int64_t *find_joined_nodes(DistributedMesh *d, double tolerance, const unsigned char apart[])
{
  const int64_t n = d->nodes.nnodes, first = d->first[d->ranks->rank];
  int64_t      *next = ranks_malloc(d->ranks, n, sizeof *next), *stays, *to, change = 1;
  double        corner[3], size[3];

  (void)distributed_mesh_bounding_box(d, corner, size);
  to    = find_near_nodes(d, tolerance, corner);
  stays = ranks_malloc(d->ranks, n, sizeof *stays);
  for (int64_t i = 0; i < n; i++) stays[i] = apart[i];
  for (int64_t i = 0; i < n; i++)
    if (to[i] < 0 || apart[i]) to[i] = first + i;
  fetch_of_nodes(d, n, to, stays, next);
  for (int64_t i = 0; i < n; i++)
    if (next[i]) to[i] = first + i; /* the near node is one of those that stay apart */
  while (change) {
    fetch_of_nodes(d, n, to, to, next);
    change = memcmp(next, to, (size_t)n * sizeof *to) != 0;
    memcpy(to, next, (size_t)n * sizeof *to);
    change = ranks_max(d->ranks, change);
  }
  free(next);
  free(stays);
  return to;
}

/* Joins nodes; the arguments are those of find_joined_nodes(). Returns 1 if a cell would have a
   node twice. */
static int join_near(DistributedMesh *d, double tolerance, const unsigned char apart[])
{
  const Ranks  *ranks = d->ranks;
  const int64_t n     = d->nodes.nnodes;
  int64_t      *to = find_joined_nodes(d, tolerance, apart), count = 0;
  int64_t      *number = ranks_malloc(ranks, n, sizeof *number),
          *joined      = ranks_malloc(ranks, n, sizeof *joined),
          *first       = ranks_malloc(ranks, ranks->size + 1, sizeof *first);
  int twice;

  for (int64_t i = 0; i < n; i++) count += to[i] == d->first[ranks->rank] + i;
  ranks_offsets(ranks, count, first);
  count = first[ranks->rank];
  for (int64_t i = 0; i < n; i++) number[i] = to[i] == d->first[ranks->rank] + i ? count++ : -1;
  fetch_of_nodes(d, n, to, number, joined);
  twice = join_nodes(d, number, first[ranks->size], joined);
  free(to);
  free(number);
  free(joined);
  free(first);
  return twice;
}

PetscErrorCode JoinNearNodes(MPI_Comm comm, const MeshOptions *m, DistributedMesh *d)
{
  unsigned char *apart = ranks_calloc(d->ranks, d->nodes.nnodes, 1);
  int            twice;

  PetscFunctionBeginUser;
  for (const char *text = m->unjoined; text && *text;) {
    const size_t length              = strcspn(text, ",");
    char         name[SET_NAME_SIZE] = "";
    int          set;

    PetscCall(PetscStrncpy(name, text, PetscMin(length + 1, sizeof name)));
    set = geometry_find_set(&d->cells, name);
    for (int i = 0; i < d->nodes.nnodes && set >= 0; i++)
      apart[i] |= set_lists_has_set(&d->cells.lists, d->nodes.node_sets[i], set) != 0;
    text += length + (text[length] == ',');
  }
  twice = join_near(d, m->join_distance, apart);
  free(apart);
  PetscCheck(
    !twice, comm, PETSC_ERR_USER_INPUT,
    "-mesh_join %g: two nodes of one cell are not farther apart; give less than the length "
    "of the shortest cell, such as 1e-6 times the size of the mesh",
    (double)m->join_distance);
  PetscFunctionReturn(PETSC_SUCCESS);
}
