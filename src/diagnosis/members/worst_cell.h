/* worst_cell.h: finds the cell of a part that is farthest beyond a limit. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_MEMBERS_WORST_CELL_H
#define FS_DIAGNOSIS_MEMBERS_WORST_CELL_H

#include "model/model.h"

enum { WORST_VALUES = 3 }; /* most values that a warning names */

/* WorstCell - The cell of a part that is farthest beyond a limit. All members are 0 before the
   first cell is added. */
typedef struct {
  PetscReal  excess;              /* ratio of what is limited to its limit */
  PetscReal  value[WORST_VALUES]; /* values of the cell, which the caller defines */
  PetscReal  x[3];                /* center of the cell [m] */
  PetscInt64 number;              /* number of the cell in the whole mesh */
} WorstCell;

/* worst_cell_add - Makes a cell the worst one of its part if it is. If several
   cells are equal except for round-off, the one with the lowest number is taken.

   Input:
     excess  ratio of what is limited to its limit
     values  [WORST_VALUES] values of the cell
   Changed:
     w  the worst cell of the part so far */
void worst_cell_add(Model model, const Block *b, PetscInt element, PetscReal excess,
                    const PetscReal values[], WorstCell *w);

/* WorstCellsReduce - Makes the cells of n parts those that are the worst of all ranks.

   Changed:
     worst  [n] on entry, the worst cells of this rank
   Collective. */
PetscErrorCode WorstCellsReduce(MPI_Comm comm, PetscInt n, WorstCell worst[]);

#endif
