/* mesh_options.h: creates meshes from the options: their sources, scales and places. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_MESH_OPTIONS_H
#define FS_MESH_MESH_OPTIONS_H

#include <petscdmplex.h>
#include <fs/options.h>
#include "mesh/frame/pattern_copies.h"
#include "geometry.h"
#include "mesh/distributed/cell_weights.h"

/* MeshReadFromOptions - Creates this rank's part of the mesh that -mesh, -mesh_n, ... describe.

   If the mesh is one grid, each rank generates its part. Frames, files and several meshes are
   generated or read in parts, joined, renumbered and partitioned.
   Input:
     work  [nworks] costs of cells, which the partition balances
   Output:
     g       this rank's part; the caller frees it by geometry_free()
     dm      DMPlex of g; the caller destroys it
     copies  patterns of the frame, which the caller destroys; NULL if the mesh has no frame and one
   source method  name of the partition method, a constant string Collective. Input errors: there is
   no such file or kind of mesh, a file is damaged, or corners contradict each other. */
PetscErrorCode MeshReadFromOptions(FsOptions o, MPI_Comm comm, PetscInt nworks,
                                   const CellWork work[], Geometry *g, DM *dm,
                                   PatternCopies *copies, const char **method);

extern const FsOptionDoc mesh_options[];

/* ---- grid_options.c -------------------------------------------------------------------------- */

/* GridFromOptions - Reads the description of a grid from -mesh_n, -mesh_lower, ....

   Input:
     kind  GRID_LINE or GRID_QUADRILATERAL
   Output:
     grid  grid->kind is kind; GRID_TRIANGLE if that is GRID_QUADRILATERAL and -mesh_cell triangle
   Collective. Input errors name the option. */
PetscErrorCode GridFromOptions(FsOptions o, MPI_Comm comm, GridKind kind, Grid *grid);

#endif
