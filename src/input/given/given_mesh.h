/* given_mesh.h: the arrays of a mesh that a program gives together with the options of a case. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_GIVEN_GIVEN_MESH_H
#define FS_INPUT_GIVEN_GIVEN_MESH_H

#include <fs/options.h>

struct _n_FsMeshArrays; /* fs/mesh.h */

/* OptionsGiveMesh - Stores a pointer to the arrays from which -mesh arrays makes the mesh. The
   arrays of this rank must exist until the mesh is created. Not collective. */
void OptionsGiveMesh(FsOptions o, const struct _n_FsMeshArrays *mesh);

/* OptionsGivenMesh - Returns the pointer that OptionsGiveMesh() has stored, or NULL if the program
   has given no arrays. Not collective. */
const struct _n_FsMeshArrays *OptionsGivenMesh(FsOptions o);

#endif
