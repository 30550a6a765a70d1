/* tie_cells.h: lines that ties add to the mesh between their nodes.

   A tie of one node to many adds a line from the master to each other node. A periodic tie adds a
   line for each pair of nodes. The lines are in the set "tie:<name>", which no option selects by a
   place. Equations need no lines. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_TIES_TIE_CELLS_H
#define FS_MODEL_TIES_TIE_CELLS_H

#include "mesh/mesh_edit.h"
#include "mesh/mesh_selection.h"

typedef enum { TIE_RIGID, TIE_DIAPHRAGM, TIE_DISTRIBUTED, TIE_PERIODIC, TIE_EQUATION } TieKind;
extern const char *const tie_kinds[]; /* "rigid", ...; ends with NULL */

/* TieLines - What the options say about the lines of one tie. */
typedef struct {
  const char   *name; /* borrowed */
  TieKind       kind;
  MeshSelection nodes; /* nodes that are tied; of a periodic tie, those of the first side */
  const char *master; /* set with the master, borrowed; NULL: the tied node nearest to their mean */
  const char *to;     /* set of the second side of a periodic tie; borrowed */
  PetscBool   has_translation; /* otherwise the translation is that of the mean places */
  PetscReal   translation[3];  /* from the first side to the second [m] */
} TieLines;

/* TieKindFromOptions - Reads -tie_<name>_type.

   Collective. Input error: it is missing or unknown. */
PetscErrorCode TieKindFromOptions(FsOptions o, MPI_Comm comm, const char name[], TieKind *kind);

/* TieLinesFromOptions - Reads -tie_<name>_type, and _set, _master, _to, _translation if they have a
   meaning for this type. The table of these options is in model/ties/ties.c.

   Collective. Input errors: no type; a distributed tie without master; a periodic tie of one set.
 */
PetscErrorCode TieLinesFromOptions(FsOptions o, MPI_Comm comm, const char name[], TieLines *tie);

/* TieCellsAdd - Adds the lines of n ties to the mesh.

   Collective. Input errors: no such set; a set without nodes to tie; a master that is not one node;
   nodes of a periodic tie that have no partner. */
PetscErrorCode TieCellsAdd(MPI_Comm comm, PetscInt n, const TieLines tie[], DistributedMesh *d);

extern const MeshEditKind tie_edit;

#endif
