/* imperfection.h: geometric imperfections of a mesh, from shapes in result files. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_IMPERFECTION_H
#define FS_MESH_IMPERFECTION_H

#include "mesh.h"

/* MeshApplyImperfections - Moves the nodes by the shapes that -imperfection names.

   It changes the coordinates mesh->g.x of all nodes of this rank, ghosts included. A shape is a
   field of displacements in a result file. -imperfection_amplitude gives the largest displacement
   of each shape after scaling [m]. Does nothing without -imperfection.
   Collective. Input errors: there is no such file or field, the file has another mesh, the field is
   zero or not finite, or amplitudes are wrong. */
PetscErrorCode MeshApplyImperfections(FsOptions o, Mesh mesh);

extern const FsOptionDoc imperfection_options[];

#endif
