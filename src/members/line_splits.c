/* line_splits.c: gives lines nodes at the places of supports, masses, laws, initial fields and
   glued nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "line_splits.h"
#include <stdlib.h>
#include <string.h>
#include "element/element.h"
#include "mesh/place/mesh_place.h"

/* The kinds of things that may be at a place. */
enum { PARTS, SUPPORTS, INITIALS, LOADS, TIES, KINDS };

/* A place at which something needs a node. */
typedef struct {
  char          option[256]; /* -support_<name>_point, for messages */
  MeshSelection nodes;       /* what the options say about the place */
  PetscBool     needs_cell;  /* whether it needs a cell of one node there: a part */
} NodePlace;

/* A glued tie, which needs nodes of lines at the places of its tied nodes. */
typedef struct {
  char          option[256]; /* -tie_<name>_to, for messages */
  MeshSelection nodes;       /* the tied nodes */
  const char   *to;          /* name of the set of the lines; borrowed from the options */
} GluedTie;

/* The places, and the lines that may be split. */
typedef struct {
  PetscInt       nplaces, nparts, nties;
  NodePlace     *place; /* [nplaces] */
  GluedTie      *tie;   /* [nties] */
  MeshSelection *part;  /* [nparts] the cells of parts of lines that may be split */
  PetscBool      quiet; /* -quiet */
  /* names of parts, supports, ..., which place and part borrow */
  PetscInt nnames[KINDS];
  char   **names[KINDS];
} LineSplits;

/* ---- options --------------------------------------------------------------------------------- */

/* Returns whether the load has a law, or forces that a program gives. */
static PetscErrorCode LoadNeedsNode(FsOptions o, const char name[], PetscBool *needs)
{
  static const char *const words[] = {"law_x", "law_y", "law_z", "law_mx", "law_my", "law_mz"};
  const char              *text;
  PetscBool                set;

  PetscFunctionBeginUser;
  *needs = PETSC_FALSE;
  PetscCall(FsOptionsBool(o, FsOptionName(o, "-load_%s_given", name), needs, NULL));
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(words); k++) {
    PetscCall(FsOptionsText(o, FsOptionName(o, "-load_%s_%s", name, words[k]), &text, &set));
    *needs = (PetscBool)(*needs || set);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the element of a part. Returns whether its lines may be split, or whether it has elements
   of one node. */
static PetscErrorCode ReadElement(FsOptions o, const char name[], PetscBool *divisible,
                                  PetscBool *point)
{
  const char          *text = NULL;
  const ElementKernel *any, *line;
  PetscBool            set, winds;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, FsOptionName(o, "-part_%s_element", name), &text, &set));
  any        = set ? element_find_any(text) : NULL;
  line       = any ? element_find(any->name, SHAPE_LINE) : NULL;
  *divisible = (PetscBool)(line && line->type->divisible);
  if (*divisible) { /* each of two lines would get the whole length */
    const char *length;

    PetscCall(
      FsOptionsText(o, FsOptionName(o, "-part_%s_unstrained_length", name), &length, &winds));
    *divisible = (PetscBool)!winds;
  }
  *point = (PetscBool)(any && element_find(any->name, SHAPE_POINT));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the place of one support, initial field, load or part, if it has one. */
static PetscErrorCode ReadPlace(FsOptions o, MPI_Comm comm, const char kind[], int traits,
                                const char name[], PetscBool needs_cell, LineSplits *x)
{
  NodePlace *const place  = &x->place[x->nplaces];
  const char      *option = FsOptionName(o, "-%s_%s_point", kind, name), *text;
  PetscBool        set;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, option, &text, &set));
  if (!set) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscStrncpy(place->option, option, sizeof place->option));
  PetscCall(MeshSelectionFromOptions(o, comm, kind, traits, name, &place->nodes));
  place->needs_cell = needs_cell;
  x->nplaces++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Free_LineSplits(void *data)
{
  LineSplits *x = data;

  PetscFunctionBeginUser;
  for (int k = 0; k < KINDS; k++) PetscCall(PetscStrNArrayDestroy(x->nnames[k], &x->names[k]));
  PetscCall(PetscFree3(x->place, x->part, x->tie));
  PetscCall(PetscFree(x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const struct {
  const char *list, *kind;
  int         traits;
} kinds[KINDS] = {
  {"-parts",    "part",    SELECT_IN_OWN_SET | SELECT_SPLIT_ENDS},
  {"-supports", "support", SELECT_ANY                           },
  {"-initials", "initial", SELECT_SPLIT_ENDS                    },
  {"-loads",    "load",    SELECT_ANY                           },
  {"-ties",     "tie",     SELECT_ANY                           }
};

/* Reads a tie, if it is a glued one. */
static PetscErrorCode ReadTie(FsOptions o, MPI_Comm comm, const char name[], LineSplits *x)
{
  const char *const option = FsOptionName(o, "-tie_%s_to", name);
  GluedTie *const   tie    = &x->tie[x->nties];
  const char       *type   = NULL;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, FsOptionName(o, "-tie_%s_type", name), &type, NULL));
  if (!type || strcmp(type, "glued")) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsOptionsText(o, option, &tie->to, NULL));
  if (!tie->to) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscStrncpy(tie->option, option, sizeof tie->option));
  PetscCall(
    MeshSelectionFromOptions(o, comm, kinds[TIES].kind, kinds[TIES].traits, name, &tie->nodes));
  x->nties++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads one support, initial field, load, part or tie: whether it may be at a place that needs a
   node. */
static PetscErrorCode ReadOne(FsOptions o, MPI_Comm comm, int k, const char name[], LineSplits *x)
{
  PetscBool needs = (PetscBool)(k != TIES), divisible = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (k == TIES) PetscCall(ReadTie(o, comm, name, x));
  if (k == LOADS) PetscCall(LoadNeedsNode(o, name, &needs));
  if (k == PARTS) PetscCall(ReadElement(o, name, &divisible, &needs));
  if (needs)
    PetscCall(ReadPlace(o, comm, kinds[k].kind, kinds[k].traits, name, (PetscBool)(k == PARTS), x));
  if (divisible)
    PetscCall(MeshSelectionFromOptions(o, comm, kinds[k].kind, kinds[k].traits, name,
                                       &x->part[x->nparts++]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Read_LineSplits(FsOptions o, MPI_Comm comm, void **data)
{
  LineSplits *x;
  PetscInt    n = 0;

  PetscFunctionBeginUser;
  *data = NULL;
  PetscCall(PetscNew(&x));
  for (int k = 0; k < KINDS; k++) {
    PetscCall(FsOptionsNames(o, kinds[k].list, &x->nnames[k], &x->names[k]));
    n += x->nnames[k];
  }
  PetscCall(PetscCalloc3(n, &x->place, x->nnames[PARTS], &x->part, x->nnames[TIES], &x->tie));
  for (int k = 0; k < KINDS; k++)
    for (PetscInt i = 0; i < x->nnames[k]; i++) PetscCall(ReadOne(o, comm, k, x->names[k][i], x));
  PetscCall(FsOptionsBool(o, "-quiet", &x->quiet, NULL));
  if ((x->nplaces || x->nties) && x->nparts) *data = x;
  else PetscCall(Free_LineSplits(x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the mesh -------------------------------------------------------------------------------- */

/* The sets to which a selection is restricted. */
typedef struct {
  PetscBool given; /* whether it is restricted to sets */
  int       list;  /* the sets, as the number of a list in DistributedMesh.cells.lists */
} GivenSets;

/* Finds the sets of a selection, on all ranks alike. The copy "a+3" of a set counts as the set.
   Sets that do not exist are left out; the selection itself refuses them later. */
static GivenSets find_sets(DistributedMesh *d, const MeshSelection *s)
{
  const char *const own   = s->traits & SELECT_IN_OWN_SET && strcmp(s->name, "all") &&
                              geometry_find_set(&d->cells, s->name) >= 0
                              ? s->name
                              : NULL;
  const char *const names = s->sets ? s->sets : own;
  GivenSets         found = {(PetscBool)(names != NULL), 0};

  for (const char *p = names; p && *p;) {
    const size_t length = strcspn(p, ","), base = strcspn(p, ",+");
    char         name[SET_NAME_SIZE];
    int          set;

    if (base < sizeof name) {
      memcpy(name, p, base);
      name[base] = 0;
      set        = geometry_find_set(&d->cells, name);
      if (set >= 0) found.list = set_lists_with_set(&d->cells.lists, found.list, set);
    }
    p += length + (p[length] == ',');
  }
  return found;
}

static PetscBool have_common_set(const Geometry *g, int list, int other)
{
  const int *sets, n = set_lists_get(&g->lists, list, &sets);

  for (int k = 0; k < n; k++)
    if (set_lists_has_set(&g->lists, other, sets[k])) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Sets divisible[cells.ncells] for the lines of two nodes that may be split: those in the sets of
   the parts. A part without sets, but with a box or formula, may have any line of "all". */
static void find_divisible(DistributedMesh *d, const LineSplits *x, unsigned char divisible[])
{
  Geometry *g    = &d->cells;
  const int none = geometry_find_set(g, SPLIT_OFF_SET), all = geometry_find_set(g, "all");

  memset(divisible, 0, (size_t)g->ncells);
  for (PetscInt p = 0; p < x->nparts; p++) {
    const GivenSets sets = find_sets(d, &x->part[p]);

    for (int c = 0; c < g->ncells; c++) {
      if (g->shape[c] != SHAPE_LINE || (none >= 0 && geometry_cell_in_set(g, c, none))) continue;
      if (sets.given ? have_common_set(g, g->cell_sets[c], sets.list)
                     : all >= 0 && geometry_cell_in_set(g, c, all))
        divisible[c] = 1;
    }
  }
}

/* Fetches what a search reads: coordinates and sets of the nodes of this rank's cells. */
static void fetch_nodes(DistributedMesh *d)
{
  NodeFetch fetch;

  distributed_mesh_plan_fetch(d, &fetch);
  distributed_mesh_fetch_x(d, &fetch);
  distributed_mesh_fetch(d, &fetch, sizeof *d->cells.node_sets, d->nodes.node_sets,
                         d->cells.node_sets);
  node_fetch_free(&fetch);
}

/* ---- places ---------------------------------------------------------------------------------- */

/* The line of the output that names the lines that were split. */
typedef struct {
  char     text[480];
  PetscInt n, more; /* number of places in the text, and of further ones */
} SplitReport;

/* Adds the line `cell` of rank `rank` and the place to the report. */
static PetscErrorCode ReportSplit(MPI_Comm comm, const DistributedMesh *d, const MeshPlace *line,
                                  const NodePlace *place, SplitReport *report)
{
  const Geometry *g                   = &d->cells;
  char            name[SET_NAME_SIZE] = "";
  const int      *sets;
  PetscMPIInt     rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == line->rank) {
    const int n = set_lists_get(&g->lists, g->cell_sets[line->item], &sets);

    for (int k = n - 1; k >= 0; k--)
      if (!*name || strcmp(g->set_name[sets[k]], "all"))
        PetscCall(PetscStrncpy(name, g->set_name[sets[k]], sizeof name));
  }
  PetscCallMPI(MPI_Bcast(name, sizeof name, MPI_CHAR, line->rank, comm));
  {
    const PetscReal *const p    = place->nodes.point;
    const size_t           used = strlen(report->text);
    char                   one[400];

    PetscCall(PetscSNPrintf(one, sizeof one, "%s'%s' at %.9g,%.9g,%.9g (%s)", report->n ? "; " : "",
                            name, (double)p[0], (double)p[1], (double)p[2], place->option));
    if (report->more || used + strlen(one) >= sizeof report->text) report->more++;
    else {
      PetscCall(PetscStrlcat(report->text, one, sizeof report->text));
      report->n++;
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Marks the nodes and the divisible lines that are in the sets of the place. */
static void mark_possible(DistributedMesh *d, const NodePlace *place,
                          const unsigned char divisible[], unsigned char node[],
                          unsigned char cell[])
{
  const Geometry *g      = &d->cells;
  const GivenSets sets   = find_sets(d, &place->nodes);
  const int       hidden = sets.given || place->nodes.traits & SELECT_SPLIT_ENDS
                             ? -1
                             : geometry_find_set(g, SPLIT_OFF_SET);

  for (int i = 0; i < g->nnodes; i++)
    node[i] = (!sets.given || have_common_set(g, g->node_sets[i], sets.list)) &&
              !(hidden >= 0 && geometry_node_in_set(g, i, hidden));
  for (int c = 0; c < g->ncells; c++)
    cell[c] = divisible[c] && (!sets.given || have_common_set(g, g->cell_sets[c], sets.list));
}

/* Gives the node a cell of one node, unless it has one in the sets of the place. */
static PetscErrorCode AddPointCell(MPI_Comm comm, DistributedMesh *d, const NodePlace *place,
                                   int rank, int64_t node)
{
  const Geometry *g    = &d->cells;
  const GivenSets sets = find_sets(d, &place->nodes);
  PetscBool       has  = PETSC_FALSE;

  PetscFunctionBeginUser;
  for (int c = 0; c < g->ncells && !has; c++)
    has = (PetscBool)(g->shape[c] == SHAPE_POINT && g->node_number[g->conn[g->offset[c]]] == node &&
                      (!sets.given || have_common_set(g, g->cell_sets[c], sets.list)));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &has, 1, MPIU_BOOL, MPI_LOR, comm));
  if (!has) add_point_cell(d, rank, node, sets.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds what is at a place, and splits the line there. */
static PetscErrorCode MakeNode(MPI_Comm comm, DistributedMesh *d, const LineSplits *x,
                               const NodePlace *place, SplitReport *report)
{
  unsigned char *divisible, *node, *cell;
  PlaceSearch    search = {.option = place->option};
  MeshPlace      at;
  PetscBool      is_node, is_line = PETSC_FALSE;
  int64_t        number;

  PetscFunctionBeginUser;
  fetch_nodes(d);
  PetscCall(PetscArraycpy(search.point, place->nodes.point, 3));
  PetscCall(PetscMalloc3(d->cells.ncells + 1, &divisible, d->cells.nnodes + 1, &node,
                         d->cells.ncells + 1, &cell));
  find_divisible(d, x, divisible);
  mark_possible(d, place, divisible, node, cell);
  search.node = node;
  search.cell = cell;
  PetscCall(GeometryFindNode(comm, &d->cells, &search, &at, &is_node));
  number = at.id;
  if (!is_node) PetscCall(GeometryFindLine(comm, &d->cells, &search, &at, &is_line));
  if (is_line) {
    number = distributed_mesh_node_count(d);
    PetscCall(ReportSplit(comm, d, &at, place, report));
    split_line(d, at.rank, at.item, at.square[0]);
  }
  if (place->needs_cell && (is_node || is_line))
    PetscCall(AddPointCell(comm, d, place, at.rank, number));
  PetscCall(PetscFree3(divisible, node, cell));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Splits the lines to which a tie glues nodes, at the places of these nodes. Does nothing if no
   such line may be split, or if the tie glues the nodes to surfaces. */
static PetscErrorCode MakeNodesOfTie(MPI_Comm comm, DistributedMesh *d, const LineSplits *x,
                                     const GluedTie *tie, SplitReport *report)
{
  NodePlace place = {
    .nodes = {.kind = "tie", .name = tie->nodes.name, .sets = tie->to}
  };
  const int      to = geometry_find_set(&d->cells, tie->to);
  unsigned char *selected, *divisible;
  int64_t        n = 0, lines = 0, surfaces = 0, total;
  double(*x_mine)[3], (*x_all)[3];

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(d->cells.ncells + 1, &divisible));
  find_divisible(d, x, divisible);
  for (int c = 0; c < d->cells.ncells && to >= 0; c++)
    if (geometry_cell_in_set(&d->cells, c, to)) {
      lines += divisible[c];
      surfaces += shape_dimension((Shape)d->cells.shape[c]) == 2;
    }
  PetscCall(PetscFree(divisible));
  surfaces = ranks_sum(d->ranks, surfaces);
  if (!ranks_sum(d->ranks, lines) || surfaces) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc2(d->nodes.nnodes, &selected, d->nodes.nnodes, &x_mine));
  PetscCall(MeshEditSelectNodes(comm, d, &tie->nodes, NULL, NULL, selected, &total));
  for (int i = 0; i < d->nodes.nnodes; i++)
    if (selected[i]) PetscCall(PetscArraycpy(x_mine[n++], d->nodes.x[i], 3));
  x_all = ranks_allgather(d->ranks, sizeof *x_all, n, x_mine, &total);
  PetscCall(PetscStrncpy(place.option, tie->option, sizeof place.option));
  for (int64_t k = 0; k < total; k++) {
    PetscCall(PetscArraycpy(place.nodes.point, x_all[k], 3));
    PetscCall(MakeNode(comm, d, x, &place, report));
  }
  free(x_all);
  PetscCall(PetscFree2(selected, x_mine));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Apply_LineSplits(MPI_Comm comm, const void *data, DistributedMesh *d)
{
  const LineSplits *x        = data;
  SplitReport       report   = {.n = 0};
  char              more[64] = "";

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < x->nplaces; i++) PetscCall(MakeNode(comm, d, x, &x->place[i], &report));
  for (PetscInt i = 0; i < x->nties; i++)
    PetscCall(MakeNodesOfTie(comm, d, x, &x->tie[i], &report));
  if (report.more)
    PetscCall(
      PetscSNPrintf(more, sizeof more, "; and at %" PetscInt_FMT " further places", report.more));
  if (report.n && !x->quiet)
    PetscCall(PetscPrintf(comm, "split, to have a node there: %s%s\n", report.text, more));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const MeshEditKind line_split_edit = {Read_LineSplits, Apply_LineSplits, Free_LineSplits,
                                      .adds_nodes = PETSC_TRUE, .only_lines = PETSC_TRUE};
