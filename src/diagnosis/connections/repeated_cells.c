/* repeated_cells.c: warns of cells that a part has twice, between the same nodes.

   A mesh that was not cleaned has such cells, and the part is twice as stiff and heavy there.
   Springs and masses may be side by side on purpose, and give no warning. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "base/error.h"
#include "base/hash_index.h"
#include "connectivity_check.h"
#include "mesh/distributed/exchange.h"
#include "model/parts/element_iterator.h"
#include "element/element.h"

static int compare_nodes(const void *a, const void *b)
{
  return compare_int64(*(const int64_t *)a, *(const int64_t *)b);
}

/* Returns a hash of the part and the nodes of an element, in any order of the nodes. */
static uint64_t hash_of(Model model, const ElementIterator *it)
{
  const int n = shape_nodes(it->block->kernel->shape);
  int64_t   key[1 + SHAPE_MAX_NODES]; /* the part, then the nodes in ascending order */

  /* a word of its own: as the start of the hash it would be mixed with the first node */
  key[0] = it->block - model->block;
  for (int i = 0; i < n; i++) key[1 + i] = model->mesh->g.node_number[it->node[i]];
  qsort(key + 1, (size_t)n, sizeof *key, compare_nodes);
  return hash_bytes(0, key, (size_t)(1 + n) * sizeof *key);
}

/* Returns whether the elements of a part are structural: elements without a length scale, such as
   springs, may be side by side. */
static PetscBool is_structural(const ElementIterator *it)
{
  return (PetscBool)(it->block->kernel->type->scale != NULL);
}

PetscErrorCode WarnRepeatedCells(Model model)
{
  const Geometry *g        = &model->mesh->g;
  Ranks           ranks    = {.comm = model->comm};
  double          x[3]     = {0, 0, 0};
  const char     *part     = "";
  int64_t         n        = 0, all;
  uint64_t       *hash     = NULL;
  unsigned char  *repeated = NULL;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(model->comm, &ranks.rank));
  PetscCallMPI(MPI_Comm_size(model->comm, &ranks.size));
  for (PetscInt k = 0; k < model->nparts; k++) n += model->block[k].ncells;
  PetscCall(PetscMalloc2(n, &hash, n, &repeated));
  n = 0;
  for (ElementIterator it = PartElements(model); NextElement(&it);)
    if (is_structural(&it)) hash[n++] = hash_of(model, &it);
  ranks_flag_duplicates(&ranks, n, hash, repeated);
  n = all = 0;
  for (ElementIterator it = PartElements(model); NextElement(&it);) {
    if (!is_structural(&it) || !repeated[n++]) continue;
    if (!all++) {
      part = it.block->part;
      geometry_cell_center(g, (int)it.block->cells[it.element], x);
    }
  }
  n = ranks_sum(&ranks, all);
  PetscCall(WarnAllRanks(model->comm, (PetscBool)(all > 0),
                         "%lld cells of the same part have the same nodes as another one, the "
                         "first in part '%s' at (%.6g, %.6g, %.6g), which is as stiff and heavy as "
                         "all of them. Remove them from the mesh (Gmsh: Coherence Mesh), or give "
                         "them to different parts if you mean several",
                         (long long)n, part, x[0], x[1], x[2]));
  PetscCall(PetscFree2(hash, repeated));
  PetscFunctionReturn(PETSC_SUCCESS);
}
