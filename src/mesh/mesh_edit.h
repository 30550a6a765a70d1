/* mesh_edit.h: changes of a mesh that other rooms make before it is partitioned.

   A mesh does not know what its lines are for. Other rooms split lines off their points, or add
   lines between nodes that move together. Each such change is an edit. The mesh reads the options
   of the edits and applies them in the order of a list. It knows only the names of the sets that
   edits make. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_MESH_EDIT_H
#define FS_MESH_MESH_EDIT_H

#include <string.h>
#include <fs/options.h>
#include "mesh/distributed/distributed_mesh.h"

/* The set of the nodes that edits and frames have split off their points, and of the lines of edits
   from these nodes to the points. Only parts and initial fields select its nodes by a place; nobody
   selects its cells by a place. */
#define SPLIT_OFF_SET "member_ends"

/* The sets of lines that edits have added between nodes have names with this prefix. Such a line is
   in no other set, and no place selects it. */
#define ADDED_SET_PREFIX "tie:"

/* MeshEditKind - A kind of change of a mesh. All functions are collective. */
typedef struct {
  /* Reads the options; *data is NULL if they ask for no change. Input errors name the option. */
  PetscErrorCode (*read)(FsOptions o, MPI_Comm comm, void **data);
  /* Changes the mesh d as data describes. */
  PetscErrorCode (*apply)(MPI_Comm comm, const void *data, DistributedMesh *d);
  PetscErrorCode (*free)(void *data);
  /* whether the edit may add nodes; such edits are applied before the nodes get their numbers */
  PetscBool adds_nodes;
} MeshEditKind;

/* MeshEdit - A change of a mesh, with what the options say about it. */
typedef struct {
  const MeshEditKind *kind;
  void               *data;
} MeshEdit;

/* is_added_cell - Returns whether a cell is a line that an edit has added between nodes. */
static inline PetscBool is_added_cell(const Geometry *g, int cell)
{
  const int *sets, n = set_lists_get(&g->lists, g->cell_sets[cell], &sets);

  return (PetscBool)(n == 1 &&
                     !strncmp(g->set_name[sets[0]], ADDED_SET_PREFIX, sizeof ADDED_SET_PREFIX - 1));
}

#endif
