/* partition.c: chooses the rank of each cell by a method. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "partition.h"

const char *const partition_methods[] = {"auto", "curve", "ptscotch", "simple", NULL};

/* Debian's 64-bit PETSc is linked with a 32-bit PT-Scotch, which crashes. */
PetscBool has_ptscotch(void)
{
#if defined(PETSC_HAVE_PTSCOTCH) && !defined(PETSC_USE_64BIT_INDICES)
  return PETSC_TRUE;
#else
  return PETSC_FALSE;
#endif
}

/* Chooses the curve if it gives clearly fewer ghosts than the order of the cells; returns the
   method.

   In regular meshes the order gives straight borders and leaves rows whole. For a cube of beams on
   3 ranks, a bent border with 0.97 of the ghosts cost 1.2 times the iterations. */
static PartitionMethod split_best(const DistributedMesh *d, const NodeFetch *fetch,
                                  const int weight[], int to[])
{
  const double clearly = 0.8;
  int *by_curve        = ranks_malloc(d->ranks, d->cells.ncells, sizeof *by_curve), curve_is_better;

  split_by_cell_number(d, weight, to);
  split_along_hilbert_curve(d, weight, by_curve);
  curve_is_better = (double)count_ghost_nodes(d, fetch, by_curve) <
                    clearly * (double)count_ghost_nodes(d, fetch, to);
  if (curve_is_better && d->cells.ncells)
    memcpy(to, by_curve, (size_t)d->cells.ncells * sizeof *to);
  free(by_curve);
  return curve_is_better ? PARTITION_CURVE : PARTITION_SIMPLE;
}

PetscErrorCode PartitionCells(DistributedMesh *d, PartitionMethod method, const int weight[],
                              int to[], const char **name)
{
  NodeFetch fetch;

  PetscFunctionBeginUser;
  for (int c = 0; c < d->cells.ncells; c++) to[c] = 0;
  if (d->ranks->size > 1) {
    distributed_mesh_plan_fetch(d, &fetch);
    distributed_mesh_fetch_x(d, &fetch);
    if (method == PARTITION_AUTO) method = split_best(d, &fetch, weight, to);
    else if (method == PARTITION_CURVE) split_along_hilbert_curve(d, weight, to);
    else if (method == PARTITION_SIMPLE) split_by_cell_number(d, weight, to);
    else PetscCall(PartitionByGraph(d, weight, to));
    node_fetch_free(&fetch);
  }
  *name = partition_methods[method];
  PetscFunctionReturn(PETSC_SUCCESS);
}
