/* mesh_edit.h: changes of a mesh that other rooms make before it is partitioned.

   A mesh does not know what its lines are for. Other rooms of the source split the ends of lines
   off their points, so that a joint can connect both, or add lines between nodes that move
   together. Each such change is an edit. The mesh calls the functions of the edits, which read
   their options and change the mesh. The mesh itself knows only the names of the sets that edits
   make. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_MESH_EDIT_H
#define FS_MESH_MESH_EDIT_H

#include <string.h>
#include <fs/options.h>
#include "mesh/distributed/distributed_mesh.h"
#include "mesh/mesh_selection.h"

/* An end of a line is split off its point if the line gets a further node there, which coincides
   with the point. This set has all such further nodes, of edits and frames, and the lines of edits
   from these nodes to the points. A box, sphere, plane, formula or point in the options
   (mesh_selection.h) selects nodes of this set only for parts and initial fields, and never selects
   lines of this set. */
#define SPLIT_OFF_SET "member_ends"

/* Prefix of the names of the sets of lines that edits have added between nodes. Such a line is in
   no other set, and no box, sphere, plane, formula or point in the options selects it. */
#define ADDED_SET_PREFIX "tie:"

/* MeshEditKind - A kind of change of a mesh: a table of functions. All are collective. */
typedef struct {
  /* Reads the options of the edit. *data is a description that only the functions of this table
     understand, or NULL if the options ask for no change. Input errors name the option. */
  PetscErrorCode (*read)(FsOptions o, MPI_Comm comm, void **data);
  /* Changes the mesh d as data, the result of read, describes. */
  PetscErrorCode (*apply)(MPI_Comm comm, const void *data, DistributedMesh *d);
  /* Frees data, the result of read. */
  PetscErrorCode (*free)(void *data);
  /* whether the edit may add nodes; such edits are applied before the nodes are renumbered */
  PetscBool adds_nodes;
  /* whether the edit only splits lines; it is left out for a mesh that is a single rectangle */
  PetscBool only_lines;
} MeshEditKind;

/* MeshEdit - A change of a mesh that the options ask for. */
typedef struct {
  const MeshEditKind *kind;
  void               *data; /* result of kind->read, which kind->free frees */
} MeshEdit;

/* MeshEditSelectNodes - Selects nodes of a mesh before it is partitioned (select.c).

   Input:
     nodes   description of the nodes; ignored if a set is given
     option  name of the option that gives the set, for messages
     set     name of a set, whose nodes are selected; NULL: nodes describes them
   Output:
     selected  [d->nodes.nnodes] 1 for the selected nodes, 0 for other nodes
     count     number of selected nodes on all ranks
   Collective. Input error: there is no such set. */
PetscErrorCode MeshEditSelectNodes(MPI_Comm comm, DistributedMesh *d, const MeshSelection *nodes,
                                   const char option[], const char *set, unsigned char selected[],
                                   int64_t *count);

/* is_added_cell - Returns whether a cell is a line that an edit has added between nodes, that is,
   whether its only set has a name with ADDED_SET_PREFIX. */
static inline PetscBool is_added_cell(const Geometry *g, int cell)
{
  const int *sets, n = set_lists_get(&g->lists, g->cell_sets[cell], &sets);

  return (PetscBool)(n == 1 &&
                     !strncmp(g->set_name[sets[0]], ADDED_SET_PREFIX, sizeof ADDED_SET_PREFIX - 1));
}

#endif
