/* mesh.h: a mesh that is distributed over the ranks.

   It has a DMPlex, which PETSc needs for vectors and ghosts, and a Geometry, the part of this rank
   as plain arrays. It knows no mechanics.

   Headers for other rooms:
     distributed/exchange.h         reductions, exchanges and sorts of records that are distributed
                                    over the ranks
     distributed/point_locator.h    finds points that are near to a given point
     distributed/sparse_exchange.h  sends records to ranks that do not know who sends to them
     frame/frame_mesh.h             a mesh of points, of lines between them, and of patterns that
                                    copy both
     frame/pattern_copies.h         finds the cells of copies of patterns, and their motions
     imperfection.h                 geometric imperfections of a mesh, from shapes in result files
     mesh_edit.h                    changes of a mesh that other rooms make before it is partitioned
     mesh_options.h                 what the options say about a mesh: its sources, ties, partition
     mesh_selection.h               which nodes and cells belong to a part, a load or a support
     mesh_table.h                   tables with rows for the nodes or cells of the whole mesh, in
                                    its own order
     nearest.h                      finds the node or element of all ranks that is nearest to a
                                    point
     surface_edges.h                finds which surfaces and lines share an edge */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_MESH_H
#define FS_MESH_MESH_H

#include <petscdmplex.h>
#include <petscsf.h>
#include <fs/fs.h>
#include "mesh/frame/pattern_copies.h"
#include "geometry.h"
#include "mesh/distributed/cell_weights.h"
#include "mesh_selection.h"

struct _n_MeshOptions;

/* Mesh - A distributed mesh.

   PetscSections and the point SF use the point numbers of the dm. Points 0 to g.nnodes - 1 are the
   nodes, and the next g.ncells points are the cells, both in the order of g. The dm does not know
   which nodes a cell has; only g.conn does.

   A cell is on one rank. A node is on every rank that has one of its cells. One of these ranks owns
   the node. On the other ranks the node is a ghost. */
typedef struct _n_Mesh {
  MPI_Comm      comm;
  DM            dm;
  Geometry      g;              /* the part of this rank; g.owner and g.owner_node are NULL */
  PetscBool    *owned;          /* [g.nnodes] whether this rank owns the node */
  PetscInt      nowned;         /* number of nodes that this rank owns */
  PetscInt      nnodes, ncells; /* numbers of nodes and cells of the whole mesh */
  const char   *method;         /* name of the partition method: "blocks", "ptscotch", ... */
  PetscReal    *imperfection;   /* [3 g.nnodes] what imperfections add to g.x, or NULL */
  PatternCopies copies;         /* NULL if the mesh has no frame and one source */
} * Mesh;

/* MeshCreate - Creates the mesh that options describe (mesh_options.h).

   Input/Output:
     options  the patterns of a frame move into the mesh
   Input:
     work  [n] costs of cells, which the partition balances
   Output:
     mesh  the caller destroys it by MeshDestroy()
   Collective. Input errors: a file does not exist or is damaged; there is no such set; those of
   the edits and of MeshApplyImperfections(). */
PetscErrorCode MeshCreate(MPI_Comm comm, struct _n_MeshOptions *options, PetscInt n,
                          const CellWork work[], Mesh *mesh);
PetscErrorCode MeshDestroy(Mesh *mesh);

/* MeshCombineNodes - Combines the values that several ranks have for the same node.

   Input:
     unit  type of the value of a node
     op    operation that combines two values, such as MPI_MAX
   Input/Output:
     values  [mesh->g.nnodes] values of this rank; on return, every rank that has a node has its
             combined value
   Collective. */
PetscErrorCode MeshCombineNodes(Mesh mesh, MPI_Datatype unit, void *values, MPI_Op op);

/* MeshCheckOrientation - Checks that neighbouring surfaces of a set have normals to the same side.

   Surfaces are triangles and quadrilaterals. Two surfaces are neighbours if they share an edge.
   Edges of more than two surfaces are not checked.
   Input:
     option  the option that needs normals, for the message
     set     index of the set
   Collective. Input error: two neighbours have normals to opposite sides. */
PetscErrorCode MeshCheckOrientation(Mesh mesh, const char option[], PetscInt set);

/* ---- select.c -------------------------------------------------------------------------------- */

/* MeshFindSet - Finds a set by its name.

   If the name is "foot+3", the function adds a new set to the mesh. It has the nodes and cells of
   the set "foot" in copy 3 of its pattern.
   Input:
     option  the option whose value contains the name, for messages
   Output:
     set  index of the set
   Collective. Input errors: there is no such set or no such copy. */
PetscErrorCode MeshFindSet(Mesh mesh, const char option[], const char name[], PetscInt *set);

/* MeshSelect - Finds or adds the set that a selection describes.

   If the selection has no sets, it starts with the whole mesh; that of a part starts with the set
   of its name, if the mesh has it. Places reduce it. If the selection has several sets or a place,
   the function adds a new set.
   Output:
     set  index of the set
   Collective. Input errors: there is no such set or copy, or no node is selected. */
PetscErrorCode MeshSelect(Mesh mesh, const MeshSelection *selection, PetscInt *set);

#endif
