/* mesh.h: a mesh that is distributed over the ranks.

   It has a DMPlex, which PETSc needs for vectors and ghosts, and the part of this rank as plain
   arrays. It knows no mechanics.

   Headers for other rooms:
     distributed/point_locator.h    finds points that are near to a given point
     distributed/sparse_exchange.h  sends records to ranks that do not know who sends to them
     frame/frame_mesh.h             a mesh of points, of lines between them, and of patterns that
                                    copy both
     imperfection.h                 geometric imperfections of a mesh, from shapes in result files
     mesh_options.h                 creates meshes from the options: their sources, scales and
                                    places
     mesh_table.h                   tables with rows for the nodes or cells of the whole mesh, in
                                    its own order
     nearest.h                      finds the node or element of all ranks that is nearest to a
                                    point */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_MESH_H
#define FS_MESH_MESH_H

#include <petscdmplex.h>
#include <petscsf.h>
#include <fs/fs.h>
#include "mesh/frame/pattern_copies.h"
#include "geometry.h"
#include "mesh/distributed/cell_weights.h"
#include <fs/options.h>

/* PETSc numbers the points of the dm, in PetscSections and in the point SF. Points 0 to
   g.nnodes - 1 are the nodes, and the next g.ncells points are the cells, both in the order of g.
   The nodes of a cell are in g alone.

   A cell is on one rank. A node is on every rank that has one of its cells. One of these ranks owns
   it; on the others it is a ghost. */
typedef struct _n_Mesh {
  MPI_Comm      comm;
  DM            dm;
  Geometry      g;              /* of this rank; owner and owner_node are NULL */
  PetscBool    *owned;          /* [g.nnodes] whether this rank owns the node */
  PetscInt      nowned;         /* nodes that this rank owns */
  PetscInt      nnodes, ncells; /* of all ranks */
  const char   *method;         /* of the partition: "blocks", "ptscotch", ... */
  PatternCopies copies;         /* of a frame; NULL for other meshes */
} * Mesh;

/* MeshCreate - Creates the mesh that -mesh and the options beside it describe (mesh_options.h).

   Input:
     n, work  work[n], the cost of cells for the partition
   Output:
     mesh  the caller owns it
   Collective. */
PetscErrorCode MeshCreate(FsOptions o, MPI_Comm comm, PetscInt n, const CellWork work[],
                          Mesh *mesh);
PetscErrorCode MeshDestroy(Mesh *mesh);

/* MeshCombineNodes - Combines the values that several ranks have for the same node.

   Input:
     unit  type of a value
     op    how two values are combined
   Input/Output:
     values  [g.nnodes] values of this rank; on return the combined values, on each rank
   Collective. */
PetscErrorCode MeshCombineNodes(Mesh mesh, MPI_Datatype unit, void *values, MPI_Op op);

/* MeshCheckOrientation - Checks that surfaces of a set that share an edge have consistent normals.

   Edges of more than two surfaces are not checked.
   Input:
     option  the option that needs normals, for the message
   Collective. Input error, which names a cell: two surfaces have normals to opposite sides. */
PetscErrorCode MeshCheckOrientation(Mesh mesh, const char option[], PetscInt set);

/* ---- select.c -------------------------------------------------------------------------------- */

/* MeshFindSet - Finds a set by its name.

   If the name is "foot+3", the function adds a set of what set "foot" has in copy 3 of its pattern.
   Input:
     option  the option that has the name, for messages
   Output:
     set  its index
   Collective. Input errors: there is no such set, with a list of the sets, or no such copy. */
PetscErrorCode MeshFindSet(Mesh mesh, const char option[], const char name[], PetscInt *set);

/* MeshSetFromOptions - Finds the set that the options select for a part, load, ....

   It consists of the sets in -<kind>_<name>_set, or of the whole mesh. The options _box, _sphere,
   _plane, _where and _point (except for joints) reduce it, and then a new set is added. Without any
   of these options it is the set that is called name.
   Output:
     set  its index
   Collective. Input errors: those of MeshFindSet(), or no node is selected. */
PetscErrorCode MeshSetFromOptions(FsOptions o, Mesh mesh, const char kind[], const char name[],
                                  PetscInt *set);
extern const FsOptionDoc select_options[];

#endif
