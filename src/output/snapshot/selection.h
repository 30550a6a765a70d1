/* selection.h: selects the nodes and cells that snapshots have (-output_sets).
   The selection has the nodes of some sets or parts, and the cells whose nodes are all selected. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_SNAPSHOT_SELECTION_H
#define FS_OUTPUT_SNAPSHOT_SELECTION_H

#include "file/file.h"
#include "mesh/mesh_table.h"
#include "model/model.h"
#include "output/output_options.h"

typedef struct {
  PetscInt   n;     /* 0 selects the whole mesh; the other members are then empty */
  PetscInt  *sets;  /* [n] numbers of the sets whose nodes are selected */
  MeshTable  nodes; /* selected nodes, of those that this rank owns */
  MeshTable *part;  /* [model->nparts] selected cells of each part */
} Selection;

/* SelectionCreate - Selects the sets or parts with these names. Collective. Input error: a set does
   not exist. */
PetscErrorCode SelectionCreate(const NameList *names, Model model, Selection *selection);

/* SelectionSetUp - Creates the tables. Collective. Input error: no node is selected. */
PetscErrorCode SelectionSetUp(Model model, Selection *selection);
PetscErrorCode SelectionDestroy(Model model, Selection *selection);

/* SelectionWrite - Writes the selected nodes and cells under /mesh/frames.

   Input:
     part  [model->nparts] tables of all cells of each part
   Collective. */
PetscErrorCode SelectionWrite(File file, Model model, const MeshTable part[],
                              const Selection *selection);

#endif
