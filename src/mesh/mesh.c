/* mesh.c: from the options to a distributed mesh; global numbers of its nodes; sets by name. */
#include <stdlib.h>
#include <string.h>
#include "input/error.h"
#include "input/memory.h"
#include "mesh.h"
#include "plex.h"

const FsOptionDoc mesh_options[] = {
  {"-mesh",       "<file.msh>",    "Gmsh file (2.2 or 4.1; also looked for beside the options file), or line, rectangle, chain"},
  {"-mesh_n",     "1,1",           "cells per direction of a generated mesh"                                                   },
  {"-mesh_lower", "0,0,0",         "its lower left corner, or start [m]"                                                       },
  {"-mesh_upper", "1,1,0",         "its upper right corner, or end [m]"                                                        },
  {"-mesh_cell",  "quadrilateral", "cells of a rectangle: quadrilateral, triangle"                                             },
  {"-mesh_order", "1",             "1, or 2: a line or chain of 3-node cells, -mesh_n of them"                                 },
  {NULL,          NULL,            NULL                                                                                        }
};

/* lower, upper from the options: ends of a line or chain, or corners of a rectangle in a plane z = const [m]. */
static PetscErrorCode CornersFromOptions(FsOptions o, MPI_Comm comm, PetscBool line, PetscReal lower[3],
                                         PetscReal upper[3])
{
  PetscInt  least = line ? 1 : 2, nlower = 3, nupper = 3;
  PetscReal length2 = 0;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReals(o, "-mesh_lower", least, &nlower, lower, NULL));
  PetscCall(FsOptionsReals(o, "-mesh_upper", least, &nupper, upper, NULL));
  if (!line) {
    PetscCheck(upper[2] == lower[2] || nupper < 3, comm, PETSC_ERR_USER_INPUT,
               "-mesh_upper: a rectangle lies in a plane z = %.6g, that of -mesh_lower", (double)lower[2]);
    PetscCheck(upper[0] > lower[0] && upper[1] > lower[1], comm, PETSC_ERR_USER_INPUT,
               "-mesh_upper %.6g,%.6g must be to the right of and above -mesh_lower %.6g,%.6g", (double)upper[0],
               (double)upper[1], (double)lower[0], (double)lower[1]);
  }
  for (int c = 0; c < 3; c++) length2 += (upper[c] - lower[c]) * (upper[c] - lower[c]);
  PetscCheck(length2 > 0, comm, PETSC_ERR_USER_INPUT,
             "-mesh_lower and -mesh_upper are the same point: the mesh has no length");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* n[2] = cells per direction, *order = 1 or 2. Input error: more cells than an int can count. */
static PetscErrorCode CellsFromOptions(FsOptions o, MPI_Comm comm, GridKind kind, int n[2], int *order)
{
  const PetscBool line      = (PetscBool)(kind == GRID_LINE || kind == GRID_CHAIN);
  PetscReal       cells[2]  = {1, 1}, most;
  PetscInt        dimension = line ? 1 : 2, count = dimension, given = 1;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsReals(o, "-mesh_n", dimension, &count, cells, NULL));
  for (PetscInt d = 0; d < dimension; d++)
    PetscCheck(cells[d] >= 1 && cells[d] == PetscFloorReal(cells[d]), comm, PETSC_ERR_USER_INPUT,
               "-mesh_n: %.6g cells in direction %" PetscInt_FMT "; give whole numbers from 1 on", (double)cells[d],
               d + 1);
  PetscCall(FsOptionsInt(o, "-mesh_order", 1, &given, NULL));
  PetscCheck(given <= 2, comm, PETSC_ERR_USER_INPUT, "-mesh_order %" PetscInt_FMT ": must be 1 or 2", given);
  PetscCheck(line || given == 1, comm, PETSC_ERR_USER_INPUT,
             "-mesh_order %" PetscInt_FMT
             ": only a line or a chain has cells of second order; leave it out for a rectangle",
             given);
  most =
    ((PetscReal)(given + (kind == GRID_CHAIN)) * cells[0] + 1) * (line ? 1 : 2 * (cells[1] + 1)); /* nodes and cells */
  PetscCheck(most < 2147483647 / 4., comm, PETSC_ERR_USER_INPUT,
             "-mesh_n: the mesh has more cells than 32-bit numbers can count (%.6g nodes and cells, at most %.6g); "
             "make it coarser",
             (double)most, 2147483647 / 4.);
  n[0]   = (int)cells[0];
  n[1]   = (int)cells[1];
  *order = (int)given;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The grid that the options describe; kind GRID_QUADRILATERAL stands for a rectangle, whose cells may be triangles. */
static PetscErrorCode GridFromOptions(FsOptions o, MPI_Comm comm, GridKind kind, Grid *grid)
{
  static const char *const cells[]  = {"quadrilateral", "triangle", NULL};
  const PetscBool          line     = (PetscBool)(kind == GRID_LINE || kind == GRID_CHAIN);
  PetscInt                 cell     = 0;
  PetscReal                lower[3] = {0, 0, 0}, upper[3] = {1, line ? 0 : 1, 0};

  PetscFunctionBeginUser;
  PetscCall(CellsFromOptions(o, comm, kind, grid->n, &grid->order));
  PetscCall(CornersFromOptions(o, comm, line, lower, upper));
  if (!line) PetscCall(FsOptionsChoice(o, "-mesh_cell", cells, &cell, NULL));
  grid->kind = cell ? GRID_TRIANGLE : kind;
  for (int c = 0; c < 3; c++) {
    grid->lower[c] = lower[c];
    grid->upper[c] = upper[c];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* g = this rank's piece of the grid, and the DM. */
static PetscErrorCode Generate(const Grid *grid, MPI_Comm comm, Geometry *g, DM *dm)
{
  enum { BYTES = 500 }; /* a cell, of the model that takes least: linear membranes or bars without a matrix take 700 */
  PetscMPIInt rank, size;
  double      cells;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &size));
  cells =
    grid->kind == GRID_QUADRILATERAL || grid->kind == GRID_TRIANGLE ? (double)grid->n[0] * grid->n[1] : grid->n[0];
  PetscCall(MemoryCheck(comm, BYTES * cells / size, "a model of so many cells (-mesh_n)"));
  PetscCheck(!grid_piece(grid, rank, size, g), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory: the mesh is too large");
  PetscCall(PlexCreate(comm, g, dm));
  free(g->owner);
  free(g->owner_node);
  g->owner = g->owner_node = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The names and lists of sets of rank 0, and the number of places, to all ranks, whose g is empty. */
static PetscErrorCode ShareSets(MPI_Comm comm, Geometry *g)
{
  int         size[4] = {g->nsets, g->lists.n, 0, g->nplaces}, *offset, *at; /* sets, lists, entries of lists, places */
  PetscMPIInt rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (g->lists.n) size[2] = g->lists.offset[g->lists.n];
  PetscCallMPI(MPI_Bcast(size, 4, MPI_INT, 0, comm));
  if (rank) PetscCheck(!geometry_allocate(g, 0, 0, 0, size[0]), PETSC_COMM_SELF, PETSC_ERR_MEM, "mesh");
  g->nplaces = size[3];
  PetscCallMPI(MPI_Bcast(g->set_name, size[0] * SET_NAME_SIZE, MPI_CHAR, 0, comm));
  PetscCall(PetscMalloc2(size[1] + 1, &offset, size[2], &at));
  if (rank == 0 && size[1]) {
    PetscCall(PetscArraycpy(offset, g->lists.offset, size[1] + 1));
    PetscCall(PetscArraycpy(at, g->lists.at, size[2]));
  }
  PetscCallMPI(MPI_Bcast(offset, size[1] + 1, MPI_INT, 0, comm));
  PetscCallMPI(MPI_Bcast(at, size[2], MPI_INT, 0, comm));
  for (int l = 0; l < size[1] && rank; l++) /* in this order they get the same numbers */
    (void)set_lists_find(&g->lists, at + offset[l], offset[l + 1] - offset[l]);
  PetscCheck(!g->lists.failed, PETSC_COMM_SELF, PETSC_ERR_MEM, "mesh");
  PetscCall(PetscFree2(offset, at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Read the file on rank 0, send the names of sets to all ranks, distribute the mesh. */
static PetscErrorCode ReadFile(const char path[], MPI_Comm comm, Geometry *g, DM *dm)
{
  char        message[512] = "";
  PetscMPIInt rank;
  int         bad = 0;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0) bad = gmsh_read(path, g, message, sizeof message);
  PetscCall(CheckAllRanks(comm, (PetscBool)(bad != 0), "-mesh %s", message));
  PetscCheck(!geometry_find_places(g) && !geometry_sweep(g), PETSC_COMM_SELF, PETSC_ERR_MEM, "mesh");
  geometry_number(g);
  PetscCall(ShareSets(comm, g));
  PetscCall(PlexDistribute(comm, g, dm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshCombineNodes(Mesh mesh, MPI_Datatype unit, void *values, MPI_Op op)
{
  PetscMPIInt size;
  int         bytes;
  size_t      cells, nodes; /* bytes of all cells and all nodes */
  PetscSF     sf;
  char       *points, *roots; /* values at points, which the SF connects: cells, then nodes */

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(mesh->comm, &size));
  if (size == 1) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(DMGetPointSF(mesh->dm, &sf));
  PetscCallMPI(MPI_Type_size(unit, &bytes));
  cells = (size_t)bytes * (size_t)mesh->g.ncells;
  nodes = (size_t)bytes * (size_t)mesh->g.nnodes;
  PetscCall(PetscCalloc2(cells + nodes, &points, cells + nodes, &roots));
  PetscCall(PetscMemcpy(points + cells, values, nodes));
  PetscCall(PetscMemcpy(roots, points, cells + nodes));
  PetscCall(PetscSFReduceBegin(sf, unit, points, roots, op));
  PetscCall(PetscSFReduceEnd(sf, unit, points, roots, op));
  PetscCall(PetscMemcpy(points, roots, cells + nodes));
  PetscCall(PetscSFBcastBegin(sf, unit, roots, points, MPI_REPLACE));
  PetscCall(PetscSFBcastEnd(sf, unit, roots, points, MPI_REPLACE));
  PetscCall(PetscMemcpy(values, points + cells, nodes));
  PetscCall(PetscFree2(points, roots));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* mesh->owned and the counts. The leaves of the point SF are the ghosts. */
static PetscErrorCode FindOwners(Mesh mesh)
{
  const PetscInt *leaves;
  PetscInt        nleaves, local[2], total[2];
  PetscSF         sf;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(mesh->g.nnodes, &mesh->owned));
  for (PetscInt i = 0; i < mesh->g.nnodes; i++) mesh->owned[i] = PETSC_TRUE;
  PetscCall(DMGetPointSF(mesh->dm, &sf));
  PetscCall(PetscSFGetGraph(sf, NULL, &nleaves, &leaves, NULL));
  for (PetscInt k = 0; k < nleaves; k++) {
    const PetscInt node = (leaves ? leaves[k] : k) - mesh->g.ncells;

    if (node >= 0) mesh->owned[node] = PETSC_FALSE;
  }
  mesh->nowned = 0;
  for (PetscInt i = 0; i < mesh->g.nnodes; i++) mesh->nowned += mesh->owned[i] ? 1 : 0;
  local[0] = mesh->nowned;
  local[1] = mesh->g.ncells;
  PetscCall(MPIU_Allreduce(local, total, 2, MPIU_INT, MPI_SUM, mesh->comm));
  mesh->nnodes = total[0];
  mesh->ncells = total[1];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *kind = the kind of grid called name; GRID_KINDS: none, so that name is a file. */
static PetscErrorCode FindGrid(const char name[], GridKind *kind)
{
  static const struct {
    const char *name;
    GridKind    kind;
  } grids[] = {
    {"line",      GRID_LINE         },
    {"rectangle", GRID_QUADRILATERAL},
    {"chain",     GRID_CHAIN        }
  };
  PetscBool same = PETSC_FALSE;

  PetscFunctionBeginUser;
  *kind = GRID_KINDS;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(grids); k++) {
    PetscCall(PetscStrcasecmp(name, grids[k].name, &same));
    if (same) *kind = grids[k].kind;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshCreate(FsOptions o, MPI_Comm comm, Mesh *out)
{
  const char *name = NULL;
  PetscBool   set, msh;
  GridKind    kind;
  Mesh        mesh;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, "-mesh", &name, &set));
  PetscCheck(
    set, comm, PETSC_ERR_USER_INPUT,
    "no -mesh: give a Gmsh file, line, rectangle or chain, usually in a file given by -options_file (-help lists all "
    "options)");
  PetscCall(PetscNew(&mesh));
  mesh->comm = comm;
  PetscCall(FindGrid(name, &kind));
  if (kind < GRID_KINDS) {
    Grid grid;

    PetscCall(GridFromOptions(o, comm, kind, &grid));
    PetscCall(Generate(&grid, comm, &mesh->g, &mesh->dm));
  } else {
    char path[PETSC_MAX_PATH_LEN];

    PetscCall(PetscStrendswith(name, ".msh", &msh));
    PetscCheck(
      msh, comm, PETSC_ERR_USER_INPUT,
      "-mesh %s: neither line, rectangle nor chain, nor a Gmsh file (*.msh); python3-meshio converts other formats",
      name);
    PetscCall(FsOptionsFindFile(o, name, path, sizeof path));
    PetscCall(ReadFile(path, comm, &mesh->g, &mesh->dm));
  }
  PetscCall(FindOwners(mesh));
  *out = mesh;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshDestroy(Mesh *mesh)
{
  PetscFunctionBeginUser;
  if (!*mesh) PetscFunctionReturn(PETSC_SUCCESS);
  geometry_free(&(*mesh)->g);
  PetscCall(PetscFree((*mesh)->owned));
  PetscCall(DMDestroy(&(*mesh)->dm));
  PetscCall(PetscFree(*mesh));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshFindSet(Mesh mesh, const char option[], const char name[], PetscInt *set)
{
  char        list[512] = "";
  const char *nearest, **names;

  PetscFunctionBeginUser;
  *set = geometry_find_set(&mesh->g, name);
  if (*set >= 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc1(mesh->g.nsets, &names));
  for (PetscInt s = 0; s < mesh->g.nsets; s++) {
    names[s] = mesh->g.set_name[s];
    if (strlen(list) + strlen(names[s]) + 2 < sizeof list) {
      if (s) PetscCall(PetscStrlcat(list, ", ", sizeof list));
      PetscCall(PetscStrlcat(list, names[s], sizeof list));
    }
  }
  nearest = FsNearestWord(name, mesh->g.nsets, names);
  SETERRQ(mesh->comm, PETSC_ERR_USER_INPUT, "%s: the mesh has no set '%s'%s%s%s; it has %s", option, name,
          nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "", list);
}

PetscErrorCode MeshSetFromOptions(FsOptions o, Mesh mesh, const char kind[], const char name[], PetscInt *set)
{
  const char *option = FsOptionName(o, "-%s_%s_set", kind, name), *text = name;
  PetscBool   given;
  char        named[128];

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, option, &text, &given));
  PetscCall(PetscSNPrintf(named, sizeof named, "-%ss %s", kind, name));
  PetscCall(MeshFindSet(mesh, given ? option : named, text, set));
  PetscFunctionReturn(PETSC_SUCCESS);
}
