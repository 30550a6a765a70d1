/* mesh.c: creates a distributed mesh, and combines values of nodes that several ranks have. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include <petscsf.h>
#include <fs/petsc_versions.h>
#include <petscdmplex.h>
#include "mesh.h"
#include "mesh/gmsh/gmsh.h"
#include "base/error.h"
#include "base/memory_check.h"
#include "math/rotation.h"
#include "math/vector.h"
#include "geometry.h"
#include "mesh/frame/pattern_copies.h"
#include "mesh_options.h"
#include "place/near_nodes.h"

/* ---- cell weights ---------------------------------------------------------------------------- */

enum { MAX_NAMES = sizeof(((CellWork *)0)->sets) / 2 + 1 };

/* The indices of the sets of a CellWork, which are searched by name once. */
typedef struct {
  int n, set[MAX_NAMES];
} WorkSets;

/* Finds the sets in "a,b+1". A copy of a set costs what the set costs. */
static void find_sets(const Geometry *g, const char sets[], WorkSets *found)
{
  found->n = 0;
  for (const char *p = sets; *p && found->n < MAX_NAMES;) {
    const size_t length = strcspn(p, ","), base = strcspn(p, ",+");
    char         name[SET_NAME_SIZE];

    if (base < sizeof name) {
      memcpy(name, p, base);
      name[base]           = 0;
      found->set[found->n] = geometry_find_set(g, name);
      if (found->set[found->n] >= 0) found->n++;
    }
    p += length + (p[length] == ',');
  }
}

static int list_has_any_set(const Geometry *g, int list, const WorkSets *sets)
{
  for (int k = 0; k < sets->n; k++)
    if (set_lists_has_set(&g->lists, list, sets->set[k])) return 1;
  return 0;
}

/* cell_weights - Computes the work of each cell.

   The work of a cell is the sum over all CellWorks one of whose sets has the cell.
   Input:
     cells  the cells of this rank and their sets
     of     [n] work of the cells of some sets
   Output:
     weight  [cells->ncells] work of each cell, at least 1
   Not collective. */
static void cell_weights(const Geometry *g, int n, const CellWork of[], int weight[])
{
  /* work of the last list: neighbouring cells are in the same sets */
  int       list = -1, sum[SHAPES] = {0};
  WorkSets *sets = malloc(((size_t)n + 1) * sizeof *sets);

  for (int k = 0; k < n && sets; k++) find_sets(g, of[k].sets, &sets[k]);
  for (int c = 0; c < g->ncells; c++) {
    if (g->cell_sets[c] != list) {
      list = g->cell_sets[c];
      memset(sum, 0, sizeof sum);
      for (int k = 0; k < n && sets; k++) /* without memory all cells weigh 1 */
        if (list_has_any_set(g, list, &sets[k]))
          for (int shape = 0; shape < SHAPES; shape++) sum[shape] += of[k].work[shape];
    }
    weight[c] = sum[g->shape[c]] > 0 ? sum[g->shape[c]] : 1;
  }
  free(sets);
}

/* ---- the DMPlex ------------------------------------------------------------------------------ */

/* Creates a DMPlex with the owners of a mesh's nodes.

   It has no cones, supports and strata. fsolve does not need them, and they would take as much
   memory as the arrays of the mesh. */

/* Sets the point SF, which connects each ghost to the point of its owner. */
static PetscErrorCode SetPointSF(MPI_Comm comm, const Geometry *g, DM dm)
{
  PetscMPIInt  rank;
  PetscInt     nghosts = 0, *leaves;
  PetscSFNode *remote;
  PetscSF      sf;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  for (PetscInt i = 0; i < g->nnodes; i++) nghosts += g->owner[i] != rank;
  PetscCall(PetscMalloc1(nghosts, &leaves));
  PetscCall(PetscMalloc1(nghosts, &remote));
  nghosts = 0;
  for (PetscInt i = 0; i < g->nnodes; i++)
    if (g->owner[i] != rank) {
      leaves[nghosts]   = i;
      remote[nghosts++] = (PetscSFNode){g->owner[i], g->owner_node[i]};
    }
  PetscCall(DMGetPointSF(dm, &sf));
  PetscCall(PetscSFSetGraph(sf, g->nnodes + g->ncells, nghosts, leaves, PETSC_OWN_POINTER, remote,
                            PETSC_OWN_POINTER));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates a DMPlex from the parts of a mesh, one on each rank.

   If g->owner is set, a node that several ranks have is a shared point of the dm. If it is NULL,
   no node is shared.
   Input:
     g  this rank's part
   Output:
     dm  the caller destroys it
   Collective. */
static PetscErrorCode PlexCreate(MPI_Comm comm, const Geometry *g, DM *dm)
{
  PetscMPIInt size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCall(DMPlexCreate(comm, dm));
  PetscCall(DMSetCoordinateDim(*dm, 3));
  if (size > 1 && g->owner) PetscCall(SetPointSF(comm, g, *dm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the part of a rank --------------------------------------------------------------------- */

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

  if (s->kind == SOURCE_FRAME) return (double)s->frame.total.cells;
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
                        s->kind == SOURCE_FRAME ? "a model with the cells of -mesh frame"
                                                : "a model with the cells of -mesh_n"));
  bad = s->kind == SOURCE_FRAME ? frame_local_mesh(&s->frame, rank, size, g)
                                : grid_local_mesh(&s->grid, rank, size, g);
  PetscCheck(!bad, PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory: the mesh is too large");
  PetscCall(MeshMapApply(&s->map, &s->grid, comm, g));
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
  if (s->kind == SOURCE_GMSH || s->kind == SOURCE_ARRAYS) {
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
    cells->origin[c] = (CellOrigin){
      cells->cell_number[c], source, {0, 1}
    };
}

/* Applies the edits that may add nodes, or the others. */
static PetscErrorCode ApplyEdits(MPI_Comm comm, const MeshOptions *m, PetscBool adds_nodes,
                                 DistributedMesh *d)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < m->nedits; k++)
    if (m->edit[k].kind->adds_nodes == adds_nodes)
      PetscCall(m->edit[k].kind->apply(comm, m->edit[k].data, d));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateJoinedMesh(MPI_Comm comm, const MeshOptions *m, PetscInt nworks,
                                       const CellWork work[], Geometry *g, DM *dm,
                                       const char **method)
{
  const PetscInt  n     = m->nsources;
  Ranks           ranks = {.comm = comm};
  DistributedMesh d = {.ranks = NULL}, next_mesh = {.ranks = NULL};
  int            *weight, *to;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &ranks.rank));
  PetscCallMPI(MPI_Comm_size(comm, &ranks.size));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(CreateDistributedMesh(&m->source[i], &ranks, i ? &next_mesh : &d));
    if (n > 1) set_origins(&ranks, (int)i, i ? &next_mesh.cells : &d.cells);
    if (i) join_meshes(&d, &next_mesh, m->join_distance);
  }
  if (n == 1 && m->join_distance > 0) PetscCall(JoinNearNodes(comm, m, &d));
  PetscCall(ApplyEdits(comm, m, PETSC_TRUE, &d));
  if (n > 1 || m->source->kind == SOURCE_GMSH ||
      m->source->kind == SOURCE_ARRAYS) { /* a frame alone is numbered well */
    find_coincident_nodes(&d);
    renumber_mesh(&d);
  }
  PetscCall(ApplyEdits(comm, m, PETSC_FALSE, &d));
  PetscCall(PetscMalloc2(d.cells.ncells, &weight, d.cells.ncells, &to));
  cell_weights(&d.cells, (int)nworks, work, weight);
  PetscCall(PartitionCells(&d, m->partition, weight, to, method));
  migrate_cells(&d, to, g);
  PetscCall(PetscFree2(weight, to));
  PetscCall(PlexCreate(comm, g, dm));
  clear_owners(g);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates *copies if the mesh has a frame or several sources. */
static PetscErrorCode CopiesCreate(PetscInt n, MeshSource source[], PatternCopies *copies)
{
  PatternSource at[MAX_MESHES];
  int           frame = -1;

  PetscFunctionBeginUser;
  *copies = NULL;
  for (int i = 0; i < n; i++) {
    at[i] = (PatternSource){source[i].placement.scale, placement_motion(&source[i].placement), i};
    if (source[i].kind == SOURCE_FRAME) frame = i;
    for (int k = i - 1; k >= 0 && source[i].kind == SOURCE_GMSH; k--)
      if (source[k].kind == SOURCE_GMSH && !strcmp(source[k].path, source[i].path)) at[i].file = k;
  }
  if (n > 1 || frame >= 0)
    PetscCall(
      PatternCopiesCreate(frame < 0 ? NULL : &source[frame].frame, frame, (int)n, at, copies));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates this rank's part of a mesh, without its imperfections.

   Input/Output:
     m  its frame moves into *copies
   Input:
     work  [nworks] costs of cells, which the partition balances
   Output:
     g       this rank's part; the caller frees it by geometry_free()
     dm      DMPlex of g; the caller destroys it
     copies  patterns of the frame, which the caller destroys; NULL if the mesh has no frame and one
             source
     method  name of the partition method, a constant string
   Collective. Input errors: a file does not exist or is damaged; those of the edits. */
static PetscErrorCode LocalMeshCreate(MPI_Comm comm, MeshOptions *m, PetscInt nworks,
                                      const CellWork work[], Geometry *g, DM *dm,
                                      PatternCopies *copies, const char **method)
{
  PetscFunctionBeginUser;
  *method = "blocks";
  if (mesh_is_one_grid(m)) PetscCall(CreateLocalMesh(comm, m->source, g, dm));
  else PetscCall(CreateJoinedMesh(comm, m, nworks, work, g, dm, method));
  PetscCall(CopiesCreate(m->nsources, m->source, copies));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the mesh -------------------------------------------------------------------------------- */

/* Sets mesh->owned and the numbers of nodes and cells. Leaves of the point SF are ghosts. */
static PetscErrorCode FindOwnedNodes(Mesh mesh)
{
  const PetscInt *leaves;
  PetscInt        nleaves, local[2], total[2];
  PetscSF         sf;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(mesh->g.nnodes, &mesh->owned));
  for (PetscInt i = 0; i < mesh->g.nnodes; i++) mesh->owned[i] = PETSC_TRUE;
  PetscCall(DMGetPointSF(mesh->dm, &sf));
  PetscCall(PetscSFGetGraph(sf, NULL, &nleaves, &leaves, NULL));
  for (PetscInt k = 0; k < nleaves; k++) mesh->owned[leaves ? leaves[k] : k] = PETSC_FALSE;
  mesh->nowned = 0;
  for (PetscInt i = 0; i < mesh->g.nnodes; i++) mesh->nowned += mesh->owned[i] ? 1 : 0;
  local[0] = mesh->nowned;
  local[1] = mesh->g.ncells;
  PetscCallMPI(MPIU_Allreduce(local, total, 2, MPIU_INT, MPI_SUM, mesh->comm));
  mesh->nnodes = total[0];
  mesh->ncells = total[1];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshCreate(MPI_Comm comm, MeshOptions *options, PetscInt n, const CellWork work[],
                          Mesh *out)
{
  Mesh mesh;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&mesh));
  mesh->comm     = comm;
  mesh->unjoined = options->unjoined;
  mesh->unused   = options->unused;
  mesh->grid     = -1;
  for (PetscInt i = 0; i < options->nsources; i++)
    if (options->source[i].kind == SOURCE_GRID) mesh->grid = (int)i;
  PetscCall(
    LocalMeshCreate(comm, options, n, work, &mesh->g, &mesh->dm, &mesh->copies, &mesh->method));
  PetscCall(FindOwnedNodes(mesh));
  PetscCall(MeshApplyImperfections(mesh, &options->imperfections));
  *out = mesh;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshDestroy(Mesh *mesh)
{
  PetscFunctionBeginUser;
  if (!*mesh) PetscFunctionReturn(PETSC_SUCCESS);
  geometry_free(&(*mesh)->g);
  PetscCall(PatternCopiesDestroy(&(*mesh)->copies));
  PetscCall(PetscFree((*mesh)->owned));
  PetscCall(PetscFree((*mesh)->imperfection));
  PetscCall(DMDestroy(&(*mesh)->dm));
  PetscCall(PetscFree(*mesh));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- nodes that several ranks have ----------------------------------------------------------- */

PetscErrorCode MeshCombineNodes(Mesh mesh, MPI_Datatype unit, void *values, MPI_Op op)
{
  PetscMPIInt size;
  int         bytes;
  PetscSF     sf;
  char       *roots;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(mesh->comm, &size));
  if (size == 1) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(DMGetPointSF(mesh->dm, &sf));
  PetscCallMPI(MPI_Type_size(unit, &bytes));
  PetscCall(PetscMalloc1((size_t)bytes * (size_t)mesh->g.nnodes, &roots));
  PetscCall(PetscMemcpy(roots, values, (size_t)bytes * (size_t)mesh->g.nnodes));
  PetscCall(PetscSFReduceBegin(sf, unit, values, roots, op));
  PetscCall(PetscSFReduceEnd(sf, unit, values, roots, op));
  PetscCall(PetscMemcpy(values, roots, (size_t)bytes * (size_t)mesh->g.nnodes));
  PetscCall(PetscSFBcastBegin(sf, unit, roots, values, MPI_REPLACE));
  PetscCall(PetscSFBcastEnd(sf, unit, roots, values, MPI_REPLACE));
  PetscCall(PetscFree(roots));
  PetscFunctionReturn(PETSC_SUCCESS);
}
