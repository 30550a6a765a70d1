/* law_breaks.c: estimates the error of laws per length or area whose formulas jump. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "base/error.h"
#include "input/formula/discontinuity.h"
#include "law.h"
#include "model/model.h"

enum {
  DIRECTIONS = 4,                  /* of motions: all components alike, or one of them */
  PROBES     = 1 + 2 * DIRECTIONS, /* states of motion in which the formulas are compared */
  /* pieces of a line, and of a surface in each direction; their middles are the points of the
     integral */
  LINE_PIECES    = 256,
  SURFACE_PIECES = 16
};

/* Relative to the size of the integral: a difference that is reported. The class Laws of
   tests/model/breaks.py has laws with and without it. */
static const double REPORTED = 0.01;

/* The sum by nodes less the integral, and the integral of the absolute value. */
typedef struct {
  double difference, size;
} LawError;

/* The scales of the motions and times of probes. */
typedef struct {
  double length;   /* diameter of the model [m] */
  double start;    /* first time of the run [s] */
  double duration; /* of the run [s]; 0: it has one time, and then velocities are 0 */
} ProbeScale;

/* Sets the variables of a formula to those of a probe, at the place x.

   The first probe is at rest at the start. The others have small motions in both senses of each
   direction, a third of the duration later. They are those of the model in any units. */
static void set_variables(const ProbeScale *scale, int probe, const double x[3],
                          PetscReal at[LAW_VARIABLES])
{
  /* relative to the duration; no multiple of a simple fraction, at which formulas of time may
   * change */
  const double later = 0.37;
  /* Relative to the size of the model, or in radians. In such motions a nonlinear law differs from
     its value at rest, and they are far below those in which a model loses its shape. */
  const double small     = 1e-3;
  const double amount    = !probe ? 0 : probe % 2 ? small : -small;
  const double per_time  = scale->duration > 0 ? amount / scale->duration : 0;
  const int    direction = (probe - 1) / 2;

  at[LAW_T] = scale->start + (probe ? later * scale->duration : 0);
  for (int c = 0; c < 3; c++) {
    const double part = direction == 3 || direction == c;

    at[LAW_U + c] = part * amount * scale->length;
    at[LAW_V + c] = part * per_time * scale->length;
    at[LAW_R + c] = part * amount;
    at[LAW_W + c] = part * per_time;
    at[LAW_X + c] = x[c];
  }
}

static double value_at(Expression formula, const ProbeScale *scale, int probe, const double x[3])
{
  PetscReal at[LAW_VARIABLES];

  set_variables(scale, probe, x, at);
  return ExpressionValue(formula, at);
}

/* Returns whether a break may be in the box around the cell. Its boundary is inside. */
static PetscBool may_break(Expression formula, const ProbeScale *scale, int probe, int nn,
                           const double x[][3])
{
  /* Relative to the size of the box in this direction: a break on the boundary has a round-off, and
     must be seen. A margin that is too wide costs only a search without a result. */
  const double margin = 1e-6;
  PetscReal    low[LAW_VARIABLES], high[LAW_VARIABLES];

  set_variables(scale, probe, x[0], low);
  set_variables(scale, probe, x[0], high);
  for (int c = LAW_X; c < LAW_X + 3; c++) {
    double wide;

    for (int i = 1; i < nn; i++) {
      low[c]  = fmin(low[c], x[i][c - LAW_X]);
      high[c] = fmax(high[c], x[i][c - LAW_X]);
    }
    wide = margin * (high[c] - low[c]);
    low[c] -= wide;
    high[c] += wide;
  }
  return ExpressionBreaksInside(formula, low, high);
}

/* Adds a cell to the error. A cell without a break has no difference, because the error of a smooth
   formula decreases with the square of the size of cells. */
static void add_cell(Expression formula, const ProbeScale *scale, int probe, Shape shape,
                     const double x[][3], LawError *error)
{
  const int nn = shape_nodes(shape), rows = shape_dimension(shape) > 1 ? SURFACE_PIECES : 1,
            pieces    = rows > 1 ? SURFACE_PIECES : LINE_PIECES;
  const double weight = (2. / pieces) * (rows > 1 ? 2. / pieces : 1);
  double       N[ELEMENT_MAX_NODES], by_nodes = 0, amount = 0, integral = 0, size = 0;

  shape_weights(shape, x, N);
  for (int i = 0; i < nn; i++) {
    const double value = N[i] * value_at(formula, scale, probe, x[i]);

    by_nodes += value;
    amount += fabs(value);
  }
  if (!may_break(formula, scale, probe, nn, x)) {
    if (isfinite(amount)) error->size += amount;
    return;
  }
  for (int k = 0; k < rows * pieces; k++) {
    const double   square[2] = {(2. * (k % pieces) + 1) / pieces - 1,
                              rows > 1 ? (2. * (k / pieces) + 1) / pieces - 1 : 0};
    ShapeCellPoint p;
    double         value;

    shape_cell_point(shape, x, square, weight, &p);
    value = p.size * value_at(formula, scale, probe, p.x);
    integral += value;
    size += fabs(value);
  }
  if (!isfinite(size) || !isfinite(by_nodes)) return;
  error->difference += by_nodes - integral;
  error->size += size;
}

/* Computes the largest error of a formula relative to its size, among the probes. Collective. */
static PetscErrorCode FormulaError(Model model, const Law *law, Expression formula,
                                   const ProbeScale *scale, double *largest)
{
  const Geometry *g             = &model->mesh->g;
  LawError        error[PROBES] = {
           {0, 0}
  };
  double x[ELEMENT_MAX_NODES][3];

  PetscFunctionBeginUser;
  *largest = 0;
  for (int cell = 0; cell < g->ncells; cell++) {
    const Shape shape = (Shape)g->shape[cell];

    if (shape_dimension(shape) != law->per || !geometry_cell_in_set(g, cell, (int)law->set))
      continue;
    geometry_cell_coordinates(g, cell, x);
    for (int probe = 0; probe < PROBES; probe++)
      add_cell(formula, scale, probe, shape, (const double(*)[3])x, &error[probe]);
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, error, 2 * PROBES, MPI_DOUBLE, MPI_SUM, model->comm));
  for (int probe = 0; probe < PROBES; probe++)
    if (error[probe].size > 0)
      *largest = fmax(*largest, fabs(error[probe].difference) / error[probe].size);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode WarnBreaks(Model model, const Law *law, const ProbeScale *scale)
{
  const double percent = 100;
  double       error;
  char         text[32];

  PetscFunctionBeginUser;
  for (int c = 0; c < COMPONENTS && law->per; c++) {
    if (!law->formula[c] || !ExpressionHasBreaks(law->formula[c], LAW_X + 3)) continue;
    PetscCall(FormulaError(model, law, law->formula[c], scale, &error));
    snprintf(text, sizeof text, "%.2g %%", percent * error);
    PetscCall(WarnAllRanks(
      model->comm, (PetscBool)(error > REPORTED),
      "%s jumps or has corners along set '%s', but a law is evaluated at nodes: the sum of its "
      "forces is off by about %s. Give the law a set that ends where the formula jumps, or refine "
      "the mesh there. If the force does not depend on the motion, use -load_%s_traction with "
      "-load_%s_field instead, which are integrated exactly",
      ExpressionOption(law->formula[c]), model->mesh->g.set_name[law->set], text, law->name,
      law->name));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelWarnLawBreaks(Model model, PetscReal t_start, PetscReal t_end)
{
  const Loads *l     = &model->loads;
  ProbeScale   scale = {.start = t_start, .duration = fmax(t_end - t_start, 0)};

  PetscFunctionBeginUser;
  if (!l->nlaws && !l->nmoment_laws) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ModelSize(model, &scale.length));
  for (PetscInt k = 0; k < l->nlaws; k++) PetscCall(WarnBreaks(model, &l->law[k], &scale));
  for (PetscInt k = 0; k < l->nmoment_laws; k++)
    PetscCall(WarnBreaks(model, &l->moment_law[k], &scale));
  PetscFunctionReturn(PETSC_SUCCESS);
}
