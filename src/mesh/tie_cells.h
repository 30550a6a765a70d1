/* tie_cells.h: lines that ties add to the mesh between their nodes.

   A tie of one node to many adds a line from the master to each other node. A periodic tie adds a
   line for each pair of nodes. The lines are in the set "tie:<name>", which no option selects by a
   place. Equations need no lines. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_TIE_CELLS_H
#define FS_MESH_TIE_CELLS_H

#include <string.h>
#include <fs/options.h>
#include "mesh/distributed/distributed_mesh.h"

typedef enum { TIE_RIGID, TIE_DIAPHRAGM, TIE_DISTRIBUTED, TIE_PERIODIC, TIE_EQUATION } TieKind;
extern const char *const tie_kinds[]; /* "rigid", ...; ends with NULL */

#define TIE_SET_PREFIX "tie:"

/* TieKindFromOptions - Reads -tie_<name>_type.

   Collective. Input error: it is missing or unknown. */
PetscErrorCode TieKindFromOptions(FsOptions o, MPI_Comm comm, const char name[], TieKind *kind);

/* TiesExist - Returns whether the options have ties. Collective. */
PetscErrorCode TiesExist(FsOptions o, PetscBool *exist);

/* TieCellsAdd - Adds the lines of all ties of the options to the mesh.

   Collective. Input errors: no such set; a set without nodes to tie; a master that is not one node;
   nodes of a periodic tie that have no partner. */
PetscErrorCode TieCellsAdd(FsOptions o, MPI_Comm comm, DistributedMesh *d);

/* is_tie_cell - Returns whether a cell is a line that a tie has added. */
static inline PetscBool is_tie_cell(const Geometry *g, int cell)
{
  const int *sets, n = set_lists_get(&g->lists, g->cell_sets[cell], &sets);

  return (PetscBool)(n == 1 &&
                     !strncmp(g->set_name[sets[0]], TIE_SET_PREFIX, sizeof TIE_SET_PREFIX - 1));
}

#endif
