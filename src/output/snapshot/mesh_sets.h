/* mesh_sets.h: writes the sets of the mesh under /mesh/sets. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_SNAPSHOT_MESH_SETS_H
#define FS_OUTPUT_SNAPSHOT_MESH_SETS_H

#include "file/file.h"
#include "mesh/mesh.h"

/* SetsWrite - Writes a group for each set of the mesh, with a list of the set's nodes, and a list
   of its cells of each shape. Collective. */
PetscErrorCode SetsWrite(File file, Mesh mesh);

#endif
