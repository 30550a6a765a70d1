/* mesh_map.h: maps the nodes of a generated mesh by formulas of its coordinates. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_GRID_MESH_MAP_H
#define FS_MESH_GRID_MESH_MAP_H

#include <fs/options.h>
#include "mesh/geometry.h"
#include "input/formula/expression.h"

/* MeshMap - The places x, y, z [m] as formulas of u and v, the x and y of the mesh [m]. */
typedef struct {
  Expression x[3]; /* NULL: nodes keep their places */
} MeshMap;

/* MeshMapRead - Reads -mesh_map; the caller destroys *map. Collective. Input errors name the
   formula. */
PetscErrorCode MeshMapRead(FsOptions o, MPI_Comm comm, MeshMap *map);
PetscErrorCode MeshMapDestroy(MeshMap *map);

/* MeshMapApply - Moves the nodes of g, the part of a grid that this rank has.

   Opposite sides may come to the same place, as those of a slit tube. The function numbers the
   places of their nodes (g->place, g->nplaces). Collective. Input error: a formula has no finite
   value. */
PetscErrorCode MeshMapApply(const MeshMap *map, const Grid *grid, MPI_Comm comm, Geometry *g);

#endif
