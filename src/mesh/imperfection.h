/* imperfection.h: small changes of a mesh's geometry, taken from files. Called by the model, before anything is made of the mesh. */
#ifndef FS_MESH_IMPERFECTION_H
#define FS_MESH_IMPERFECTION_H

#include "mesh.h"

/* Move all nodes of g, ghosts included, by what -imperfection says; nothing without it. Collective. Input errors: no such file or
   field; the file is of another mesh. */
PetscErrorCode MeshApplyImperfections(FsOptions o, Mesh mesh);

extern const FsOptionDoc imperfection_options[];

#endif
