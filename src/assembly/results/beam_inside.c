/* beam_inside.c: computes the results inside of beams: at places, and extremes with their places.

   The forces between the ends follow from those at the ends and from the loads between them
   (element/beam/inside/beam_span.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "element_motion.h"
#include "evaluated_element.h"
#include "element/beam/inside/beam_limits.h"
#include "mesh/place/cell_place.h"
#include "model/parts/block.h"
#include "model/fields/varying.h"

/* Computes the properties of a section that varies at a fraction s of the element. */
static void section_at(const void *context, double s, double prop[])
{
  const EvaluatedElement *x = context;

  VaryingSection(&x->ev->assembly->model->mesh->g, x->b, x->element, 2 * s - 1, prop);
}

/* Sets *sections to the sections along a beam. Returns whether they have a shape, which stresses
   need. */
static PetscBool find_sections(const EvaluatedElement *x, SpanSections *sections)
{
  *sections = (SpanSections){x->b->prop, x->b->varying ? section_at : NULL, x};
  return (PetscBool)(x->b->kernel->type->derived(x->b->prop) != NULL);
}

/* Solves for the forces inside of a beam, x->span, from its results values of evaluated_results()
   and its state e. line says whether find_line() follows. */
static void solve_span(const EvaluatedElement *x, const ElementState *e, const double values[],
                       PetscBool line)
{
  /* small motions have the forces of a linear model, in which axial forces bend nothing */
  if (x->b->nonlinear && !x->ev->motion) {
    beam_span_set_axial_force(e, values[x->b->kernel->type->axial_force], x->span);
    if (line) beam_span_set_law(e, x->span);
  }
  beam_span_solve(x->span, values + SPAN_ENDS);
}

/* Solves for the forces inside of a beam, x->span; returns its state, which refers to own. */
static ElementState evaluate_span(EvaluatedElement *x, NodeState own[], PetscBool line,
                                  BeamSpan *span)
{
  ElementState e;
  double       values[ELEMENT_MAX_RESULTS];

  evaluated_results(x, own, span, values);
  e = evaluated_state(x);
  solve_span(x, &e, values, line);
  return e;
}

/* Computes the line of a beam from the forces inside. */
static void find_line(const EvaluatedElement *x, const ElementState *e, const double mesh[][3],
                      SpanLine *line)
{
  beam_span_set_slopes(e, mesh, !x->b->nonlinear, x->span);
  beam_span_line(x->span, e, line);
}

/* Computes the forces inside of a beam, its line, and the places of its nodes in the mesh. Returns
   its state, which refers to own. */
static ElementState solve_line(EvaluatedElement *x, NodeState own[], BeamSpan *span, SpanLine *line,
                               double mesh[][3])
{
  const ElementState e = evaluate_span(x, own, PETSC_TRUE, span);

  geometry_cell_coordinates(&x->ev->assembly->model->mesh->g, (int)x->b->cells[x->element], mesh);
  find_line(x, &e, (const double(*)[3])mesh, line);
  return e;
}

void beam_inside_displacement(EvaluatedElement *x, const double mesh[][3], double s, double d[3])
{
  ElementState e;
  BeamSpan     span;
  SpanLine     line;
  double       w[3], values[ELEMENT_MAX_RESULTS];

  evaluated_at_nodes(x, &span, values);
  e = evaluated_state(x);
  solve_span(x, &e, values, PETSC_TRUE);
  find_line(x, &e, mesh, &line);
  span_line_at(&span, &line, s, w);
  beam_span_displacement(&span, &e, mesh, s, w, d);
}

void beam_inside_add_results(const EvaluatedElement *x, ResultChoice choice, double values[])
{
  const ElementState e    = evaluated_state(x);
  const PetscInt     n    = x->b->nplaces;
  double            *more = values + x->b->nvalues, mesh[ELEMENT_MAX_NODES][3], s[SPAN_MAX_PLACES];
  SpanSections       sections;
  const PetscBool    shape = find_sections(x, &sections);
  SpanLine           line;

  solve_span(x, &e, values, PETSC_FALSE);
  if (shape) {
    beam_span_stresses(x->span, &sections, more);
    more += SPAN_STRESSES;
  }
  if (choice != RESULTS_ALL && !n) return;
  if (ElementHasLawInside(x->b)) solve_span(x, &e, values, PETSC_TRUE);
  geometry_cell_coordinates(&x->ev->assembly->model->mesh->g, (int)x->b->cells[x->element], mesh);
  find_line(x, &e, (const double(*)[3])mesh, &line);
  for (PetscInt k = 0; k < n; k++) s[k] = (double)k / (double)(n - 1);
  if (n)
    more += beam_span_places(x->span, &line, shape ? &sections : NULL, &e, (const double(*)[3])mesh,
                             (int)n, s, more);
  if (choice == RESULTS_ALL) beam_span_extremes(x->span, &line, more);
}

PetscInt ElementExtremesFirst(const Block *b)
{
  PetscInt at = 0;

  if (!b->kernel->type->requested) return -1;
  for (const ElementResult *r = b->results; r < b->results + b->nusual; r++) at += r->count;
  return at;
}

void ElementExtremePlaces(const Evaluation *ev, const Block *b, PetscInt element, double place[])
{
  EvaluatedElement x = {.ev = ev, .b = b, .element = element};
  NodeState        own[ELEMENT_MAX_NODES];
  BeamSpan         span;
  SpanLine         line;
  double           mesh[ELEMENT_MAX_NODES][3];

  solve_line(&x, own, &span, &line, mesh);
  beam_span_extreme_places(&span, &line, place);
}

void ElementExtremePlace(const Evaluation *ev, const Block *b, PetscInt element, int extreme,
                         double place[3])
{
  const Geometry *g    = &ev->assembly->model->mesh->g;
  const int       cell = (int)b->cells[element];
  double          mesh[ELEMENT_MAX_NODES][3], all[SPAN_EXTREMES], square[2] = {0, 0};
  ShapeCellPoint  p;

  ElementExtremePlaces(ev, b, element, all);
  square[0] = 2 * all[extreme] - 1;
  geometry_cell_coordinates(g, cell, mesh);
  if (b->kernel->shape == SHAPE_LINE) {
    cell_line_point((const double(*)[3])mesh, geometry_cell_rise(g, cell), square[0], place);
    return;
  }
  shape_cell_point(b->kernel->shape, (const double(*)[3])mesh, square, 1, &p);
  for (int c = 0; c < 3; c++) place[c] = p.x[c];
}

PetscBool ElementHidesExtremes(const Evaluation *ev, const Block *b, PetscInt element)
{
  EvaluatedElement x = {.ev = ev, .b = b, .element = element};
  NodeState        own[ELEMENT_MAX_NODES];
  BeamSpan         span;

  /* under its weight and inertia alone, a linear element has the forces of its ends */
  if (!b->nonlinear && !ev->assembly->model->loads.nline) return PETSC_FALSE;
  evaluate_span(&x, own, PETSC_FALSE, &span);
  return (PetscBool)beam_span_hides_extremes(&span);
}

PetscBool ElementHasLawInside(const Block *b)
{
  return (PetscBool)(ElementHasInside(b) && b->kernel->type->kinked && b->nonlinear);
}

double ElementLawLoadError(const Evaluation *ev, const Block *b, PetscInt element, double most,
                           int *cells)
{
  enum { CELLS = 100 };
  EvaluatedElement x = {.ev = ev, .b = b, .element = element};
  NodeState        own[ELEMENT_MAX_NODES];
  BeamSpan         span;
  ElementState     e;
  double           error;

  *cells = 1;
  if (!ElementHasLawInside(b)) return 0;
  e     = evaluate_span(&x, own, PETSC_FALSE, &span);
  error = beam_law_load_error(&e, &span, 1);
  while (*cells < CELLS && beam_law_load_error(&e, &span, *cells) > most)
    *cells += PetscMax(1, *cells / 4);
  return error;
}

PetscBool ElementHasInside(const Block *b)
{
  return (PetscBool)(b->kernel->type->requested != NULL);
}

void ElementResultsAt(const Evaluation *ev, const Block *b, PetscInt element, double s,
                      double values[])
{
  EvaluatedElement x = {.ev = ev, .b = b, .element = element};
  NodeState        own[ELEMENT_MAX_NODES];
  BeamSpan         span;
  SpanLine         line;
  SpanSections     sections;
  double           mesh[ELEMENT_MAX_NODES][3];
  ElementState     e = solve_line(&x, own, &span, &line, mesh);

  beam_span_places(&span, &line, find_sections(&x, &sections) ? &sections : NULL, &e,
                   (const double(*)[3])mesh, 1, &s, values);
}
