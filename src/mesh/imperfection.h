/* imperfection.h: geometric imperfections of a mesh, from shapes in result files. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_IMPERFECTION_H
#define FS_MESH_IMPERFECTION_H

#include "mesh.h"

/* MeshApplyImperfections - Moves all nodes, with ghosts, by the shapes that -imperfection names.

   Does nothing without that option. Collective. Input errors: there is no such file or field, or
   the file has another mesh. */
PetscErrorCode MeshApplyImperfections(FsOptions o, Mesh mesh);

extern const FsOptionDoc imperfection_options[];

#endif
