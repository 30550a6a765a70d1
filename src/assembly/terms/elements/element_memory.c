/* element_memory.c: what elements remember of the last accepted state: its change and its archive.

   Evaluations read Block.memory and never change it. A step that is rejected or repeated therefore
   leaves no trace, and a saved state is complete with the memory of its elements. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "batched_elements.h"
#include "mesh/mesh_table.h"
#include "model/model.h"
#include "model/parts/block.h"
#include "element/element.h"

PetscErrorCode ElementMemoryCheck(MPI_Comm comm, const Block *b, const ElementTraits *traits)
{
  PetscFunctionBeginUser;
  PetscCheck(traits->remembers == (b->nmemory > 0) && b->nmemory <= ELEMENT_MAX_MEMORY, comm,
             PETSC_ERR_PLIB, "element %s: its trait remembers is wrong", b->kernel->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ElementMemoryAccept(Term term, const Evaluation *ev)
{
  const Model model = term->model;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++) {
    const Block *b = &model->block[k];

    for (PetscInt e = 0; e < b->ncells && b->nmemory; e++) {
      double       next[ELEMENT_MAX_MEMORY];
      ElementState s;

      BlockGather(model, b, e, ev->nodes, ev->s->t, 1, ev->gravity, &s);
      b->kernel->type->remember(&s, next);
      memcpy(BlockMemory(b, e), next, (size_t)b->nmemory * sizeof *next);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ElementMemoryArchive(Term term, FsArchive a)
{
  const Model model = term->model;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++) {
    const Block *b = &model->block[k];
    PetscInt    *count, *at;
    char         name[96];

    if (!b->nmemory) continue;
    PetscCall(
      PetscSNPrintf(name, sizeof name, "memory_%s_%s", b->part, shape_name(b->kernel->shape)));
    PetscCall(PetscMalloc2(model->mesh->g.ncells, &count, b->ncells, &at));
    MeshTableSortCells(model->mesh, b->ncells, b->cells, count, at);
    PetscCall(FsArchiveRows(a, name, FS_ARCHIVE_CELLS, count, at, b->nmemory, b->memory));
    PetscCall(PetscFree2(count, at));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
