/* mesh_options.c: creates each rank's part of the mesh that -mesh and other options describe. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "mesh/frame/frame_mesh.h"
#include "mesh/gmsh/gmsh.h"
#include "base/error.h"
#include "base/memory_check.h"
#include "input/given_mesh.h"
#include "math/rotation.h"
#include "math/vector.h"
#include "mesh/distributed/partition.h"
#include <fs/mesh.h>
#include "part_ends.h"
#include "plex.h"
#include "mesh_options.h"
#include "tie_cells.h"

const FsOptionDoc mesh_options[] = {
  {"-mesh",           "<file.msh>",
   "Gmsh file (2.2 or 4.1; also searched for beside the options file), or frame, line, rectangle, "
   "arrays (FsCaseSetMesh); or several"                                                                       },
  {"-mesh_n",         "1,1",           "cells per direction of a generated mesh"                              },
  {"-mesh_lower",     "0,0,0",         "its lower left corner, or start [m]"                                  },
  {"-mesh_upper",     "1,1,0",         "its upper right corner, or end [m]"                                   },
  {"-mesh_cell",      "quadrilateral", "cells of a rectangle: quadrilateral, triangle"                        },
  {"-mesh_order",     "1",             "1, or 2: a line of 3-node cells, -mesh_n of them"                     },
  {"-mesh_scale",     "1",
   "factor of the coordinates, such as 1e-3 for a mesh in mm; one for each mesh, or one for all"              },
  {"-mesh_rotate",    "0,0,0",
   "then turns it about the origin by this rotation vector [degrees]; for each mesh, or for all"              },
  {"-mesh_translate", "0,0,0",         "then moves it by this vector [m]; for each mesh, or for all"          },
  {"-mesh_join",      "0",             "joins nodes of several meshes that are not farther apart [m]; 0: none"},
  {"-mesh_partition", "auto",
   "method that distributes frames, files and several meshes: auto, curve, ptscotch, simple"                  },
  {NULL,              NULL,            NULL                                                                   }
};

/* ---- sources --------------------------------------------------------------------------------- */

enum { MAX_MESHES = 32 };

/* The place of a mesh: x becomes R scale x + translation. */
typedef struct {
  PetscReal scale, rotation[3], translation[3]; /* [degrees], [m] */
} Placement;

typedef enum { GRID, FRAME, ARRAYS, GMSH } MeshSourceKind;
typedef struct {
  MeshSourceKind      kind;
  Grid                grid;
  FrameMesh           frame;
  char                path[PETSC_MAX_PATH_LEN]; /* of a file */
  const FsMeshArrays *arrays;                   /* borrowed */
  Placement           placement;
} MeshSource;

/* Finds the kind of a mesh by its name, and of a grid. Input error: there is no such mesh. */
static PetscErrorCode FindSourceKind(MPI_Comm comm, const char name[], MeshSourceKind *kind,
                                     GridKind *grid)
{
  static const struct {
    const char    *name;
    MeshSourceKind kind;
    GridKind       grid;
  } known[] = {
    {"frame",     FRAME,  GRID_KINDS        },
    {"line",      GRID,   GRID_LINE         },
    {"rectangle", GRID,   GRID_QUADRILATERAL},
    {"arrays",    ARRAYS, GRID_KINDS        }
  };
  PetscBool same, msh;

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(known); k++) {
    PetscCall(PetscStrcasecmp(name, known[k].name, &same));
    if (!same) continue;
    *kind = known[k].kind;
    *grid = known[k].grid;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  *kind = GMSH;
  PetscCall(PetscStrendswith(name, ".msh", &msh));
  PetscCheck(
    msh, comm, PETSC_ERR_USER_INPUT,
    "-mesh %s: not frame, line, rectangle, arrays or a Gmsh file (*.msh); python3-meshio converts "
    "other formats",
    name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadSource(FsOptions o, MPI_Comm comm, const char name[], PetscBool seen[],
                                 MeshSource *source)
{
  GridKind grid = GRID_KINDS;

  PetscFunctionBeginUser;
  PetscCall(FindSourceKind(comm, name, &source->kind, &grid));
  PetscCheck(source->kind == GMSH || !seen[source->kind], comm, PETSC_ERR_USER_INPUT,
             "-mesh: two %s; give at most one, and any number of files",
             source->kind == GRID    ? "grids"
             : source->kind == FRAME ? "frames"
                                     : "times arrays");
  seen[source->kind] = PETSC_TRUE;
  if (source->kind == GRID) PetscCall(GridFromOptions(o, comm, grid, &source->grid));
  else if (source->kind == FRAME) PetscCall(FrameFromOptions(o, comm, &source->frame));
  else if (source->kind == GMSH)
    PetscCall(FsOptionsFindFile(o, name, source->path, sizeof source->path));
  else source->arrays = OptionsGivenMesh(o);
  PetscCheck(source->kind != ARRAYS || source->arrays, comm, PETSC_ERR_USER_INPUT,
             "-mesh arrays: no program gives them; call FsCaseSetMesh before the set-up");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads values[n][per_mesh] of an option, which gives them for each of n meshes or once for all.

   Without the option the values are unchanged. */
static PetscErrorCode ReadPerMesh(FsOptions o, MPI_Comm comm, const char option[], PetscInt n,
                                  PetscInt per_mesh, PetscReal values[])
{
  PetscInt  count = n * per_mesh;
  PetscBool is_set;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReals(o, option, per_mesh, &count, values, &is_set));
  PetscCheck(!is_set || count == per_mesh || count == n * per_mesh, comm, PETSC_ERR_USER_INPUT,
             "%s has %" PetscInt_FMT " numbers; give %" PetscInt_FMT ", or %" PetscInt_FMT
             " for each of %" PetscInt_FMT " meshes",
             option, count, per_mesh, per_mesh, n);
  for (PetscInt i = count; is_set && i < n * per_mesh; i++) values[i] = values[i % per_mesh];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadPlacements(FsOptions o, MPI_Comm comm, PetscInt n, MeshSource source[])
{
  const PetscReal max_rotation = 360;
  PetscReal scale[MAX_MESHES], rotation[3 * MAX_MESHES] = {0}, translation[3 * MAX_MESHES] = {0};

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; i++) scale[i] = 1;
  PetscCall(ReadPerMesh(o, comm, "-mesh_scale", n, 1, scale));
  PetscCall(ReadPerMesh(o, comm, "-mesh_rotate", n, 3, rotation));
  PetscCall(ReadPerMesh(o, comm, "-mesh_translate", n, 3, translation));
  for (PetscInt i = 0; i < n; i++) {
    PetscCheck(scale[i] > 0, comm, PETSC_ERR_USER_INPUT,
               "-mesh_scale %.6g: must be greater than zero", (double)scale[i]);
    for (int c = 0; c < 3; c++)
      PetscCheck(fabs(rotation[3 * i + c]) <= max_rotation, comm, PETSC_ERR_USER_INPUT,
                 "-mesh_rotate: %.6g degrees; give at most one turn", (double)rotation[3 * i + c]);
    source[i].placement.scale = scale[i];
    PetscCall(PetscArraycpy(source[i].placement.rotation, rotation + 3 * i, 3));
    PetscCall(PetscArraycpy(source[i].placement.translation, translation + 3 * i, 3));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the n sources of -mesh; the caller frees them with their frames. */
static PetscErrorCode SourcesFromOptions(FsOptions o, MPI_Comm comm, PetscInt *n,
                                         MeshSource **source)
{
  const char *text = NULL;
  PetscBool   set, seen[GMSH + 1] = {PETSC_FALSE};

  PetscFunctionBeginUser;
  PetscCall(FsOptionsList(o, "-mesh", &text, &set));
  PetscCheck(set, comm, PETSC_ERR_USER_INPUT,
             "no -mesh: give a Gmsh file, frame, line or rectangle, usually in a file given by "
             "-options_file (-help lists all options)");
  *n = 1;
  for (const char *p = text; *p; p++) *n += *p == ',';
  PetscCheck(*n <= MAX_MESHES, comm, PETSC_ERR_USER_INPUT, "-mesh: more than %d meshes",
             MAX_MESHES);
  PetscCall(PetscCalloc1(*n, source));
  for (PetscInt i = 0; i < *n; i++) {
    char         name[PETSC_MAX_PATH_LEN];
    const size_t length = strcspn(text, ",");

    PetscCheck(length < sizeof name, comm, PETSC_ERR_USER_INPUT, "-mesh: a name is too long");
    PetscCall(PetscStrncpy(name, text, length + 1));
    PetscCall(ReadSource(o, comm, name, seen, &(*source)[i]));
    text += length + 1;
  }
  PetscCall(ReadPlacements(o, comm, *n, *source));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the rotation and the translation of a mesh after its coordinates are scaled. */
static PatternMotion placement_motion(const Placement *placement)
{
  PatternMotion m;
  double        theta[3], q[4];

  for (int c = 0; c < 3; c++) theta[c] = placement->rotation[c] * acos(-1.) / 180;
  rotation_exp(theta, q);
  rotation_matrix(q, m.R);
  memcpy(m.translation, placement->translation, sizeof m.translation);
  return m;
}

/* Moves the nodes, and the arcs of the cells; both may be of one Geometry. */
static void apply_placement(const Placement *placement, Geometry *nodes, Geometry *cells)
{
  const PatternMotion m = placement_motion(placement);

  if (placement->scale == 1 && norm(placement->rotation) == 0 && norm(m.translation) == 0) return;
  for (int i = 0; i < nodes->nnodes; i++) {
    double x[3];

    for (int c = 0; c < 3; c++) nodes->x[i][c] *= placement->scale;
    mat_vec(m.R, nodes->x[i], x);
    for (int c = 0; c < 3; c++) nodes->x[i][c] = x[c] + m.translation[c];
  }
  for (int k = 0; k < cells->ncells && cells->rise; k++) {
    double rise[3];

    mat_vec(m.R, cells->rise[k], rise);
    for (int c = 0; c < 3; c++) cells->rise[k][c] = placement->scale * rise[c];
  }
}

/* ---- a grid or a frame: each rank generates its part ----------------------------------------- */

/* Returns the number of cells of a grid or frame, to estimate their memory. */
static double count_cells(const MeshSource *s)
{
  const Grid *grid = &s->grid;

  if (s->kind == FRAME) return (double)s->frame.total.cells;
  return grid->kind == GRID_QUADRILATERAL || grid->kind == GRID_TRIANGLE
           ? (double)grid->n[0] * grid->n[1]
           : grid->n[0];
}

/* Generates the part of one rank. Collective. */
static PetscErrorCode GenerateLocalMesh(MPI_Comm comm, const MeshSource *s, PetscMPIInt rank,
                                        PetscMPIInt size, Geometry *g)
{
  /* of a cell, in the model that takes least: matrix-free linear membranes or bars take 500 */
  enum { BYTES = 400 };
  int bad;

  PetscFunctionBeginUser;
  PetscCall(MemoryCheck(comm, BYTES * count_cells(s) / size,
                        s->kind == FRAME ? "a model with the cells of -mesh frame"
                                         : "a model with the cells of -mesh_n"));
  bad = s->kind == FRAME ? frame_local_mesh(&s->frame, rank, size, g)
                         : grid_local_mesh(&s->grid, rank, size, g);
  PetscCheck(!bad, PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory: the mesh is too large");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void clear_owners(Geometry *g)
{
  free(g->owner);
  free(g->owner_node);
  g->owner = g->owner_node = NULL;
}

static PetscErrorCode CreateLocalMesh(MPI_Comm comm, const MeshSource *s, Geometry *g, DM *dm)
{
  PetscMPIInt rank, size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCall(GenerateLocalMesh(comm, s, rank, size, g));
  apply_placement(&s->placement, g, g);
  PetscCall(PlexCreate(comm, g, dm));
  clear_owners(g);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- frames, files, several meshes: read in parts, joined, renumbered, partitioned ----------- */

/* Creates the distributed mesh of a source. */
static PetscErrorCode CreateDistributedMesh(const MeshSource *s, const Ranks *ranks,
                                            DistributedMesh *d)
{
  char     message[512] = "";
  int64_t  bytes;
  Geometry local_mesh;

  PetscFunctionBeginUser;
  if (s->kind == GMSH || s->kind == ARRAYS) {
    /* PetscInt can then number nodes, elements, and six dofs of each node */
    const int64_t max_count = PETSC_MAX_INT / 8;
    const int     bad       = s->arrays
                                ? gmsh_from_arrays(s->arrays, ranks, max_count, d, message, sizeof message)
                                : gmsh_read(s->path, ranks, max_count, d, &bytes, message, sizeof message);

    PetscCheck(!bad, ranks->comm, PETSC_ERR_USER_INPUT, "-mesh %s", message);
    if (!s->arrays)
      PetscCall(PetscInfo(NULL, "%s: %" PetscInt64_FMT " bytes read by this rank\n", s->path,
                          (PetscInt64)bytes));
  } else {
    PetscCall(GenerateLocalMesh(ranks->comm, s, ranks->rank, ranks->size, &local_mesh));
    distributed_mesh_from_local(ranks, &local_mesh, d);
  }
  apply_placement(&s->placement, &d->nodes, &d->cells);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the origins of all cells to a source and their numbers in it. */
static void set_origins(const Ranks *ranks, int source, Geometry *cells)
{
  if (geometry_allocate_origin(cells)) ranks_out_of_memory(ranks);
  for (int c = 0; c < cells->ncells; c++)
    cells->origin[c] = (CellOrigin){cells->cell_number[c], source};
}

static PetscErrorCode CreateJoinedMesh(FsOptions o, MPI_Comm comm, PetscInt n,
                                       const MeshSource source[], PetscInt nworks,
                                       const CellWork work[], Geometry *g, DM *dm,
                                       const char **method)
{
  PetscReal       tolerance = 0;
  Ranks           ranks     = {.comm = comm};
  DistributedMesh d = {.ranks = NULL}, next_mesh = {.ranks = NULL};
  int            *weight, *to;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &ranks.rank));
  PetscCallMPI(MPI_Comm_size(comm, &ranks.size));
  if (n > 1) PetscCall(FsOptionsReal(o, "-mesh_join", &tolerance, NULL));
  PetscCheck(tolerance >= 0, comm, PETSC_ERR_USER_INPUT, "-mesh_join %.6g: must not be negative",
             (double)tolerance);
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(CreateDistributedMesh(&source[i], &ranks, i ? &next_mesh : &d));
    if (n > 1) set_origins(&ranks, (int)i, i ? &next_mesh.cells : &d.cells);
    if (i) join_meshes(&d, &next_mesh, tolerance);
  }
  PetscCall(PartEndsSplit(o, comm, &d));
  if (n > 1 || source->kind == GMSH ||
      source->kind == ARRAYS) { /* a frame alone is numbered well */
    find_coincident_nodes(&d);
    renumber_mesh(&d);
  }
  PetscCall(TieCellsAdd(o, comm, &d));
  PetscCall(PetscMalloc2(d.cells.ncells, &weight, d.cells.ncells, &to));
  cell_weights(&d.cells, (int)nworks, work, weight);
  PetscCall(PartitionCells(o, &d, weight, to, method));
  migrate_cells(&d, to, g);
  PetscCall(PetscFree2(weight, to));
  PetscCall(PlexCreate(comm, g, dm));
  clear_owners(g);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates *copies if the mesh has a frame or several sources, and frees the frame. */
static PetscErrorCode CopiesCreate(PetscInt n, MeshSource source[], PatternCopies *copies)
{
  PatternSource at[MAX_MESHES];
  int           frame = -1;

  PetscFunctionBeginUser;
  *copies = NULL;
  for (int i = 0; i < n; i++) {
    at[i] = (PatternSource){source[i].placement.scale, placement_motion(&source[i].placement), i};
    if (source[i].kind == FRAME) frame = i;
    for (int k = i - 1; k >= 0 && source[i].kind == GMSH; k--)
      if (source[k].kind == GMSH && !strcmp(source[k].path, source[i].path)) at[i].file = k;
  }
  if (n > 1 || frame >= 0)
    PetscCall(
      PatternCopiesCreate(frame < 0 ? NULL : &source[frame].frame, frame, (int)n, at, copies));
  for (PetscInt i = 0; i < n; i++) frame_free(&source[i].frame);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshReadFromOptions(FsOptions o, MPI_Comm comm, PetscInt nworks,
                                   const CellWork work[], Geometry *g, DM *dm,
                                   PatternCopies *copies, const char **method)
{
  PetscInt    n;
  PetscBool   ties, ends;
  MeshSource *source;

  PetscFunctionBeginUser;
  PetscCall(SourcesFromOptions(o, comm, &n, &source));
  *method = "blocks";
  PetscCall(TiesExist(o, &ties));
  PetscCall(PartEndsExist(o, comm, &ends));
  if (n == 1 && source->kind == GRID && !ties && !ends)
    PetscCall(CreateLocalMesh(comm, source, g, dm));
  else PetscCall(CreateJoinedMesh(o, comm, n, source, nworks, work, g, dm, method));
  PetscCall(CopiesCreate(n, source, copies));
  PetscCall(PetscFree(source));
  PetscFunctionReturn(PETSC_SUCCESS);
}
