/* selection.h: selects the nodes and cells that snapshots have (-output_sets).

   The selection has the nodes of some sets or parts, and the cells whose nodes are all selected. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_SNAPSHOT_SELECTION_H
#define FS_OUTPUT_SNAPSHOT_SELECTION_H

#include "file/file.h"
#include "mesh/mesh_table.h"
#include "model/model.h"
#include "output/output_options.h"

/* Selection - The selected nodes and cells. */
typedef struct {
  PetscInt n;       /* number of selected sets; 0: snapshots have the whole mesh, and the other
                       members are not set */
  PetscInt  *sets;  /* [n] indices of the sets in Geometry.set_name */
  MeshTable  nodes; /* table with a row for each selected node */
  MeshTable *part;  /* [model->nparts] table with a row for each selected cell of a part */
} Selection;

/* SelectionCreate - Finds the sets of a selection.

   Input:
     names  names of sets or parts
   Output:
     selection  the members n and sets; the caller destroys it by SelectionDestroy()
   Collective. Input error: a set or part does not exist. */
PetscErrorCode SelectionCreate(const NameList *names, Model model, Selection *selection);

/* SelectionSetUp - Selects nodes and cells, and creates the tables of the selection. Collective.
   Input error: no node is selected. */
PetscErrorCode SelectionSetUp(Model model, Selection *selection);
PetscErrorCode SelectionDestroy(Model model, Selection *selection);

/* SelectionWrite - Writes which nodes and cells are selected to the file, under /mesh/frames.

   Input:
     part  [model->nparts] tables of all cells of each part, to whose rows the file refers
   Collective. */
PetscErrorCode SelectionWrite(File file, Model model, const MeshTable part[],
                              const Selection *selection);

#endif
