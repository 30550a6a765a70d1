/* mesh.h: a distributed mesh: a DMPlex, which PETSc needs for vectors and ghosts, and this rank's piece of it as plain
   arrays. No mechanics. Called by the model. Begin at MeshCreate. */
#ifndef FS_MESH_MESH_H
#define FS_MESH_MESH_H

#include <petscdmplex.h>
#include <petscsf.h>
#include <fs/fs.h>
#include "mesh/frame/pattern_copies.h"
#include "geometry.h"
#include "mesh/distributed/cell_weights.h"
#include <fs/options.h>

/* The points of the dm, by which its PetscSections and its point SF count: 0 to g.nnodes - 1 are the nodes, the next g.ncells the
   cells, both in the order of g, which alone tells the nodes of a cell. A cell is on one rank. A node is on every
   rank that has one of its cells and is owned by one of them; on the others it is a ghost. */
typedef struct _n_Mesh {
  MPI_Comm      comm;
  DM            dm;
  Geometry      g;              /* this rank's piece; owner and owner_node are NULL */
  PetscBool    *owned;          /* [g.nnodes] this rank owns the node */
  PetscInt      nowned;         /* of this rank */
  PetscInt      nnodes, ncells; /* of all ranks */
  const char   *method;         /* of the partition: "blocks", "ptscotch", ... */
  PatternCopies copies;         /* of its patterns, of a frame; NULL: others have none */
} * Mesh;

/* Make the mesh that -mesh, ... describe, as mesh_options.h says. work[n]: what its cells cost. The caller owns it. Collective. */
PetscErrorCode MeshCreate(FsOptions o, MPI_Comm comm, PetscInt n, const CellWork work[],
                          Mesh *mesh);
PetscErrorCode MeshDestroy(Mesh *mesh);

/* values[g.nnodes] of type unit: combine by op the values that different ranks have for the same node; each of these
   ranks gets the result. Collective. */
PetscErrorCode MeshCombineNodes(Mesh mesh, MPI_Datatype unit, void *values, MPI_Op op);

/* Input error, which names a cell, if two surfaces of a set that share a side have normals to opposite sides. Where more
   than two meet nothing is said. option: who wants normals. Collective. */
PetscErrorCode MeshCheckOrientation(Mesh mesh, const char option[], PetscInt set);

/* ---- select.c ---------------------------------------------------------------------------------------------------- */

/* *set = index of the set called name; of "name+1" what the set has in that copy of a pattern, of which a set is made. Collective. Input errors:
   there is none, with a list of the sets, or no such copy; option says where the name comes from. */
PetscErrorCode MeshFindSet(Mesh mesh, const char option[], const char name[], PetscInt *set);

/* *set = what the options select for a part, load, ...: the sets of -<kind>_<name>_set, and of these, or of the whole mesh, what is in -..._box,
   _sphere, _plane, _where or next to _point (not of joints); for that a set is made. By default the set called name. Collective. Input error as
   above, or: there is no node. */
PetscErrorCode MeshSetFromOptions(FsOptions o, Mesh mesh, const char kind[], const char name[],
                                  PetscInt *set);
extern const FsOptionDoc select_options[];

#endif
