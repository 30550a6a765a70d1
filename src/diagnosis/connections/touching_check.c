/* touching_check.c: warns of nodes that lie on lines or surfaces, or on other nodes, to which
   nothing joins them.

   The cells of each rank search the open nodes (node_marks.h) in a tree of balls. The work grows
   with the number of cells times the logarithm of the number of open nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <petscbt.h>
#include "base/error.h"
#include "connectivity_check.h"
#include "element/beam/inside/beam_limits.h"
#include "math/vector.h"
#include "mesh/distributed/sparse_exchange.h"
#include "model/parts/element_iterator.h"
#include "node_marks.h"
#include "point_tree.h"

/* distance of nodes that coincide, over the diagonal of the box around the mesh; it is that of
   find_coincident_nodes(), whose file says why */
#define AT_NODE 1e-8

/* A contact of an open node, which the rank of a cell has found. */
typedef enum { ON_NOTHING, MISSES_CELL, ON_CELL, ON_NODE } Contact;
typedef struct {
  PetscInt64 cell_number;            /* of the cell with the lowest number */
  PetscInt   node;                   /* index of the open node in the mesh of its rank */
  int        contact;                /* a Contact */
  int        block, sets, dimension; /* of the cell: its block, list of sets, dimension */
  double     distance;               /* of the node from the cell [m] */
} Finding;

/* The search of a rank, and the cell whose neighbors are searched. */
typedef struct {
  Model                model;
  const unsigned char *marks;   /* bits of the nodes (node_marks.h) */
  const NamedSets     *apart;   /* sets of -mesh_unjoined */
  const double        *length;  /* [nnodes] of the elements at free ends (FreeEndsFind), or 0 */
  double               at_node; /* largest distance of nodes that coincide [m] */
  const OpenNode      *open;
  Finding             *finding; /* of each open node */
  PetscInt            *point;   /* indices of the open nodes that are searched */
  CellPlace            place;
  int                  cell, block;
  double               gyration; /* radius of gyration of the section of the cell, or 0 [m] */
} Search;

/* Returns whether the cell is a line and the node has one displacement alone: springs and bars that
   move along their line alone may lie beside each other. */
static PetscBool moves_along_line(const Search *s, const OpenNode *o)
{
  return (PetscBool)(shape_dimension(s->place.shape) == 1 &&
                     !(o->components & (o->components - 1)));
}

/* Returns how an open node touches the cell of the search. */
static Contact contact_with_cell(const Search *s, const OpenNode *o)
{
  const Geometry *g    = &s->model->mesh->g;
  const int      *node = g->conn + g->offset[s->cell];

  for (int i = 0; i < s->place.nn; i++) {
    const double    distance = distance_between(s->place.x[i], o->x);
    const PetscBool free =
      (PetscBool)(!(s->marks[node[i]] & (NODE_IN_JOINT | NODE_SUPPORTED | NODE_APART)) &&
                  o->coincides);

    if (g->node_number[node[i]] == o->number) return ON_NOTHING;
    if (distance <= s->at_node) return free ? ON_NODE : ON_NOTHING;
    if (distance <= TOUCHING_DISTANCE * s->place.size) return ON_NOTHING;
  }
  return moves_along_line(s, o) ? ON_NOTHING : ON_CELL;
}

/* Returns whether a free end misses the cell of the search by a small distance. The gap between two
   free ends, as of a joint for expansion, is no mistake. */
static Contact miss_of_cell(const Search *s, const OpenNode *o, double distance)
{
  const Geometry *g       = &s->model->mesh->g;
  const int      *node    = g->conn + g->offset[s->cell];
  const double    shorter = fmin(o->length, s->place.size);

  if (distance <= fmax(s->at_node, TOUCHING_DISTANCE * s->place.size)) return ON_NOTHING;
  if (moves_along_line(s, o)) return ON_NOTHING;
  if (distance > fmin(fmax(NEAR_SIZE * shorter, s->gyration), NEAR_CELL * shorter))
    return ON_NOTHING;
  for (int i = 0; i < s->place.nn; i++) {
    if (g->node_number[node[i]] == o->number) return ON_NOTHING;
    if (s->length[node[i]] > 0 &&
        distance_between(s->place.x[i], o->x) <= (1 + PETSC_SQRT_MACHINE_EPSILON) * distance)
      return ON_NOTHING;
  }
  return MISSES_CELL;
}

static void keep_contact(Search *s, int point, Contact contact, double distance)
{
  Finding        *f = &s->finding[s->point[point]];
  const OpenNode *o = &s->open[s->point[point]];
  const Geometry *g = &s->model->mesh->g;

  if (contact == ON_NOTHING || (int)contact < f->contact) return;
  if ((int)contact == f->contact && f->cell_number <= g->cell_number[s->cell]) return;
  *f = (Finding){.cell_number = g->cell_number[s->cell],
                 .node        = o->node,
                 .contact     = contact,
                 .block       = s->block,
                 .sets        = g->cell_sets[s->cell],
                 .dimension   = shape_dimension(s->place.shape),
                 .distance    = distance};
}

static void keep_finding(void *to, int point)
{
  Search *s = to;

  keep_contact(s, point, contact_with_cell(s, &s->open[s->point[point]]), 0);
}

static void keep_miss(void *to, int point)
{
  Search         *s        = to;
  const OpenNode *o        = &s->open[s->point[point]];
  const double    distance = cell_distance(&s->place, o->x);

  keep_contact(s, point, miss_of_cell(s, o, distance), distance);
}

/* The open nodes of a search: those outside of surfaces are searched around all elements that have
   an extent, those inside around the lines of this rank that lie in surfaces, and free ends again
   around all elements, at larger distances. */
typedef enum { OUTSIDE, INSIDE, FREE_ENDS } Group;

static PetscBool is_in_group(const OpenNode *o, Group group)
{
  if (group == FREE_ENDS) return (PetscBool)(o->length > 0);
  return (PetscBool)(o->inside == (group == INSIDE));
}

/* Returns the radius of gyration of the section of a beam [m]; 0 for other elements and for a
   section that varies. */
static double gyration(const Block *b)
{
  return b->kernel->type->has_section && !b->varying ? beam_gyration(b->prop) : 0;
}

/* Searches a group of all nopen open nodes. */
static PetscErrorCode FindContacts(Search *s, Group group, PetscInt nopen)
{
  double(*x)[3];
  int       n = 0;
  PointTree tree;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(nopen, &x, nopen, &s->point));
  for (PetscInt i = 0; i < nopen; i++) {
    if (!is_in_group(&s->open[i], group)) continue;
    PetscCall(PetscArraycpy(x[n], s->open[i].x, 3));
    s->point[n++] = i;
  }
  PetscCall(PointTreeCreate(n, (const double(*)[3])x, &tree));
  for (ElementIterator it = PartElements(s->model); n && NextElement(&it);) {
    if (!block_has_extent(it.block)) continue;
    s->cell  = (int)it.block->cells[it.element];
    s->block = (int)it.block_index;
    if (cell_is_named(&s->model->mesh->g, s->cell, s->apart)) continue;
    if (group == INSIDE && !lies_in_surface(&s->model->mesh->g, s->cell, s->marks)) continue;
    s->place    = cell_place(&s->model->mesh->g, s->cell);
    s->gyration = gyration(it.block);
    if (group == FREE_ENDS)
      point_tree_find(&tree, &s->place,
                      fmin(fmax(NEAR_SIZE * s->place.size, s->gyration), NEAR_CELL * s->place.size),
                      keep_miss, s);
    else
      point_tree_find(&tree, &s->place, PetscMax(s->at_node, TOUCHING_DISTANCE * s->place.size),
                      keep_finding, s);
  }
  PetscCall(PointTreeDestroy(&tree));
  PetscCall(PetscFree2(x, s->point));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the findings to the ranks of the nodes; the caller frees *received by PetscFree(). */
static PetscErrorCode ReturnFindings(const Search *s, PetscInt n, PetscInt *nreceived,
                                     Finding **received)
{
  PetscMPIInt  size, nto    = 0, *to;
  PetscInt    *first, count = 0;
  Finding     *sent;
  MPI_Datatype type;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(s->model->comm, &size));
  PetscCall(PetscMalloc3(size, &to, size + 1, &first, n, &sent));
  for (PetscInt i = 0; i < n; i++) {
    if (s->finding[i].contact == ON_NOTHING) continue;
    if (!nto || to[nto - 1] != s->open[i].rank) {
      to[nto]      = s->open[i].rank;
      first[nto++] = count;
    }
    sent[count++] = s->finding[i];
  }
  first[nto] = count;
  PetscCallMPI(MPI_Type_contiguous(sizeof *sent, MPI_BYTE, &type));
  PetscCallMPI(MPI_Type_commit(&type));
  PetscCall(SparseExchange(s->model->comm, type, nto, to, first, sent, nreceived, received));
  PetscCallMPI(MPI_Type_free(&type));
  PetscCall(PetscFree3(to, first, sent));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The nodes with one kind of contact. */
typedef struct {
  PetscInt   count; /* of all ranks */
  PetscInt64 first; /* lowest number of such a node of this rank */
  Finding    finding;
} Touching;

/* Collects the findings of one kind of contact; each node counts once. */
static PetscErrorCode Collect(Model model, Contact contact, PetscInt n, const Finding finding[],
                              Touching *t)
{
  const Geometry *g = &model->mesh->g;
  PetscBT         counted;

  PetscFunctionBeginUser;
  *t = (Touching){.first = INT64_MAX};
  PetscCall(PetscBTCreate(g->nnodes, &counted));
  for (PetscInt k = 0; k < n; k++) {
    const PetscInt64 number = g->node_number[finding[k].node];

    if (finding[k].contact != (int)contact) continue;
    t->count += !PetscBTLookupSet(counted, finding[k].node);
    if (number > t->first ||
        (number == t->first && t->finding.cell_number <= finding[k].cell_number))
      continue;
    t->first   = number;
    t->finding = finding[k];
  }
  PetscCall(PetscBTDestroy(&counted));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sums the nodes of all ranks. Sets *mine on the rank with the lowest node. */
static PetscErrorCode SumTouching(MPI_Comm comm, Touching *t, PetscBool *mine)
{
  PetscInt64 lowest = t->first;

  PetscFunctionBeginUser;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &lowest, 1, MPIU_INT64, MPI_MIN, comm));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &t->count, 1, MPIU_INT, MPI_SUM, comm));
  *mine = (PetscBool)(t->first < INT64_MAX && t->first == lowest);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns what joins a node and a cell that touch. */
static const char *remedy(Model model, const unsigned char marks[], const Touching *t)
{
  if (t->finding.dimension == 2)
    return "give both nodes at the same places (equal numbers of cells, -mesh_join; Gmsh: "
           "BooleanFragments), or glue the nodes to the surface (-tie_<name>_type glued)";
  if (marks[t->finding.node] & NODE_IN_SURFACE && t->finding.contact == ON_CELL)
    return "give the line as many cells as the surface has along it (-member_<name>_n for a "
           "member, "
           "-mesh_n for the surface; Gmsh: BooleanFragments)";
  if (model->mesh->copies && PatternCopiesHasFrame(model->mesh->copies))
    return "make the place a point of both members (-member_<name> a,<point>,b), or glue the node "
           "to "
           "the line (-tie_<name>_type glued)";
  if (t->finding.contact == ON_NODE)
    return "merge the nodes of the mesh (-mesh_join 1e-6; Gmsh: Coherence Mesh), or tie them";
  return "merge the nodes of the mesh (Gmsh: BooleanFragments; Coherence Mesh), or tie or join "
         "them";
}

/* Warns of the nodes with one kind of contact. */
static PetscErrorCode WarnTouching(Model model, const unsigned char marks[], Contact contact,
                                   PetscInt n, const Finding finding[])
{
  static const char *const where[][2] = {
    [MISSES_CELL] = {"free end misses a line or surface",  "free ends miss lines or surfaces"  },
    [ON_CELL]     = {"node lies inside a line or surface", "nodes lie inside lines or surfaces"},
    [ON_NODE]     = {"node lies at another one",           "nodes lie at other ones"           }
  };
  const Geometry *g = &model->mesh->g;
  Touching        t;
  PetscBool       mine = PETSC_FALSE;
  const double   *x, zero[3] = {0, 0, 0};
  const char     *part;
  char            how[64] = "on";

  PetscFunctionBeginUser;
  PetscCall(Collect(model, contact, n, finding, &t));
  PetscCall(SumTouching(model->comm, &t, &mine));
  x    = mine ? g->x[t.finding.node] : zero;
  part = model->nparts ? model->block[t.finding.block].part : "";
  if (contact == MISSES_CELL)
    PetscCall(PetscSNPrintf(how, sizeof how, "%.3g m away from", t.finding.distance));
  PetscCall(WarnAllRanks(
    model->comm, mine,
    "%" PetscInt_FMT " %s, and no cell or joint connects %s: the first, of '%s' at (%.6g, %.6g, "
    "%.6g), is %s '%s' of part '%s'; %s%s; if they are apart on purpose, name the set of one of "
    "them in -mesh_unjoined",
    t.count, where[contact][t.count != 1], t.count == 1 ? "it there" : "them there",
    mine ? node_name(model, (int)t.finding.node) : "", x[0], x[1], x[2], how,
    best_set_name(g, t.finding.sets, part), part,
    contact == MISSES_CELL ? "correct its coordinates, and then " : "",
    mine ? remedy(model, marks, &t) : ""));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the diagonal of the box around all nodes [m]. */
static PetscErrorCode MeshDiagonal(Model model, double *diagonal)
{
  const Geometry *g      = &model->mesh->g;
  double          box[6] = {PETSC_NINFINITY, PETSC_NINFINITY, PETSC_NINFINITY,
                            PETSC_NINFINITY, PETSC_NINFINITY, PETSC_NINFINITY};

  PetscFunctionBeginUser;
  for (int i = 0; i < g->nnodes; i++)
    for (int c = 0; c < 3; c++) {
      box[c]     = PetscMax(box[c], g->x[i][c]);
      box[3 + c] = PetscMax(box[3 + c], -g->x[i][c]);
    }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, box, 6, MPI_DOUBLE, MPI_MAX, model->comm));
  *diagonal = hypot(hypot(box[0] + box[3], box[1] + box[4]), box[2] + box[5]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode WarnTouchingNodes(Model model, const unsigned char marks[], const NamedSets *apart)
{
  Search    s        = {.model = model, .marks = marks, .apart = apart};
  double    diagonal = 0, *length;
  PetscInt  n, nfindings;
  OpenNode *open;
  Finding  *finding;

  PetscFunctionBeginUser;
  PetscCall(MeshDiagonal(model, &diagonal));
  if (!(diagonal > 0) || PetscIsInfReal(diagonal)) PetscFunctionReturn(PETSC_SUCCESS);
  s.at_node = AT_NODE * diagonal;
  PetscCall(PetscMalloc1(model->mesh->g.nnodes, &length));
  PetscCall(FreeEndsFind(model, marks, length));
  s.length = length;
  PetscCall(OpenNodesExchange(model, marks, length, &n, &open));
  PetscCall(PetscCalloc1(n, &s.finding));
  s.open = open;
  for (Group group = OUTSIDE; group <= FREE_ENDS; group++) PetscCall(FindContacts(&s, group, n));
  PetscCall(ReturnFindings(&s, n, &nfindings, &finding));
  if (!model->mesh->g.nplaces) PetscCall(WarnTouching(model, marks, ON_NODE, nfindings, finding));
  PetscCall(WarnTouching(model, marks, ON_CELL, nfindings, finding));
  PetscCall(WarnTouching(model, marks, MISSES_CELL, nfindings, finding));
  PetscCall(PetscFree(finding));
  PetscCall(PetscFree(s.finding));
  PetscCall(PetscFree(length));
  PetscCall(PetscFree(open));
  PetscFunctionReturn(PETSC_SUCCESS);
}
