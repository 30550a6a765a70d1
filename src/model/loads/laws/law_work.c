/* law_work.c: integrates laws: their work along a step, and the error of laws per length or area
   whose formulas jump. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "law.h"
#include "math/rotation.h"
#include "math/vector.h"
#include <math.h>
#include "base/error.h"
#include "input/formula/discontinuity.h"
#include "model/model.h"
#include "element/element_sizes.h"

/* The line of a law's node between two states, x(s) = from + s along, s in [0, 1]. The orientation
   in a moment law is q exp(s turn). Forces and moments do work along path. */
typedef struct {
  const Law *law;
  PetscBool  acts[COMPONENTS];
  PetscReal  from[LAW_VARIABLES], along[LAW_VARIABLES], path[COMPONENTS];
  double     q[4], turn[3];
  PetscReal  size; /* largest work per s that was found [J] */
} WorkPath;

/* Computes the rotation vector r at s. */
static void rotation_along(const WorkPath *work_path, PetscReal s, PetscReal r[3])
{
  const double turn[3] = {s * work_path->turn[0], s * work_path->turn[1], s * work_path->turn[2]};
  double       q[4];

  rotation_exp(turn, q);
  rotation_compose(work_path->q, q, q);
  rotation_log(q, r);
}

/* Returns the work per s at s [J]. */
static PetscReal work_at(WorkPath *work_path, PetscReal s)
{
  PetscReal x[LAW_VARIABLES], work = 0;

  for (int i = 0; i < LAW_VARIABLES; i++) x[i] = work_path->from[i] + s * work_path->along[i];
  if (work_path->law->has_rotations) rotation_along(work_path, s, x + LAW_R);
  for (int c = 0; c < COMPONENTS; c++)
    if (work_path->acts[c])
      work += ExpressionValue(work_path->law->formula[c], x) * work_path->path[c];
  if (isfinite(work)) work_path->size = PetscMax(work_path->size, PetscAbsReal(work));
  return work;
}

/* Integrates f over an interval by Simpson's rule, from f at both ends and in the middle. If the
   sum over both halves differs, it integrates the halves. If f is not finite between the ends, it
   uses the trapezoidal rule. */
static PetscReal adaptive_simpson(WorkPath *work_path, PetscReal s, PetscReal width,
                                  const PetscReal f[3], int depth)
{
  /* Error of the work, relative to the largest value of its integrand along the path so far. It is
     below the energy errors of the schemes. tests/model/laws.py compares the work of laws with
     their potentials. */
  const PetscReal tolerance = 1e-9, left = work_at(work_path, s + width / 4),
                  right  = work_at(work_path, s + 3 * width / 4);
  const PetscReal whole  = width / 6 * (f[0] + 4 * f[1] + f[2]);
  const PetscReal halves = width / 12 * (f[0] + 4 * left + 2 * f[1] + 4 * right + f[2]);

  if (!isfinite(halves)) return width / 2 * (f[0] + f[2]);
  if (depth == 0 || PetscAbsReal(halves - whole) <= tolerance * work_path->size)
    return halves + (halves - whole) / 15;
  return adaptive_simpson(work_path, s, width / 2, (const PetscReal[]){f[0], left, f[1]},
                          depth - 1) +
         adaptive_simpson(work_path, s + width / 2, width / 2,
                          (const PetscReal[]){f[1], right, f[2]}, depth - 1);
}

static PetscReal work_along_path(WorkPath *work_path)
{
  const int       depth = 12; /* finds a jump of the force to 2e-4 of the line */
  const PetscReal f[3]  = {work_at(work_path, 0), work_at(work_path, 0.5), work_at(work_path, 1)};

  return adaptive_simpson(work_path, 0, 1, f, depth);
}

PetscReal LawWork(const Law *law, const LawState end[2])
{
  PetscReal work = 0;

  for (PetscInt k = 0; k < law->n; k++) {
    const PetscInt *at = &law->at[3 * k];
    PetscReal       to[LAW_VARIABLES];
    WorkPath        work_path = {.law = law};

    for (int c = 0; c < 3; c++) work_path.acts[c] = (PetscBool)(law->formula[c] && at[c] >= 0);
    law_variables_at(law, k, end[0].t, end[0].q, end[0].v, work_path.from);
    law_variables_at(law, k, end[1].t, end[1].q, end[1].v, to);
    for (int i = 0; i < LAW_VARIABLES; i++) work_path.along[i] = to[i] - work_path.from[i];
    for (int c = 0; c < 3; c++) work_path.path[c] = work_path.along[LAW_U + c];
    work += law->weight[k] * work_along_path(&work_path);
  }
  return work;
}

PetscReal MomentLawWork(const Law *law, PetscInt k, const LawStep *step, const NodeState *node)
{
  WorkPath     work_path = {.law = law};
  const double back[3]   = {-step->moved[3], -step->moved[4], -step->moved[5]};
  PetscReal    to[LAW_VARIABLES];
  double       q[4], R[9];

  rotation_exp(back, q);
  rotation_compose(node->q, q, work_path.q);
  rotation_matrix(work_path.q, R);
  moment_law_variables(law, k, step->now, node, to);
  PetscArraycpy(work_path.from, to, LAW_VARIABLES);
  work_path.from[LAW_T] = step->before;
  for (int c = 0; c < 3; c++) {
    work_path.from[LAW_U + c] -= step->moved[c];
    work_path.from[LAW_V + c] = step->rate[c];
    work_path.path[c]         = step->moved[c];
    work_path.turn[c]         = step->moved[3 + c];
  }
  mat_vec(R, step->rate + 3, work_path.from + LAW_W);
  mat_vec(R, work_path.turn, work_path.path + 3); /* a rotation does not change its own axis */
  for (int i = 0; i < LAW_VARIABLES; i++) work_path.along[i] = to[i] - work_path.from[i];
  for (int c = 0; c < COMPONENTS; c++)
    work_path.acts[c] = (PetscBool)(law->formula[c] && work_path.path[c] != 0);
  return law->weight[k] * work_along_path(&work_path);
}

/* ---- law breaks ------------------------------------------------------------------------------ */

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
