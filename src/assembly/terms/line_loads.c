/* line_loads.c: implements the term of loads between the nodes of beams, in large rotations.

   Loads per length and moments per length act on the nodes in other terms. This term adds what the
   line between the nodes makes of them (element/beam/beam_load.c). Elements add their own weight
   (elements.c). With -linearize the term does not exist, because the forces are constant
   (model/loads/load.c). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "inner_work.h"
#include "terms.h"
#include "element/element.h"
#include "model/parts/block.h"
#include "model/loads/line_load.h"

enum { MAX = ELEMENT_MAX_DOFS, SQUARE = MAX * MAX };
enum { ENTRIES, BLOCKS, STORAGES };

typedef struct {
  PetscInt        n;
  const LineLoad *load;          /* [n] borrowed from the model */
  PetscInt       *pair, *source; /* [n] pair, or source of work; -1 for none */
  PetscInt      **dofs;          /* [n][parts][nd] dofs of the elements; NULL before a tangent */
  Location       *location[STORAGES]; /* [n]; NULL before the first tangent */
} LineLoads;

/* Determines whether the work is that of a constant vector along a path. */
static PetscBool has_potential(const LineLoad *load)
{
  return (PetscBool)(load->kind == LINE_LOAD_FORCE && !load->moving);
}

/* Lists the loads, their pairs and sources. */
static PetscErrorCode ListLoads(Term term, LineLoads *all)
{
  PetscFunctionBeginUser;
  all->n    = term->model->loads.nline;
  all->load = term->model->loads.line;
  PetscCall(PetscMalloc2(all->n, &all->pair, all->n, &all->source));
  for (PetscInt k = 0; k < all->n; k++) {
    const LineLoad *load = &all->load[k];

    all->pair[k]   = has_potential(load) ? term->npairs++ : -1;
    all->source[k] = has_potential(load) ? -1 : term->nsources++;
    if (load->kind != LINE_LOAD_FORCE) term->traits.unsymmetric = PETSC_TRUE;
    if (!has_potential(load)) term->remembers_nodes = PETSC_TRUE;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create_LineLoads(Term term, PetscBool *present)
{
  const Model model = term->model;
  LineLoads  *all;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nparts; k++)
    if (model->block[k].nonlinear && LineLoadHasInside(&model->block[k])) *present = PETSC_TRUE;
  if (!model->loads.nline) *present = PETSC_FALSE;
  if (!*present) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscNew(&all));
  term->data = all;
  PetscCall(ListLoads(term, all));
  term->traits.nonlinear = term->traits.nodes = PETSC_TRUE;
  term->adds_applied                          = (PetscBool)(term->nsources > 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_LineLoads(Term term)
{
  LineLoads *all = term->data;

  PetscFunctionBeginUser;
  for (int s = 0; s < STORAGES; s++) {
    for (PetscInt k = 0; k < all->n && all->location[s]; k++)
      PetscCall(LocationDestroy(&all->location[s][k]));
    PetscCall(PetscFree(all->location[s]));
  }
  for (PetscInt k = 0; k < all->n && all->dofs; k++) PetscCall(PetscFree(all->dofs[k]));
  PetscCall(PetscFree(all->dofs));
  PetscCall(PetscFree2(all->pair, all->source));
  PetscCall(PetscFree(term->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- elements ---- */

/* LANES elements of one block under a load. Lanes beyond the last element repeat it. */
typedef struct {
  const Block    *b;
  int             n;
  PetscInt        element[LANES];
  LineLoadPart    moved[LANES]; /* parts of a moving load */
  ElementGroup    group;
  ElementLineLoad load;
} LoadedGroup;

/* Fills x with the elements from part first on. Returns PETSC_FALSE after the last one. Blocks that
   do not have forces between their nodes are skipped. */
static PetscBool next_group(const Evaluation *ev, const LineLoad *load, const PetscReal vector[3],
                            PetscInt *first, LoadedGroup *x)
{
  const Model model = ev->assembly->model;
  PetscInt    at    = *first;

  while (at < load->n && !LineLoadHasInside(&model->block[load->part[at].block])) at++;
  if (at >= load->n) return PETSC_FALSE;
  x->b         = &model->block[load->part[at].block];
  x->load.kind = load->kind;
  memcpy(x->load.vector, vector, sizeof x->load.vector);
  for (x->n = 0; x->n < LANES && at < load->n && x->b == &model->block[load->part[at].block];
       at++) {
    const LineLoadPart *part = &load->part[at];

    if (load->moving) {
      x->moved[x->n] = LineLoadPartAt(model, load, at, ev->s->t);
      part           = &x->moved[x->n];
    }
    x->element[x->n] = part->element;
    line_load_set_lane(load, part, x->n++, &x->load);
  }
  for (int k = x->n; k < LANES; k++) {
    x->element[k]      = x->element[x->n - 1];
    x->load.field[k]   = x->load.field[x->n - 1];
    x->load.at[k]      = x->load.at[x->n - 1];
    x->load.between[k] = x->load.between[x->n - 1];
  }
  BlockGatherElements(model, x->b, x->element, ev->nodes, ev->gravity, NULL, &x->group);
  *first = at;
  return PETSC_TRUE;
}

/* Computes the vector of a load at the time of the evaluation, its factor included. */
static PetscErrorCode LoadVector(const Evaluation *ev, const LineLoad *load, PetscReal vector[3])
{
  PetscReal factor;

  PetscFunctionBeginUser;
  PetscCall(TermFactor(ev, load->time, &load->harmonic, &factor));
  for (int c = 0; c < 3; c++) vector[c] = factor * load->vector[c];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes r[nd] of each element of a group, as ElementType.forces does. */
static void group_residuals(const LoadedGroup *x, double r[LANES][MAX])
{
  double *const to[LANES] = {r[0], r[1], r[2], r[3]};
  Lanes         all[MAX];

  memset(all, 0, sizeof all);
  x->b->kernel->type->line_load(&x->group, &x->load, NULL, all, NULL);
  lanes_scatter(all, (int)x->b->nd, x->n, to);
}

/* Adds sign times the residual of load k to local[]. */
static PetscErrorCode AddLineLoad(Term term, const Evaluation *ev, PetscInt k, double sign,
                                  PetscScalar local[])
{
  const LineLoads *all = term->data;
  PetscReal        vector[3];
  LoadedGroup      x;

  PetscFunctionBeginUser;
  PetscCall(LoadVector(ev, &all->load[k], vector));
  if (vector[0] == 0 && vector[1] == 0 && vector[2] == 0) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt at = 0; next_group(ev, &all->load[k], vector, &at, &x);) {
    double r[LANES][MAX];

    group_residuals(&x, r);
    for (int i = 0; i < x.n; i++) scatter(x.b->nd, BlockDofs(x.b, x.element[i]), sign, r[i], local);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Residual_LineLoads(Term term, const Evaluation *ev,
                                         const FsConstraintRows *rows, Vec r, PetscScalar local[])
{
  const LineLoads *all = term->data;

  PetscFunctionBeginUser;
  (void)rows, (void)r;
  for (PetscInt k = 0; k < all->n; k++) PetscCall(AddLineLoad(term, ev, k, 1, local));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool touches_support(const Layout *l, PetscInt nd, const PetscInt dofs[])
{
  for (PetscInt i = 0; i < nd; i++)
    if (dofs[i] >= 0 && l->global[dofs[i]] < 0) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* The evaluation has the states of the nodes of elements at supports only. */
static PetscErrorCode Held_LineLoads(Term term, const Evaluation *ev, PetscScalar local[])
{
  const LineLoads *all = term->data;
  const Layout    *l   = &term->model->layout;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < all->n; k++) {
    PetscReal vector[3];

    PetscCall(LoadVector(ev, &all->load[k], vector));
    for (PetscInt i = 0; i < all->load[k].n; i++) {
      const LineLoadPart *part = &all->load[k].part[i];
      const Block        *b    = &term->model->block[part->block];
      const PetscInt     *dofs = BlockDofs(b, part->element);
      LineLoad            one  = all->load[k];
      PetscInt            at   = 0;
      LoadedGroup         x;
      double              r[LANES][MAX];

      if (!touches_support(l, b->nd, dofs)) continue;
      one.n    = 1;
      one.part = &all->load[k].part[i];
      if (!next_group(ev, &one, vector, &at, &x)) continue;
      group_residuals(&x, r);
      scatter_to_supports(l, b->nd, dofs, 1, r[0], local);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- tangent ---- */

/* Sets all->location for matrices like A. */
static PetscErrorCode FindLocations(Term term, const OpenMatrix *A, Location **location)
{
  LineLoads  *all   = term->data;
  const Model model = term->model;
  Location  **to    = &all->location[A->bs > 1 ? BLOCKS : ENTRIES];

  PetscFunctionBeginUser;
  if (!all->dofs) {
    PetscCall(PetscCalloc1(all->n, &all->dofs));
    for (PetscInt k = 0; k < all->n; k++) {
      const LineLoad *load = &all->load[k];

      PetscCall(PetscMalloc1((size_t)load->n * MAX, &all->dofs[k]));
      for (PetscInt i = 0, n = 0; i < load->n; i++) {
        const Block *b = &model->block[load->part[i].block];

        if (!LineLoadHasInside(b)) continue;
        PetscCall(
          PetscArraycpy(all->dofs[k] + b->nd * n++, BlockDofs(b, load->part[i].element), b->nd));
      }
    }
  }
  if (!*to) {
    PetscCall(PetscCalloc1(all->n, to));
    for (PetscInt k = 0; k < all->n; k++) {
      PetscInt n = 0;

      for (PetscInt i = 0; i < all->load[k].n; i++)
        n += LineLoadHasInside(&model->block[all->load[k].part[i].block]) ? 1 : 0;
      PetscCall(LocationCreate(A->A, model->layout.global, 12, n, all->dofs[k], NULL, &(*to)[k]));
    }
  }
  *location = *to;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Tangent_LineLoads(Term term, const Evaluation *ev,
                                        const FsConstraintRows *rows, const ChartColumns columns[],
                                        FsShift shift, const OpenMatrix *A)
{
  const LineLoads *all          = term->data;
  const Geometry  *g            = &term->model->mesh->g;
  const Lanes      none[SQUARE] = {{0}};
  Location        *location     = NULL;

  PetscFunctionBeginUser;
  (void)rows;
  PetscCall(FindLocations(term, A, &location));
  for (PetscInt k = 0; k < all->n; k++) {
    PetscReal   vector[3];
    PetscInt    done = 0;
    LoadedGroup x;

    PetscCall(LoadVector(ev, &all->load[k], vector));
    if (vector[0] == 0 && vector[1] == 0 && vector[2] == 0) continue;
    for (PetscInt at = 0; next_group(ev, &all->load[k], vector, &at, &x); done += x.n) {
      const ChartColumns *of_node[ELEMENT_MAX_NODES][LANES];
      double              values[LANES][SQUARE];
      double *const       of[LANES] = {values[0], values[1], values[2], values[3]};
      Lanes               r[MAX], K[SQUARE], sum[SQUARE];

      memset(r, 0, sizeof r);
      memset(K, 0, sizeof K);
      for (int lane = 0; lane < LANES; lane++)
        for (int i = 0; i < shape_nodes(x.b->kernel->shape); i++)
          of_node[i][lane] = &columns[g->conn[g->offset[x.b->cells[x.element[lane]]] + i]];
      x.b->kernel->type->line_load(&x.group, &x.load, NULL, r, K);
      CombineGroup(x.b->nd, of_node, shift, K, none, none, sum);
      lanes_scatter(sum, (int)(x.b->nd * x.b->nd), x.n, of);
      for (int i = 0; i < x.n; i++) PetscCall(LocationAdd(location[k], done + i, values[i], A));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- energies ---- */

/* Adds the forces of a load with a potential on moved nodes to the reactions. */
static void add_reactions(const Evaluation *ev, const LoadedGroup *x, PetscReal reaction[])
{
  const Model model = ev->assembly->model;
  double      r[LANES][MAX];

  group_residuals(x, r);
  for (int i = 0; i < x->n; i++) {
    const int      *conn = model->mesh->g.conn + model->mesh->g.offset[x->b->cells[x->element[i]]];
    const PetscInt *dofs = BlockDofs(x->b, x->element[i]);

    for (int n = 0; n < shape_nodes(x->b->kernel->shape); n++)
      AddReactions(ev, conn[n], COMPONENTS, dofs + COMPONENTS * n, r[i] + COMPONENTS * n, reaction);
  }
}

/* Adds the pair of load k. */
static PetscErrorCode AddPair(Term term, const Evaluation *ev, PetscInt k, Balance *b)
{
  const LineLoads *all  = term->data;
  const LineLoad  *load = &all->load[k];
  PetscReal        vector[3], factor;
  PetscMPIInt      rank;
  LoadedGroup      x;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(term->model->comm, &rank));
  PetscCall(LoadVector(ev, load, vector));
  PetscCall(TermFactor(ev, load->time, &load->harmonic, &factor));
  b->force[all->pair[k]] += rank ? 0 : factor; /* all ranks know it, so one rank adds it */
  for (PetscInt at = 0; next_group(ev, load, vector, &at, &x);) {
    Lanes along[3];

    x.b->kernel->type->line_load(&x.group, &x.load, along, NULL, NULL);
    for (int i = 0; i < x.n; i++)
      for (int c = 0; c < 3; c++) b->path[all->pair[k]] += load->vector[c] * along[c][i];
    if (b->reaction && term->model->layout.motion_of) add_reactions(ev, &x, b->reaction);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds to work[] the work of each source, since the time t of the last reading, that the product
   of its nodal forces and the path of the nodes does not contain. previous are the nodes then. */
static PetscErrorCode InnerWorks_LineLoads(Term term, const Evaluation *ev, PetscReal t,
                                           const NodeState previous[], PetscReal work[])
{
  const LineLoads *all   = term->data;
  Evaluation       at[2] = {*ev, *ev};
  FsState          before;

  PetscFunctionBeginUser;
  PetscCall(EvaluationBefore(ev, t, previous, &before, &at[0]));
  for (PetscInt k = 0; k < all->n; k++)
    if (all->source[k] >= 0) PetscCall(AddInnerWork(&all->load[k], at, &work[all->source[k]]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Balance_LineLoads(Term term, const Evaluation *ev, Balance *b)
{
  const LineLoads *all = term->data;
  PetscReal       *work;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < all->n; k++) {
    if (all->pair[k] >= 0) PetscCall(AddPair(term, ev, k, b));
    else PetscCall(AddLineLoad(term, ev, k, -1, b->local_applied));
  }
  if (!term->remembers_nodes) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc1(term->nsources, &work));
  if (b->previous_nodes)
    PetscCall(InnerWorks_LineLoads(term, ev, b->t_previous, b->previous_nodes, work));
  for (PetscInt k = 0; k < term->nsources; k++) b->work[WORK] += work[k];
  PetscCall(PetscFree(work));
  PetscCall(PetscArraycpy(b->nodes, ev->nodes, term->model->mesh->g.nnodes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SourceForces_LineLoads(Term term, const Evaluation *ev, PetscInt source,
                                             Vec f, PetscScalar local[])
{
  const LineLoads *all = term->data;
  PetscInt         k   = 0;

  PetscFunctionBeginUser;
  (void)f;
  while (all->source[k] != source) k++;
  PetscCall(AddLineLoad(term, ev, k, -1, local));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void line_load_work_path(Term term, PetscInt pair, char path[], size_t size)
{
  const LineLoads *all = term->data;

  for (PetscInt k = 0; k < all->n; k++) {
    const PetscInt own = all->pair[k] >= 0 ? all->pair[k] : term->npairs + all->source[k];

    if (pair == own) snprintf(path, size, "%s/work", all->load[k].name);
  }
}

const TermKind line_load_term = {.name          = "loads between nodes",
                                 .create        = Create_LineLoads,
                                 .destroy       = Destroy_LineLoads,
                                 .residual      = Residual_LineLoads,
                                 .held          = Held_LineLoads,
                                 .tangent       = Tangent_LineLoads,
                                 .balance       = Balance_LineLoads,
                                 .source        = line_load_work_path,
                                 .source_forces = SourceForces_LineLoads,
                                 .inner_works   = InnerWorks_LineLoads,
                                 .is_load       = PETSC_TRUE};
