/* loose_points.c: finds named points inside of members, and the lines that may be split there. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "loose_points.h"
#include <stdlib.h>
#include <string.h>
#include "element/element.h"
#include "element/registry.h"
#include "mesh/mesh.h"

/* The lists of the options whose names use points. */
enum { SUPPORTS, JOINTS, TIES, SLIDERS, LOADS, INITIALS, PROBES, PARTS, LISTS };
static const struct {
  const char *list, *kind;
  int         traits;
  PetscBool   holds; /* whether it fixes or connects the points, so that two may hold a point */
} lists[LISTS] = {
  {"-supports", "support", SELECT_ANY,                            PETSC_TRUE },
  {"-joints",   "joint",   SELECT_BY_PLACE,                       PETSC_TRUE },
  {"-ties",     "tie",     SELECT_ANY,                            PETSC_TRUE },
  {"-sliders",  "slider",  SELECT_BY_PLACE,                       PETSC_TRUE },
  {"-loads",    "load",    SELECT_ANY,                            PETSC_FALSE},
  {"-initials", "initial", SELECT_SPLIT_ENDS,                     PETSC_FALSE},
  {"-probes",   "probe",   SELECT_ANY,                            PETSC_FALSE},
  {"-parts",    "part",    SELECT_IN_OWN_SET | SELECT_SPLIT_ENDS, PETSC_FALSE}
};

enum { SETS_OF_TIE = 2 }; /* its nodes, and its master or its opposite side */

/* A support, a joint, ... that uses points. */
typedef struct {
  int           list; /* one of LISTS */
  MeshSelection nodes;
} Use;

struct LoosePointsOptions {
  PetscInt       n, nnames[LISTS];
  Use           *use;     /* [n] */
  const char   **element; /* [nnames[PARTS]] name of the kernel of each part, or NULL */
  MeshSelection *part;    /* [nnames[PARTS]] cells of each part */
  char         **terms;   /* [nnames[TIES]] sets of the terms of each equation, or NULL */
  char         **names[LISTS];
  const char    *unjoined; /* -mesh_unjoined, or NULL; borrowed */
};

/* ---- options --------------------------------------------------------------------------------- */

static void add_sets(LoosePointsOptions *x, int list, const char name[], const char *sets)
{
  if (sets)
    x->use[x->n++] = (Use){
      list, {.kind = lists[list].kind, .name = name, .sets = sets}
    };
}

/* Copies the names of the sets of an equation's terms, "left.x,right.x", as "left,right". */
static PetscErrorCode SetsOfTerms(const char text[], char **sets)
{
  size_t n = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscStrallocpy(text, sets));
  for (const char *p = text; *p;) {
    const size_t length = strcspn(p, ",");
    size_t       end    = length;

    while (end > 0 && p[end] != '.') end--;
    if (!end) end = length;
    if (n) (*sets)[n++] = ',';
    memcpy(*sets + n, p, end);
    n += end;
    p += length + (p[length] == ',');
  }
  (*sets)[n] = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadTie(FsOptions o, MPI_Comm comm, const char name[], char **terms,
                              LoosePointsOptions *x)
{
  const char *type = NULL, *text = NULL;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, FsOptionName(o, "-tie_%s_type", name), &type, NULL));
  if (!type || !strcmp(type, "glued")) PetscFunctionReturn(PETSC_SUCCESS); /* line_splits.c */
  if (!strcmp(type, "equation")) {
    PetscCall(FsOptionsText(o, FsOptionName(o, "-tie_%s_of", name), &text, NULL));
    if (text) PetscCall(SetsOfTerms(text, terms));
    add_sets(x, TIES, name, *terms);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  x->use[x->n].list = TIES;
  PetscCall(MeshSelectionFromOptions(o, comm, lists[TIES].kind, lists[TIES].traits, name,
                                     &x->use[x->n++].nodes));
  if (!strcmp(type, "periodic"))
    PetscCall(FsOptionsText(o, FsOptionName(o, "-tie_%s_to", name), &text, NULL));
  else PetscCall(FsOptionsText(o, FsOptionName(o, "-tie_%s_master", name), &text, NULL));
  add_sets(x, TIES, name, text);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadPart(FsOptions o, MPI_Comm comm, PetscInt i, LoosePointsOptions *x)
{
  const char *const    name = x->names[PARTS][i];
  const char          *text = NULL;
  const ElementKernel *any;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, FsOptionName(o, "-part_%s_element", name), &text, NULL));
  any           = text ? element_find_any(text) : NULL;
  x->element[i] = any ? any->name : NULL;
  PetscCall(
    MeshSelectionFromOptions(o, comm, lists[PARTS].kind, lists[PARTS].traits, name, &x->part[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ReadUse(FsOptions o, MPI_Comm comm, int list, PetscInt i,
                              LoosePointsOptions *x)
{
  const char *const name = x->names[list][i];
  const char       *set  = NULL;

  PetscFunctionBeginUser;
  switch (list) {
  case PARTS:
    PetscCall(ReadPart(o, comm, i, x));
    break;
  case TIES:
    PetscCall(ReadTie(o, comm, name, &x->terms[i], x));
    break;
  case SLIDERS:
    PetscCall(FsOptionsText(o, FsOptionName(o, "-slider_%s_set", name), &set, NULL));
    add_sets(x, list, name, set ? set : name);
    break;
  default:
    x->use[x->n].list = list;
    PetscCall(MeshSelectionFromOptions(o, comm, lists[list].kind, lists[list].traits, name,
                                       &x->use[x->n++].nodes));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LoosePointsRead(FsOptions o, MPI_Comm comm, LoosePointsOptions **options)
{
  LoosePointsOptions *x;
  PetscInt            n = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&x));
  for (int k = 0; k < LISTS; k++) {
    PetscCall(FsOptionsNames(o, lists[k].list, &x->nnames[k], &x->names[k]));
    n += x->nnames[k] * (k == TIES ? SETS_OF_TIE : 1);
  }
  PetscCall(PetscCalloc4(n, &x->use, x->nnames[PARTS], &x->element, x->nnames[PARTS], &x->part,
                         x->nnames[TIES], &x->terms));
  for (int k = 0; k < LISTS; k++)
    for (PetscInt i = 0; i < x->nnames[k]; i++) PetscCall(ReadUse(o, comm, k, i, x));
  PetscCall(FsOptionsText(o, "-mesh_unjoined", &x->unjoined, NULL));
  *options = x;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LoosePointsFree(LoosePointsOptions *x)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < x->nnames[TIES]; i++) PetscCall(PetscFree(x->terms[i]));
  for (int k = 0; k < LISTS; k++) PetscCall(PetscStrNArrayDestroy(x->nnames[k], &x->names[k]));
  PetscCall(PetscFree4(x->use, x->element, x->part, x->terms));
  PetscCall(PetscFree(x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the mesh -------------------------------------------------------------------------------- */

/* The things that are at a node. */
typedef struct {
  unsigned char element; /* whether it has an element, or is the split end of a member */
  unsigned char used;    /* whether a load, an initial field or a probe names it */
  unsigned char holders; /* number of joints, ties, sliders and supports that hold it, at most 2 */
} AtNode;

static void add_holder(AtNode *at) { at->holders = (unsigned char)PetscMin(at->holders + 1, 2); }

/* Sets of_part[ncells] for the cells that are elements of parts, and for lines at split ends. */
static void find_elements(DistributedMesh *d, const LoosePointsOptions *x, unsigned char of_part[])
{
  const Geometry *g    = &d->cells;
  const int       ends = geometry_find_set(g, SPLIT_OFF_SET), all = geometry_find_set(g, "all");

  for (int c = 0; c < g->ncells; c++) of_part[c] = ends >= 0 && geometry_cell_in_set(g, c, ends);
  for (PetscInt p = 0; p < x->nnames[PARTS]; p++) {
    const GivenSets sets = find_given_sets(d, &x->part[p]);

    for (int c = 0; c < g->ncells; c++)
      if (x->element[p] && element_find(x->element[p], (Shape)g->shape[c]) &&
          (sets.given ? have_common_set(g, g->cell_sets[c], sets.list)
                      : all >= 0 && geometry_cell_in_set(g, c, all)))
        of_part[c] = 1;
  }
}

/* Returns a selection of sets: those of a use, or the set with its name. A use with a place has
   none. */
static MeshSelection sets_of_use(const Use *use, PetscBool *by_place)
{
  MeshSelection s = use->nodes;

  *by_place = (PetscBool)(s.nearest || s.where);
  for (int k = 0; k < REGIONS; k++) *by_place = (PetscBool)(*by_place || s.in_region[k]);
  if (!s.sets && !*by_place) s.sets = s.name;
  return s;
}

/* Finds what the cells of this rank say about their nodes, at[d->cells.nnodes]. Returns whether
   some node may be loose: whether a cell of one node, or of a joint, is no element. */
static int mark_by_cells(DistributedMesh *d, const LoosePointsOptions *x, AtNode at[])
{
  const Geometry *g       = &d->cells;
  unsigned char  *of_part = ranks_calloc(d->ranks, g->ncells + 1, sizeof *of_part);
  int             loose   = 0;

  find_elements(d, x, of_part);
  for (int c = 0; c < g->ncells; c++) {
    loose |= !of_part[c] && g->shape[c] == SHAPE_POINT;
    for (int k = g->offset[c]; k < g->offset[c + 1]; k++) at[g->conn[k]].element |= of_part[c];
  }
  for (PetscInt u = 0; u < x->n; u++) {
    PetscBool           by_place;
    const MeshSelection s    = sets_of_use(&x->use[u], &by_place);
    const GivenSets     sets = find_given_sets(d, &s);

    for (int c = 0; c < g->ncells && x->use[u].list == JOINTS && sets.given; c++) {
      if (!have_common_set(g, g->cell_sets[c], sets.list)) continue;
      loose |= !of_part[c];
      for (int k = g->offset[c]; k < g->offset[c + 1]; k++) add_holder(&at[g->conn[k]]);
    }
  }
  free(of_part);
  return loose;
}

/* Sums what the cells of all ranks say about the nodes of this rank's block, node[nnodes]. */
static void send_to_blocks(const DistributedMesh *d, const AtNode at[], AtNode node[])
{
  NodeFetch fetch;
  AtNode   *received;

  distributed_mesh_plan_fetch(d, &fetch);
  received = ranks_malloc(d->ranks, fetch.plan.m, sizeof *received);
  exchange_send(&fetch.plan, sizeof *at, at, received);
  for (int64_t k = 0; k < fetch.plan.m; k++) {
    AtNode *const n = &node[fetch.at[k]];

    n->element |= received[k].element;
    for (int h = 0; h < received[k].holders; h++) add_holder(n);
  }
  free(received);
  node_fetch_free(&fetch);
}

/* Adds what supports, ties, sliders, loads, ... say about the nodes of this rank's block. */
static PetscErrorCode MarkByNodes(MPI_Comm comm, DistributedMesh *d, const LoosePointsOptions *x,
                                  AtNode node[])
{
  unsigned char *selected;
  int64_t        count;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(d->nodes.nnodes + 1, &selected));
  for (PetscInt u = 0; u < x->n; u++) {
    const Use *const    use = &x->use[u];
    PetscBool           by_place;
    const MeshSelection s    = sets_of_use(use, &by_place);
    const GivenSets     sets = find_given_sets(d, &s);

    /* a place splits lines by itself */
    if (use->list == JOINTS || s.nearest || (by_place && !lists[use->list].holds)) continue;
    if (by_place) PetscCall(MeshEditSelectNodes(comm, d, &s, NULL, NULL, selected, &count));
    for (int i = 0; i < d->nodes.nnodes; i++) {
      if (by_place ? !selected[i] : !have_common_set(&d->cells, d->nodes.node_sets[i], sets.list))
        continue;
      if (lists[use->list].holds) add_holder(&node[i]);
      else node[i].used = 1;
      /* a node that slides along a line must not become a node of this line */
      if (use->list == SLIDERS) add_holder(&node[i]);
    }
  }
  PetscCall(PetscFree(selected));
  PetscFunctionReturn(PETSC_SUCCESS);
}

GivenSets loose_points_unjoined(DistributedMesh *d, const LoosePointsOptions *x)
{
  const MeshSelection s = {.kind = "mesh", .name = "", .sets = x->unjoined};

  return find_given_sets(d, &s);
}

static PetscBool is_loose(const AtNode *at)
{
  return (PetscBool)(!at->element && (at->holders || at->used));
}

static LoosePoint loose_point(const DistributedMesh *d, int i, PetscBool held)
{
  const Geometry *g     = &d->nodes;
  LoosePoint      point = {.number = d->first[d->ranks->rank] + i, .name = "", .held = held};
  const int      *sets, n = set_lists_get(&d->cells.lists, g->node_sets[i], &sets);

  memcpy(point.x, g->x[i], sizeof point.x);
  for (int k = 0; k < n && !*point.name; k++)
    if (strcmp(d->cells.set_name[sets[k]], "all"))
      memcpy(point.name, d->cells.set_name[sets[k]], sizeof point.name);
  return point;
}

PetscErrorCode LoosePointsFind(MPI_Comm comm, DistributedMesh *d, const LoosePointsOptions *x,
                               int64_t *n, LoosePoint **point)
{
  const Ranks    *ranks         = d->ranks;
  const GivenSets unjoined      = loose_points_unjoined(d, x);
  AtNode         *at            = ranks_calloc(ranks, d->cells.nnodes, sizeof *at),
         *node                  = ranks_calloc(ranks, d->nodes.nnodes, sizeof *node);
  GROWING_LIST(LoosePoint) mine = {NULL, 0, 0};

  PetscFunctionBeginUser;
  *n     = 0;
  *point = NULL;
  if (ranks_max(ranks, mark_by_cells(d, x, at))) {
    send_to_blocks(d, at, node);
    PetscCall(MarkByNodes(comm, d, x, node));
    for (int i = 0; i < d->nodes.nnodes; i++)
      if (is_loose(&node[i]) && !have_common_set(&d->cells, d->nodes.node_sets[i], unjoined.list))
        GROWING_LIST_ADD(ranks, mine, loose_point(d, i, (PetscBool)(node[i].holders > 1)));
    *point = ranks_allgather(ranks, sizeof *mine.at, mine.n, mine.at, n);
  }
  free(at);
  free(node);
  free(mine.at);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- divisible lines ------------------------------------------------------------------------- */

GivenSets find_given_sets(DistributedMesh *d, const MeshSelection *s)
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

PetscBool have_common_set(const Geometry *g, int list, int other)
{
  const int *sets, n = set_lists_get(&g->lists, list, &sets);

  for (int k = 0; k < n; k++)
    if (set_lists_has_set(&g->lists, other, sets[k])) return PETSC_TRUE;
  return PETSC_FALSE;
}

void find_divisible_lines(DistributedMesh *d, PetscInt nparts, const MeshSelection part[],
                          unsigned char divisible[])
{
  Geometry *g    = &d->cells;
  const int none = geometry_find_set(g, SPLIT_OFF_SET), all = geometry_find_set(g, "all");

  memset(divisible, 0, (size_t)g->ncells);
  for (PetscInt p = 0; p < nparts; p++) {
    const GivenSets sets = find_given_sets(d, &part[p]);

    for (int c = 0; c < g->ncells; c++) {
      if (g->shape[c] != SHAPE_LINE || (none >= 0 && geometry_cell_in_set(g, c, none))) continue;
      if (sets.given ? have_common_set(g, g->cell_sets[c], sets.list)
                     : all >= 0 && geometry_cell_in_set(g, c, all))
        divisible[c] = 1;
    }
  }
}

void fetch_cell_nodes(DistributedMesh *d)
{
  NodeFetch fetch;

  distributed_mesh_plan_fetch(d, &fetch);
  distributed_mesh_fetch_x(d, &fetch);
  distributed_mesh_fetch(d, &fetch, sizeof *d->cells.node_sets, d->nodes.node_sets,
                         d->cells.node_sets);
  node_fetch_free(&fetch);
}
