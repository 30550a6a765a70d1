/* line_splits.c: gives lines nodes at the places of supports, masses, laws, initial fields and
   glued nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "line_splits.h"
#include <stdlib.h>
#include <string.h>
#include "loose_points.h"
#include "element/element.h"
#include "element/registry.h"
#include "mesh/place/mesh_place.h"

/* The kinds of things that may be at a place. */
enum { PARTS, SUPPORTS, INITIALS, LOADS, TIES, JOINTS, KINDS };

/* A place at which something needs a node. */
typedef struct {
  char          option[256]; /* -support_<name>_point, for messages */
  MeshSelection nodes;       /* what the options say about the place */
  PetscBool     needs_cell;  /* whether it needs a cell of one node there: a part */
  PetscReal     reach;       /* largest distance of the line [m]; 0: round-off */
} NodePlace;

/* A glued tie, which needs nodes of lines at the places of its tied nodes. */
typedef struct {
  char          option[256]; /* -tie_<name>_to, for messages */
  MeshSelection nodes;       /* the tied nodes */
  const char   *to;          /* name of the set of the lines; borrowed from the options */
  PetscReal     distance;    /* largest distance of a tied node from its line [m]; 0: round-off */
} GluedTie;

/* The places, and the lines that may be split. */
typedef struct {
  PetscInt            nplaces, nparts, nties;
  NodePlace          *place; /* [nplaces] */
  GluedTie           *tie;   /* [nties] */
  MeshSelection      *part;  /* [nparts] the cells of parts of lines that may be split */
  PetscBool           quiet; /* -quiet */
  LoosePointsOptions *loose; /* what uses points; NULL if the mesh has none */
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
  NodePlace *const place = &x->place[x->nplaces];
  const char      *option =
    FsOptionName(o, "-%s_%s_%s", kind, name, traits & SELECT_BY_PLACE ? "place" : "point");
  const char *text;
  PetscBool   set;

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
  if (x->loose) PetscCall(LoosePointsFree(x->loose));
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
  {"-ties",     "tie",     SELECT_ANY                           },
  {"-joints",   "joint",   SELECT_BY_PLACE                      }
};

/* Reads a tie, if it is a glued one. Returns in *needs whether a place selects its nodes. */
static PetscErrorCode ReadTie(FsOptions o, MPI_Comm comm, const char name[], PetscBool *needs,
                              LineSplits *x)
{
  const char *const option = FsOptionName(o, "-tie_%s_to", name);
  GluedTie *const   tie    = &x->tie[x->nties];
  const char       *type   = NULL;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, FsOptionName(o, "-tie_%s_type", name), &type, NULL));
  *needs = (PetscBool)(type && strcmp(type, "equation"));
  if (!type || strcmp(type, "glued")) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsOptionsText(o, option, &tie->to, NULL));
  if (!tie->to) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscStrncpy(tie->option, option, sizeof tie->option));
  PetscCall(FsOptionsReal(o, FsOptionName(o, "-tie_%s_distance", name), &tie->distance, NULL));
  PetscCall(
    MeshSelectionFromOptions(o, comm, kinds[TIES].kind, kinds[TIES].traits, name, &tie->nodes));
  x->nties++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads one support, initial field, load, part or tie: whether it may be at a place that needs a
   node. */
static PetscErrorCode ReadOne(FsOptions o, MPI_Comm comm, int k, const char name[], LineSplits *x)
{
  PetscBool needs = PETSC_TRUE, divisible = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (k == TIES) PetscCall(ReadTie(o, comm, name, &needs, x));
  if (k == LOADS) PetscCall(LoadNeedsNode(o, name, &needs));
  if (k == PARTS) PetscCall(ReadElement(o, name, &divisible, &needs));
  if (needs)
    PetscCall(ReadPlace(o, comm, kinds[k].kind, kinds[k].traits, name,
                        (PetscBool)(k == PARTS || k == JOINTS), x));
  if (divisible)
    PetscCall(MeshSelectionFromOptions(o, comm, kinds[k].kind, kinds[k].traits, name,
                                       &x->part[x->nparts++]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Read_LineSplits(FsOptions o, MPI_Comm comm, void **data)
{
  LineSplits *x;
  const char *mesh = NULL;
  PetscInt    n    = 0;

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
  PetscCall(FsOptionsText(o, "-mesh", &mesh, NULL));
  if (x->nparts && (!mesh || strcmp(mesh, "line"))) /* a grid has no points beside its lines */
    PetscCall(LoosePointsRead(o, comm, &x->loose));
  if ((x->nplaces || x->nties || x->loose) && x->nparts) *data = x;
  else PetscCall(Free_LineSplits(x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the mesh -------------------------------------------------------------------------------- */

/* ---- places ---------------------------------------------------------------------------------- */

/* The line of the output that names the lines that were split. */
typedef struct {
  char     text[480];
  PetscInt n, more; /* number of places in the text, and of further ones */
} SplitReport;

/* Copies the name of a set of a line, on all ranks; another one than "all" if there is one. */
static PetscErrorCode NameOfLine(MPI_Comm comm, const DistributedMesh *d, const MeshPlace *line,
                                 char name[SET_NAME_SIZE])
{
  const Geometry *g = &d->cells;
  const int      *sets;
  PetscMPIInt     rank;

  PetscFunctionBeginUser;
  name[0] = 0;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == line->rank) {
    const int n = set_lists_get(&g->lists, g->cell_sets[line->item], &sets);

    for (int k = n - 1; k >= 0; k--)
      if (!*name || strcmp(g->set_name[sets[k]], "all"))
        PetscCall(PetscStrncpy(name, g->set_name[sets[k]], SET_NAME_SIZE));
  }
  PetscCallMPI(MPI_Bcast(name, SET_NAME_SIZE, MPI_CHAR, line->rank, comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds a line and the place to the report. */
static PetscErrorCode ReportSplit(MPI_Comm comm, const DistributedMesh *d, const MeshPlace *line,
                                  const NodePlace *place, SplitReport *report)
{
  char name[SET_NAME_SIZE];

  PetscFunctionBeginUser;
  PetscCall(NameOfLine(comm, d, line, name));
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
  const GivenSets sets   = find_given_sets(d, &place->nodes);
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
  const GivenSets sets = find_given_sets(d, &place->nodes);
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
  PlaceSearch    search = {.option = place->option, .reach = place->reach};
  MeshPlace      at;
  PetscBool      is_node, is_line = PETSC_FALSE;
  int64_t        number;

  PetscFunctionBeginUser;
  fetch_cell_nodes(d);
  PetscCall(PetscArraycpy(search.point, place->nodes.point, 3));
  PetscCall(PetscMalloc3(d->cells.ncells + 1, &divisible, d->cells.nnodes + 1, &node,
                         d->cells.ncells + 1, &cell));
  find_divisible_lines(d, x->nparts, x->part, divisible);
  mark_possible(d, place, divisible, node, cell);
  search.node = node;
  search.cell = cell;
  PetscCall(GeometryFindNode(comm, &d->cells, &search, &at, &is_node));
  number = at.id;
  if (!is_node) PetscCall(GeometryFindLine(comm, &d->cells, &search, &at, &is_line));
  if (is_line) {
    number = distributed_mesh_node_count(d);
    PetscCall(ReportSplit(comm, d, &at, place, report));
    split_line(d, at.rank, at.item, at.square[0], -1);
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
    .nodes = {.kind = "tie", .name = tie->nodes.name, .sets = tie->to},
      .reach = tie->distance
  };
  const int      to = geometry_find_set(&d->cells, tie->to);
  unsigned char *selected, *divisible;
  int64_t        n = 0, lines = 0, surfaces = 0, total;
  double(*x_mine)[3], (*x_all)[3];

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(d->cells.ncells + 1, &divisible));
  find_divisible_lines(d, x->nparts, x->part, divisible);
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

/* Warns that a point that joints or supports hold is on a line and is not joined to it. */
static PetscErrorCode WarnHeldPoint(MPI_Comm comm, const DistributedMesh *d, const MeshPlace *line,
                                    const LoosePoint *point)
{
  char name[SET_NAME_SIZE];

  PetscFunctionBeginUser;
  PetscCall(NameOfLine(comm, d, line, name));
  PetscCall(PetscFPrintf(
    comm, stderr,
    "fsolve: warning: point '%s' at (%.6g, %.6g, %.6g) lies inside of '%s' and is not joined to "
    "it, because several joints, ties or supports hold the point; make it a point of the member "
    "(-member_%s a,%s,b), or name its set in -mesh_unjoined if it is apart on purpose\n",
    point->name, point->x[0], point->x[1], point->x[2], name, name, point->name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Splits the lines inside of which loose points are, at these points. */
static PetscErrorCode SplitAtLoosePoints(MPI_Comm comm, DistributedMesh *d, const LineSplits *x,
                                         SplitReport *report)
{
  const GivenSets unjoined = loose_points_unjoined(d, x->loose);
  LoosePoint     *point;
  int64_t         n;

  PetscFunctionBeginUser;
  PetscCall(LoosePointsFind(comm, d, x->loose, &n, &point));
  for (int64_t k = 0; k < n; k++) {
    NodePlace      place = {.needs_cell = PETSC_FALSE};
    unsigned char *divisible;
    PlaceSearch    search = {.option = place.option};
    MeshPlace      at;
    PetscBool      is_line;

    PetscCall(PetscSNPrintf(place.option, sizeof place.option, "point '%s'", point[k].name));
    PetscCall(PetscArraycpy(place.nodes.point, point[k].x, 3));
    PetscCall(PetscArraycpy(search.point, point[k].x, 3));
    fetch_cell_nodes(d);
    PetscCall(PetscMalloc1(d->cells.ncells + 1, &divisible));
    find_divisible_lines(d, x->nparts, x->part, divisible);
    for (int c = 0; c < d->cells.ncells; c++)
      if (have_common_set(&d->cells, d->cells.cell_sets[c], unjoined.list)) divisible[c] = 0;
    search.cell = divisible;
    PetscCall(GeometryFindLine(comm, &d->cells, &search, &at, &is_line));
    if (is_line && point[k].held) PetscCall(WarnHeldPoint(comm, d, &at, &point[k]));
    else if (is_line) {
      PetscCall(ReportSplit(comm, d, &at, &place, report));
      split_line(d, at.rank, at.item, at.square[0], point[k].number);
    }
    PetscCall(PetscFree(divisible));
  }
  free(point);
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
  if (x->loose) PetscCall(SplitAtLoosePoints(comm, d, x, &report));
  if (report.more)
    PetscCall(
      PetscSNPrintf(more, sizeof more, "; and at %" PetscInt_FMT " further places", report.more));
  if (report.n && !x->quiet)
    PetscCall(PetscPrintf(comm, "split, to have a node there: %s%s\n", report.text, more));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const MeshEditKind line_split_edit = {Read_LineSplits, Apply_LineSplits, Free_LineSplits,
                                      .adds_nodes = PETSC_TRUE, .only_lines = PETSC_TRUE};
