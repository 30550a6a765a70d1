/* given_mesh.h: the arrays of a mesh that a program gives beside its options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_GIVEN_MESH_H
#define FS_INPUT_GIVEN_MESH_H

#include <fs/options.h>

struct _n_FsMeshArrays; /* fs/mesh.h */

/* OptionsGiveMesh - Keeps this rank's share of the arrays for -mesh arrays, borrowed. */
void OptionsGiveMesh(FsOptions o, const struct _n_FsMeshArrays *mesh);

/* OptionsGivenMesh - Returns these arrays, or NULL without. */
const struct _n_FsMeshArrays *OptionsGivenMesh(FsOptions o);

#endif
