/* local_mesh.h: creates each rank's part of a mesh from its description. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_LOCAL_MESH_H
#define FS_MESH_LOCAL_MESH_H

#include <petscdmplex.h>
#include "mesh/frame/pattern_copies.h"
#include "mesh/distributed/cell_weights.h"
#include "mesh_options.h"

/* LocalMeshCreate - Creates this rank's part of a mesh, without its imperfections.

   Input/Output:
     m  its frame moves into *copies
   Input:
     work  [nworks] costs of cells, which the partition balances
   Output:
     g       this rank's part; the caller frees it by geometry_free()
     dm      DMPlex of g; the caller destroys it
     copies  patterns of the frame, which the caller destroys; NULL if the mesh has no frame and one
             source
     method  name of the partition method, a constant string
   Collective. Input errors: a file does not exist or is damaged; those of the edits. */
PetscErrorCode LocalMeshCreate(MPI_Comm comm, MeshOptions *m, PetscInt nworks,
                               const CellWork work[], Geometry *g, DM *dm, PatternCopies *copies,
                               const char **method);

#endif
