/* mesh_sets.h: writes the sets of the mesh under /mesh/sets. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_SNAPSHOT_MESH_SETS_H
#define FS_OUTPUT_SNAPSHOT_MESH_SETS_H

#include "file/file.h"
#include "mesh/mesh.h"

/* SetsWrite - Writes the nodes of each set, and the cells of each set by shape. Collective. */
PetscErrorCode SetsWrite(File file, Mesh mesh);

#endif
