/* law_work.c: integrates the work of laws along a step. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "law.h"
#include "math/rotation.h"
#include "math/vector.h"

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
