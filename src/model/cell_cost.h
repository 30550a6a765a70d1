/* cell_cost.h: estimated cost of cells, by which the mesh is partitioned. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_CELL_COST_H
#define FS_MODEL_CELL_COST_H

#include "model/parts/block.h"

struct _n_ModelOptions; /* model_options.h */

/* CellCostsEstimate - Estimates the cost of cells from the options of parts and joints.

   The mesh need not exist.
   Output:
     n     number of costs
     work  [n] cost of one cell of each shape; the caller frees work by PetscFree
   Collective. */
PetscErrorCode CellCostsEstimate(const struct _n_ModelOptions *options, PetscInt *n,
                                 CellWork **work);

/* BlockCost, JointCost - Return the cost of the cells of a block or joint on this rank.

   The unit is one entry of an element matrix, as in CellCostsEstimate(). */
PetscReal BlockCost(const Block *block);
PetscReal JointCost(PetscInt ncells);

#endif
