/* element_results.c: computes the results of elements, at their ends from all forces on them.

   The forces at the ends of an element are in equilibrium with what is beyond its nodes. They are
   internal and inertial forces, less the loads on the element. Forces and moments between the ends
   of beams follow from those at the ends and the same loads
   (element/beam/inside/beam_span.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "assembly/element_forces.h"
#include "element_motion.h"
#include "kinematics/rotating_frame.h"
#include "assembly/terms/terms.h"
#include "element/beam/inside/beam_line.h"
#include "math/vector.h"
#include "model/loads/along/lateral_load.h"

enum { MAX = ELEMENT_MAX_DOFS };

/* An element, with the states of its nodes in the frame of the model. */
typedef struct {
  const Evaluation *ev;
  const Block      *b;
  PetscInt          element;
  const NodeState  *node[ELEMENT_MAX_NODES];
  BeamSpan         *span; /* the inside of a beam, to which loads are added; or NULL */
  PetscBool         bare; /* whether loads, weight and rotating frames are left out */
} EvaluatedElement;

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

  BlockGather(model, x->b, x->element, inertial, 1, x->ev->gravity, &s);
  for (int i = 0; i < shape_nodes(x->b->kernel->shape); i++) {
    inertial[i] = *x->node[i];
    if (model->spin.active && !x->bare) rotating_frame_state(&frame, x->node[i], &inertial[i]);
    s.node[i] = &inertial[i];
  }
  if (BlockIsNonlinear(model, x->b) && x->ev->motion)
    ElementAddNonlinearForces(x->ev, x->b, x->element, 1, r);
  else if (BlockIsNonlinear(model, x->b) && x->b->kernel->type->forces(&s, r, NULL, NULL, NULL))
    for (PetscInt i = 0; i < x->b->nd; i++) r[i] = NAN;
  if (x->b->kernel->type->matrices || BlockIsLinearized(model, x->b))
    add_linear_part(x, inertial, r);
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

/* Adds a part of a load to a span. vector is the load without the factor of the part. */
static void add_to_span(const EvaluatedElement *x, const LineLoad *load, const LineLoadPart *part,
                        const double vector[3])
{
  const double *at = part->segment.at;
  LineLoadPoint point[LOAD_AXLES];
  const int     n = LineLoadPoints(x->ev->assembly->model, load, part, x->ev->s->t, point);

  if (!load->concentrated && !load->train)
    beam_span_add_load(x->span, load->kind, vector, (1 + at[0]) / 2, (1 + at[1]) / 2, part->field);
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
  ElementLineLoad inside = {.kind = load->kind};

  for (int c = 0; c < 3; c++) inside.vector[c] = factor * load->vector[c];
  for (int lane = 0; lane < LANES; lane++) line_load_set_lane(load, &part, lane, &inside);
  for (int i = 0; i < shape_nodes(x->b->kernel->shape); i++) {
    double f[3] = {inside.vector[0], inside.vector[1], inside.vector[2]};

    if (load->kind == LINE_LOAD_FOLLOWER) mat_vec(x->node[i]->R, inside.vector, f);
    if (load->kind == LINE_LOAD_MOMENT) mat_t_vec(x->node[i]->R, inside.vector, f);
    for (int c = 0; c < 3; c++) r[COMPONENTS * i + first + c] -= part.N[i] * f[c];
  }
  add_inside(x, &inside, r);
  if (x->span) add_to_span(x, load, &part, inside.vector);
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

/* ---- inside of beams ------------------------------------------------------------------------- */

/* Returns the state of an element for the functions of its kernel. */
static ElementState state_of(const EvaluatedElement *x)
{
  const Block *b = x->b;
  ElementState e = {.kernel = b->kernel,
                    .prop   = b->prop,
                    .data   = b->data + (size_t)x->element * (size_t)b->kernel->ndata};

  for (int i = 0; i < shape_nodes(b->kernel->shape); i++) e.node[i] = x->node[i];
  return e;
}

/* Computes the properties of a section that varies at a fraction s of the element. */
static void section_at(const void *context, double s, double prop[])
{
  const EvaluatedElement *x = context;

  VaryingSection(&x->ev->assembly->model->mesh->g, x->b, x->element, 2 * s - 1, prop);
}

/* Solves for the forces inside of a beam. values are those of beam_results. */
static void solve_span(const EvaluatedElement *x, const ElementState *e, const double values[])
{
  /* small motions have the forces of a linear model, in which axial forces bend nothing */
  if (BlockIsNonlinear(x->ev->assembly->model, x->b) && !x->ev->motion)
    beam_span_set_axial_force(e, values[x->b->kernel->type->axial_force], x->span);
  beam_span_solve(x->span, values + SPAN_ENDS);
}

/* Computes the results of a beam that need its inside. */
static void add_span_results(const EvaluatedElement *x, ResultChoice choice, double values[])
{
  const Model        model    = x->ev->assembly->model;
  const ElementState e        = state_of(x);
  const SpanSections sections = {x->b->prop, x->b->varying ? section_at : NULL, x};
  const PetscBool    shape    = (PetscBool)(x->b->kernel->type->derived(x->b->prop) != NULL);
  double            *more     = values + x->b->nvalues, mesh[ELEMENT_MAX_NODES][3];
  SpanLine           line;

  solve_span(x, &e, values);
  if (shape) {
    beam_span_stresses(x->span, &sections, more);
    more += SPAN_STRESSES;
  }
  if (choice != RESULTS_ALL && !x->b->nplaces) return;
  geometry_cell_coordinates(&model->mesh->g, (int)x->b->cells[x->element], mesh);
  beam_span_set_slopes(&e, (const double(*)[3])mesh, !BlockIsNonlinear(model, x->b), x->span);
  beam_span_line(x->span, &e, &line);
  if (x->b->nplaces)
    more += beam_span_places(x->span, &line, shape ? &sections : NULL, &e, (const double(*)[3])mesh,
                             x->b->nplaces, more);
  if (choice == RESULTS_ALL) beam_span_extremes(x->span, &line, more);
}

/* Returns whether some of the chosen results need the inside of a beam. */
static PetscBool needs_span(const Block *b, ResultChoice choice)
{
  if (!b->kernel->type->requested || choice == RESULTS_PLAIN) return PETSC_FALSE;
  return (PetscBool)(choice == RESULTS_ALL || b->nplaces || b->kernel->type->derived(b->prop));
}

/* Computes the displacement d[3] of a beam of two nodes at a fraction s of its length. */
static void beam_displacement(const EvaluatedElement *x, const ElementMotion *motion,
                              const double mesh[][3], double s, double d[3])
{
  const Model        model  = x->ev->assembly->model;
  const ElementState e      = state_of(x);
  EvaluatedElement   loaded = *x; /* with a span */
  BeamSpan           span;
  SpanLine           line;
  double             r[MAX], w[3], values[ELEMENT_MAX_RESULTS];

  loaded.span = &span;
  beam_span_begin(&e, &span);
  element_forces(&loaded, r);
  BlockResult(model, x->b, x->element, x->node, motion, r, values);
  solve_span(&loaded, &e, values);
  beam_span_set_slopes(&e, (const double(*)[3])mesh, !BlockIsNonlinear(model, x->b), &span);
  beam_span_line(&span, &e, &line);
  span_line_at(&span, &line, s, w);
  beam_span_displacement(&span, &e, (const double(*)[3])mesh, s, w, d);
}

PetscBool ElementHasCurve(const Block *b)
{
  return (PetscBool)(b->kernel->type->requested && b->kernel->shape == SHAPE_LINE);
}

void ElementDisplacement(const Evaluation *ev, const Block *b, PetscInt element,
                         const NodeState *const node[], PetscBool bare, const double square[2],
                         double d[3])
{
  const Model      model = ev->assembly->model;
  EvaluatedElement x     = {.ev = ev, .b = b, .element = element, .bare = bare};
  double           mesh[ELEMENT_MAX_NODES][3];
  const int        nn = geometry_cell_coordinates(&model->mesh->g, (int)b->cells[element], mesh);
  ElementMotion    motion;
  ShapeCellPoint   p;
  PetscBool        small;

  for (int i = 0; i < nn; i++) x.node[i] = node[i];
  if (ElementHasCurve(b)) {
    small = (PetscBool)(ev->motion && BlockIsNonlinear(model, b) && is_at_rest(&x));
    if (small) gather_motion(&x, &motion);
    beam_displacement(&x, small ? &motion : NULL, (const double(*)[3])mesh, (1 + square[0]) / 2, d);
    return;
  }
  shape_cell_point(b->kernel->shape, (const double(*)[3])mesh, square, 1, &p);
  for (int c = 0; c < 3; c++) {
    d[c] = 0;
    for (int i = 0; i < nn; i++) d[c] += p.N[i] * (node[i]->x[c] - mesh[i][c]);
  }
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

/* Computes the results of an element without those of its inside; the caller gives span, own, and x
   with the members ev, b and element. x->span is set if inside is true. */
static void evaluate(EvaluatedElement *x, PetscBool inside, NodeState own[], BeamSpan *span,
                     double values[])
{
  const Block    *b     = x->b;
  const Model     model = x->ev->assembly->model;
  const int      *conn  = model->mesh->g.conn + model->mesh->g.offset[b->cells[x->element]];
  const PetscBool ends  = (PetscBool)(b->kernel->type->end_result != NULL);
  const PetscBool small = (PetscBool)(x->ev->motion && BlockIsNonlinear(model, b) && is_at_rest(x));
  ElementMotion   motion;
  double          r[MAX];

  for (int i = 0; i < shape_nodes(b->kernel->shape); i++)
    x->node[i] = x->ev->nodes ? &x->ev->nodes[conn[i]] : &own[i];
  if (!x->ev->nodes) ElementNodes(x->ev, b, x->element, own);
  if (inside) {
    const ElementState e = state_of(x);

    x->span = span;
    beam_span_begin(&e, span);
  }
  if (ends) element_forces(x, r);
  if (small) gather_motion(x, &motion);
  BlockResult(model, b, x->element, x->node, small ? &motion : NULL, ends ? r : NULL, values);
}

void ElementResults(const Evaluation *ev, const Block *b, PetscInt element, ResultChoice choice,
                    double values[])
{
  EvaluatedElement x = {.ev = ev, .b = b, .element = element};
  NodeState        own[ELEMENT_MAX_NODES];
  BeamSpan         span;

  evaluate(&x, needs_span(b, choice), own, &span, values);
  if (x.span) add_span_results(&x, choice, values);
}

/* Solves for the forces inside of a beam; returns its state, which refers to own. */
static ElementState evaluate_span(EvaluatedElement *x, NodeState own[], BeamSpan *span)
{
  ElementState e;
  double       values[ELEMENT_MAX_RESULTS];

  evaluate(x, PETSC_TRUE, own, span, values);
  e = state_of(x);
  solve_span(x, &e, values);
  return e;
}

/* Computes the forces inside of a beam, its line, and the places of its nodes in the mesh. */
static void solve_line(EvaluatedElement *x, BeamSpan *span, SpanLine *line, double mesh[][3])
{
  const Model        model = x->ev->assembly->model;
  NodeState          own[ELEMENT_MAX_NODES];
  const ElementState e = evaluate_span(x, own, span);

  geometry_cell_coordinates(&model->mesh->g, (int)x->b->cells[x->element], mesh);
  beam_span_set_slopes(&e, (const double(*)[3])mesh, !BlockIsNonlinear(model, x->b), span);
  beam_span_line(span, &e, line);
}

void ElementExtremePlace(const Evaluation *ev, const Block *b, PetscInt element, int extreme,
                         double place[3])
{
  EvaluatedElement x = {.ev = ev, .b = b, .element = element};
  BeamSpan         span;
  SpanLine         line;
  double           mesh[ELEMENT_MAX_NODES][3], square[2] = {0, 0};
  ShapeCellPoint   p;

  solve_line(&x, &span, &line, mesh);
  square[0] = 2 * beam_span_extreme_place(&span, &line, extreme) - 1;
  shape_cell_point(b->kernel->shape, (const double(*)[3])mesh, square, 1, &p);
  for (int c = 0; c < 3; c++) place[c] = p.x[c];
}

void ElementExtremePlaces(const Evaluation *ev, const Block *b, PetscInt element, double place[12])
{
  EvaluatedElement x = {.ev = ev, .b = b, .element = element};
  BeamSpan         span;
  SpanLine         line;
  double           mesh[ELEMENT_MAX_NODES][3];

  solve_line(&x, &span, &line, mesh);
  for (int i = 0; i < 2 * SPAN_FORCES; i++) place[i] = beam_span_extreme_place(&span, &line, i);
}

PetscBool ElementHidesExtremes(const Evaluation *ev, const Block *b, PetscInt element)
{
  EvaluatedElement x = {.ev = ev, .b = b, .element = element};
  NodeState        own[ELEMENT_MAX_NODES];
  BeamSpan         span;

  /* under its weight and inertia alone, a linear element has the forces of its ends */
  if (!BlockIsNonlinear(ev->assembly->model, b) && !ev->assembly->model->loads.nline)
    return PETSC_FALSE;
  evaluate_span(&x, own, &span);
  return (PetscBool)beam_span_hides_extremes(&span);
}
