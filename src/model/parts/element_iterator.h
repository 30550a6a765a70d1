/* element_iterator.h: visits the elements of all blocks of a model, one block after another. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_PARTS_ELEMENT_ITERATOR_H
#define FS_MODEL_PARTS_ELEMENT_ITERATOR_H

#include "model/model.h"
#include "model/parts/block.h"

/* ElementIterator - Visits this rank's elements, for example:

     for (ElementIterator it = PartElements(model); NextElement(&it);)
       AddElement(it.block, it.element);

   The members block, element and node are valid after NextElement() has returned PETSC_TRUE. */
typedef struct {
  Model        model;
  PetscInt     nblocks;     /* number of blocks to visit */
  PetscInt     block_index; /* index of block in Model.block */
  PetscInt     element;     /* index of the element in block */
  const Block *block;       /* borrowed from the model */
  const int   *node;        /* nodes of the element, borrowed from the mesh */
} ElementIterator;

/* PartElements - Returns an iterator over the elements of parts. */
static inline ElementIterator PartElements(Model model)
{
  return (ElementIterator){.model = model, .nblocks = model->nparts, .element = -1};
}

/* ModelElements - Returns an iterator over this rank's elements: first those of parts, then those
   of loads. */
static inline ElementIterator ModelElements(Model model)
{
  return (ElementIterator){.model = model, .nblocks = model->nblocks, .element = -1};
}

/* NextElement - Moves an iterator to the next element. Returns PETSC_FALSE after the last
   element. */
static inline PetscBool NextElement(ElementIterator *it)
{
  const Geometry *g     = &it->model->mesh->g;
  const Block    *block = it->model->block;

  it->element++;
  while (it->block_index < it->nblocks && it->element >= block[it->block_index].ncells) {
    it->block_index++;
    it->element = 0;
  }
  if (it->block_index >= it->nblocks) return PETSC_FALSE;
  it->block = &block[it->block_index];
  it->node  = g->conn + g->offset[it->block->cells[it->element]];
  return PETSC_TRUE;
}

/* element_has_places - Returns whether a load or a probe may be at a place inside of the element:
   it is a line or a surface, and no spring or damper, which acts on its nodes alone. */
PetscBool element_has_places(const ElementIterator *it);

#endif
