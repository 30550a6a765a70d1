/* mesh_options.h: what the options say about a mesh: its sources, ties, partition.

   Files whose names end in _options.c turn the options into the structs below. The files that
   create meshes read only these structs; they name options only in error messages. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_MESH_OPTIONS_H
#define FS_MESH_MESH_OPTIONS_H

#include <fs/mesh.h>
#include <fs/options.h>
#include "mesh/frame/frame_mesh.h"
#include "mesh/imperfection/imperfection.h"
#include "geometry.h"
#include "mesh/distributed/partition.h"
#include "mesh.h"
#include "point_formulas.h"

/* ---- mesh map -------------------------------------------------------------------------------- */

/* Moves the nodes of a line or rectangle to places that formulas give (-mesh_map), so
   that a rectangle becomes, for instance, a cylinder. */

/* MeshMapApply - Moves the nodes of a line or rectangle by the formulas of a map.

   Opposite sides of a rectangle may come to the same place, for instance in a tube that is slit
   along a line. The function finds these nodes, which coincide but are not joined, and sets
   g->place and g->nplaces.
   Input:
     map   formulas of u and v, the coordinates x and y of the node in the line or rectangle [m];
           the function does nothing if the user has given none
     grid  the description of the line or rectangle
   Changed:
     g  the part of the line or rectangle that this rank has
   Collective. Input error: a formula has no finite value. */
PetscErrorCode MeshMapApply(const PointFormulas *map, const Grid *grid, MPI_Comm comm, Geometry *g);

/* Placement - Where a mesh is put: its coordinates x become R (scale x) + translation. */
typedef struct {
  PetscReal scale;          /* factor of the coordinates; default 1 */
  PetscReal rotation[3];    /* rotation vector of R, about the origin [degrees]; default 0 */
  PetscReal translation[3]; /* [m]; default 0 */
} Placement;

/* MeshSource - One of the meshes that -mesh names; all sources together are the whole mesh. */
typedef enum { SOURCE_GRID, SOURCE_FRAME, SOURCE_ARRAYS, SOURCE_GMSH, SOURCE_KINDS } SourceKind;
typedef struct {
  SourceKind          kind;
  Grid                grid;                     /* SOURCE_GRID: the line or rectangle */
  PointFormulas       map;                      /* SOURCE_GRID: formulas that move its nodes */
  FrameMesh           frame;                    /* SOURCE_FRAME: the frame */
  const FsMeshArrays *arrays;                   /* SOURCE_ARRAYS: from FsCaseSetMesh(); borrowed */
  char                path[PETSC_MAX_PATH_LEN]; /* SOURCE_GMSH: path of the file */
  Placement           placement;
} MeshSource;

enum { MAX_MESHES = 32 }; /* largest number of sources */

/* MeshOptions - The description of a mesh. */
typedef struct _n_MeshOptions {
  PetscInt    nsources;
  MeshSource *source; /* [nsources] */
  /* largest distance [m] at which nodes of different sources are joined to one node; 0: none are
     joined */
  PetscReal join_distance;
  /* names of sets, "a,b", whose cells touch others, or are in no part, on purpose (Mesh); NULL if
     not given; borrowed */
  const char     *unjoined, *unused;
  PetscInt        nedits;
  MeshEdit       *edit; /* [nedits] changes of the mesh, in the order in which they are applied */
  PartitionMethod partition; /* how the cells are distributed over ranks; default PARTITION_AUTO */
  Imperfections   imperfections; /* by which the nodes are moved */
} MeshOptions;

/* mesh_is_one_grid - Returns whether the mesh is a single line or rectangle without edits, so that
   each rank can generate its part of the mesh alone.

   Other meshes are generated or read in parts, joined, renumbered and partitioned. */
static inline PetscBool mesh_is_one_grid(const MeshOptions *m)
{
  return (PetscBool)(m->nsources == 1 && m->source->kind == SOURCE_GRID && !m->nedits);
}

/* MeshExtensions - Functions by which other rooms of the source add to meshes. The mesh itself does
   not know these rooms. */
typedef struct {
  /* reads the options about hinges and other connections at the ends of a frame's members */
  const FrameEndReader *ends;
  /* the kinds of edits, in the order in which they are applied; the last entry is NULL */
  const MeshEditKind *const *edits;
} MeshExtensions;

/* MeshOptionsRead - Reads the description of a mesh from -mesh, -mesh_n, -points, ....

   Input:
     extensions  functions of other rooms; the tables to which it points must live as long as m
   Output:
     m  the caller frees its arrays by MeshOptionsFree()
   Collective. Input errors name the option. */
PetscErrorCode MeshOptionsRead(FsOptions o, MPI_Comm comm, const MeshExtensions *extensions,
                               MeshOptions *m);
PetscErrorCode MeshOptionsFree(MeshOptions *m);

/* MeshOptionsFindEdit - Returns what the options say about one kind of edit: MeshEdit.data, which m
   owns, or NULL if the options do not ask for such an edit.

   Not collective. */
const void *MeshOptionsFindEdit(const MeshOptions *m, const MeshEditKind *kind);

extern const FsOptionDoc mesh_options[];

/* ---- grid.c -------------------------------------------------------------------------- */

/* GridFromOptions - Reads the description of a grid from -mesh_n, -mesh_lower, ....

   Input:
     kind  GRID_LINE for -mesh line, GRID_QUADRILATERAL for -mesh rectangle
   Output:
     grid  the description; grid->kind is kind, or GRID_TRIANGLE if a rectangle has the option
           -mesh_cell triangle
   Collective. Input errors name the option. */
PetscErrorCode GridFromOptions(FsOptions o, MPI_Comm comm, GridKind kind, Grid *grid);

#endif
