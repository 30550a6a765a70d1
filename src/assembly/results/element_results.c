/* element_results.c: computes results of elements, and displacements of places inside of them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "assembly/element_forces.h"
#include "element_motion.h"
#include "evaluated_element.h"
#include "model/loads/along/lateral_load.h"
#include "model/parts/block.h"
#include "surface_extremes.h"

/* Returns whether some of the chosen results need the inside of a beam. */
static PetscBool needs_span(const Block *b, ResultChoice choice)
{
  if (!b->kernel->type->requested || choice == RESULTS_PLAIN) return PETSC_FALSE;
  return (PetscBool)(choice == RESULTS_ALL || b->nplaces || b->kernel->type->derived(b->prop));
}

void ElementResults(const Evaluation *ev, const Block *b, PetscInt element, ResultChoice choice,
                    double values[])
{
  EvaluatedElement x = {.ev = ev, .b = b, .element = element};
  NodeState        own[ELEMENT_MAX_NODES];
  BeamSpan         span;
  const PetscBool  raised =
    (PetscBool)(ev->surfaces && choice != RESULTS_PLAIN && b->kernel->type->recovered);

  if (raised && surface_extremes_stored(ev, b, element, values)) {
    surface_extremes_raise(ev, b, element, values);
    return;
  }
  evaluated_results(&x, own, needs_span(b, choice) ? &span : NULL, values);
  if (x.span) beam_inside_add_results(&x, choice, values);
  if (raised) surface_extremes_raise(ev, b, element, values);
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
  ShapeCellPoint   p;

  for (int i = 0; i < nn; i++) x.node[i] = node[i];
  if (ElementHasCurve(b)) {
    beam_inside_displacement(&x, (const double(*)[3])mesh, (1 + square[0]) / 2, d);
    return;
  }
  shape_cell_point(b->kernel->shape, (const double(*)[3])mesh, square, 1, &p);
  for (int c = 0; c < 3; c++) {
    d[c] = 0;
    for (int i = 0; i < nn; i++) d[c] += p.N[i] * (node[i]->x[c] - mesh[i][c]);
  }
}
