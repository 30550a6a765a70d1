/* select.c: the nodes and cells that something is about: sets of the mesh by their names, what is at a place, or both. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "input/formula/expression.h"
#include "mesh/distributed/point_locator.h"
#include "nearest.h"

const FsOptionDoc select_options[] = {
  {"-<kind>_<name>_set",    "<name>,...",    "sets of the mesh, together; default: that of its own name" },
  {"-<kind>_<name>_point",  "<x,y,z>",
   "the nearest node (of the sets, if they are given, as below), at most half a cell away; not of joints"},
  {"-<kind>_<name>_box",    "<x,y,z,x,y,z>", "what is in a box between two corners"                      },
  {"-<kind>_<name>_sphere", "<x,y,z,r>",     "what is in a sphere"                                       },
  {"-<kind>_<name>_plane",  "<x,y,z,n,n,n>", "what is on the plane through a point with this normal"     },
  {"-<kind>_<name>_where",  "<f(x,y,z)>",
   "where a formula is not 0, such as \"x>1 && abs(y)<1e-3\"; of several, all must hold"                 },
  {NULL,                    NULL,            NULL                                                        }
};

/* ---- sets by their names ----------------------------------------------------------------------------------------- */

/* *set = a new one, called name, of what a set has in a copy: "foot+3"; -1: there is no set of the name before the +, or no +. */
static PetscErrorCode AddCopy(Mesh mesh, const char option[], const char name[], PetscInt *set)
{
  const size_t   length = strcspn(name, "+");
  Geometry      *g      = &mesh->g;
  char           base[SET_NAME_SIZE];
  int            of;
  unsigned char *chosen, *chosen_cell;

  PetscFunctionBeginUser;
  *set = -1;
  if (!name[length] || strlen(name) >= sizeof base) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscStrncpy(base, name, length + 1));
  of = geometry_find_set(g, base);
  if (of < 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc2(g->nnodes + 1, &chosen, g->ncells + 1, &chosen_cell));
  PetscCall(CopiesChoose(mesh->copies, mesh->comm, g, option, name, of, chosen, chosen_cell));
  PetscCall(MeshCombineNodes(mesh, MPI_UNSIGNED_CHAR, chosen, MPI_BOR));
  *set = geometry_add_set(g, name);
  for (int i = 0; i < g->nnodes; i++)
    if (chosen[i]) geometry_add_node(g, i, (int)*set);
  for (int c = 0; c < g->ncells; c++)
    if (chosen_cell[c]) geometry_add_cell(g, c, (int)*set);
  PetscCheck(*set >= 0 && !g->lists.failed, PETSC_COMM_SELF, PETSC_ERR_MEM, "sets");
  PetscCall(PetscFree2(chosen, chosen_cell));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshFindSet(Mesh mesh, const char option[], const char name[], PetscInt *set)
{
  char        list[512] = "";
  const char *nearest, **names;

  PetscFunctionBeginUser;
  *set = geometry_find_set(&mesh->g, name);
  if (*set < 0) PetscCall(AddCopy(mesh, option, name, set));
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

/* *sets, which the caller frees, = those of "a,b". A set whose own name has a comma is found, too. */
static PetscErrorCode FindSets(Mesh mesh, const char option[], const char text[], PetscInt *n, PetscInt **sets)
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

/* ---- places ------------------------------------------------------------------------------------------------------ */

/* What was asked for. A node is chosen if all that are given choose it. */
typedef struct {
  const char *kind, *name; /* "load", "wind" */
  PetscBool   by_set, by_place;
  PetscInt    nsets, *sets;
} Wanted;

/* Leave those nodes in chosen[nnodes] for which keep is not 0. */
typedef int (*Keep)(const double x[3], const PetscReal value[], double rounding);

static int in_box(const double x[3], const PetscReal v[], double rounding)
{
  for (int c = 0; c < 3; c++)
    if (x[c] < PetscMin(v[c], v[3 + c]) - rounding || x[c] > PetscMax(v[c], v[3 + c]) + rounding) return 0;
  return 1;
}

static int in_sphere(const double x[3], const PetscReal v[], double rounding)
{
  return near_distance(x, v) <= v[3] + rounding;
}

static int on_plane(const double x[3], const PetscReal v[], double rounding)
{
  const double size = hypot(hypot(v[3], v[4]), v[5]);

  return fabs((x[0] - v[0]) * v[3] + (x[1] - v[1]) * v[4] + (x[2] - v[2]) * v[5]) <= rounding * size;
}

static const struct {
  const char *name;
  PetscInt    n; /* numbers */
  Keep        keep;
} places[] = {
  {"box",    6, in_box   },
  {"sphere", 4, in_sphere},
  {"plane",  6, on_plane }
};

/* Distance that is round-off in this mesh [m]. Collective. */
static PetscErrorCode Rounding(Mesh mesh, double *rounding)
{
  const Geometry *g       = &mesh->g;
  double          most[6] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL};

  PetscFunctionBeginUser;
  for (int i = 0; i < g->nnodes; i++)
    for (int c = 0; c < 3; c++) {
      most[c]     = fmax(most[c], g->x[i][c]);
      most[3 + c] = fmax(most[3 + c], -g->x[i][c]);
    }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, most, 6, MPI_DOUBLE, MPI_MAX, mesh->comm));
  *rounding = 1e-8 * hypot(hypot(most[0] + most[3], most[1] + most[4]), most[2] + most[5]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode KeepPlaces(FsOptions o, Mesh mesh, Wanted *wanted, unsigned char chosen[])
{
  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(places); k++) {
    const char *const option   = FsOptionName(o, "-%s_%s_%s", wanted->kind, wanted->name, places[k].name);
    PetscReal         value[6] = {0, 0, 0, 0, 0, 0};
    PetscInt          n        = places[k].n;
    double            rounding = 0;
    PetscBool         given;

    PetscCall(FsOptionsReals(o, option, n, &n, value, &given));
    if (!given) continue;
    wanted->by_place = PETSC_TRUE;
    PetscCheck(places[k].keep != on_plane || value[3] != 0 || value[4] != 0 || value[5] != 0, mesh->comm,
               PETSC_ERR_USER_INPUT, "%s: the plane has no normal; give x,y,z of a point and of the normal", option);
    PetscCall(Rounding(mesh, &rounding));
    for (int i = 0; i < mesh->g.nnodes; i++) chosen[i] = chosen[i] && places[k].keep(mesh->g.x[i], value, rounding);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode KeepNearest(FsOptions o, Mesh mesh, Wanted *wanted, unsigned char chosen[])
{
  const char *const option = FsOptionName(o, "-%s_%s_point", wanted->kind, wanted->name);
  PetscReal         x[3]   = {0, 0, 0};
  PetscInt          three  = 3;
  PetscBool         given;
  Candidate         best;

  PetscFunctionBeginUser;
  if (!strcmp(wanted->kind, "joint")) PetscFunctionReturn(PETSC_SUCCESS); /* there _point is where it acts */
  PetscCall(FsOptionsReals(o, option, 1, &three, x, &given));
  if (!given) PetscFunctionReturn(PETSC_SUCCESS);
  wanted->by_place = PETSC_TRUE;
  PetscCall(MeshNearestNode(mesh, option, x, chosen, &best));
  for (int i = 0; i < mesh->g.nnodes; i++) chosen[i] = chosen[i] && mesh->g.id[i] == best.id;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode KeepWhere(FsOptions o, Mesh mesh, Wanted *wanted, unsigned char chosen[])
{
  static const char *const xyz[]  = {"x", "y", "z"};
  const char *const        option = FsOptionName(o, "-%s_%s_where", wanted->kind, wanted->name);
  const char              *text;
  char                     complaint[512] = "";
  PetscBool                given;
  Expression               e;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, option, &text, &given));
  if (!given) PetscFunctionReturn(PETSC_SUCCESS);
  wanted->by_place = PETSC_TRUE;
  PetscCall(ExpressionCreate(OptionsSymbols(o), option, text, 3, xyz, &e));
  for (int i = 0; i < mesh->g.nnodes; i++) {
    const PetscReal value = chosen[i] ? ExpressionValue(e, mesh->g.x[i]) : 0;

    if (!isfinite(value)) ExpressionErrorText(e, mesh->g.x[i], complaint, sizeof complaint);
    chosen[i] = value != 0;
  }
  PetscCall(CheckAllRanks(mesh->comm, (PetscBool)(complaint[0] != 0), "%s; guard it with ?:", complaint));
  PetscCall(ExpressionDestroy(&e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- a new set --------------------------------------------------------------------------------------------------- */

static PetscBool is_in_sets(const Wanted *wanted, const Geometry *g, int list)
{
  for (PetscInt s = 0; s < wanted->nsets; s++)
    if (set_lists_has(&g->lists, list, (int)wanted->sets[s])) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Dimension of a cell that is chosen, because all of its nodes are, and it is in the sets that were asked for; else -1. */
static int chosen_dimension(const Wanted *wanted, const Geometry *g, const unsigned char chosen[], int cell)
{
  for (int k = g->offset[cell]; k < g->offset[cell + 1]; k++)
    if (!chosen[g->conn[k]]) return -1;
  if (wanted->by_set && !is_in_sets(wanted, g, g->cell_sets[cell])) return -1;
  return shape_dimension((Shape)g->shape[cell]);
}

/* *set = a new one of the chosen nodes and cells; without sets the cells of the highest dimension that there is among them. Input error:
   no node. Collective. */
static PetscErrorCode AddSet(Mesh mesh, const Wanted *wanted, const unsigned char chosen[], PetscInt *set)
{
  Geometry *g = &mesh->g;
  char      name[SET_NAME_SIZE];
  int       most[2] = {0, -1}; /* whether there is a node; the dimension */

  PetscFunctionBeginUser;
  for (int i = 0; i < g->nnodes; i++) most[0] = most[0] || chosen[i];
  for (int c = 0; c < g->ncells; c++) most[1] = PetscMax(most[1], chosen_dimension(wanted, g, chosen, c));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, most, 2, MPI_INT, MPI_MAX, mesh->comm));
  PetscCheck(most[0], mesh->comm, PETSC_ERR_USER_INPUT,
             "-%s_%s_...: there is no node where it is to be; look at the mesh, or leave room for round-off",
             wanted->kind, wanted->name);
  PetscCall(PetscSNPrintf(name, sizeof name, "%s_%s", wanted->kind, wanted->name));
  *set = geometry_add_set(g, name);
  for (int i = 0; i < g->nnodes; i++)
    if (chosen[i]) geometry_add_node(g, i, (int)*set);
  for (int c = 0; c < g->ncells; c++) {
    const int dimension = chosen_dimension(wanted, g, chosen, c);

    if (dimension >= 0 && (wanted->by_set || dimension == most[1])) geometry_add_cell(g, c, (int)*set);
  }
  PetscCheck(*set >= 0 && !g->lists.failed, PETSC_COMM_SELF, PETSC_ERR_MEM, "sets");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MeshSetFromOptions(FsOptions o, Mesh mesh, const char kind[], const char name[], PetscInt *set)
{
  const char    *option = FsOptionName(o, "-%s_%s_set", kind, name), *text = name;
  Wanted         wanted = {.kind = kind, .name = name};
  unsigned char *chosen;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, option, &text, &wanted.by_set));
  if (wanted.by_set) PetscCall(FindSets(mesh, option, text, &wanted.nsets, &wanted.sets));
  PetscCall(PetscMalloc1(mesh->g.nnodes + 1, &chosen));
  for (int i = 0; i < mesh->g.nnodes; i++)
    chosen[i] = !wanted.by_set || is_in_sets(&wanted, &mesh->g, mesh->g.node_sets[i]);
  PetscCall(KeepPlaces(o, mesh, &wanted, chosen));
  PetscCall(KeepWhere(o, mesh, &wanted, chosen));
  PetscCall(KeepNearest(o, mesh, &wanted, chosen));
  if (wanted.by_place || wanted.nsets > 1) PetscCall(AddSet(mesh, &wanted, chosen, set));
  else if (wanted.by_set) *set = wanted.sets[0];
  else {
    char named[128];

    PetscCall(PetscSNPrintf(named, sizeof named, "-%ss %s", kind, name));
    PetscCall(MeshFindSet(mesh, named, name, set));
  }
  PetscCall(PetscFree(chosen));
  PetscCall(PetscFree(wanted.sets));
  PetscFunctionReturn(PETSC_SUCCESS);
}
