/* cell_cost.h: estimates how much work the cells of parts and joints cause in a step, so that the
   mesh can be distributed with equal work on all ranks. The unit is one entry of an element
   matrix. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_CELL_COST_H
#define FS_MODEL_CELL_COST_H

#include "model/parts/block.h"

struct _n_ModelOptions; /* model_options.h */

/* CellCostsEstimate - Estimates the work of cells from the options of parts and joints, before the
   mesh exists.

   Output:
     n     number of entries of work, one for each part and joint
     work  [n] sets of the part or joint, and the work of one of its cells of each shape; the caller
           frees the array by PetscFree()
   Collective. */
PetscErrorCode CellCostsEstimate(const struct _n_ModelOptions *options, PetscInt *n,
                                 CellWork **work);

/* BlockCost, JointCost - Return the work of all elements of a block on this rank, and of ncells
   cells of joints. */
PetscReal BlockCost(const Block *block);
PetscReal JointCost(PetscInt ncells);

#endif
