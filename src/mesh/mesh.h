/* mesh.h: a mesh that is distributed over the ranks.

   A mesh consists of a DMPlex, from which PETSc makes distributed vectors, and of a Geometry,
   which has the nodes and cells of this rank as plain arrays. The mesh knows nothing about
   mechanics.

   Headers for other rooms:
     distributed/exchange.h         reductions, exchanges and sorts of records that are distributed
                                    over the ranks
     distributed/point_locator.h    finds points that are near to a given point
     distributed/sparse_exchange.h  sends records to ranks that do not know who sends to them
     frame/frame_mesh.h             a mesh of points, of lines between them, and of patterns that
                                    copy both
     frame/pattern_copies.h         finds the cells of copies of patterns, and their motions
     imperfection/imperfection.h    geometric imperfections of a mesh, from formulas or shapes in
                                    result files
     mesh.h                    changes of a mesh that other rooms make before it is partitioned
     mesh_options.h                 what the options say about a mesh: its sources, ties, partition
     mesh_selection.h               which nodes and cells belong to a part, a load or a support
     mesh_table.h                   tables with rows for the nodes or cells of the whole mesh, in
                                    its own order
     place/cell_place.h             finds the point of a cell that is nearest to a point
     place/mesh_place.h             finds what is at a point: a node, or a point inside of a cell
     place/mesh_place.h                finds the node or element of all ranks that is nearest to a
                                    point
     surface_edges.h                finds which surfaces and lines share an edge */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_MESH_H
#define FS_MESH_MESH_H

#include <petscdmplex.h>
#include <petscsf.h>
#include <fs/petsc_versions.h>
#include "mesh/frame/pattern_copies.h"
#include "geometry.h"
#include "mesh_selection.h"
#include <string.h>
#include <fs/options.h>
#include "mesh/distributed/distributed_mesh.h"

struct _n_MeshOptions;

/* Mesh - A distributed mesh.

   Each cell is on one rank. A node is on every rank that has a cell with this node. One of these
   ranks owns the node; on the other ranks the node is a ghost.

   The dm numbers nodes and cells together, as points: points 0 to g.nnodes - 1 are the nodes of
   this rank, and the next g.ncells points are its cells, in the order of g. PetscSections of the dm
   use these numbers. The point SF of the dm connects each ghost to the point of its owner. The dm
   does not store which nodes a cell has; only g.conn does. */
typedef struct _n_Mesh {
  MPI_Comm    comm;
  DM          dm;             /* the DMPlex */
  Geometry    g;              /* the part of this rank; g.owner and g.owner_node are NULL */
  PetscBool  *owned;          /* [g.nnodes] whether this rank owns each node of g */
  PetscInt    nowned;         /* number of nodes that this rank owns */
  PetscInt    nnodes, ncells; /* numbers of nodes and cells of the whole mesh */
  const char *method;         /* name of the partition method: "blocks", "ptscotch", ... */
  /* [3 g.nnodes] the displacement of each node that -imperfection has added to g.x [m]; NULL
     without imperfections */
  PetscReal *imperfection;
  /* names of sets, "a,b", whose nodes and cells touch others on purpose (-mesh_unjoined), and of
     cells that are in no part on purpose (-mesh_unused); NULL if not given; borrowed */
  const char *unjoined, *unused;
  int         grid; /* the source of the cells that are a generated line or rectangle; -1: none */
  /* the copies that patterns have made of pieces of a -mesh frame or of a Gmsh file; NULL if the
     mesh is a single line or rectangle */
  PatternCopies copies;
} * Mesh;

/* CellWork - The estimated work in a time step that a cell of some sets causes. */
typedef struct {
  char sets[256]; /* names of the sets, separated by commas; for "a+3" the set "a" is meant */
  /* work of a cell of each shape, in any unit that is the same in all CellWorks of a mesh */
  int work[SHAPES];
} CellWork;

/* MeshCreate - Creates the mesh that options describe (mesh_options.h), and distributes it so that
   all ranks get about the same work.

   Changed:
     options  the description of a frame moves from options into the mesh
   Input:
     n     number of entries of work
     work  [n] the work that cells of some sets cause in a step, which the partition balances
   Output:
     mesh  the caller destroys it by MeshDestroy()
   Collective. Input errors: a mesh file does not exist or is damaged; an option names a set that
   does not exist; a change of the mesh (mesh.h) or an imperfection is not possible. */
PetscErrorCode MeshCreate(MPI_Comm comm, struct _n_MeshOptions *options, PetscInt n,
                          const CellWork work[], Mesh *mesh);
PetscErrorCode MeshDestroy(Mesh *mesh);

/* MeshCombineNodes - Combines the values that several ranks have for the same node.

   Input:
     unit  MPI type of the value of a node
     op    operation that combines two values, such as MPI_MAX
   Changed:
     values  [mesh->g.nnodes] on entry, the value that this rank gives to each of its nodes; on
             return, the combination of the values that all ranks with this node gave
   Collective. */
PetscErrorCode MeshCombineNodes(Mesh mesh, MPI_Datatype unit, void *values, MPI_Op op);

/* MeshCheckOrientation - Checks that the surfaces of a set are oriented alike, for example because
   a pressure acts along their normals.

   The order of the nodes of a triangle or quadrilateral gives the side to which its normal points.
   Two surfaces that share an edge must have normals to the same side. Edges of more than two
   surfaces are not checked.
   Input:
     option  the option that needs normals, for the message
     set     index of the set in mesh->g.set_name
   Collective. Input error: two surfaces that share an edge have normals to opposite sides. */
PetscErrorCode MeshCheckOrientation(Mesh mesh, const char option[], PetscInt set);

/* ---- select.c -------------------------------------------------------------------------------- */

/* MeshFindSet - Finds a set by its name.

   A pattern is a piece of a frame, or a mesh file, that the mesh has several times. The name
   "foot+3" means the nodes and cells of the set "foot" in copy 3 of its pattern. For such a name
   the function adds a new set to the mesh.
   Input:
     option  the option whose value contains the name, for messages
     name    name of the set
   Output:
     set  index of the set in mesh->g.set_name
   Collective. Input errors: there is no such set or no such copy. */
PetscErrorCode MeshFindSet(Mesh mesh, const char option[], const char name[], PetscInt *set);

/* MeshSelect - Finds the set of the nodes and cells that a selection describes, or adds this set to
   the mesh.

   The selected nodes and cells are those of the union of the selection's sets. A selection without
   sets selects from the whole mesh, or, if it is the selection of a part, from the set with the
   name of the part. A box, sphere, plane, formula or point then leaves out all nodes that it does
   not contain, and all cells that have such nodes. If the selection has several sets or such a
   region, the function adds a new set; if it has neither, the result is the existing set with the
   name of the part, load, ....
   Output:
     set  index of the set in mesh->g.set_name
   Collective. Input errors: there is no such set or copy, or no node is selected. */
PetscErrorCode MeshSelect(Mesh mesh, const MeshSelection *selection, PetscInt *set);

/* ---- mesh edit ------------------------------------------------------------------------------- */

/* Changes of a mesh that other rooms make before it is partitioned.

   A mesh does not know what its lines are for. Other rooms of the source split the ends of lines
   off their points, so that a joint can connect both, or add lines between nodes that move
   together. Each such change is an edit. The mesh calls the functions of the edits, which read
   their options and change the mesh. The mesh itself knows only the names of the sets that edits
   make. */

/* Prefix of the names of the sets of lines that edits have added between nodes. Such a line is in
   no other set, and no box, sphere, plane, formula or point in the options selects it. */
#define ADDED_SET_PREFIX "tie:"

/* MeshEditKind - A kind of change of a mesh: a table of functions. All are collective. */
typedef struct {
  /* Reads the options of the edit. *data is a description that only the functions of this table
     understand, or NULL if the options ask for no change. Input errors name the option. */
  PetscErrorCode (*read)(FsOptions o, MPI_Comm comm, void **data);
  /* Changes the mesh d as data, the result of read, describes. */
  PetscErrorCode (*apply)(MPI_Comm comm, const void *data, DistributedMesh *d);
  /* Frees data, the result of read. */
  PetscErrorCode (*free)(void *data);
  /* whether the edit may add nodes; such edits are applied before the nodes are renumbered */
  PetscBool adds_nodes;
  /* whether the edit only splits lines; it is left out for a mesh that is a single rectangle */
  PetscBool only_lines;
} MeshEditKind;

/* MeshEdit - A change of a mesh that the options ask for. */
typedef struct {
  const MeshEditKind *kind;
  void               *data; /* result of kind->read, which kind->free frees */
} MeshEdit;

/* MeshEditSelectNodes - Selects nodes of a mesh before it is partitioned (select.c).

   Input:
     nodes   description of the nodes; ignored if a set is given
     option  name of the option that gives the set, for messages
     set     name of a set, whose nodes are selected; NULL: nodes describes them
   Output:
     selected  [d->nodes.nnodes] 1 for the selected nodes, 0 for other nodes
     count     number of selected nodes on all ranks
   Collective. Input error: there is no such set. */
PetscErrorCode MeshEditSelectNodes(MPI_Comm comm, DistributedMesh *d, const MeshSelection *nodes,
                                   const char option[], const char *set, unsigned char selected[],
                                   int64_t *count);

/* is_added_cell - Returns whether a cell is a line that an edit has added between nodes, that is,
   whether its only set has a name with ADDED_SET_PREFIX. */
static inline PetscBool is_added_cell(const Geometry *g, int cell)
{
  const int *sets, n = set_lists_get(&g->lists, g->cell_sets[cell], &sets);

  return (PetscBool)(n == 1 &&
                     !strncmp(g->set_name[sets[0]], ADDED_SET_PREFIX, sizeof ADDED_SET_PREFIX - 1));
}

#endif
