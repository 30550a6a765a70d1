/* mesh.c: from the options to arrays, from arrays to a distributed DMPlex of depth 1, and back to each rank's arrays. */
#include <stdlib.h>
#include <string.h>
#include "mesh.h"

const OptionDoc mesh_options[] = {
  {"-mesh",       "<file.msh>",    "Gmsh file (2.2 or 4.1; also looked for beside the options file), or line, rectangle, chain"},
  {"-mesh_n",     "1,1",           "cells per direction of a generated mesh"                                                   },
  {"-mesh_lower", "0,0,0",         "its lower left corner, or start [m]"                                                       },
  {"-mesh_upper", "1,1,0",         "its upper right corner, or end [m]"                                                        },
  {"-mesh_cell",  "quadrilateral", "cells of a rectangle: quadrilateral, triangle"                                             },
  {"-mesh_order", "1",             "1, or 2: a line or chain of 3-node cells, -mesh_n of them"                                 },
  {NULL,          NULL,            NULL                                                                                        }
};

/* The grid that the options describe; line: a line or a chain. */
static PetscErrorCode GridFromOptions(Options o, MPI_Comm comm, PetscBool line, PetscBool chain, Grid *grid)
{
  static const char *const cells[] = {"quadrilateral", "triangle", NULL};
  PetscReal                n[2] = {1, 1}, lower[3] = {0, 0, 0}, upper[3] = {1, line ? 0 : 1, 0};
  PetscInt                 count = line ? 1 : 2, three = 3, cell = 0, order = 1, dimension = line ? 1 : 2;
  double                   length2 = 0;

  PetscFunctionBeginUser;
  PetscCall(OptionsReals(o, "-mesh_n", dimension, &count, n, NULL));
  for (PetscInt d = 0; d < dimension; d++)
    PetscCheck(n[d] >= 1 && n[d] == PetscFloorReal(n[d]), comm, PETSC_ERR_USER_INPUT,
               "-mesh_n: %.6g cells in direction %" PetscInt_FMT "; give whole numbers from 1 on", (double)n[d], d + 1);
  PetscCall(OptionsInt(o, "-mesh_order", 1, &order, NULL));
  PetscCheck(order <= 2, comm, PETSC_ERR_USER_INPUT, "-mesh_order %" PetscInt_FMT ": must be 1 or 2", order);
  PetscCheck(line || order == 1, comm, PETSC_ERR_USER_INPUT,
             "-mesh_order %" PetscInt_FMT
             ": only a line or a chain has cells of second order; leave it out for a rectangle",
             order);
  PetscCheck(((PetscReal)(order + chain) * n[0] + 1) * (line ? 1 : n[1] + 1) * (line ? 1 : 2) < 2147483647 / 4., comm,
             PETSC_ERR_USER_INPUT, "-mesh_n: the mesh has more cells than %d-bit numbers can count",
             (int)(8 * sizeof(PetscInt)));
  PetscCall(OptionsReals(o, "-mesh_lower", dimension, &three, lower, NULL));
  three = 3;
  PetscCall(OptionsReals(o, "-mesh_upper", dimension, &three, upper, NULL));
  if (!line) {
    PetscCall(OptionsChoice(o, "-mesh_cell", cells, &cell, NULL));
    PetscCheck(upper[2] == lower[2] || three < 3, comm, PETSC_ERR_USER_INPUT,
               "-mesh_upper: a rectangle lies in a plane z = %.6g, that of -mesh_lower", (double)lower[2]);
    PetscCheck(upper[0] > lower[0] && upper[1] > lower[1], comm, PETSC_ERR_USER_INPUT,
               "-mesh_upper %.6g,%.6g must be to the right of and above -mesh_lower %.6g,%.6g", (double)upper[0],
               (double)upper[1], (double)lower[0], (double)lower[1]);
  }
  grid->kind  = chain ? GRID_CHAIN : line ? GRID_LINE : cell ? GRID_TRIANGLE : GRID_QUADRILATERAL;
  grid->order = (int)order;
  for (PetscInt d = 0; d < 2; d++) grid->n[d] = (int)n[d];
  for (PetscInt c = 0; c < 3; c++) {
    grid->lower[c] = lower[c];
    grid->upper[c] = upper[c];
    length2 += (upper[c] - lower[c]) * (upper[c] - lower[c]);
  }
  PetscCheck(length2 > 0, comm, PETSC_ERR_USER_INPUT,
             "-mesh_lower and -mesh_upper are the same point: the mesh has no length");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Cells, then nodes, with cell types given before anything can ask for them (3.18 would compute its own first). */
static PetscErrorCode CreatePlex(MPI_Comm comm, const Geometry *g, DM *dm)
{
  const PetscInt nc = g->ncells, nn = g->nnodes;
  PetscInt       cone[SHAPE_MAX_NODES];
  DMLabel        types;

  PetscFunctionBeginUser;
  PetscCall(DMPlexCreate(comm, dm));
  PetscCall(DMSetDimension(*dm, 1));
  PetscCall(DMSetCoordinateDim(*dm, 3));
  PetscCall(DMPlexSetChart(*dm, 0, nc + nn));
  for (PetscInt c = 0; c < nc; c++) PetscCall(DMPlexSetConeSize(*dm, c, geometry_cell_size(g, (int)c)));
  PetscCall(DMSetUp(*dm));
  for (PetscInt c = 0; c < nc; c++) {
    for (int i = g->offset[c]; i < g->offset[c + 1]; i++) cone[i - g->offset[c]] = nc + g->conn[i];
    PetscCall(DMPlexSetCone(*dm, c, cone));
  }
  PetscCall(DMPlexSymmetrize(*dm));
  PetscCall(DMCreateLabel(*dm, "celltype"));
  PetscCall(DMGetLabel(*dm, "celltype", &types));
  PetscCall(DMLabelSetStratumBounds(types, DM_POLYTOPE_SEGMENT, 0, nc));
  PetscCall(DMLabelSetStratumBounds(types, DM_POLYTOPE_POINT, nc, nc + nn));
  PetscCall(DMPlexStratify(*dm));
  PetscCall(DMSetBasicAdjacency(*dm, PETSC_FALSE, PETSC_TRUE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The point SF of a grid, whose owners every rank knows. */
static PetscErrorCode SetOwners(Mesh mesh)
{
  const Geometry *g = &mesh->g;
  PetscMPIInt     rank;
  PetscInt        nghosts = 0, *points, *leaves;
  PetscSFNode    *remote;
  PetscSF         nodes, sf;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(mesh->comm, &rank));
  for (PetscInt i = 0; i < g->nnodes; i++) nghosts += g->owner[i] != rank;
  PetscCall(PetscMalloc1(nghosts, &leaves));
  PetscCall(PetscMalloc1(nghosts, &remote));
  nghosts = 0;
  for (PetscInt i = 0; i < g->nnodes; i++)
    if (g->owner[i] != rank) {
      leaves[nghosts]         = i;
      remote[nghosts].rank    = g->owner[i];
      remote[nghosts++].index = g->owner_node[i];
    }
  PetscCall(PetscSFCreate(mesh->comm, &nodes));
  PetscCall(PetscSFSetGraph(nodes, g->nnodes, nghosts, leaves, PETSC_COPY_VALUES, remote, PETSC_COPY_VALUES));
  /* The owner knows at which of its points the node is: that depends on its number of cells. */
  PetscCall(PetscMalloc1(g->nnodes, &points));
  for (PetscInt i = 0; i < g->nnodes; i++) points[i] = g->ncells + i;
  PetscCall(PetscSFBcastBegin(nodes, MPIU_INT, points, points, MPI_REPLACE));
  PetscCall(PetscSFBcastEnd(nodes, MPIU_INT, points, points, MPI_REPLACE));
  for (PetscInt k = 0; k < nghosts; k++) {
    remote[k].index = points[leaves[k]];
    leaves[k] += g->ncells;
  }
  PetscCall(DMGetPointSF(mesh->dm, &sf));
  PetscCall(PetscSFSetGraph(sf, g->ncells + g->nnodes, nghosts, leaves, PETSC_OWN_POINTER, remote, PETSC_OWN_POINTER));
  PetscCall(PetscFree(points));
  PetscCall(PetscSFDestroy(&nodes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* One array over all points of the serial mesh to where the points have gone; unit holds one point's data. */
static PetscErrorCode Migrate(PetscSF migration, MPI_Datatype type, int count, const void *from, void *to)
{
  MPI_Datatype unit;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Type_contiguous(count, type, &unit));
  PetscCallMPI(MPI_Type_commit(&unit));
  PetscCall(PetscSFBcastBegin(migration, unit, from, to, MPI_REPLACE));
  PetscCall(PetscSFBcastEnd(migration, unit, from, to, MPI_REPLACE));
  PetscCallMPI(MPI_Type_free(&unit));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The geometry of this rank's piece after DMPlexDistribute. */
static PetscErrorCode MigrateGeometry(Mesh mesh, DM distributed, PetscSF migration)
{
  Geometry *old = &mesh->g, new;
  PetscInt  cstart, cend, vstart, vend, nconn = 0, nold, npoints, words = old->words, nsets = old->nsets;
  double   *x_old, *x;
  int64_t  *id_old, *id; /* of cells the shape */
  uint64_t *bits_old, *bits;

  PetscFunctionBeginUser;
  PetscCall(DMPlexGetHeightStratum(distributed, 0, &cstart, &cend));
  PetscCall(DMPlexGetDepthStratum(distributed, 0, &vstart, &vend));
  if (cend == cstart) cstart = cend = 0; /* a rank without cells has no nodes either */
  if (vend == vstart || cend == cstart) vstart = vend = cend;
  PetscCheck(cstart == 0 && vstart == cend, PETSC_COMM_SELF, PETSC_ERR_PLIB, "cells must come before nodes");
  nold    = old->ncells + old->nnodes;
  npoints = vend;
  PetscCall(PetscMalloc6(3 * nold, &x_old, nold, &id_old, words * nold, &bits_old, 3 * npoints, &x, npoints, &id,
                         words * npoints, &bits));
  for (PetscInt c = 0; c < old->ncells; c++) {
    x_old[3 * c] = x_old[3 * c + 1] = x_old[3 * c + 2] = 0;
    id_old[c]                                          = old->shape[c];
  }
  PetscCall(PetscArraycpy(x_old + 3 * old->ncells, (double *)old->x, 3 * old->nnodes));
  PetscCall(PetscArraycpy(id_old + old->ncells, old->id, old->nnodes));
  PetscCall(PetscArraycpy(bits_old, old->cell_sets, words * old->ncells));
  PetscCall(PetscArraycpy(bits_old + words * old->ncells, old->node_sets, words * old->nnodes));
  PetscCall(Migrate(migration, MPI_DOUBLE, 3, x_old, x));
  PetscCall(Migrate(migration, MPI_INT64_T, 1, id_old, id));
  PetscCall(Migrate(migration, MPI_UINT64_T, (int)words, bits_old, bits));

  for (PetscInt c = 0; c < cend; c++) {
    PetscInt size;

    PetscCall(DMPlexGetConeSize(distributed, c, &size));
    nconn += size;
  }
  PetscCheck(!geometry_allocate(&new, (int)(vend - vstart), (int)cend, (int)nconn, (int)nsets), PETSC_COMM_SELF,
             PETSC_ERR_MEM, "mesh");
  for (PetscInt c = 0; c < cend; c++) {
    const PetscInt *cone;
    PetscInt        size;

    PetscCall(DMPlexGetConeSize(distributed, c, &size));
    PetscCall(DMPlexGetCone(distributed, c, &cone));
    for (PetscInt i = 0; i < size; i++) new.conn[new.offset[c] + i] = (int)(cone[i] - vstart);
    new.offset[c + 1] = new.offset[c] + (int)size;
    new.shape[c]      = (unsigned char)id[c];
  }
  PetscCall(PetscArraycpy((double *)new.x, x + 3 * vstart, 3 * (vend - vstart)));
  PetscCall(PetscArraycpy(new.id, id + vstart, vend - vstart));
  PetscCall(PetscArraycpy(new.cell_sets, bits, words * cend));
  PetscCall(PetscArraycpy(new.node_sets, bits + words * vstart, words * (vend - vstart)));
  memcpy(new.set_name, old->set_name, (size_t)nsets * sizeof *new.set_name);
  geometry_free(old);
  *old = new;
  PetscCall(PetscFree6(x_old, id_old, bits_old, x, id, bits));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Read the file on rank 0, spread the set names, build the plex there and distribute it. */
static PetscErrorCode ReadFile(Mesh mesh, const char path[])
{
  char        message[512] = "";
  PetscMPIInt rank, size;
  int         bad         = 0, nsets;
  DM          distributed = NULL;
  PetscSF     migration   = NULL;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(mesh->comm, &rank));
  PetscCallMPI(MPI_Comm_size(mesh->comm, &size));
  if (rank == 0) bad = gmsh_read(path, &mesh->g, message, sizeof message);
  PetscCall(CheckAllRanks(mesh->comm, (PetscBool)(bad != 0), "-mesh %s", message));
  PetscCheck(!geometry_sweep(&mesh->g), PETSC_COMM_SELF, PETSC_ERR_MEM, "mesh");
  nsets = mesh->g.nsets;
  PetscCallMPI(MPI_Bcast(&nsets, 1, MPI_INT, 0, mesh->comm));
  if (rank) PetscCheck(!geometry_allocate(&mesh->g, 0, 0, 0, nsets), PETSC_COMM_SELF, PETSC_ERR_MEM, "mesh");
  PetscCallMPI(MPI_Bcast(mesh->g.set_name, nsets * SET_NAME_SIZE, MPI_CHAR, 0, mesh->comm));
  PetscCall(CreatePlex(mesh->comm, &mesh->g, &mesh->dm));
  if (size > 1) PetscCall(DMPlexDistribute(mesh->dm, 0, &migration, &distributed));
  if (distributed) {
    PetscCall(MigrateGeometry(mesh, distributed, migration));
    PetscCall(DMSetBasicAdjacency(distributed, PETSC_FALSE, PETSC_TRUE));
    PetscCall(DMDestroy(&mesh->dm));
    mesh->dm = distributed;
  }
  PetscCall(PetscSFDestroy(&migration));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Generate(Mesh mesh, const Grid *grid)
{
  PetscMPIInt rank, size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(mesh->comm, &rank));
  PetscCallMPI(MPI_Comm_size(mesh->comm, &size));
  PetscCheck(!grid_piece(grid, rank, size, &mesh->g), PETSC_COMM_SELF, PETSC_ERR_MEM, "mesh");
  PetscCall(CreatePlex(mesh->comm, &mesh->g, &mesh->dm));
  if (size > 1) PetscCall(SetOwners(mesh));
  free(mesh->g.owner);
  free(mesh->g.owner_node);
  mesh->g.owner = mesh->g.owner_node = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshCombineNodes(Mesh mesh, MPI_Datatype unit, void *values, MPI_Op op)
{
  PetscMPIInt size;
  int         bytes;
  PetscSF     sf;
  char       *points, *roots;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(mesh->comm, &size));
  if (size == 1) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(DMGetPointSF(mesh->dm, &sf));
  PetscCallMPI(MPI_Type_size(unit, &bytes));
  /* The SF is of points: cells, then nodes. */
  PetscCall(PetscCalloc2((size_t)bytes * (size_t)(mesh->g.ncells + mesh->g.nnodes), &points,
                         (size_t)bytes * (size_t)(mesh->g.ncells + mesh->g.nnodes), &roots));
  PetscCall(
    PetscMemcpy(points + (size_t)bytes * (size_t)mesh->g.ncells, values, (size_t)bytes * (size_t)mesh->g.nnodes));
  PetscCall(PetscMemcpy(roots, points, (size_t)bytes * (size_t)(mesh->g.ncells + mesh->g.nnodes)));
  PetscCall(PetscSFReduceBegin(sf, unit, points, roots, op));
  PetscCall(PetscSFReduceEnd(sf, unit, points, roots, op));
  PetscCall(PetscMemcpy(points, roots, (size_t)bytes * (size_t)(mesh->g.ncells + mesh->g.nnodes)));
  PetscCall(PetscSFBcastBegin(sf, unit, roots, points, MPI_REPLACE));
  PetscCall(PetscSFBcastEnd(sf, unit, roots, points, MPI_REPLACE));
  PetscCall(
    PetscMemcpy(values, points + (size_t)bytes * (size_t)mesh->g.ncells, (size_t)bytes * (size_t)mesh->g.nnodes));
  PetscCall(PetscFree2(points, roots));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Which nodes are ours, and the numbers of all. */
static PetscErrorCode NumberNodes(Mesh mesh)
{
  const PetscInt *leaves;
  PetscInt        nleaves, local[2], total[2];
  PetscSF         sf;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(mesh->g.nnodes, &mesh->owned, mesh->g.nnodes, &mesh->global));
  for (PetscInt i = 0; i < mesh->g.nnodes; i++) mesh->owned[i] = PETSC_TRUE;
  PetscCall(DMGetPointSF(mesh->dm, &sf));
  PetscCall(PetscSFGetGraph(sf, NULL, &nleaves, &leaves, NULL));
  for (PetscInt k = 0; k < nleaves; k++) {
    const PetscInt node = (leaves ? leaves[k] : k) - mesh->g.ncells;

    if (node >= 0) mesh->owned[node] = PETSC_FALSE;
  }
  mesh->nowned = 0;
  for (PetscInt i = 0; i < mesh->g.nnodes; i++) mesh->nowned += mesh->owned[i];
  mesh->first = 0;
  PetscCallMPI(MPI_Exscan(&mesh->nowned, &mesh->first, 1, MPIU_INT, MPI_SUM, mesh->comm));
  for (PetscInt i = 0, k = mesh->first; i < mesh->g.nnodes; i++) mesh->global[i] = mesh->owned[i] ? k++ : -1;
  PetscCall(MeshCombineNodes(mesh, MPIU_INT, mesh->global, MPI_MAX));
  local[0] = mesh->nowned;
  local[1] = mesh->g.ncells;
  PetscCall(MPIU_Allreduce(local, total, 2, MPIU_INT, MPI_SUM, mesh->comm));
  mesh->nnodes = total[0];
  mesh->ncells = total[1];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshCreate(Options o, MPI_Comm comm, Mesh *out)
{
  const char *kind = NULL;
  PetscBool   set, line, rectangle, chain;
  Mesh        mesh;

  PetscFunctionBeginUser;
  PetscCall(OptionsText(o, "-mesh", &kind, &set));
  PetscCheck(
    set, comm, PETSC_ERR_USER_INPUT,
    "no -mesh: give a Gmsh file, line, rectangle or chain, usually in a file given by -options_file (-help lists all "
    "options)");
  PetscCall(PetscNew(&mesh));
  mesh->comm = comm;
  PetscCall(PetscStrcasecmp(kind, "line", &line));
  PetscCall(PetscStrcasecmp(kind, "rectangle", &rectangle));
  PetscCall(PetscStrcasecmp(kind, "chain", &chain));
  if (line || rectangle || chain) {
    Grid grid;

    PetscCall(GridFromOptions(o, comm, (PetscBool)!rectangle, chain, &grid));
    PetscCall(Generate(mesh, &grid));
  } else {
    char      path[PETSC_MAX_PATH_LEN];
    PetscBool msh;

    PetscCall(PetscStrendswith(kind, ".msh", &msh));
    PetscCheck(
      msh, comm, PETSC_ERR_USER_INPUT,
      "-mesh %s: neither line, rectangle nor chain, nor a Gmsh file (*.msh); python3-meshio converts other formats",
      kind);
    PetscCall(OptionsFindFile(o, kind, path, sizeof path));
    PetscCall(ReadFile(mesh, path));
  }
  PetscCall(NumberNodes(mesh));
  *out = mesh;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshDestroy(Mesh *mesh)
{
  PetscFunctionBeginUser;
  if (!*mesh) PetscFunctionReturn(PETSC_SUCCESS);
  geometry_free(&(*mesh)->g);
  PetscCall(PetscFree2((*mesh)->owned, (*mesh)->global));
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
  nearest = NearestWord(name, mesh->g.nsets, names);
  SETERRQ(mesh->comm, PETSC_ERR_USER_INPUT, "%s: the mesh has no set '%s'%s%s%s; it has %s", option, name,
          nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "", list);
}

PetscErrorCode MeshSetFromOptions(Options o, Mesh mesh, const char kind[], const char name[], PetscInt *set)
{
  const char *option = OptionName(o, "-%s_%s_set", kind, name), *text = name;
  PetscBool   given;
  char        named[128];

  PetscFunctionBeginUser;
  PetscCall(OptionsText(o, option, &text, &given));
  PetscCall(PetscSNPrintf(named, sizeof named, "-%ss %s", kind, name));
  PetscCall(MeshFindSet(mesh, given ? option : named, text, set));
  PetscFunctionReturn(PETSC_SUCCESS);
}
