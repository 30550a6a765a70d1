/* mesh_options.h: where meshes come from: what -mesh names, and how it is scaled, turned and moved. Called by mesh.c. */
#ifndef FS_MESH_MESH_OPTIONS_H
#define FS_MESH_MESH_OPTIONS_H

#include <petscdmplex.h>
#include <fs/options.h>
#include "mesh/frame/pattern_copies.h"
#include "geometry.h"
#include "mesh/distributed/cell_weights.h"

/* *g = this rank's piece of the mesh that -mesh, -mesh_n, ... describe, and its *dm. Of a grid alone each
   rank makes its piece; of frames, files, and several meshes each makes or reads a part, and these are joined, put in order and partitioned by the work[nworks] of their cells. *copies: of a frame alone, else NULL. *method: how the mesh is partitioned. The caller owns all three.
   Collective. Input errors: no such file or kind of mesh, a damaged file, contradicting corners. */
PetscErrorCode MeshReadFromOptions(FsOptions o, MPI_Comm comm, PetscInt nworks,
                                   const CellWork work[], Geometry *g, DM *dm,
                                   PatternCopies *copies, const char **method);

extern const FsOptionDoc mesh_options[];

/* ---- grid_options.c ---------------------------------------------------------------------------------------------- */

/* *grid = the one that the options describe; name: "line", "rectangle". Collective. */
PetscErrorCode GridFromOptions(FsOptions o, MPI_Comm comm, GridKind kind, Grid *grid);

#endif
