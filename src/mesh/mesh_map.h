/* mesh_map.h: maps the nodes of a generated mesh by formulas. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_MESH_MAP_H
#define FS_MESH_MESH_MAP_H

#include "geometry.h"
#include "input/formula/expression.h"

/* MeshMap - Formulas of the coordinates x, y, z [m] in the coordinates u and v of a generated mesh.
   All are NULL if there is no map. */
typedef struct {
  Expression formula[3];
} MeshMap;

/* MeshMapFromOptions - Reads -mesh_map.

   Output:
     map  the caller destroys it by MeshMapDestroy(), also after an error
   Collective. Input errors: there are not three formulas, or one does not parse. */
PetscErrorCode MeshMapFromOptions(FsOptions o, MPI_Comm comm, MeshMap *map);
PetscErrorCode MeshMapDestroy(MeshMap *map);

/* MeshMapApply - Replaces the coordinates of the nodes of this rank.

   Collective. Input error: a formula has no finite value at a node. */
PetscErrorCode MeshMapApply(MPI_Comm comm, const MeshMap *map, Geometry *g);

#endif
