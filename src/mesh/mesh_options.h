/* mesh_options.h: what the options say about a mesh: its sources, ties, partition.

   Options become plain structs in files whose names end in _options.c. The files that create meshes
   get these structs, and know options only in messages of errors. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_MESH_OPTIONS_H
#define FS_MESH_MESH_OPTIONS_H

#include <fs/mesh.h>
#include <fs/options.h>
#include "mesh/frame/frame_mesh.h"
#include "geometry.h"
#include "imperfection.h"
#include "mesh/grid/mesh_map.h"
#include "mesh/distributed/partition.h"
#include "mesh_edit.h"

/* Placement - The place of a mesh: x becomes R scale x + translation. */
typedef struct {
  PetscReal scale;          /* 1 */
  PetscReal rotation[3];    /* vector of the rotation R about the origin [degrees]; 0 */
  PetscReal translation[3]; /* [m]; 0 */
} Placement;

/* MeshSource - One of the meshes that -mesh names. */
typedef enum { SOURCE_GRID, SOURCE_FRAME, SOURCE_ARRAYS, SOURCE_GMSH, SOURCE_KINDS } SourceKind;
typedef struct {
  SourceKind          kind;
  Grid                grid;                     /* of SOURCE_GRID */
  MeshMap             map;                      /* of SOURCE_GRID */
  FrameMesh           frame;                    /* of SOURCE_FRAME */
  const FsMeshArrays *arrays;                   /* of SOURCE_ARRAYS; borrowed */
  char                path[PETSC_MAX_PATH_LEN]; /* of SOURCE_GMSH */
  Placement           placement;
} MeshSource;

enum { MAX_MESHES = 32 };

/* MeshOptions - The description of a mesh. */
typedef struct _n_MeshOptions {
  PetscInt        nsources;
  MeshSource     *source;        /* [nsources] */
  PetscReal       join_distance; /* largest distance of nodes that are joined [m]; 0: none */
  PetscInt        nedits, nimperfections;
  MeshEdit       *edit; /* [nedits] changes that the options ask for, in the order of their use */
  PartitionMethod partition;    /* PARTITION_AUTO */
  Imperfection   *imperfection; /* [nimperfections] */
} MeshOptions;

/* mesh_is_one_grid - Returns whether each rank can generate its part of the mesh alone.

   Other meshes are generated or read in parts, joined, renumbered and partitioned. */
static inline PetscBool mesh_is_one_grid(const MeshOptions *m)
{
  return (PetscBool)(m->nsources == 1 && m->source->kind == SOURCE_GRID && !m->nedits);
}

/* MeshExtensions - What other rooms add to meshes. */
typedef struct {
  const FrameEndReader      *ends;  /* reads what is at the ends of a frame's members */
  const MeshEditKind *const *edits; /* kinds of edits in the order of their use; ends with NULL */
} MeshExtensions;

/* MeshOptionsRead - Reads the description of a mesh from -mesh, -mesh_n, -points, ....

   Input:
     extensions  the options and changes of other rooms; borrowed by m
   Output:
     m  the caller frees its arrays by MeshOptionsFree()
   Collective. Input errors name the option. */
PetscErrorCode MeshOptionsRead(FsOptions o, MPI_Comm comm, const MeshExtensions *extensions,
                               MeshOptions *m);
PetscErrorCode MeshOptionsFree(MeshOptions *m);

/* MeshOptionsFindEdit - Returns the data of the edit of a kind, or NULL if the options ask for
   none.

   Not collective. */
const void *MeshOptionsFindEdit(const MeshOptions *m, const MeshEditKind *kind);

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
