/* part_checks.c: checks parts: cells that two parts share, cells that are not at the edge that they
   bound, and sections that turn far. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include <strings.h>
#include "base/error.h"
#include "part_checks.h"
#include "element_iterator.h"
#include "mesh/surface_edges.h"
#include "element/beam/node_axes.h"
#include "element/element.h"
#include "math/vector.h"
#include "part_places.h"

/* The cells of this rank that two structural parts share. */
typedef struct {
  PetscInt n;
  int      first; /* the first of these cells */
  PetscInt block[2];
} SharedCells;

/* ---- parts that act together ----------------------------------------------------------------- */

/* Returns the description of a part; NULL if the part does not exist. */
static const PartOptions *find_part(PetscInt n, const PartOptions parts[], const char name[])
{
  for (PetscInt i = 0; i < n; i++)
    if (!strcasecmp(parts[i].name, name)) return &parts[i];
  return NULL;
}

/* Copies the next name of a list "a,b" and returns the rest of the list; NULL at its end. */
static const char *next_name(const char *list, size_t size, char name[])
{
  const size_t length = strcspn(list, ",");

  snprintf(name, size, "%.*s", (int)length, list);
  return list[length] ? list + length + 1 : NULL;
}

/* Returns whether the first part names the second one in its option _composite_with. */
static PetscBool names_part(const PartOptions *part, const char other[])
{
  char name[128];

  for (const char *list = part->composite_with; list;) {
    list = next_name(list, sizeof name, name);
    if (!strcasecmp(name, other)) return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

static PetscBool are_composite(PetscInt n, const PartOptions parts[], const char one[],
                               const char other[])
{
  return (PetscBool)(names_part(find_part(n, parts, one), other) ||
                     names_part(find_part(n, parts, other), one));
}

static PetscErrorCode HaveCommonCells(Model model, const char one[], const char other[],
                                      PetscBool *have)
{
  PetscBool *of_one;

  PetscFunctionBeginUser;
  *have = PETSC_FALSE;
  PetscCall(PetscCalloc1(model->mesh->g.ncells, &of_one));
  for (int pass = 0; pass < 2; pass++)
    for (PetscInt k = 0; k < model->nparts; k++) {
      const Block *b = &model->block[k];

      if (strcasecmp(b->part, pass ? other : one) != 0) continue;
      for (PetscInt e = 0; e < b->ncells; e++)
        if (!pass) of_one[b->cells[e]] = PETSC_TRUE;
        else if (of_one[b->cells[e]]) *have = PETSC_TRUE;
    }
  PetscCall(PetscFree(of_one));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, have, 1, MPIU_BOOL, MPI_LOR, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input errors: a part names itself, a part that does not exist, or one without common cells. */
static PetscErrorCode CheckComposites(Model model, PetscInt n, const PartOptions parts[])
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; i++) {
    const char *part = parts[i].name;
    char        name[128];

    for (const char *list = parts[i].composite_with; list;) {
      PetscBool common;

      list = next_name(list, sizeof name, name);
      PetscCheck(
        find_part(n, parts, name) && strcasecmp(name, part) != 0, model->comm, PETSC_ERR_USER_INPUT,
        "-part_%s_composite_with: '%s' is no other part; give names of -parts", part, name);
      PetscCall(HaveCommonCells(model, part, name, &common));
      PetscCheck(common, model->comm, PETSC_ERR_USER_INPUT,
                 "-part_%s_composite_with: the parts '%s' and '%s' have no common cell; correct "
                 "their sets, or remove the option",
                 part, part, name);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- cells in two parts ---------------------------------------------------------------------- */

/* part_of[ncells]: work array. */
static SharedCells find_shared_cells(Model model, PetscInt n, const PartOptions parts[],
                                     PetscInt part_of[])
{
  SharedCells shared = {.first = -1};

  for (int c = 0; c < model->mesh->g.ncells; c++) part_of[c] = -1;
  for (PetscInt k = 0; k < model->nparts; k++) {
    const Block *b = &model->block[k];

    /* only structural elements have a scale */
    for (PetscInt e = 0; e < b->ncells && b->kernel->type->scale; e++) {
      PetscInt *part = &part_of[b->cells[e]];

      if (*part >= 0) {
        if (are_composite(n, parts, model->block[*part].part, b->part)) continue;
        if (!shared.n++) {
          shared.first    = (int)b->cells[e];
          shared.block[0] = *part;
          shared.block[1] = k;
        }
      } else *part = k;
    }
  }
  return shared;
}

/* Warns of springs that connect the two nodes of a cell of another part, where springs to ground
   may be meant. part_of[ncells]: work array. */
static PetscErrorCode WarnSpringsAlongCells(Model model, PetscInt nparts, const PartOptions parts[],
                                            PetscInt part_of[])
{
  const char *spring = "", *other = "";
  PetscBool   found = PETSC_FALSE;

  PetscFunctionBeginUser;
  for (int c = 0; c < model->mesh->g.ncells; c++) part_of[c] = -1;
  for (PetscInt k = 0; k < model->nparts; k++)
    for (PetscInt e = 0; e < model->block[k].ncells && model->block[k].kernel->type->scale; e++)
      part_of[model->block[k].cells[e]] = k;
  for (PetscInt k = 0; k < model->nparts && !found; k++)
    for (PetscInt e = 0; e < model->block[k].ncells && !found; e++) {
      const PetscInt along = part_of[model->block[k].cells[e]];

      if (along < 0 || strcmp(model->block[k].kernel->name, "spring")) break;
      spring = model->block[k].part;
      other  = model->block[along].part;
      found  = (PetscBool)!are_composite(nparts, parts, spring, other);
    }
  PetscCall(WarnAllRanks(
    model->comm, found,
    "the springs of part '%s' connect the two ends of cells of part '%s', and none leads to the "
    "ground. For springs to ground give -part_%s_set points; for an elastic bed a load with "
    "-load_<name>_law_z \"-k*uz\" and _law_per length; if you mean springs along the cells, say so "
    "with -part_%s_composite_with %s",
    spring, other, spring, spring, other));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelWarnSharedCells(Model model, PetscInt nparts, const PartOptions parts[])
{
  double      x[3] = {0, 0, 0};
  SharedCells shared;
  PetscInt   *part_of, n;

  PetscFunctionBeginUser;
  PetscCall(CheckComposites(model, nparts, parts));
  PetscCall(PetscMalloc1(model->mesh->g.ncells, &part_of));
  shared = find_shared_cells(model, nparts, parts, part_of);
  PetscCall(WarnSpringsAlongCells(model, nparts, parts, part_of));
  PetscCall(PetscFree(part_of));
  PetscCallMPI(MPIU_Allreduce(&shared.n, &n, 1, MPIU_INT, MPI_SUM, model->comm));
  if (!n) PetscFunctionReturn(PETSC_SUCCESS);
  if (shared.n) geometry_cell_center(&model->mesh->g, shared.first, x);
  PetscCall(WarnAllRanks(
    model->comm, (PetscBool)(shared.n > 0),
    "%" PetscInt_FMT " cell%s in two parts with stiffness: '%s' and '%s' share the cell at (%.6g, "
    "%.6g, %.6g), where both act; give the parts sets or places without common cells "
    "(-part_%s_set), or declare that they act together (-part_%s_composite_with %s)",
    n, n == 1 ? " is" : "s are", model->block[shared.block[0]].part,
    model->block[shared.block[1]].part, x[0], x[1], x[2], model->block[shared.block[1]].part,
    model->block[shared.block[1]].part, model->block[shared.block[0]].part));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- edges ----------------------------------------------------------------------------------- */

/* Returns the part that a part bounds by a property of the kind PROP_EDGE, or NULL. */
static const char *bounded_part(const PartOptions *part)
{
  const ElementProp *props = part->kernel->type->props;

  for (int i = 0; props[i].name; i++)
    if (props[i].kind == PROP_EDGE) return part->property[i].of;
  return NULL;
}

/* Finds the nodes of a part on all ranks: on_part[nnodes]. */
static PetscErrorCode MarkNodes(Model model, const char part[], unsigned char on_part[])
{
  PetscFunctionBeginUser;
  for (ElementIterator it = PartElements(model); NextElement(&it);)
    for (int i = 0; i < shape_nodes(it.block->kernel->shape); i++)
      if (!strcmp(it.block->part, part)) on_part[it.node[i]] = 1;
  PetscCall(MeshCombineNodes(model->mesh, MPI_UNSIGNED_CHAR, on_part, MPI_BOR));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether two nodes of a cell, or more, are on the part. */
static int touches(const Geometry *g, PetscInt cell, const unsigned char on_part[])
{
  int n = 0;

  for (int i = g->offset[cell]; i < g->offset[cell + 1]; i++) n += on_part[g->conn[i]];
  return n > 1;
}

/* Sets how the cells of this rank count: those of the part of shells that is bounded, those of
   other shells, and the lines of the part that bounds it. */
static void set_kinds(Model model, const char bounded[], const char part[],
                      const unsigned char on_part[], EdgeKind kind[])
{
  for (int c = 0; c < model->mesh->g.ncells; c++) kind[c] = EDGE_NONE;
  for (PetscInt k = 0; k < model->nparts; k++) {
    const Block *b   = &model->block[k];
    const int    own = !strcmp(b->part, bounded);

    for (PetscInt e = 0; e < b->ncells; e++)
      if (!touches(&model->mesh->g, b->cells[e], on_part)) continue;
      else if (!strcmp(b->part, part)) kind[b->cells[e]] = EDGE_LINE;
      else if (own) kind[b->cells[e]] = EDGE_SURFACE;
      else if (b->kernel->type->edge && kind[b->cells[e]] == EDGE_NONE)
        kind[b->cells[e]] = EDGE_OTHER;
  }
}

static PetscErrorCode CheckEdge(Model model, const char bounded[], const char part[])
{
  PetscReal       x[3] = {0, 0, 0};
  int             own = 0, other = 0;
  PetscBool       bad = PETSC_FALSE;
  unsigned char  *on_part;
  EdgeKind       *kind;
  SurfaceEdgeList edges;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(model->mesh->g.nnodes, &on_part));
  PetscCall(PetscMalloc1(model->mesh->g.ncells, &kind));
  PetscCall(MarkNodes(model, part, on_part));
  set_kinds(model, bounded, part, on_part, kind);
  PetscCall(SurfaceEdgesFind(model->mesh, kind, &edges));
  PetscCall(PetscFree(kind));
  PetscCall(PetscFree(on_part));
  for (int k = 0; k < edges.n && !bad; k++) {
    const SurfaceEdge *edge = &edges.at[k];

    if (!edge->count[EDGE_LINE]) continue;
    own   = edge->count[EDGE_SURFACE];
    other = edge->count[EDGE_OTHER];
    bad   = (PetscBool)(own != 1 || other != 0);
    PetscCall(PetscArraycpy(x, edge->x, 3));
  }
  PetscCall(SurfaceEdgesDestroy(&edges));
  PetscCall(CheckAllRanks(
    model->comm, bad,
    "-part_%s_of %s: the line at (%.6g, %.6g, %.6g) is not at the edge of that part, because %d of "
    "its cells and %d of other shells meet there; give -part_%s_set lines with one cell of '%s'",
    part, bounded, (double)x[0], (double)x[1], (double)x[2], own, other, part, bounded));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PartEdgesCheck(Model model, PetscInt n, const PartOptions parts[])
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < n; k++) {
    const char *bounded = bounded_part(&parts[k]);

    if (bounded) PetscCall(CheckEdge(model, bounded, parts[k].name));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- turns of sections ----------------------------------------------------------------------- */

/* The largest turn of a section about the line that is not worth a warning [rad]. Along a line
   whose direction is well chosen sections turn by less than the line bends in a cell. */
static const double MOST = 0.75;

/* The cells of beams that end (0) and begin (1) at a node, on all ranks: their number, the sum of
   their parts' indices, and the sum of their axes there. */
typedef struct {
  double n[2], part[2], axes[2][3][3];
} NodeSections;

/* The largest turn of a part, and its place. */
typedef struct {
  PetscInt n; /* number of turns above MOST */
  double   angle, x[3];
} SectionTurn;

static void note_turn(double angle, const double x[3], SectionTurn *turn)
{
  if (!(fabs(angle) > MOST)) return;
  turn->n++;
  if (fabs(angle) <= turn->angle) return;
  turn->angle = fabs(angle);
  for (int c = 0; c < 3; c++) turn->x[c] = x[c];
}

static int element_axes(const ElementIterator *it, int node, double axes[3][3])
{
  const double *data = it->block->data + (size_t)it->element * (size_t)it->block->kernel->ndata;

  return beam_node_axes(it->block->kernel, data, node, axes);
}

/* Notes the turns between consecutive nodes of an element, less its twist. */
static void note_turns_inside(Model model, const ElementIterator *it, SectionTurn *turn)
{
  const int along[] = {0, 2, 1}; /* the nodes of a cell of three nodes, along the line */
  const int nn      = shape_nodes(it->block->kernel->shape);
  double    x[ELEMENT_MAX_NODES][3], twist[ELEMENT_MAX_NODES] = {0}, axes[2][3][3];

  geometry_cell_coordinates(&model->mesh->g, (int)it->block->cells[it->element], x);
  (void)BlockField(it->block, it->element, (const double(*)[3])x, twist);
  for (int i = 0; i + 1 < nn; i++) {
    const int a = nn == 3 ? along[i] : i, b = nn == 3 ? along[i + 1] : i + 1;

    if (!element_axes(it, a, axes[0]) || !element_axes(it, b, axes[1])) return;
    note_turn(beam_section_turn((const double(*)[3])axes[0], (const double(*)[3])axes[1]) -
                (twist[b] - twist[a]),
              x[a], turn);
  }
}

/* Adds the axes at both ends of an element to those of its nodes. */
static void add_ends(const ElementIterator *it, NodeSections sections[])
{
  for (int end = 0; end < 2; end++) {
    NodeSections *s = &sections[it->node[1 - end]];
    double        axes[3][3];

    if (!element_axes(it, 1 - end, axes)) return;
    s->n[end]++;
    s->part[end] += (double)it->block_index;
    for (int k = 0; k < 9; k++) ((double *)s->axes[end])[k] += ((double *)axes)[k];
  }
}

/* Finds the turns of all parts, turn[nparts], those at nodes on the ranks that own the nodes. */
static PetscErrorCode FindTurns(Model model, SectionTurn turn[])
{
  const double   smooth = 0.5; /* cosine of the largest angle between the tangents at a node */
  const PetscInt n      = model->mesh->g.nnodes;
  NodeSections  *sections;
  MPI_Datatype   unit;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(n, &sections));
  for (ElementIterator it = PartElements(model); NextElement(&it);) {
    note_turns_inside(model, &it, &turn[it.block_index]);
    add_ends(&it, sections);
  }
  PetscCallMPI(MPI_Type_contiguous(sizeof(NodeSections) / sizeof(double), MPI_DOUBLE, &unit));
  PetscCallMPI(MPI_Type_commit(&unit));
  PetscCall(MeshCombineNodes(model->mesh, unit, sections, MPI_SUM));
  PetscCallMPI(MPI_Type_free(&unit));
  for (PetscInt i = 0; i < n; i++) {
    const NodeSections *s = &sections[i];
    const double(*a)[3] = s->axes[0], (*b)[3] = s->axes[1];

    if (!model->mesh->owned[i] || s->n[0] != 1 || s->n[1] != 1 || s->part[0] != s->part[1])
      continue;
    if (dot(a[0], b[0]) > smooth)
      note_turn(beam_section_turn(a, b), model->mesh->g.x[i], &turn[(PetscInt)s->part[0]]);
  }
  PetscCall(PetscFree(sections));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelWarnSectionTurns(Model model)
{
  PetscBool    beams = PETSC_FALSE;
  PetscInt    *n;
  double      *angle;
  SectionTurn *turn;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++)
    if (model->block[k].kernel->type->has_section) beams = PETSC_TRUE;
  if (!beams) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc1(model->nparts, &turn));
  PetscCall(FindTurns(model, turn));
  PetscCall(PetscMalloc2(model->nparts, &n, model->nparts, &angle));
  for (PetscInt k = 0; k < model->nparts; k++) n[k] = turn[k].n, angle[k] = turn[k].angle;
  PetscCallMPI(
    MPIU_Allreduce(MPI_IN_PLACE, n, (PetscMPIInt)model->nparts, MPIU_INT, MPI_SUM, model->comm));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, angle, (PetscMPIInt)model->nparts, MPI_DOUBLE, MPI_MAX,
                             model->comm));
  for (PetscInt k = 0; k < model->nparts; k++) {
    const double     *x    = turn[k].x;
    const char *const part = model->block[k].part;

    if (!n[k]) continue;
    PetscCall(WarnAllRanks(
      model->comm, (PetscBool)(turn[k].n && turn[k].angle == angle[k]),
      "part '%s': the section turns by %.3g degrees about the line at (%.6g, %.6g, %.6g)%s, "
      "because "
      "the line comes close to the direction of the y axis there, or the default direction changes "
      "sides; give another -part_%s_direction, across the line",
      part, angle[k] * 180 / PETSC_PI, x[0], x[1], x[2], n[k] > 1 ? " and elsewhere" : "", part));
  }
  PetscCall(PetscFree2(n, angle));
  PetscCall(PetscFree(turn));
  PetscFunctionReturn(PETSC_SUCCESS);
}
