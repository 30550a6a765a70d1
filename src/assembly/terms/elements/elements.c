/* elements.c: implements the term of the nonlinear parts of elements, and of pressures. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/profile.h"
#include "kinematics/rotating_frame.h"
#include "batched_elements.h"
#include "assembly/terms/terms.h"
#include "math/vector.h"
#include "model/parts/block.h"
#include "model/fields/flow.h"
#include "element/element.h"
#include <string.h>

enum { MAX = ELEMENT_MAX_DOFS, SQUARE = MAX * MAX };
enum { ENTRIES, BLOCKS, STORAGES };

typedef struct {
  /* [nblocks] positions of nonlinear blocks in matrices; NULL before the first tangent */
  Location            *location[STORAGES];
  DisplacementResidual displacement_residual; /* NULL before a residual of displacements alone */
} ElementTerm;

/* Returns whether a block does external work: a pressure, or weight in its nonlinear part. */
static PetscBool is_source(Model model, const Block *b)
{
  return (PetscBool)(b->nonlinear &&
                     (b->time || (b->kernel->type->momentum && ModelHasGravity(model))));
}

static PetscErrorCode Create_Elements(Term term, PetscBool *present)
{
  const Model   model = term->model;
  ElementTraits traits;
  ElementTerm  *elements;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nblocks; k++) {
    const Block *b = &model->block[k];

    if (!b->nonlinear) continue;
    *present = PETSC_TRUE;
    traits   = BlockTraits(b);
    if (traits.velocity && !traits.gyroscopic) term->traits.velocity = PETSC_TRUE;
    PetscCall(ElementMemoryCheck(model->comm, b, &traits));
    if (b->nmemory) term->traits.has_memory = PETSC_TRUE;
    if (BlockHasKinks(b)) term->traits.has_kinks = PETSC_TRUE;
    if (traits.pivots) term->traits.pivots = PETSC_TRUE;
    if (traits.ill_conditioned) term->traits.ill_conditioned = PETSC_TRUE;
    if (traits.unsymmetric) term->traits.unsymmetric = PETSC_TRUE;
  }
  if (!*present) PetscFunctionReturn(PETSC_SUCCESS);
  term->traits.nonlinear = term->traits.nodes = term->adds_applied = PETSC_TRUE;
  for (PetscInt k = 0; k < model->nblocks; k++)
    term->nsources += is_source(model, &model->block[k]) ? 1 : 0;
  PetscCall(PetscNew(&elements));
  term->data = elements;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Elements(Term term)
{
  ElementTerm *elements = term->data;

  PetscFunctionBeginUser;
  for (int s = 0; s < STORAGES; s++) {
    for (PetscInt k = 0; k < term->model->nblocks && elements->location[s]; k++)
      PetscCall(LocationDestroy(&elements->location[s][k]));
    PetscCall(PetscFree(elements->location[s]));
  }
  PetscCall(DisplacementResidualDestroy(&elements->displacement_residual));
  PetscCall(PetscFree(term->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Residual_Elements(Term term, const Evaluation *ev,
                                        const FsConstraintRows *rows, Vec r, PetscScalar local[])
{
  const Model     model    = term->model;
  const PetscBool given    = (PetscBool)(ev->s->midpoint && ev->s->strain);
  ElementTerm    *elements = term->data;
  const double   *strains  = NULL;
  PetscInt        nstrains = 0;

  PetscFunctionBeginUser;
  (void)rows;
  if (given) {
    PetscCall(VecGetLocalSize(ev->s->strain, &nstrains));
    PetscCall(VecGetArrayRead(ev->s->strain, &strains));
  }
  if (ev->displacements) {
    PetscCall(DisplacementResidualAdd(&elements->displacement_residual, ev, r, local));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  for (PetscInt k = 0; k < model->nblocks; k++) {
    const Block *b = &model->block[k];
    PetscReal    factor;

    if (!b->nonlinear) continue;
    PetscCall(TermFactor(ev, b->time, &b->harmonic, &factor));
    PetscCall(PetscLogEventBegin(b->event, 0, 0, 0, 0));
    add_block_forces(model, b, ev, factor, BlockStrains(model, b, nstrains, strains), local);
    PetscCall(PetscLogEventEnd(b->event, 0, 0, 0, 0));
  }
  if (given) PetscCall(VecRestoreArrayRead(ev->s->strain, &strains));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the first element of a block whose forces are not finite, or -1. */
static PetscInt first_nonfinite(Model model, const Block *b, const Evaluation *ev, PetscReal factor)
{
  for (PetscInt e = 0; e < b->ncells; e++) {
    double       re[MAX] = {0}, sum = 0;
    ElementState s;

    BlockGather(model, b, e, ev->inertial, ev->s->t, factor, ev->gravity, &s);
    if (b->kernel->type->forces(&s, re, NULL, NULL, NULL)) return e;
    for (PetscInt i = 0; i < b->nd; i++) sum += re[i];
    if (!isfinite(sum)) return e;
  }
  return -1;
}

/* Returns whether the flow has a finite value at the nodes of an element; writes why not to text.
 */
static PetscBool has_finite_flow(Model model, const Block *b, PetscInt e, const Evaluation *ev,
                                 char text[], size_t size)
{
  ElementState s;

  BlockGather(model, b, e, ev->inertial, ev->s->t, 1, ev->gravity, &s);
  for (int i = 0; i < shape_nodes(b->kernel->shape); i++)
    if (!FlowIsFinite(b->flow, s.node[i]->x, ev->s->t, text, size)) return PETSC_FALSE;
  return PETSC_TRUE;
}

static PetscErrorCode DescribeNonFinite_Elements(Term term, const Evaluation *ev, char text[],
                                                 size_t size)
{
  const Model model = term->model;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nblocks; k++) {
    const Block *b = &model->block[k];
    PetscReal    factor;
    PetscInt     e;
    double       x[ELEMENT_MAX_NODES][3];

    if (!b->nonlinear) continue;
    PetscCall(TermFactor(ev, b->time, &b->harmonic, &factor));
    e = text[0] ? -1 : first_nonfinite(model, b, ev, factor);
    if (e < 0) continue;
    if (b->flow && !has_finite_flow(model, b, e, ev, text, size)) continue;
    geometry_cell_coordinates(&model->mesh->g, (int)b->cells[e], x);
    snprintf(text, size,
             "the %s of part '%s' at (%.6g, %.6g, %.6g), which has collapsed, has rotated too far, "
             "or has forces without a finite value",
             b->kernel->name, b->part, x[0][0], x[0][1], x[0][2]);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- tangent ---- */

/* Returns the locations in A, borrowed. */
static PetscErrorCode FindElementLocations(Term term, const OpenMatrix *A, Location **location)
{
  const Model  model    = term->model;
  ElementTerm *elements = term->data;
  Location   **all      = &elements->location[A->bs > 1 ? BLOCKS : ENTRIES];

  PetscFunctionBeginUser;
  *location = *all;
  if (*all) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc1(model->nblocks, all));
  *location = *all;
  for (PetscInt k = 0; k < model->nblocks; k++) {
    const Block *b = &model->block[k];

    if (b->nonlinear)
      PetscCall(
        LocationCreate(A->A, model->layout.global, b->nd, b->ncells, b->dofs, NULL, &(*all)[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the tangent of an element. frame is NULL if it does not rotate; else relative has the
   states of the nodes in the frame. */
static void element_tangent(const Block *b, const ElementState *s, const RotatingFrame *frame,
                            const NodeState *const relative[], const ChartColumns *const columns[],
                            FsShift shift, double A[])
{
  const size_t n2 = (size_t)(b->nd * b->nd) * sizeof(double);
  double       re[MAX], K[SQUARE], C[SQUARE], M[SQUARE];

  memset(re, 0, sizeof re);
  memset(K, 0, n2);
  memset(C, 0, n2);
  memset(M, 0, n2);
  b->kernel->type->forces(s, re, K, C, M);
  if (frame) rotating_frame_derivatives(frame, (int)b->nd, b->kernel->nc, relative, K, C, M);
  CombineColumns(b->nd, b->nd, b->kernel->nc, columns, shift, K, C, M, A);
}

/* Adds the tangents of the elements of a block one by one; strain is that of the first element, or
   NULL. */
static PetscErrorCode AddElementTangents(const TangentContext *t, const Block *b,
                                         const double strain[], PetscReal factor, Location location)
{
  const Evaluation   *ev    = t->ev;
  const Geometry     *g     = &t->model->mesh->g;
  const RotatingFrame frame = RotatingFrameOf(t->model, ev->loading);

  PetscFunctionBeginUser;
  for (PetscInt e = 0; e < b->ncells; e++) {
    const int          *conn = g->conn + g->offset[b->cells[e]];
    const ChartColumns *of_node[ELEMENT_MAX_NODES];
    const NodeState    *relative[ELEMENT_MAX_NODES];
    double              values[SQUARE];
    ElementState        s;

    BlockGather(t->model, b, e, ev->inertial, ev->s->t, factor, ev->gravity, &s);
    if (strain) s.strain = strain + (size_t)e * (size_t)b->kernel->nstrain;
    for (int i = 0; i < shape_nodes(b->kernel->shape); i++) {
      of_node[i]  = &t->columns[conn[i]];
      relative[i] = &ev->nodes[conn[i]];
    }
    element_tangent(b, &s, t->model->spin.active ? &frame : NULL, relative, of_node, t->shift,
                    values);
    PetscCall(LocationAdd(location, e, values, t->A));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Tangent_Elements(Term term, const Evaluation *ev,
                                       const FsConstraintRows *rows, const ChartColumns columns[],
                                       FsShift shift, const OpenMatrix *A)
{
  const Model          model    = term->model;
  const TangentContext all      = {model, ev, columns, shift, A};
  const double        *strains  = NULL;
  PetscInt             nstrains = 0;
  Location            *location;

  PetscFunctionBeginUser;
  (void)rows;
  if (ev->s->strain) {
    PetscCall(VecGetLocalSize(ev->s->strain, &nstrains));
    PetscCall(VecGetArrayRead(ev->s->strain, &strains));
  }
  PetscCall(FindElementLocations(term, A, &location));
  for (PetscInt k = 0; k < model->nblocks; k++) {
    const Block  *b      = &model->block[k];
    const double *strain = BlockStrains(model, b, nstrains, strains);
    PetscReal     factor;

    if (!b->nonlinear) continue;
    PetscCall(TermFactor(ev, b->time, &b->harmonic, &factor));
    PetscCall(PetscLogEventBegin(b->event, 0, 0, 0, 0));
    if (b->kernel->type->group_forces && !model->spin.active)
      PetscCall(AddGroupTangents(&all, b, strain, location[k]));
    else PetscCall(AddElementTangents(&all, b, strain, factor, location[k]));
    PetscCall(PetscLogEventEnd(b->event, 0, 0, 0, 0));
  }
  if (ev->s->strain) PetscCall(VecRestoreArrayRead(ev->s->strain, &strains));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- energies ---- */

/* Returns p . v over the dofs of an element. */
static double momentum_product(const Block *b, const ElementState *s, const double p[])
{
  double sum = 0;

  for (int n = 0; n < shape_nodes(b->kernel->shape); n++) {
    sum += dot(p + n * b->kernel->nc, s->node[n]->v);
    if (b->kernel->nc == COMPONENTS) sum += dot(p + n * b->kernel->nc + 3, s->node[n]->w);
  }
  return sum;
}

/* Computes the weight f of the nonlinear part of the mass, without the one that line_loads.c adds.
   M g is the momentum at the velocity g. */
static void weight(const Block *b, const ElementState *s, const double g[3], double f[])
{
  NodeState    node[ELEMENT_MAX_NODES];
  ElementState falling = *s;

  for (int i = 0; i < shape_nodes(b->kernel->shape); i++) {
    node[i] = *s->node[i];
    for (int c = 0; c < 3; c++) {
      node[i].v[c] = g[c];
      node[i].w[c] = 0;
    }
    falling.node[i] = &node[i];
  }
  if (b->kernel->type->weight) b->kernel->type->weight(&falling, f);
  else b->kernel->type->momentum(&falling, f);
}

/* Returns half of p . v of the nonlinear mass in the frame, minus the centrifugal potential. */
static double centrifugal_energy(const Block *b, const ElementState *s, const RotatingFrame *frame)
{
  NodeState    node[ELEMENT_MAX_NODES];
  ElementState resting = *s;
  double       p[MAX]  = {0};

  for (int i = 0; i < shape_nodes(b->kernel->shape); i++) {
    node[i] = *s->node[i];
    rotating_frame_velocity(frame, node[i].x, node[i].v);
    mat_t_vec(node[i].R, frame->spin, node[i].w);
    resting.node[i] = &node[i];
  }
  b->kernel->type->momentum(&resting, p);
  return momentum_product(b, &resting, p) / 2;
}

static PetscBool touches_motion(const PetscInt motion_of[], PetscInt nd, const PetscInt dofs[])
{
  for (PetscInt i = 0; i < nd && motion_of; i++)
    if (dofs[i] >= 0 && motion_of[dofs[i]] >= 0) return PETSC_TRUE;
  return PETSC_FALSE;
}

static void balance_element(Term term, const Evaluation *ev, const Block *b, PetscInt e,
                            const ElementState *s, const RotatingFrame *frame, Balance *to)
{
  const Geometry *g          = &term->model->mesh->g;
  const PetscInt *dofs       = BlockDofs(b, e);
  double          share[MAX] = {0}; /* its weight */

  if (b->kernel->type->momentum) {
    double p[MAX] = {0};

    b->kernel->type->momentum(s, p);
    to->kinetic += momentum_product(b, s, p) / 2;
    if (term->model->spin.active) to->strain -= centrifugal_energy(b, s, frame);
    scatter(b->nd, dofs, 1, p, to->local_momentum);
    if (ModelHasGravity(term->model)) weight(b, s, ev->gravity, share);
    scatter(b->nd, dofs, 1, share, to->local_applied);
  }
  if (b->kernel->type->energy && !b->kernel->type->group_energy)
    to->strain += b->kernel->type->energy(s);
  if (b->kernel->type->dissipated) to->element_loss += b->kernel->type->dissipated(s);
  if (b->kernel->type->power) to->power += b->kernel->type->power(s);
  /* reactions of moved nodes; loads and weight on them do no work of their own, because the motion
     is prescribed */
  if (touches_motion(term->model->layout.motion_of, b->nd, dofs)) {
    double       r[MAX]   = {0};
    ElementState inertial = *s;

    for (int n = 0; n < shape_nodes(b->kernel->shape); n++)
      inertial.node[n] = &ev->inertial[g->conn[g->offset[b->cells[e]] + n]];
    b->kernel->type->forces(&inertial, r, NULL, NULL, NULL);
    for (PetscInt i = 0; i < b->nd; i++) r[i] += share[i];
    for (int n = 0; n < shape_nodes(b->kernel->shape); n++)
      AddReactions(ev, g->conn[g->offset[b->cells[e]] + n], b->kernel->nc, dofs + n * b->kernel->nc,
                   r + n * b->kernel->nc, to->reaction);
  }
}

static void apply_load(const Block *b, PetscInt e, const ElementState *s, PetscScalar local[])
{
  double r[MAX] = {0};

  b->kernel->type->forces(s, r, NULL, NULL, NULL);
  scatter(b->nd, BlockDofs(b, e), -1, r, local);
}

static PetscErrorCode Balance_Elements(Term term, const Evaluation *ev, Balance *to)
{
  const RotatingFrame frame    = RotatingFrameOf(term->model, ev->loading);
  ElementTerm        *elements = term->data;

  PetscFunctionBeginUser;
  if (ev->displacements) {
    PetscCall(DisplacementResidualBalance(&elements->displacement_residual, ev, &to->strain,
                                          to->local_applied));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  for (PetscInt k = 0; k < term->model->nblocks; k++) {
    const Block *b = &term->model->block[k];
    PetscReal    factor;

    if (!b->nonlinear) continue;
    PetscCall(TermFactor(ev, b->time, &b->harmonic, &factor));
    if (b->kernel->type->group_energy) to->strain += group_energy(term->model, b, ev);
    for (PetscInt e = 0; e < b->ncells; e++) {
      ElementState s;

      BlockGather(term->model, b, e, ev->nodes, ev->s->t, factor, ev->gravity, &s);
      if (b->time) apply_load(b, e, &s, to->local_applied);
      else balance_element(term, ev, b, e, &s, &frame, to);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the block that is source k. */
static const Block *source_block(Model model, PetscInt k)
{
  const Block *b = model->block;

  while (!is_source(model, b) || k-- > 0) b++;
  return b;
}

static void element_work_path(Term term, PetscInt k, char path[], size_t size)
{
  const Block *b = source_block(term->model, k);

  if (b->time) snprintf(path, size, "%s/work", b->part);
  else snprintf(path, size, GRAVITY_WORK);
}

static PetscErrorCode SourceForces_Elements(Term term, const Evaluation *ev, PetscInt k, Vec f,
                                            PetscScalar local[])
{
  const Block *b = source_block(term->model, k);
  PetscReal    factor;

  PetscFunctionBeginUser;
  (void)f;
  PetscCall(TermFactor(ev, b->time, &b->harmonic, &factor));
  for (PetscInt e = 0; e < b->ncells; e++) {
    double       share[MAX] = {0};
    ElementState s;

    BlockGather(term->model, b, e, ev->nodes, ev->s->t, factor, ev->gravity, &s);
    if (b->time) {
      apply_load(b, e, &s, local);
      continue;
    }
    weight(b, &s, ev->gravity, share);
    scatter(b->nd, BlockDofs(b, e), 1, share, local);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

const TermKind element_term = {.name               = "elements",
                               .create             = Create_Elements,
                               .destroy            = Destroy_Elements,
                               .residual           = Residual_Elements,
                               .tangent            = Tangent_Elements,
                               .balance            = Balance_Elements,
                               .accept             = ElementMemoryAccept,
                               .archive            = ElementMemoryArchive,
                               .kink_margin        = ElementKinkMargin,
                               .source             = element_work_path,
                               .source_forces      = SourceForces_Elements,
                               .describe_nonfinite = DescribeNonFinite_Elements};
