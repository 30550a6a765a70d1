/* mesh_options.c: from the options to the pieces of a mesh. */
#include <stdlib.h>
#include <string.h>
#include "mesh/frame/frame_mesh.h"
#include "mesh/gmsh/gmsh.h"
#include "base/error.h"
#include "base/memory_check.h"
#include "math/rotation.h"
#include "math/vector.h"
#include "mesh/distributed/migrate.h"
#include "plex.h"
#include "mesh_options.h"

const FsOptionDoc mesh_options[] = {
  {"-mesh",           "<file.msh>",
   "Gmsh file (2.2 or 4.1; also looked for beside the options file), or frame, line, rectangle; or several"                 },
  {"-mesh_n",         "1,1",           "cells per direction of a generated mesh"                                            },
  {"-mesh_lower",     "0,0,0",         "its lower left corner, or start [m]"                                                },
  {"-mesh_upper",     "1,1,0",         "its upper right corner, or end [m]"                                                 },
  {"-mesh_cell",      "quadrilateral", "cells of a rectangle: quadrilateral, triangle"                                      },
  {"-mesh_order",     "1",             "1, or 2: a line of 3-node cells, -mesh_n of them"                                   },
  {"-mesh_scale",     "1",
   "by which coordinates are multiplied, such as 1e-3 for a mesh in mm; one for each mesh, or one for all"                  },
  {"-mesh_rotate",    "0,0,0",         "then the rotation vector by which it is turned about the origin [degrees]; likewise"},
  {"-mesh_translate", "0,0,0",         "then the vector by which it is moved [m]; likewise"                                 },
  {"-mesh_join",      "0",             "of several meshes: nodes that are not farther apart become one [m]; 0: none"        },
  {"-mesh_partition", "auto",
   "how cells of frames, files, and several meshes go to the ranks: auto, curve, ptscotch, simple"                          },
  {NULL,              NULL,            NULL                                                                                 }
};

/* ---- sources ----------------------------------------------------------------------------------------------------- */

enum { MOST = 32 }; /* meshes */

/* Where a mesh is put: x becomes R scale x + by. */
typedef struct {
  PetscReal scale, turn[3], by[3]; /* [degrees], [m] */
} Placement;

typedef enum { GRID, FRAME, GMSH } SourceKind;
typedef struct {
  SourceKind kind;
  Grid       grid;
  Frame      frame;
  char       path[PETSC_MAX_PATH_LEN]; /* of a file */
  Placement  put;
} Source;

/* *kind of the mesh called name, and of which grid. Input error: it is none. */
static PetscErrorCode FindKind(MPI_Comm comm, const char name[], SourceKind *kind, GridKind *grid)
{
  static const struct {
    const char *name;
    SourceKind  kind;
    GridKind    grid;
  } known[] = {
    {"frame",     FRAME, GRID_KINDS        },
    {"line",      GRID,  GRID_LINE         },
    {"rectangle", GRID,  GRID_QUADRILATERAL}
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
    "-mesh %s: neither frame, line nor rectangle, nor a Gmsh file (*.msh); python3-meshio converts other formats",
    name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadSource(FsOptions o, MPI_Comm comm, const char name[], PetscBool seen[], Source *source)
{
  GridKind grid = GRID_KINDS;

  PetscFunctionBeginUser;
  PetscCall(FindKind(comm, name, &source->kind, &grid));
  PetscCheck(source->kind == GMSH || !seen[source->kind], comm, PETSC_ERR_USER_INPUT,
             "-mesh: two %ss; there is one at most, beside files", source->kind == GRID ? "grid" : "frame");
  seen[source->kind] = PETSC_TRUE;
  if (source->kind == GRID) PetscCall(GridFromOptions(o, comm, grid, &source->grid));
  else if (source->kind == FRAME) PetscCall(FrameFromOptions(o, comm, &source->frame));
  else PetscCall(FsOptionsFindFile(o, name, source->path, sizeof source->path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Values [n][each] of an option that gives them for each of n meshes or once for all; where it is absent they stay. */
static PetscErrorCode ReadForEach(FsOptions o, MPI_Comm comm, const char option[], PetscInt n, PetscInt each,
                                  PetscReal values[])
{
  PetscInt  count = n * each;
  PetscBool given;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReals(o, option, each, &count, values, &given));
  PetscCheck(!given || count == each || count == n * each, comm, PETSC_ERR_USER_INPUT,
             "%s has %" PetscInt_FMT " numbers; give %" PetscInt_FMT ", or %" PetscInt_FMT " for each of %" PetscInt_FMT
             " meshes",
             option, count, each, each, n);
  for (PetscInt i = count; given && i < n * each; i++) values[i] = values[i % each];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadPlacements(FsOptions o, MPI_Comm comm, PetscInt n, Source source[])
{
  const PetscReal most_turn = 360;
  PetscReal       scale[MOST], turn[3 * MOST] = {0}, by[3 * MOST] = {0};

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; i++) scale[i] = 1;
  PetscCall(ReadForEach(o, comm, "-mesh_scale", n, 1, scale));
  PetscCall(ReadForEach(o, comm, "-mesh_rotate", n, 3, turn));
  PetscCall(ReadForEach(o, comm, "-mesh_translate", n, 3, by));
  for (PetscInt i = 0; i < n; i++) {
    PetscCheck(scale[i] > 0, comm, PETSC_ERR_USER_INPUT, "-mesh_scale %.6g: must be greater than zero",
               (double)scale[i]);
    for (int c = 0; c < 3; c++)
      PetscCheck(fabs(turn[3 * i + c]) <= most_turn, comm, PETSC_ERR_USER_INPUT,
                 "-mesh_rotate: %.6g degrees; give at most one turn", (double)turn[3 * i + c]);
    source[i].put.scale = scale[i];
    PetscCall(PetscArraycpy(source[i].put.turn, turn + 3 * i, 3));
    PetscCall(PetscArraycpy(source[i].put.by, by + 3 * i, 3));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The n sources of -mesh, which the caller frees with their frames. */
static PetscErrorCode SourcesFromOptions(FsOptions o, MPI_Comm comm, PetscInt *n, Source **source)
{
  const char *text = NULL;
  PetscBool   set, seen[GMSH + 1] = {PETSC_FALSE, PETSC_FALSE, PETSC_FALSE};

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, "-mesh", &text, &set));
  PetscCheck(
    set, comm, PETSC_ERR_USER_INPUT,
    "no -mesh: give a Gmsh file, frame, line or rectangle, usually in a file given by -options_file (-help lists all "
    "options)");
  *n = 1;
  for (const char *p = text; *p; p++) *n += *p == ',';
  PetscCheck(*n <= MOST, comm, PETSC_ERR_USER_INPUT, "-mesh: more than %d meshes", MOST);
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

static void place(const Placement *put, Geometry *g)
{
  double theta[3], q[4], R[9];

  for (int c = 0; c < 3; c++) theta[c] = put->turn[c] * acos(-1.) / 180;
  if (put->scale == 1 && norm(theta) == 0 && norm(put->by) == 0) return;
  rotation_exp(theta, q);
  rotation_matrix(q, R);
  for (int i = 0; i < g->nnodes; i++) {
    double x[3];

    for (int c = 0; c < 3; c++) g->x[i][c] *= put->scale;
    mat_vec(R, g->x[i], x);
    for (int c = 0; c < 3; c++) g->x[i][c] = x[c] + put->by[c];
  }
}

/* ---- a grid or a frame: each rank makes a piece ------------------------------------------------------------------ */

/* Cells of a grid or frame, for the memory that they take. */
static double count_cells(const Source *s)
{
  const Grid *grid = &s->grid;

  if (s->kind == FRAME) return (double)s->frame.total.cells;
  return grid->kind == GRID_QUADRILATERAL || grid->kind == GRID_TRIANGLE ? (double)grid->n[0] * grid->n[1] : grid->n[0];
}

/* Piece number rank of size; collective. */
static PetscErrorCode Generate(MPI_Comm comm, const Source *s, PetscMPIInt rank, PetscMPIInt size, Geometry *g)
{
  enum { BYTES = 400 }; /* a cell, of the model that takes least: linear membranes or bars without a matrix take 500 */
  int bad;

  PetscFunctionBeginUser;
  PetscCall(
    MemoryCheck(comm, BYTES * count_cells(s) / size,
                s->kind == FRAME ? "a model of so many cells (-mesh frame)" : "a model of so many cells (-mesh_n)"));
  bad = s->kind == FRAME ? frame_piece(&s->frame, rank, size, g) : grid_piece(&s->grid, rank, size, g);
  PetscCheck(!bad, PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory: the mesh is too large");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void forget_owners(Geometry *g)
{
  free(g->owner);
  free(g->owner_node);
  g->owner = g->owner_node = NULL;
}

static PetscErrorCode MakePieces(MPI_Comm comm, const Source *s, Geometry *g, DM *dm)
{
  PetscMPIInt rank, size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCall(Generate(comm, s, rank, size, g));
  place(&s->put, g);
  PetscCall(PlexCreate(comm, g, dm));
  forget_owners(g);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- frames, files, several meshes: dealt out to the ranks, joined, put in order, and partitioned ----------------- */

/* d = the whole mesh of a source. */
static PetscErrorCode MakeDealt(const Source *s, const Ranks *ranks, Dealt *d)
{
  char     message[512] = "";
  int64_t  bytes;
  Geometry piece;

  PetscFunctionBeginUser;
  if (s->kind == GMSH) {
    const int64_t most = PETSC_MAX_INT / 8; /* so that nodes and elements, and six dofs of each node, have numbers */
    const int     bad  = gmsh_read(s->path, ranks, most, d, &bytes, message, sizeof message);

    PetscCheck(!bad, ranks->comm, PETSC_ERR_USER_INPUT, "-mesh %s", message);
    PetscCall(PetscInfo(NULL, "%s: %" PetscInt64_FMT " bytes read by this rank\n", s->path, (PetscInt64)bytes));
  } else {
    PetscCall(Generate(ranks->comm, s, ranks->rank, ranks->size, &piece));
    dealt_from_piece(ranks, &piece, d);
  }
  place(&s->put, &d->nodes);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode MakeAndDistribute(FsOptions o, MPI_Comm comm, PetscInt n, const Source source[], PetscInt nworks,
                                        const CellWork work[], Geometry *g, DM *dm, const char **method)
{
  PetscReal apart = 0;
  Ranks     ranks = {.comm = comm};
  Dealt     d = {.ranks = NULL}, part = {.ranks = NULL};
  int      *weight;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &ranks.rank));
  PetscCallMPI(MPI_Comm_size(comm, &ranks.size));
  if (n > 1) PetscCall(FsOptionsReal(o, "-mesh_join", &apart, NULL));
  PetscCheck(apart >= 0, comm, PETSC_ERR_USER_INPUT, "-mesh_join %.6g: must not be negative", (double)apart);
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(MakeDealt(&source[i], &ranks, i ? &part : &d));
    if (i) dealt_join(&d, &part, apart);
  }
  if (n > 1 || source->kind == GMSH) { /* else a frame, which has an order */
    dealt_find_places(&d);
    dealt_sweep(&d);
  }
  PetscCall(PetscMalloc1(d.cells.ncells, &weight));
  cell_weights(&d.cells, (int)nworks, work, weight);
  PetscCall(DistributeCells(o, &d, weight, g, method));
  PetscCall(PetscFree(weight));
  PetscCall(PlexCreate(comm, g, dm));
  forget_owners(g);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SourceRead(FsOptions o, MPI_Comm comm, PetscInt nworks, const CellWork work[], Geometry *g, DM *dm,
                          Copies *copies, const char **method)
{
  PetscInt n;
  Source  *source;

  PetscFunctionBeginUser;
  PetscCall(SourcesFromOptions(o, comm, &n, &source));
  *method = "blocks";
  if (n == 1 && source->kind == GRID) PetscCall(MakePieces(comm, source, g, dm));
  else PetscCall(MakeAndDistribute(o, comm, n, source, nworks, work, g, dm, method));
  *copies = NULL;
  if (n == 1 && source->kind == FRAME) PetscCall(CopiesCreate(&source->frame, copies));
  for (PetscInt i = 0; i < n; i++) frame_free(&source[i].frame);
  PetscCall(PetscFree(source));
  PetscFunctionReturn(PETSC_SUCCESS);
}
