/* chart.c: implements rotation vectors as entries of vectors, and changes of their origin.

   T and its derivatives are in math/rotation.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "chart.h"
#include "math/rotation.h"
#include "math/rotations.h"
#include "math/vector.h"

void chart_columns_of(const double T[9], const double slope[9], FsShift shift, ChartColumns *c)
{
  const double ratio = slope ? shift.cm / shift.cc : 0;

  for (int i = 0; i < 9; i++) {
    const double one = i % 4 == 0;

    c->spin[i]         = shift.ck * T[i];
    c->velocity[i]     = slope ? shift.cc * T[i] + shift.ck * slope[i] : shift.cc * one;
    c->acceleration[i] = slope ? ratio * c->velocity[i] : shift.cm * one;
  }
}

void chart_columns(const double theta[3], const double rate[3], FsShift shift, ChartColumns *c)
{
  double T[9], slope[9];

  rotation_tangent(theta, T);
  if (rate) rotation_tangent_slope(theta, rate, slope);
  chart_columns_of(T, rate ? slope : NULL, shift, c);
}

/* The vectors of LANES nodes, as input and output of math/rotations.h. Lanes without a node contain
   0 or the vector of an earlier node. */
typedef struct {
  double        x[LANES][3];
  const double *from[LANES];
  double       *to[LANES];
} RotationBatch;

static void rotation_batch_init(RotationBatch *g)
{
  for (int k = 0; k < LANES; k++) {
    for (int c = 0; c < 3; c++) g->x[k][c] = 0;
    g->from[k] = g->to[k] = g->x[k];
  }
}

PetscErrorCode ChartVelocity(const Chart *chart, Vec q, Vec qd, Vec v)
{
  const PetscScalar *theta, *from;
  PetscScalar       *to;
  RotationBatch      g, u, w;

  PetscFunctionBeginUser;
  PetscCall(VecCopy(qd, v));
  PetscCall(VecGetArrayRead(q, &theta));
  PetscCall(VecGetArrayRead(qd, &from));
  PetscCall(VecGetArray(v, &to));
  rotation_batch_init(&g);
  rotation_batch_init(&u);
  rotation_batch_init(&w);
  for (PetscInt first = 0; first < chart->n; first += LANES) {
    const PetscInt n = PetscMin(LANES, chart->n - first);

    for (PetscInt k = 0; k < n; k++) {
      chart_get(chart->at[first + k], theta, g.x[k]);
      chart_get(chart->at[first + k], from, u.x[k]);
    }
    rotations_velocity(g.from, u.from, w.to);
    for (PetscInt k = 0; k < n; k++) chart_put(chart->at[first + k], w.x[k], to);
  }
  PetscCall(VecRestoreArray(v, &to));
  PetscCall(VecRestoreArrayRead(qd, &from));
  PetscCall(VecRestoreArrayRead(q, &theta));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ChartRate(const Chart *chart, Vec q, Vec v, Vec qd)
{
  const PetscScalar *theta, *from;
  PetscScalar       *to;

  PetscFunctionBeginUser;
  PetscCall(VecCopy(v, qd));
  PetscCall(VecGetArrayRead(q, &theta));
  PetscCall(VecGetArrayRead(v, &from));
  PetscCall(VecGetArray(qd, &to));
  for (PetscInt k = 0; k < chart->n; k++) {
    double g[3], w[3], inverse[9], dg[3];

    chart_get(chart->at[k], theta, g);
    chart_get(chart->at[k], from, w);
    rotation_tangent_inverse(g, inverse);
    mat_vec(inverse, w, dg);
    chart_put(chart->at[k], dg, to);
  }
  PetscCall(VecRestoreArray(qd, &to));
  PetscCall(VecRestoreArrayRead(v, &from));
  PetscCall(VecRestoreArrayRead(q, &theta));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the rotation vector of the quaternion q that is nearest to expected. The candidates
   differ by whole turns. */
static void nearest_log(const double q[4], const double expected[3], double theta[3])
{
  const double turn = 2 * PETSC_PI;
  double       shortest[3], angle, best = PETSC_MAX_REAL;

  rotation_log(q, shortest);
  angle = norm(shortest);
  for (int c = 0; c < 3; c++) theta[c] = shortest[c];
  /* any other candidate would differ by a whole turn */
  if (angle < 1) return;
  for (int k = -1; k <= 1; k++) {
    const double scale = 1 + k * turn / angle;
    double       off[3];

    for (int c = 0; c < 3; c++) off[c] = scale * shortest[c] - expected[c];
    if (norm(off) >= best) continue;
    best = norm(off);
    for (int c = 0; c < 3; c++) theta[c] = scale * shortest[c];
  }
}

PetscErrorCode ChartCompose(const Chart *chart, Vec q, Vec dq, Vec sum)
{
  const PetscScalar *first, *second;
  PetscScalar       *both;

  PetscFunctionBeginUser;
  PetscCall(VecWAXPY(sum, 1, q, dq));
  PetscCall(VecGetArrayRead(q, &first));
  PetscCall(VecGetArrayRead(dq, &second));
  PetscCall(VecGetArray(sum, &both));
  for (PetscInt k = 0; k < chart->n; k++) {
    double g[3], turn[4], more[4], expected[3];

    chart_get(chart->at[k], both, expected);
    chart_get(chart->at[k], first, g);
    rotation_exp(g, turn);
    chart_get(chart->at[k], second, g);
    rotation_exp(g, more);
    rotation_compose(turn, more, turn);
    nearest_log(turn, expected, g);
    chart_put(chart->at[k], g, both);
  }
  PetscCall(VecRestoreArray(sum, &both));
  PetscCall(VecRestoreArrayRead(dq, &second));
  PetscCall(VecRestoreArrayRead(q, &first));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Replaces g by the rotation vector from base to g, and computes its rate dg from the angular
   velocity w. */
static void rebase_rotation(const double base[3], const double w[3], double g[3], double dg[3])
{
  const double expected[3] = {g[0] - base[0], g[1] - base[1], g[2] - base[2]};
  double       origin[4], q[4], inverse[9];

  rotation_exp(base, origin);
  rotation_exp(g, q);
  rotation_relative(origin, q, q);
  nearest_log(q, expected, g);
  rotation_tangent_inverse(g, inverse);
  mat_vec(inverse, w, dg);
}

/* Implements ChartMoveOrigin() for one state; base[n][3] is theta of the new origin in the old
   chart. */
static PetscErrorCode RebaseState(const Chart *chart, double (*base)[3], PetscBool rates,
                                  FsState *s)
{
  const PetscScalar *w;
  PetscScalar       *theta, *rate;
  RotationBatch      origin, g, dg, omega;

  PetscFunctionBeginUser;
  if (!rates) PetscCall(VecCopy(s->v, s->qd));
  PetscCall(VecGetArrayRead(s->v, &w));
  PetscCall(VecGetArray(s->q, &theta));
  PetscCall(VecGetArray(s->qd, &rate));
  rotation_batch_init(&origin);
  rotation_batch_init(&g);
  rotation_batch_init(&dg);
  rotation_batch_init(&omega);
  for (PetscInt first = 0; first < chart->n; first += LANES) {
    const PetscInt n = PetscMin(LANES, chart->n - first);
    int            failed;

    for (PetscInt k = 0; k < n; k++) {
      for (int c = 0; c < 3; c++) origin.x[k][c] = base[first + k][c];
      chart_get(chart->at[first + k], theta, g.x[k]);
      chart_get(chart->at[first + k], w, omega.x[k]);
      chart_get(chart->at[first + k], rate, dg.x[k]);
    }
    if (rates) rotations_velocity(g.from, dg.from, omega.to);
    failed = rotations_rebase(origin.from, omega.from, g.to, dg.to);
    for (PetscInt k = 0; k < n; k++) {
      if (failed >> k & 1) rebase_rotation(origin.x[k], omega.x[k], g.x[k], dg.x[k]);
      chart_put(chart->at[first + k], g.x[k], theta);
      chart_put(chart->at[first + k], dg.x[k], rate);
    }
  }
  PetscCall(VecRestoreArray(s->qd, &rate));
  PetscCall(VecRestoreArray(s->q, &theta));
  PetscCall(VecRestoreArrayRead(s->v, &w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Implements ChartMoveOrigin() for the origin itself: its rotations become 0, so T is 1, and the
   rates are the angular velocities. */
static PetscErrorCode RebaseOriginState(const Chart *chart, FsState *s)
{
  const double none[3] = {0, 0, 0};
  PetscScalar *theta;

  PetscFunctionBeginUser;
  PetscCall(VecCopy(s->v, s->qd));
  PetscCall(VecGetArray(s->q, &theta));
  for (PetscInt k = 0; k < chart->n; k++) chart_put(chart->at[k], none, theta);
  PetscCall(VecRestoreArray(s->q, &theta));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ChartMoveOrigin(const Chart *chart, const FsState *origin, PetscBool rates,
                               PetscInt n, FsState *const states[])
{
  const PetscScalar *theta;
  double(*base)[3];

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(chart->n, &base));
  PetscCall(VecGetArrayRead(origin->q, &theta));
  for (PetscInt k = 0; k < chart->n; k++) chart_get(chart->at[k], theta, base[k]);
  PetscCall(VecRestoreArrayRead(origin->q, &theta));
  for (PetscInt i = 0; i < n; i++)
    if (!rates && states[i]->q == origin->q) PetscCall(RebaseOriginState(chart, states[i]));
    else PetscCall(RebaseState(chart, base, rates, states[i]));
  PetscCall(PetscFree(base));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ChartMaxRotation(const Chart *chart, Vec q, Vec other, PetscReal *largest)
{
  const PetscScalar *theta, *from = NULL;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(q, &theta));
  if (other) PetscCall(VecGetArrayRead(other, &from));
  for (PetscInt k = 0; k < chart->n; k++) {
    double g[3], h[3] = {0, 0, 0};

    chart_get(chart->at[k], theta, g);
    if (from) chart_get(chart->at[k], from, h);
    for (int c = 0; c < 3; c++) g[c] -= h[c];
    *largest = PetscMax(*largest, norm(g));
  }
  if (other) PetscCall(VecRestoreArrayRead(other, &from));
  PetscCall(VecRestoreArrayRead(q, &theta));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ChartSumSquares(const Chart *chart, Vec x, PetscReal *square)
{
  const PetscScalar *theta;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(x, &theta));
  for (PetscInt k = 0; k < chart->n; k++) {
    double g[3];

    chart_get(chart->at[k], theta, g);
    *square += dot(g, g);
  }
  PetscCall(VecRestoreArrayRead(x, &theta));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ChartAddCommutator(const Chart *chart, PetscReal h, Vec v, Vec a, Vec j, Vec q)
{
  const PetscScalar *w, *wd, *wdd;
  PetscScalar       *theta;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(v, &w));
  PetscCall(VecGetArrayRead(a, &wd));
  PetscCall(VecGetArrayRead(j, &wdd));
  PetscCall(VecGetArray(q, &theta));
  for (PetscInt k = 0; k < chart->n; k++) {
    double x[3], y[3], z[3], xy[3], xz[3], g[3];

    chart_get(chart->at[k], w, x);
    chart_get(chart->at[k], wd, y);
    chart_get(chart->at[k], wdd, z);
    chart_get(chart->at[k], theta, g);
    cross(x, y, xy);
    cross(x, z, xz);
    for (int c = 0; c < 3; c++) g[c] += h * h * h / 12 * (xy[c] + h / 2 * xz[c]);
    chart_put(chart->at[k], g, theta);
  }
  PetscCall(VecRestoreArray(q, &theta));
  PetscCall(VecRestoreArrayRead(j, &wdd));
  PetscCall(VecRestoreArrayRead(a, &wd));
  PetscCall(VecRestoreArrayRead(v, &w));
  PetscFunctionReturn(PETSC_SUCCESS);
}
