/* tie_cells.h: lines that ties add to the mesh between their nodes.

   A tie makes nodes move together. A tie of one node, the master, to many nodes adds a line from
   the master to each of these. A periodic tie adds a line for each pair of nodes on two opposite
   sides of the mesh. The lines are in the set "tie:<name>", which no option selects by a region.
   Ties that are equations need no lines. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_TIES_TIE_CELLS_H
#define FS_MODEL_TIES_TIE_CELLS_H

#include "mesh/mesh_edit.h"
#include "mesh/mesh_selection.h"

/* TieKind - The value of -tie_<name>_type. */
typedef enum { TIE_RIGID, TIE_DIAPHRAGM, TIE_DISTRIBUTED, TIE_PERIODIC, TIE_EQUATION } TieKind;
extern const char *const tie_kinds[]; /* "rigid", ...; ends with NULL */

/* TieLines - What the options say about the lines of one tie. */
typedef struct {
  const char   *name; /* borrowed */
  TieKind       kind;
  MeshSelection nodes;  /* nodes that are tied; periodic ties: nodes of the first side */
  const char   *master; /* name of the set with the master, borrowed; NULL: the master is the tied
                           node   that is nearest to the mean position of the tied nodes */
  const char *to;       /* periodic ties: name of the set of the second side; borrowed */
  PetscBool has_translation; /* whether translation is given; otherwise it is the difference of the
                                mean positions of the two sides */
  PetscReal translation[3];  /* from the first side to the second side [m] */
} TieLines;

/* TieKindFromOptions - Reads -tie_<name>_type.

   Collective. Input error: the option is missing or has another value. */
PetscErrorCode TieKindFromOptions(FsOptions o, MPI_Comm comm, const char name[], TieKind *kind);

/* TieLinesFromOptions - Reads -tie_<name>_type, and _set, _master, _to, _translation if they have a
   meaning for this type. The table of these options is in model/ties/ties.c.

   Collective. Input errors: the type is missing; a distributed tie has no master; a periodic tie
   has only one set. */
PetscErrorCode TieLinesFromOptions(FsOptions o, MPI_Comm comm, const char name[], TieLines *tie);

/* TieCellsAdd - Adds the lines of n ties to the mesh.

   Input:
     tie  [n] the ties
   Changed:
     d    the mesh, before it is partitioned
   Collective. Input errors: there is no such set; a set has no nodes to tie; the master is not one
   node; nodes of a periodic tie have no partner. */
PetscErrorCode TieCellsAdd(MPI_Comm comm, PetscInt n, const TieLines tie[], DistributedMesh *d);

extern const MeshEditKind tie_edit;

#endif
