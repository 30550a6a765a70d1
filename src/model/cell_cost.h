/* cell_cost.h: estimated cost of cells, by which the mesh is partitioned. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_CELL_COST_H
#define FS_MODEL_CELL_COST_H

#include "model/block.h"

/* CellCostsFromOptions - Estimates the cost of cells from the options of parts and joints.

   Output:
     n     number of parts and joints
     work  [n] cost of their cells by shape; the caller frees it
   Collective. It does not check the options: others do. */
PetscErrorCode CellCostsFromOptions(FsOptions o, PetscInt *n, CellWork **work);

/* BlockCost, JointCost - Return the cost of the cells of this rank, in the same unit. */
PetscReal BlockCost(const Block *block);
PetscReal JointCost(PetscInt ncells);

#endif
