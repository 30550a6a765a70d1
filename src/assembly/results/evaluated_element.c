/* evaluated_element.c: computes the results of an element from all forces on it.

   The forces at the ends of an element are in equilibrium with what is beyond its nodes. They are
   internal and inertial forces, less the loads on the element. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "assembly/element_forces.h"
#include "assembly/terms/terms.h"
#include "element_motion.h"
#include "evaluated_element.h"
#include "kinematics/rotating_frame.h"
#include "math/vector.h"
#include "model/loads/along/lateral_load.h"
#include "model/loads/along/load_pieces.h"
#include "model/loads/line_load.h"
#include "model/parts/block.h"
#include "model/fields/unstrained.h"

enum { MAX = ELEMENT_MAX_DOFS };

/* Adds M (a - g) + C v + K q of the linear part to r. */
static void add_linear_part(const EvaluatedElement *x, const NodeState inertial[], double r[])
{
  const Model     model = x->ev->assembly->model;
  const Geometry *g     = &model->mesh->g;
  const int      *conn = g->conn + g->offset[x->b->cells[x->element]], nc = x->b->kernel->nc;
  double          M[MAX * MAX], C[MAX * MAX], K[MAX * MAX];

  /* it cannot fail, because the element was set up */
  if (BlockLinearPart(model, x->b, x->element, M, C, K)) return;
  if (UnstrainedSubtractForces(model, x->b, x->element, r)) return;
  for (PetscInt j = 0; j < x->b->nd; j++) {
    const NodeState *node = x->node[j / nc];
    const int        c = BlockComponent(x->b, j), turn = c - 3;
    const double     q = turn < 0 ? node->x[c] - g->x[conn[j / nc]][c] : node->turn[turn];
    const double     v = turn < 0 ? node->v[c] : node->w[turn];
    const double     a = turn < 0 ? inertial[j / nc].a[c] - x->ev->gravity[c] : node->wd[turn];

    for (PetscInt i = 0; i < x->b->nd; i++) {
      const PetscInt ij = i * x->b->nd + j;

      r[i] += K[ij] * q + C[ij] * v + M[ij] * a;
    }
  }
}

/* Adds internal and inertial forces less the weight to r, except the weight between the nodes of
   linear elements. */
static void add_element(const EvaluatedElement *x, double r[])
{
  const Model         model = x->ev->assembly->model;
  const RotatingFrame frame = RotatingFrameOf(model, x->ev->loading);
  NodeState           inertial[ELEMENT_MAX_NODES];
  ElementState        s;

  BlockGather(model, x->b, x->element, inertial, x->ev->s->t, 1, x->ev->gravity, &s);
  for (int i = 0; i < shape_nodes(x->b->kernel->shape); i++) {
    inertial[i] = *x->node[i];
    if (model->spin.active && !x->bare) rotating_frame_state(&frame, x->node[i], &inertial[i]);
    s.node[i] = &inertial[i];
  }
  if (x->b->nonlinear && x->ev->motion) ElementAddNonlinearForces(x->ev, x->b, x->element, 1, r);
  else if (x->b->nonlinear && x->b->kernel->type->forces(&s, r, NULL, NULL, NULL))
    for (PetscInt i = 0; i < x->b->nd; i++) r[i] = NAN;
  if (x->b->kernel->type->matrices || x->b->linearized) add_linear_part(x, inertial, r);
}

/* Returns the part of a load on the element, or -1. */
static PetscInt find_part(const EvaluatedElement *x, const LineLoad *load)
{
  const PetscInt block = (PetscInt)(x->b - x->ev->assembly->model->block);
  PetscInt       low = 0, high = load->n;

  while (low < high) {
    const PetscInt      middle = (low + high) / 2;
    const LineLoadPart *part   = &load->part[middle];

    if (part->block < block || (part->block == block && part->element < x->element))
      low = middle + 1;
    else high = middle;
  }
  return low < load->n && load->part[low].block == block && load->part[low].element == x->element
           ? low
           : -1;
}

/* Subtracts the forces of a load that come from between the nodes from r. */
static void add_inside(const EvaluatedElement *x, const ElementLineLoad *load, double r[])
{
  const Model  model    = x->ev->assembly->model;
  double       f[MAX]   = {0};
  Lanes        all[MAX] = {{0}};
  ElementGroup group    = {.kernel = x->b->kernel, .prop = x->b->prop};

  if (!LineLoadHasInside(x->b)) return;
  if (model->linearize) {
    LineLoadAtRest(model, x->b, x->element, load, f);
    for (PetscInt i = 0; i < x->b->nd; i++) r[i] -= f[i];
    return;
  }
  for (int k = 0; k < LANES; k++) {
    group.data[k] = x->b->data + (size_t)x->element * (size_t)x->b->kernel->ndata;
    for (int i = 0; i < shape_nodes(x->b->kernel->shape); i++) group.node[i][k] = x->node[i];
  }
  x->b->kernel->type->line_load(&group, load, NULL, all, NULL);
  for (PetscInt i = 0; i < x->b->nd; i++) r[i] += all[i][0];
}

/* Adds a part of a load to a span. vector is the load without the factor of the part, and strength
   the sum of the absolute forces at the nodes of the element, or moments under a moment. */
static void add_to_span(const EvaluatedElement *x, const LineLoad *load, const LineLoadPart *part,
                        const double vector[3], double strength)
{
  const Model   model = x->ev->assembly->model;
  const double  size  = norm(vector) * x->span->length;
  LineLoadPoint point[LOAD_AXLES];
  LoadPiece     piece[LOAD_PIECES];
  LoadFit       fitted;
  const int     n  = LineLoadPoints(model, load, part, x->ev->s->t, point);
  const int pieces = LineLoadPieces(model, load, part, x->ev->s->t, size > 0 ? strength / size : 0,
                                    beam_span_room(x->span->n), piece, &fitted);

  for (int k = 0; k < pieces; k++) {
    const double *at = piece[k].at;

    beam_span_add_load(x->span, load->kind, vector, (1 + at[0]) / 2, (1 + at[1]) / 2,
                       piece[k].field);
  }
  for (int k = 0; k < n; k++) {
    double force[3];

    for (int c = 0; c < 3; c++) force[c] = point[k].factor * vector[c];
    beam_span_add_point(x->span, load->kind, force, (1 + point[k].at) / 2);
  }
}

/* Subtracts a load from r, and adds it to the span. */
static void subtract_load(const EvaluatedElement *x, const LineLoad *load, PetscInt k, double r[])
{
  const Evaluation  *ev     = x->ev;
  const LineLoadPart part   = LineLoadPartAt(ev->assembly->model, load, k, ev->s->t);
  const double       factor = ev->loading->factor * ExpressionValue(load->time, &ev->s->t) +
                        harmonic_value(&load->harmonic, &ev->loading->harmonic, 0);
  const int       first = load->kind == LINE_LOAD_FORCE || load->kind == LINE_LOAD_FOLLOWER ? 0 : 3;
  ElementLineLoad inside   = {.kind = load->kind};
  double          strength = 0;

  for (int c = 0; c < 3; c++) inside.vector[c] = factor * load->vector[c];
  for (int lane = 0; lane < LANES; lane++) line_load_set_lane(load, &part, lane, &inside);
  for (int i = 0; i < shape_nodes(x->b->kernel->shape); i++) {
    double f[3] = {inside.vector[0], inside.vector[1], inside.vector[2]};

    if (load->kind == LINE_LOAD_FOLLOWER) mat_vec(x->node[i]->R, inside.vector, f);
    if (load->kind == LINE_LOAD_MOMENT) mat_t_vec(x->node[i]->R, inside.vector, f);
    for (int c = 0; c < 3; c++) {
      r[COMPONENTS * i + first + c] -= part.N[i] * f[c];
      strength += fabs(r[COMPONENTS * i + first + c]);
    }
  }
  add_inside(x, &inside, r);
  if (x->span) add_to_span(x, load, &part, inside.vector, strength);
}

/* Computes r[nd], the internal and inertial forces of an element less those of loads on it. */
static void element_forces(const EvaluatedElement *x, double r[])
{
  const Model     model  = x->ev->assembly->model;
  ElementLineLoad weight = {.kind = LINE_LOAD_WEIGHT};

  memset(r, 0, MAX * sizeof *r);
  add_element(x, r);
  if (x->bare) return;
  for (int c = 0; c < 3; c++) weight.vector[c] = x->ev->gravity[c];
  if (ModelHasGravity(model) && LineLoadHasInsideWeight(model, x->b)) add_inside(x, &weight, r);
  if (x->span && !x->b->varying) beam_span_add_weight(x->span, x->b->prop, x->ev->gravity);
  for (PetscInt k = 0; k < model->loads.nline; k++) {
    const PetscInt part = find_part(x, &model->loads.line[k]);

    if (part >= 0) subtract_load(x, &model->loads.line[k], part, r);
  }
}

/* Returns whether the nodes of an element are at their places in the mesh, and not rotated. */
static PetscBool is_at_rest(const EvaluatedElement *x)
{
  const Geometry *g    = &x->ev->assembly->model->mesh->g;
  const int      *conn = g->conn + g->offset[x->b->cells[x->element]];

  for (int i = 0; i < shape_nodes(x->b->kernel->shape); i++) {
    const NodeState *base = &x->ev->motion->base[conn[i]];

    for (int c = 0; c < 3; c++)
      if (base->x[c] != g->x[conn[i]][c]) return PETSC_FALSE;
    for (int k = 0; k < 9; k++)
      if (base->R[k] != (k % 4 == 0)) return PETSC_FALSE;
  }
  return PETSC_TRUE;
}

/* Collects the displacements and the velocities of the nodes of an element. */
static void gather_motion(const EvaluatedElement *x, ElementMotion *motion)
{
  const Geometry *g    = &x->ev->assembly->model->mesh->g;
  const int      *conn = g->conn + g->offset[x->b->cells[x->element]];

  motion->scale = x->ev->motion->scale;
  for (PetscInt j = 0; j < x->b->nd; j++) {
    const int        node = (int)j / x->b->kernel->nc, c = BlockComponent(x->b, j), turn = c - 3;
    const NodeState *step = &x->ev->motion->step[conn[node]];

    motion->u[j]    = turn < 0 ? step->v[c] : step->w[turn];
    motion->rate[j] = turn < 0 ? x->node[node]->v[c] : x->node[node]->w[turn];
  }
}

PetscErrorCode EvaluationPrepareResults(Evaluation *ev)
{
  PetscFunctionBeginUser;
  PetscCall(ModelUnstrain(ev->assembly->model, ev->s->t, ev->loading->factor));
  PetscCall(
    ModelLateralLoads(ev->assembly->model, ev->s->t, ev->loading->factor, &ev->loading->harmonic));
  if (!ev->nodes)
    PetscCall(
      ConfigurationPrepareNodes(ev->assembly->configuration, ev->s, ev->loading, &ev->node_source));
  PetscFunctionReturn(PETSC_SUCCESS);
}

ElementState evaluated_state(const EvaluatedElement *x)
{
  const Block *b = x->b;
  ElementState e = {.kernel = b->kernel,
                    .prop   = b->prop,
                    .data   = b->data + (size_t)x->element * (size_t)b->kernel->ndata};

  for (int i = 0; i < shape_nodes(b->kernel->shape); i++) e.node[i] = x->node[i];
  return e;
}

void ElementNodes(const Evaluation *ev, const Block *b, PetscInt element, NodeState node[])
{
  const Geometry *g    = &ev->assembly->model->mesh->g;
  const int      *conn = g->conn + g->offset[b->cells[element]];

  for (int i = 0; i < shape_nodes(b->kernel->shape); i++) {
    if (ev->nodes) node[i] = ev->nodes[conn[i]];
    else ConfigurationNodeState(ev->assembly->configuration, &ev->node_source, conn[i], &node[i]);
  }
}

void evaluated_at_nodes(EvaluatedElement *x, BeamSpan *span, double values[])
{
  const Block    *b     = x->b;
  const Model     model = x->ev->assembly->model;
  const PetscBool ends  = (PetscBool)(b->kernel->type->end_result != NULL);
  const PetscBool small = (PetscBool)(x->ev->motion && b->nonlinear && is_at_rest(x));
  ElementMotion   motion;
  double          r[MAX];

  if (span) {
    const ElementState e = evaluated_state(x);

    x->span = span;
    beam_span_begin(&e, span);
  }
  if (ends) element_forces(x, r);
  if (small) gather_motion(x, &motion);
  BlockResult(model, b, x->element, x->node, x->ev->s->t, small ? &motion : NULL, ends ? r : NULL,
              values);
}

void evaluated_results(EvaluatedElement *x, NodeState own[], BeamSpan *span, double values[])
{
  const Geometry *g    = &x->ev->assembly->model->mesh->g;
  const int      *conn = g->conn + g->offset[x->b->cells[x->element]];

  for (int i = 0; i < shape_nodes(x->b->kernel->shape); i++)
    x->node[i] = x->ev->nodes ? &x->ev->nodes[conn[i]] : &own[i];
  if (!x->ev->nodes) ElementNodes(x->ev, x->b, x->element, own);
  evaluated_at_nodes(x, span, values);
}
