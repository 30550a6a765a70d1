/* mesh_map.h: moves the nodes of a line or rectangle to places that formulas give (-mesh_map), so
   that a rectangle becomes, for instance, a cylinder. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_GRID_MESH_MAP_H
#define FS_MESH_GRID_MESH_MAP_H

#include <fs/options.h>
#include "mesh/geometry.h"
#include "input/formula/expression.h"

/* MeshMap - Formulas that give the coordinates of a node in the mesh [m], as functions of u and v,
   the coordinates x and y of the node in the line or rectangle [m]. */
typedef struct {
  Expression x[3]; /* all NULL if nodes are not moved */
} MeshMap;

/* MeshMapRead - Reads -mesh_map.

   Output:
     map  all 0 on entry; unchanged without the option; the caller destroys it by MeshMapDestroy()
   Collective. Input errors name the option and the formula. */
PetscErrorCode MeshMapRead(FsOptions o, MPI_Comm comm, MeshMap *map);
PetscErrorCode MeshMapDestroy(MeshMap *map);

/* MeshMapApply - Moves the nodes of a line or rectangle by the formulas of a map.

   Opposite sides of a rectangle may come to the same place, for instance in a tube that is slit
   along a line. The function finds these nodes, which coincide but are not joined, and sets
   g->place and g->nplaces.
   Input:
     map   the formulas; the function does nothing if they are NULL
     grid  the description of the line or rectangle
   Changed:
     g  the part of the line or rectangle that this rank has
   Collective. Input error: a formula has no finite value. */
PetscErrorCode MeshMapApply(const MeshMap *map, const Grid *grid, MPI_Comm comm, Geometry *g);

#endif
