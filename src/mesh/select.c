/* select.c: selects nodes and cells of a mesh by sets, by places, or by both. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "mesh/frame/frame_mesh.h"
#include "base/error.h"
#include "input/formula/expression.h"
#include "math/vector.h"
#include "mesh_selection.h"
#include "mesh.h"
#include "place/mesh_place.h"

/* ---- sets by their names --------------------------------------------------------------------- */

/* Adds a set "foot+3" of the part of set "foot" in a copy of its pattern.

   Output:
     set  its index, or -1 if the name has no + or no set has the name before the + */
static PetscErrorCode AddCopySet(Mesh mesh, const char option[], const char name[], PetscInt *set)
{
  const size_t   length = strcspn(name, "+");
  Geometry      *g      = &mesh->g;
  char           base[SET_NAME_SIZE];
  int            base_set;
  unsigned char *selected, *selected_cell;

  PetscFunctionBeginUser;
  *set = -1;
  if (!name[length] || strlen(name) >= sizeof base) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscStrncpy(base, name, length + 1));
  base_set = geometry_find_set(g, base);
  if (base_set < 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc2(g->nnodes + 1, &selected, g->ncells + 1, &selected_cell));
  PetscCall(PatternCopiesSelect(mesh->copies, mesh->comm, g, option, name, base_set, selected,
                                selected_cell));
  PetscCall(MeshCombineNodes(mesh, MPI_UNSIGNED_CHAR, selected, MPI_BOR));
  *set = geometry_add_set(g, name);
  for (int i = 0; i < g->nnodes; i++)
    if (selected[i]) geometry_add_node_to_set(g, i, (int)*set);
  for (int c = 0; c < g->ncells; c++)
    if (selected_cell[c]) geometry_add_cell_to_set(g, c, (int)*set);
  PetscCheck(*set >= 0 && !g->lists.failed, PETSC_COMM_SELF, PETSC_ERR_MEM, "sets");
  PetscCall(PetscFree2(selected, selected_cell));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshFindSet(Mesh mesh, const char option[], const char name[], PetscInt *set)
{
  char        list[512] = "";
  const char *nearest, **names;

  PetscFunctionBeginUser;
  *set = geometry_find_set(&mesh->g, name);
  if (*set < 0) PetscCall(AddCopySet(mesh, option, name, set));
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
  SETERRQ(mesh->comm, PETSC_ERR_USER_INPUT, "%s: the mesh has no set '%s'%s%s%s; it has %s%s",
          option, name, nearest ? "; did you mean '" : "", nearest ? nearest : "",
          nearest ? "'?" : "", list,
          nearest ? "" : "; for the cells of a part give the set of -part_<name>_set");
}

/* Finds the sets of "a,b"; the caller frees *sets. The name of a set may have a comma. */
static PetscErrorCode FindSetsByName(Mesh mesh, const char option[], const char text[], PetscInt *n,
                                     PetscInt **sets)
{
  PetscFunctionBeginUser;
  *n = 1;
  for (const char *p = text; *p; p++) *n += *p == ',';
  if (geometry_find_set(&mesh->g, text) >= 0) *n = 1;
  PetscCall(PetscMalloc1(*n, sets));
  for (PetscInt i = 0; i < *n; i++) {
    const size_t length = *n == 1 ? strlen(text) : strcspn(text, ",");
    char         name[256];

    PetscCall(PetscStrncpy(name, text, PetscMin(length + 1, sizeof name)));
    PetscCall(MeshFindSet(mesh, option, name, &(*sets)[i]));
    text += length + 1;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- places ---------------------------------------------------------------------------------- */

/* The sets of a selection, as far as they are found. */
typedef struct {
  const char *kind, *name; /* of MeshSelection */
  PetscBool   by_set;
  PetscInt    nsets, *sets;
  /* set of nodes that a place does not select, because they are at the points that it selects; or
     -1 (members/member_ends.h) */
  int hidden;
} SelectedSets;

/* Returns whether a region contains x; value has the numbers of its option. */
typedef int (*RegionTest)(const double x[3], const PetscReal value[], double rounding);

static int in_box(const double x[3], const PetscReal v[], double rounding)
{
  for (int c = 0; c < 3; c++)
    if (x[c] < PetscMin(v[c], v[3 + c]) - rounding || x[c] > PetscMax(v[c], v[3 + c]) + rounding)
      return 0;
  return 1;
}

static int in_sphere(const double x[3], const PetscReal v[], double rounding)
{
  return point_distance(x, v) <= v[3] + rounding;
}

static int on_plane(const double x[3], const PetscReal v[], double rounding)
{
  const double size = hypot(hypot(v[3], v[4]), v[5]);

  return fabs((x[0] - v[0]) * v[3] + (x[1] - v[1]) * v[4] + (x[2] - v[2]) * v[5]) <=
         rounding * size;
}

static const RegionTest contains[REGIONS] = {in_box, in_sphere, on_plane};

/* Computes the distance that is round-off in this mesh [m]. Collective. */
static PetscErrorCode RoundoffDistance(Mesh mesh, double *rounding)
{
  const Geometry *g          = &mesh->g;
  double          maximum[6] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL};

  PetscFunctionBeginUser;
  for (int i = 0; i < g->nnodes; i++)
    for (int c = 0; c < 3; c++) {
      maximum[c]     = fmax(maximum[c], g->x[i][c]);
      maximum[3 + c] = fmax(maximum[3 + c], -g->x[i][c]);
    }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, maximum, 6, MPI_DOUBLE, MPI_MAX, mesh->comm));
  /* Relative to the diagonal of the bounding box: round-off of coordinates from formulas and from
     files with nine digits or more. Nodes of a mesh are farther apart. tests/relations/guards.py
     has planes that are 1e-10 and 1e-5 of the diagonal away from a node. */
  *rounding =
    1e-8 * hypot(hypot(maximum[0] + maximum[3], maximum[1] + maximum[4]), maximum[2] + maximum[5]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SelectRegions(Mesh mesh, const MeshSelection *s, unsigned char selected[])
{
  PetscFunctionBeginUser;
  for (int k = 0; k < REGIONS; k++) {
    double rounding = 0;

    if (!s->in_region[k]) continue;
    PetscCall(RoundoffDistance(mesh, &rounding));
    for (int i = 0; i < mesh->g.nnodes; i++)
      selected[i] = selected[i] && contains[k](mesh->g.x[i], s->region[k], rounding);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool is_in_sets(const SelectedSets *sets, const Geometry *g, int list)
{
  for (PetscInt s = 0; s < sets->nsets; s++)
    if (set_lists_has_set(&g->lists, list, (int)sets->sets[s])) return PETSC_TRUE;
  return PETSC_FALSE;
}

static PetscBool is_hidden(const SelectedSets *sets, const Geometry *g, int node)
{
  return (PetscBool)(sets->hidden >= 0 && geometry_node_in_set(g, node, sets->hidden));
}

/* Determines the cells in which a place may be: those of cells[ncells] that are in the requested
   sets and whose nodes are selected. */
static void select_place_cells(const SelectedSets *sets, const Geometry *g,
                               const unsigned char selected[], const PetscBool cells[],
                               unsigned char possible[])
{
  for (int c = 0; c < g->ncells; c++) {
    possible[c] = cells[c] && (!sets->by_set || is_in_sets(sets, g, g->cell_sets[c]));
    for (int i = g->offset[c]; i < g->offset[c + 1]; i++)
      possible[c] = possible[c] && selected[g->conn[i]];
  }
}

/* Finds the place of the selection, and selects its node, or the nodes of its cell. cells[ncells]
   are those in which the place may be; NULL if it must be a node. */
static PetscErrorCode SelectPlace(Mesh mesh, const MeshSelection *s, const SelectedSets *sets,
                                  const PetscBool cells[], unsigned char selected[],
                                  MeshPlace *place)
{
  const Geometry *g = &mesh->g;
  unsigned char  *possible;
  char            option[256];
  PlaceSearch     search = {.option = option, .node = selected};
  PetscMPIInt     rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(mesh->comm, &rank));
  if (!s->nearest) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSNPrintf(option, sizeof option, "-%s_%s_%s", s->kind, s->name,
                          s->traits & SELECT_BY_PLACE ? "place" : "point"));
  PetscCall(PetscArraycpy(search.point, s->point, 3));
  PetscCall(PetscMalloc1(g->ncells + 1, &possible));
  if (cells) {
    select_place_cells(sets, g, selected, cells, possible);
    search.cell = possible;
  }
  for (int i = 0; i < g->nnodes; i++)
    if (is_hidden(sets, g, i)) selected[i] = 0;
  PetscCall(MeshFindPlace(mesh, &search, place));
  PetscCall(PetscFree(possible));
  for (int i = 0; i < g->nnodes; i++)
    selected[i] = selected[i] && !place->dimension && g->id[i] == place->id;
  if (place->dimension && place->rank == rank)
    for (int i = g->offset[place->item]; i < g->offset[place->item + 1]; i++)
      selected[g->conn[i]] = 1;
  PetscCall(MeshCombineNodes(mesh, MPI_UNSIGNED_CHAR, selected, MPI_BOR));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SelectWhere(Mesh mesh, const MeshSelection *s, unsigned char selected[])
{
  static const char *const xyz[] = {"x", "y", "z"};
  char                     option[256], message[512] = "";
  Expression               e;

  PetscFunctionBeginUser;
  if (!s->where) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSNPrintf(option, sizeof option, "-%s_%s_where", s->kind, s->name));
  PetscCall(ExpressionCreate(s->symbols, option, s->where, 3, xyz, &e));
  for (int i = 0; i < mesh->g.nnodes; i++) {
    const PetscReal value = selected[i] ? ExpressionValue(e, mesh->g.x[i]) : 0;

    if (!isfinite(value)) ExpressionErrorText(e, mesh->g.x[i], message, sizeof message);
    selected[i] = value != 0;
  }
  PetscCall(CheckAllRanks(mesh->comm, (PetscBool)(message[0] != 0), "%s", message));
  PetscCall(ExpressionDestroy(&e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- a new set ------------------------------------------------------------------------------- */

/* Returns whether a cell joins a node that is split off its point to this point. */
static PetscBool joins_split_node(const Mesh mesh, int cell)
{
  const Geometry *g = &mesh->g;
  const int      *sets, n = set_lists_get(&g->lists, g->cell_sets[cell], &sets);
  const char     *suffix;

  for (int s = 0; s < n; s++) {
    if (!strcmp(g->set_name[sets[s]], SPLIT_OFF_SET)) return PETSC_TRUE;
    if (!PatternCopiesHasFrame(mesh->copies)) continue;
    suffix = strrchr(g->set_name[sets[s]], '.');
    for (int e = 0; e < 2 && suffix; e++)
      if (!strcmp(suffix + 1, frame_end_names[e])) return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

/* Returns the dimension of a cell if it is selected, else -1.

   A cell is selected if all of its nodes are, and if it is in the requested sets. Lines of edits
   are in no other set than their own, and no place selects them. */
static int selected_dimension(const SelectedSets *sets, const Geometry *g,
                              const unsigned char selected[], int cell)
{
  for (int k = g->offset[cell]; k < g->offset[cell + 1]; k++)
    if (!selected[g->conn[k]]) return -1;
  if (sets->by_set && !is_in_sets(sets, g, g->cell_sets[cell])) return -1;
  if (!sets->by_set && is_added_cell(g, cell)) return -1;
  return shape_dimension((Shape)g->shape[cell]);
}

/* Adds a set of the selected nodes and cells.

   If no sets were requested, it has only the selected cells of the highest dimension. The nodes of
   a cell in which a place lies (inside) are in the set even if they are the split-off ends of a
   member. Collective. Input error: no node is selected. */
static PetscErrorCode AddSelectionSet(Mesh mesh, const SelectedSets *sets, PetscBool inside,
                                      const unsigned char selected[], PetscInt *set)
{
  Geometry *g = &mesh->g;
  char      name[SET_NAME_SIZE];
  int       maximum[2] = {0, -1}; /* whether there is a node; the dimension */

  PetscFunctionBeginUser;
  for (int i = 0; i < g->nnodes; i++)
    maximum[0] = maximum[0] || (selected[i] && (inside || !is_hidden(sets, g, i)));
  for (int c = 0; c < g->ncells; c++)
    maximum[1] = PetscMax(maximum[1], selected_dimension(sets, g, selected, c));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, maximum, 2, MPI_INT, MPI_MAX, mesh->comm));
  PetscCheck(maximum[0], mesh->comm, PETSC_ERR_USER_INPUT,
             "-%s_%s_...: no node is selected; look at the mesh, or leave room for round-off",
             sets->kind, sets->name);
  PetscCall(PetscSNPrintf(name, sizeof name, "%s_%s", sets->kind, sets->name));
  *set = geometry_add_set(g, name);
  for (int i = 0; i < g->nnodes; i++)
    if (selected[i] && (inside || !is_hidden(sets, g, i)))
      geometry_add_node_to_set(g, i, (int)*set);
  for (int c = 0; c < g->ncells; c++) {
    const int dimension = selected_dimension(sets, g, selected, c);

    if (!sets->by_set && joins_split_node(mesh, c)) continue;
    if (dimension >= 0 && (sets->by_set || dimension == maximum[1]))
      geometry_add_cell_to_set(g, c, (int)*set);
  }
  PetscCheck(*set >= 0 && !g->lists.failed, PETSC_COMM_SELF, PETSC_ERR_MEM, "sets");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Requests the set that has the name of a part, if there is one (SELECT_IN_OWN_SET). A part of
   another place than its set would take cells of all other parts there. 'all' is not the set of a
   part. */
static PetscErrorCode SelectOwnSet(const Mesh mesh, int traits, SelectedSets *sets)
{
  const PetscInt set = geometry_find_set(&mesh->g, sets->name);

  PetscFunctionBeginUser;
  if (sets->by_set || set < 0 || !(traits & SELECT_IN_OWN_SET) || !strcmp(sets->name, "all"))
    PetscFunctionReturn(PETSC_SUCCESS);
  sets->by_set = PETSC_TRUE;
  sets->nsets  = 1;
  PetscCall(PetscMalloc1(1, &sets->sets));
  sets->sets[0] = set;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the sets by whose names nodes and cells are selected. */
static PetscErrorCode FindSelectedSets(Mesh mesh, const MeshSelection *s, SelectedSets *sets)
{
  char option[256];

  PetscFunctionBeginUser;
  *sets = (SelectedSets){
    .kind = s->kind, .name = s->name, .by_set = (PetscBool)(s->sets != NULL), .hidden = -1};
  if (s->sets) {
    PetscCall(PetscSNPrintf(option, sizeof option, "-%s_%s_set", s->kind, s->name));
    PetscCall(FindSetsByName(mesh, option, s->sets, &sets->nsets, &sets->sets));
  }
  PetscCall(SelectOwnSet(mesh, s->traits, sets));
  if (!sets->by_set && !(s->traits & SELECT_SPLIT_ENDS))
    sets->hidden = (int)geometry_find_set(&mesh->g, SPLIT_OFF_SET);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether a selection has a place. */
static PetscBool has_place(const MeshSelection *s)
{
  PetscBool place = (PetscBool)(s->where || s->nearest);

  for (int k = 0; k < REGIONS; k++) place = (PetscBool)(place || s->in_region[k]);
  return place;
}

PetscErrorCode MeshSelectPlace(Mesh mesh, const MeshSelection *s, const PetscBool cells[],
                               PetscInt *set, MeshPlace *place)
{
  SelectedSets   sets;
  unsigned char *selected;

  PetscFunctionBeginUser;
  *place = (MeshPlace){
    0, -1, -1, 0, {0, 0}
  };
  PetscCall(FindSelectedSets(mesh, s, &sets));
  PetscCall(PetscMalloc1(mesh->g.nnodes + 1, &selected));
  for (int i = 0; i < mesh->g.nnodes; i++)
    selected[i] = !sets.by_set || is_in_sets(&sets, &mesh->g, mesh->g.node_sets[i]);
  PetscCall(SelectRegions(mesh, s, selected));
  PetscCall(SelectWhere(mesh, s, selected));
  PetscCall(SelectPlace(mesh, s, &sets, cells, selected, place));
  if (has_place(s) || sets.nsets > 1)
    PetscCall(AddSelectionSet(mesh, &sets, (PetscBool)(place->dimension > 0), selected, set));
  else if (sets.by_set) *set = sets.sets[0];
  else {
    char named[128];

    PetscCall(PetscSNPrintf(named, sizeof named, "-%ss %s", s->kind, s->name));
    PetscCall(MeshFindSet(mesh, named, s->name, set));
  }
  PetscCall(PetscFree(selected));
  PetscCall(PetscFree(sets.sets));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshSelect(Mesh mesh, const MeshSelection *s, PetscInt *set)
{
  MeshPlace place;

  PetscFunctionBeginUser;
  PetscCall(MeshSelectPlace(mesh, s, NULL, set, &place));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshEditSelectNodes(MPI_Comm comm, DistributedMesh *d, const MeshSelection *nodes,
                                   const char option[], const char *set, unsigned char selected[],
                                   int64_t *count)
{
  struct _n_Mesh mesh = {.comm = comm, .g = d->nodes};
  PetscInt       index;

  PetscFunctionBeginUser;
  mesh.g.set_name = d->cells.set_name;
  mesh.g.nsets    = d->cells.nsets;
  mesh.g.lists    = d->cells.lists;
  PetscCall(PetscMalloc1(d->nodes.nnodes, &mesh.owned));
  for (int i = 0; i < d->nodes.nnodes; i++) mesh.owned[i] = PETSC_TRUE;
  if (set) PetscCall(MeshFindSet(&mesh, option, set, &index));
  else PetscCall(MeshSelect(&mesh, nodes, &index));
  PetscCall(PetscFree(mesh.owned));
  d->cells.set_name = mesh.g.set_name;
  d->cells.nsets    = mesh.g.nsets;
  d->cells.lists    = mesh.g.lists;
  *count            = 0;
  for (int i = 0; i < d->nodes.nnodes; i++) {
    selected[i] = (unsigned char)geometry_node_in_set(&mesh.g, i, (int)index);
    *count += selected[i];
  }
  *count = ranks_sum(d->ranks, *count);
  distributed_mesh_unify_lists(d);
  PetscFunctionReturn(PETSC_SUCCESS);
}
