/* placed_load.c: a load with a factor g(t) on its set of the mesh, and the factor of its place. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "math/vector.h"
#include "placed_load.h"
#include "model/model.h"

PetscReal placed_load_factor(const PlacedLoad *load, const double x[3])
{
  return load->field ? ExpressionValue(load->field, (const PetscReal[]){x[0], x[1], x[2], 0}) : 1;
}

/* Returns the part of a cell on which a load acts; NULL for the whole cell.
 */
static const LoadSegment *placed_load_segment(const PlacedLoad *load, int cell)
{
  return load->segment ? &load->segment[cell] : NULL;
}

/* Returns the length or area of a cell at a point, as seen along a vector, over the one in the
   mesh: the sine of the angle between a line and the vector, or the absolute cosine of the angle
   between the normal of a surface and the vector. */
static double projection(Shape shape, const double x[][3], const double square[2],
                         const double vector[3])
{
  /* The position is quadratic along each coordinate, so that a central difference is exact. */
  const double h       = 0.25;
  double       t[2][3] = {{0}}, normal[3];

  for (int d = 0; d < shape_dimension(shape); d++)
    for (int side = -1; side <= 1; side += 2) {
      double         at[2] = {square[0], square[1]};
      ShapeCellPoint p;

      at[d] += side * h;
      shape_cell_point(shape, x, at, 1, &p);
      for (int c = 0; c < 3; c++) t[d][c] += side * p.x[c];
    }
  if (shape_dimension(shape) == 2) {
    cross(t[0], t[1], normal);
    return fabs(dot(normal, vector)) / (norm(normal) * norm(vector));
  }
  cross(t[0], vector, normal);
  return norm(normal) / (norm(t[0]) * norm(vector));
}

/* Returns the first coordinate, from -1 to 1, of point k of load_segment_points(). */
static double place_of_point(const LoadSegment *segment, Shape shape, int k)
{
  double square[2];

  shape_cell_square(shape, k, square);
  if (!segment) return square[0];
  return ((1 - square[0]) * segment->at[0] + (1 + square[0]) * segment->at[1]) / 2;
}

/* Multiplies share[n] at the points of a cell by the projection there. */
static void project(const PlacedLoad *load, const LoadSegment *segment, Shape shape,
                    const double x[][3], int n, double share[])
{
  const double *const vector = load->options->value;

  if (norm(vector) == 0) return;
  for (int k = 0; k < n; k++) {
    double square[2];

    shape_cell_square(shape, k, square);
    square[0] = place_of_point(segment, shape, k);
    share[k] *= projection(shape, x, square, vector);
  }
}

/* Returns the factor by which the load is along its direction, at a place of a line. */
static double along_direction(const PlacedLoad *load, int cell, double at)
{
  return load->vector ? section_vector_at(&load->vector[cell], at, load->direction) : 1;
}

int placed_load_points(const PlacedLoad *load, int cell, Shape shape, const double x[][3],
                       ShapeCellPoint points[], double share[])
{
  if (!load->cells || !placed_load_is_concentrated(load)) {
    const LoadSegment *segment = load->cells ? placed_load_segment(load, cell) : NULL;
    const int          n       = load_segment_points(segment, shape, x, points, share);

    if (load->options->projected) project(load, segment, shape, x, n, share);
    for (int k = 0; k < n && load->vector; k++)
      share[k] *= along_direction(load, cell, place_of_point(segment, shape, k));
    return n;
  }
  share[0] = along_direction(load, cell, load->place.square[0]);
  shape_cell_point(shape, x, load->place.square, 1, points);
  points->size = 1;
  return 1;
}

/* Integrates the load at its points. */
static void integrate_node_weights(const PlacedLoad *load, int cell, Shape shape,
                                   const double x[][3], double N[])
{
  const LoadSegment *segment = placed_load_segment(load, cell);
  ShapeCellPoint     points[SHAPE_MAX_CELL_POINTS];
  double             value[SHAPE_MAX_CELL_POINTS], share[SHAPE_MAX_CELL_POINTS];
  const int          nn = shape_nodes(shape);
  const int          n  = placed_load_points(load, cell, shape, x, points, share);

  load_segment_values(segment, load->field, 0, shape, x, n, points, value);
  for (int i = 0; i < nn; i++) N[i] = 0;
  for (int k = 0; k < n; k++) {
    const double weight = points[k].size * share[k] * value[k];

    for (int i = 0; i < nn; i++) N[i] += weight * points[k].N[i];
  }
}

void placed_load_node_weights(const PlacedLoad *load, int cell, Shape shape, const double x[][3],
                              double N[])
{
  if (placed_load_is_concentrated(load)) {
    ShapeCellPoint p;

    shape_cell_point(shape, x, load->place.square, 1, &p);
    for (int i = 0; i < shape_nodes(shape); i++)
      N[i] =
        along_direction(load, cell, load->place.square[0]) * placed_load_factor(load, p.x) * p.N[i];
  } else if (load->field || load->segment || load->options->projected || load->vector)
    integrate_node_weights(load, cell, shape, x, N);
  else shape_weights(shape, x, N);
}

PetscBool placed_load_is_concentrated(const PlacedLoad *load)
{
  return (PetscBool)(load->place.dimension > 0);
}

PetscBool placed_load_acts_on_cell(const Geometry *g, const PlacedLoad *load, int cell)
{
  if (placed_load_is_concentrated(load)) return (PetscBool)(cell == load->place.item);
  if (load->segment && load->segment[cell].at[0] >= load->segment[cell].at[1]) return PETSC_FALSE;
  return (PetscBool)(load->cells & 1 << shape_dimension((Shape)g->shape[cell]) &&
                     geometry_cell_in_set(g, cell, (int)load->set));
}

PetscErrorCode LoadPlace(Model model, const LoadOptions *options, PetscInt set,
                         const MeshPlace *place, PlacedLoad *load)
{
  char        option[256];
  PetscMPIInt rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(model->comm, &rank));
  *load =
    (PlacedLoad){.options = options, .set = set, .time = options->time, .cells = options->cells};
  if (place && place->dimension) {
    load->place = *place;
    load->cells = 1 << place->dimension;
    if (place->rank != rank) load->place.item = -1;
  }
  PetscCall(PetscSNPrintf(load->option, sizeof load->option, "-load_%s_time", options->name));
  PetscCall(PetscSNPrintf(option, sizeof option, "-load_%s_harmonic", options->name));
  if (options->has_harmonic) PetscCall(ModelRememberHarmonic(model, option));
  PetscCall(LoadFieldCreate(model, options, &load->field));
  load->is_moving =
    (PetscBool)(options->place || (load->field && ExpressionDependsOn(load->field, 3)));
  if (!load->time && options->kind < LOAD_LAW) {
    const PetscBool grows = (PetscBool)(!options->has_harmonic && !load->is_moving);

    if (grows) model->loads.time_used = PETSC_TRUE;
    load->time = grows ? model->loads.time : options->has_harmonic ? "0" : "1";
  }
  PetscCheck(!load->is_moving || !options->has_harmonic, model->comm, PETSC_ERR_USER_INPUT,
             "%s: the load moves by -load_%s_field; leave t out of one of them", option,
             options->name);
  PetscCall(LoadSegmentsFind(model, options, set, &load->segment));
  PetscCall(TrainCreate(model, options, set, &load->train));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PlacedLoadDestroy(PlacedLoad *load)
{
  PetscFunctionBeginUser;
  PetscCall(ExpressionDestroy(&load->field));
  PetscCall(PetscFree(load->segment));
  PetscCall(TrainDestroy(&load->train));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- load field ------------------------------------------------------------------------------ */

/* Creates the factors of loads that depend on place and time. */

PetscErrorCode LoadFieldCreate(Model model, const LoadOptions *options, Expression *field)
{
  static const char *const xyzt[FIELD_VARIABLES] = {"x", "y", "z", "t"};
  const char *const        text                  = options->place ? options->place : options->field;
  char                     option[256];

  PetscFunctionBeginUser;
  *field = NULL;
  if (!text) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSNPrintf(option, sizeof option, "-load_%s_%s", options->name,
                          options->place ? "place" : "field"));
  PetscCall(ExpressionCreate(model->symbols, option, text, FIELD_VARIABLES, xyzt, field));
  PetscFunctionReturn(PETSC_SUCCESS);
}
