/* surface_extremes.c: continues the results of surfaces to the nodes of their elements. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "math/vector.h"
#include "model/parts/element_iterator.h"
#include "evaluated_element.h"
#include "patch_nodes.h"
#include "surface_extremes.h"

/* An element of a block. */
typedef struct {
  const Block *block;
  PetscInt     element;
} ListedCell;

struct _n_SurfaceExtremes {
  Model       model; /* borrowed */
  PatchNode  *node;  /* [nnodes] */
  PetscInt    ncells;
  ListedCell *cells;        /* [ncells] of this rank, whose results are summed or stored */
  PatchSums  *sums;         /* [nnodes], valid where node.needed */
  PetscInt    nlist, *list; /* [nlist] nodes that have sums */
  PetscSF     sf;           /* connects these nodes among the ranks */
  /* results in the middles of elements at the last state, without derived ones, from the place
     first[block] on, of one element after another; NULL if not all cells are raised */
  double      *values;
  PetscInt    *first; /* [nparts] */
  MPI_Datatype unit;  /* of a PatchSums */
};

PetscBool surface_raises(const Block *b, PetscInt at)
{
  return (PetscBool)(b->kernel->type->recovered && at >= b->nvalues);
}

/* Finds the nodes of the cells that the caller wants, on all ranks that have them. */
static PetscErrorCode FindNeeded(SurfaceExtremes x, PetscInt n, const PetscInt cells[])
{
  const Geometry *g = &x->model->mesh->g;
  double         *needed;
  PetscInt       *roots, nroots = 0;
  PetscSF         sf;
  PetscMPIInt     size;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(g->nnodes, &needed));
  for (PetscInt i = 0; i < g->nnodes && n < 0; i++) needed[i] = 1;
  for (PetscInt k = 0; k < n; k++)
    for (int i = g->offset[cells[k]]; i < g->offset[cells[k] + 1]; i++) needed[g->conn[i]] = 1;
  PetscCall(CombineNodes(x->model, 1, needed, MPI_MAX));
  PetscCall(PetscMalloc1(g->nnodes, &x->list));
  PetscCall(PetscMalloc1(g->nnodes, &roots));
  for (PetscInt i = 0; i < g->nnodes; i++) {
    x->node[i].needed = (PetscBool)(needed[i] > 0 && x->node[i].smooth);
    if (!x->node[i].needed) continue;
    x->list[x->nlist++] = i;
    if (x->model->mesh->owned[i]) roots[nroots++] = i;
  }
  PetscCallMPI(MPI_Comm_size(x->model->comm, &size));
  if (size > 1) {
    PetscCall(DMGetPointSF(x->model->mesh->dm, &sf));
    PetscCall(PetscSFCreateEmbeddedRootSF(sf, nroots, roots, &x->sf));
  }
  PetscCall(PetscFree(roots));
  PetscCall(PetscFree(needed));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether any rank has cells, n of SurfaceExtremesCreate(). */
static PetscErrorCode Any(Model model, PetscInt n, PetscBool *any)
{
  PetscFunctionBeginUser;
  *any = (PetscBool)(n > 0);
  for (PetscInt b = 0; b < model->nparts && n < 0; b++)
    if (model->block[b].kernel->type->recovered) *any = PETSC_TRUE;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, any, 1, MPIU_BOOL, MPI_LOR, model->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Allocates x->values. */
static PetscErrorCode AllocateValues(SurfaceExtremes x)
{
  PetscInt n = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(x->model->nparts, &x->first));
  for (PetscInt k = 0; k < x->model->nparts; k++) {
    const Block *b = &x->model->block[k];

    x->first[k] = n;
    if (b->kernel->type->recovered) n += b->ncells * b->nvalues;
  }
  PetscCall(PetscMalloc1(n + 1, &x->values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns where the values of an element are in x->values. */
static double *stored_values(SurfaceExtremes x, const Block *b, PetscInt element)
{
  return x->values + x->first[b - x->model->block] + (ptrdiff_t)element * b->nvalues;
}

/* Lists the cells whose results are summed, or stored. */
static PetscErrorCode ListCells(SurfaceExtremes x)
{
  SurfaceCell c;

  PetscFunctionBeginUser;
  for (int count = 1; count >= 0; count--) { /* first counts, then lists */
    x->ncells = 0;
    for (ElementIterator it = PartElements(x->model); NextElement(&it);) {
      PetscBool needed = (PetscBool)(x->values != NULL);

      if (!surface_cell(x->model, it.block, it.element, &c)) continue;
      for (int i = 0; i < c.nn; i++) needed = (PetscBool)(needed || x->node[c.node[i]].needed);
      if (!needed) continue;
      if (!count) x->cells[x->ncells] = (ListedCell){it.block, it.element};
      x->ncells++;
    }
    if (count) PetscCall(PetscMalloc1(x->ncells, &x->cells));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SurfaceExtremesCreate(Model model, PetscInt n, const PetscInt cells[],
                                     SurfaceExtremes *out)
{
  const PetscInt  nnodes = model->mesh->g.nnodes;
  SurfaceExtremes x;
  PetscBool       any;

  PetscFunctionBeginUser;
  *out = NULL;
  PetscCall(Any(model, n, &any));
  if (!any) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(&x));
  x->model = model;
  PetscCall(PatchNodesCreate(model, &x->node));
  PetscCall(PetscMalloc1(nnodes, &x->sums));
  PetscCall(FindNeeded(x, n, cells));
  if (n < 0) PetscCall(AllocateValues(x));
  PetscCall(ListCells(x));
  PetscCallMPI(MPI_Type_contiguous(sizeof(PatchSums) / sizeof(double), MPI_DOUBLE, &x->unit));
  PetscCallMPI(MPI_Type_commit(&x->unit));
  *out = x;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SurfaceExtremesDestroy(SurfaceExtremes *x)
{
  PetscFunctionBeginUser;
  if (!*x) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCallMPI(MPI_Type_free(&(*x)->unit));
  PetscCall(PetscSFDestroy(&(*x)->sf));
  PetscCall(PetscFree((*x)->node));
  PetscCall(PetscFree((*x)->sums));
  PetscCall(PetscFree((*x)->list));
  PetscCall(PetscFree((*x)->cells));
  PetscCall(PetscFree((*x)->values));
  PetscCall(PetscFree((*x)->first));
  PetscCall(PetscFree(*x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- a state --------------------------------------------------------------------------------- */

/* RecoveredValues - The results of an element that are continued to its nodes, in the order of
   ElementType.recovered. */
typedef struct {
  const RecoveredResult *list;
  int                    n;                         /* number of values */
  double                 unit[RECOVERED_MAX];       /* by which the values are divided */
  const double          *prop;                      /* properties of the element */
  double                 middle[ELEMENT_MAX_PROPS]; /* memory for them */
} RecoveredValues;

/* Gets which results of an element are continued, and in which units. */
static void get_recovered(Model model, const Block *b, PetscInt element, RecoveredValues *r)
{
  r->list = b->kernel->type->recovered;
  r->n    = 0;
  r->prop = BlockDerivedProp(model, b, element, r->middle);
  for (const RecoveredResult *each = r->list; each->count; each++)
    for (int k = 0; k < each->count; k++)
      r->unit[r->n++] = each->power ? pow(b->kernel->type->smooth_length(r->prop), each->power) : 1;
}

/* Copies the continued results of an element from its results, in their units, or back to them. */
static void copy_recovered(const RecoveredValues *r, double values[], double own[], PetscBool back)
{
  int n = 0;

  for (const RecoveredResult *each = r->list; each->count; each++)
    for (int k = 0; k < each->count; k++, n++) {
      if (back) values[each->at + k] = own[n] * r->unit[n];
      else own[n] = values[each->at + k] / r->unit[n];
    }
}

/* Adds the results of an element to the sums of its nodes. */
static void add_results(SurfaceExtremes x, const Evaluation *ev, const Block *b, PetscInt element)
{
  double           values[ELEMENT_MAX_RESULTS], own[RECOVERED_MAX];
  EvaluatedElement evaluated = {.ev = ev, .b = b, .element = element};
  NodeState        nodes[ELEMENT_MAX_NODES];
  RecoveredValues  r;
  SurfaceCell      c;

  if (!surface_cell(x->model, b, element, &c)) return;
  evaluated_results(&evaluated, nodes, NULL, values);
  if (x->values) memcpy(stored_values(x, b, element), values, (size_t)b->nvalues * sizeof *values);
  get_recovered(x->model, b, element, &r);
  for (int i = 0; i < c.nn; i++) {
    const PatchNode *node = &x->node[c.node[i]];
    double           tangents[2][3], place[2], turn[2];

    if (!node->needed) continue;
    copy_recovered(&r, values, own, PETSC_FALSE);
    patch_tangents(node->normal, tangents);
    tangent_place((const double(*)[3])tangents, c.x[i], c.middle, place);
    patch_turn(node->normal, (const double(*)[3])tangents, (const double(*)[3])c.axes, turn);
    patch_turn_results(r.list, turn, 1, own);
    patch_add_value(r.n, place, own, &x->sums[c.node[i]]);
  }
}

PetscErrorCode SurfaceExtremesPrepare(SurfaceExtremes x, Evaluation *ev)
{
  PetscFunctionBeginUser;
  if (!x) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(EvaluationPrepareResults(ev));
  for (PetscInt k = 0; k < x->nlist; k++) memset(&x->sums[x->list[k]], 0, sizeof *x->sums);
  for (PetscInt k = 0; k < x->ncells; k++)
    add_results(x, ev, x->cells[k].block, x->cells[k].element);
  if (x->sf) { /* ghosts and owners are different entries of the array */
    PetscCall(PetscSFReduceBegin(x->sf, x->unit, x->sums, x->sums, MPI_SUM));
    PetscCall(PetscSFReduceEnd(x->sf, x->unit, x->sums, x->sums, MPI_SUM));
    PetscCall(PetscSFBcastBegin(x->sf, x->unit, x->sums, x->sums, MPI_REPLACE));
    PetscCall(PetscSFBcastEnd(x->sf, x->unit, x->sums, x->sums, MPI_REPLACE));
  }
  ev->surfaces = x;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the continued results of an element at a point by the polynomials of its node j, in the
   axes of the element. */
static void value_by(SurfaceExtremes x, const SurfaceCell *c, const RecoveredValues *r,
                     const double point[3], int j, double own[])
{
  const PatchNode *node = &x->node[c->node[j]];
  double           tangents[2][3], place[2], turn[2];

  patch_tangents(node->normal, tangents);
  tangent_place((const double(*)[3])tangents, c->x[j], point, place);
  patch_turn(node->normal, (const double(*)[3])tangents, (const double(*)[3])c->axes, turn);
  patch_value(r->n, &node->fit, &x->sums[c->node[j]], place, own);
  patch_turn_results(r->list, turn, -1, own);
}

/* Computes the continued results of an element at its node i: by the polynomials of this node; by
   those of the other nodes if their patches are better. Returns whether there are any. */
static PetscBool value_at(SurfaceExtremes x, const SurfaceCell *c, const RecoveredValues *r, int i,
                          double own[])
{
  const PatchNode *node  = &x->node[c->node[i]];
  PetscBool        whole = PETSC_FALSE;
  int              n     = 0;
  double           one[RECOVERED_MAX];

  for (int j = 0; j < c->nn; j++)
    whole = (PetscBool)(whole || (x->node[c->node[j]].smooth && x->node[c->node[j]].fit.whole));
  memset(own, 0, RECOVERED_MAX * sizeof *own);
  if (node->smooth && (node->fit.whole || !whole)) {
    value_by(x, c, r, c->x[i], i, own);
    return PETSC_TRUE;
  }
  for (int j = 0; j < c->nn; j++) {
    if (!x->node[c->node[j]].smooth || (whole && !x->node[c->node[j]].fit.whole)) continue;
    value_by(x, c, r, c->x[i], j, one);
    for (int k = 0; k < r->n; k++) own[k] += one[k];
    n++;
  }
  for (int k = 0; k < r->n; k++) own[k] /= n > 0 ? n : 1;
  return (PetscBool)(n > 0);
}

PetscBool surface_extremes_middle(const Evaluation *ev, const Block *b, PetscInt element,
                                  double values[])
{
  const SurfaceExtremes x                  = ev->surfaces;
  double                own[RECOVERED_MAX] = {0}, one[RECOVERED_MAX];
  int                   n                  = 0;
  RecoveredValues       r;
  SurfaceCell           c;

  if (!surface_cell(x->model, b, element, &c)) return PETSC_FALSE;
  get_recovered(x->model, b, element, &r);
  for (int i = 0; i < c.nn; i++) {
    const PatchNode *node = &x->node[c.node[i]];

    if (!node->smooth || !node->fit.whole) continue;
    value_by(x, &c, &r, c.middle, i, one);
    for (int k = 0; k < r.n; k++) own[k] += one[k];
    n++;
  }
  if (!n) return PETSC_FALSE;
  for (int k = 0; k < r.n; k++) own[k] /= n;
  copy_recovered(&r, values, own, PETSC_TRUE);
  return PETSC_TRUE;
}

PetscBool surface_extremes_stored(const Evaluation *ev, const Block *b, PetscInt element,
                                  double values[])
{
  const SurfaceExtremes x = ev->surfaces;
  double                middle[ELEMENT_MAX_PROPS];

  if (!x->values) return PETSC_FALSE;
  memcpy(values, stored_values(x, b, element), (size_t)b->nvalues * sizeof *values);
  b->kernel->type->derive(BlockDerivedProp(x->model, b, element, middle), values,
                          values + b->nvalues);
  return PETSC_TRUE;
}

void surface_extremes_raise(const Evaluation *ev, const Block *b, PetscInt element, double values[])
{
  const SurfaceExtremes x = ev->surfaces;
  double                at[ELEMENT_MAX_RESULTS], own[RECOVERED_MAX];
  RecoveredValues       r;
  SurfaceCell           c;

  if (!surface_cell(x->model, b, element, &c)) return;
  get_recovered(x->model, b, element, &r);
  memcpy(at, values, (size_t)b->nvalues * sizeof *at);
  for (int i = 0; i < c.nn; i++) {
    if (!value_at(x, &c, &r, i, own)) continue;
    copy_recovered(&r, at, own, PETSC_TRUE);
    b->kernel->type->raise_extremes(r.prop, at, values + b->nvalues);
  }
}

void surface_extremes_place(const Evaluation *ev, const Block *b, PetscInt element, PetscInt at,
                            double tie, double place[3])
{
  const SurfaceExtremes x = ev->surfaces;
  double                middle[ELEMENT_MAX_RESULTS], extreme[ELEMENT_MAX_RESULTS];
  double                node[ELEMENT_MAX_RESULTS], own[RECOVERED_MAX];
  EvaluatedElement      evaluated = {.ev = ev, .b = b, .element = element};
  NodeState             nodes[ELEMENT_MAX_NODES];
  RecoveredValues       r;
  SurfaceCell           c;

  geometry_cell_center(&x->model->mesh->g, (int)b->cells[element], place);
  if (!surface_cell(x->model, b, element, &c)) return;
  get_recovered(x->model, b, element, &r);
  if (!surface_extremes_stored(ev, b, element, middle))
    evaluated_results(&evaluated, nodes, NULL, middle);
  memcpy(extreme, middle, sizeof extreme);
  surface_extremes_raise(ev, b, element, extreme);
  if (fabs(middle[at] - extreme[at]) <= tie * fabs(extreme[at])) return;
  for (int i = 0; i < c.nn; i++) {
    if (!value_at(x, &c, &r, i, own)) continue;
    memcpy(node, middle, sizeof node);
    copy_recovered(&r, node, own, PETSC_TRUE);
    b->kernel->type->raise_extremes(r.prop, node, node + b->nvalues);
    if (!(fabs(node[at] - extreme[at]) <= tie * fabs(extreme[at]))) continue;
    memcpy(place, c.x[i], sizeof c.x[i]);
    return;
  }
}
