/* joint_driver.c: evaluates prescribed functions of time and their integrals. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "joint_driver.h"
#include "input/formula/quadrature.h"

enum { MAX_INTERVALS = 10000 }; /* from t_start to t_end */

struct _n_JointDriver {
  Expression formula;  /* of t */
  DriverKind kind;     /* what the formula is */
  PetscReal  t_start;  /* start of the integral [s] */
  PetscReal  dt;       /* over which an infinite acceleration is averaged [s] */
  PetscReal  interval; /* length of an interval [s] */
  PetscInt   n;        /* number of intervals */
  /* [n + 1] integrals from t_start over the first k intervals, once and twice; NULL for values */
  PetscReal *integral, *twice;
};

PetscErrorCode JointDriverDestroy(JointDriver *driver)
{
  PetscFunctionBeginUser;
  if (!*driver) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ExpressionDestroy(&(*driver)->formula));
  PetscCall(PetscFree2((*driver)->integral, (*driver)->twice));
  PetscCall(PetscFree(*driver));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Integrates over all intervals when the driver is created, so that a value does not depend on the
   times of earlier calls. Schemes look ahead of t_end by one or two steps. */
static PetscErrorCode IntegrateIntervals(JointDriver d, PetscReal t_end)
{
  enum { AHEAD = 2 };

  PetscFunctionBeginUser;
  d->n = (PetscInt)PetscMax(0, PetscFloorReal((t_end - d->t_start) / d->interval)) + AHEAD;
  PetscCall(PetscCalloc2((size_t)d->n + 1, &d->integral, (size_t)d->n + 1, &d->twice));
  for (PetscInt k = 1; k <= d->n; k++) {
    const PetscReal from = d->t_start + (PetscReal)(k - 1) * d->interval,
                    to   = d->t_start + (PetscReal)k * d->interval;

    d->integral[k] = d->integral[k - 1] + quadrature(d->formula, from, to);
    if (d->kind == DRIVER_ACCELERATION)
      d->twice[k] = d->twice[k - 1] + d->integral[k - 1] * (to - from) +
                    quadrature_moment(d->formula, from, to);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the index of the interval of t, and its start. */
static PetscInt find_interval(const JointDriver d, PetscReal t, PetscReal *start)
{
  const PetscInt k =
    PetscMin(d->n, (PetscInt)PetscMax(0, PetscFloorReal((t - d->t_start) / d->interval)));

  *start = d->t_start + (PetscReal)k * d->interval;
  return k;
}

/* Returns the integral from t_start to t. */
static PetscReal integral_to(const JointDriver d, PetscReal t)
{
  PetscReal      start;
  const PetscInt k = find_interval(d, t, &start);

  return d->integral[k] + quadrature(d->formula, start, t);
}

/* Returns the double integral from t_start to t. */
static PetscReal double_integral_to(const JointDriver d, PetscReal t)
{
  PetscReal      start;
  const PetscInt k = find_interval(d, t, &start);

  return d->twice[k] + d->integral[k] * (t - start) + quadrature_moment(d->formula, start, t);
}

PetscErrorCode JointDriverCreate(Symbols symbols, const char option[], const char text[],
                                 DriverKind kind, DriverTimes times, PetscReal dt,
                                 JointDriver *driver)
{
  static const char *const t = "t";
  JointDriver              d;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&d));
  d->kind     = kind;
  d->t_start  = times.start;
  d->dt       = dt;
  d->interval = PetscMax(dt, (times.end - times.start) / MAX_INTERVALS);
  PetscCall(ExpressionCreate(symbols, option, text, 1, &t, &d->formula));
  if (kind != DRIVER_VALUE) PetscCall(IntegrateIntervals(d, times.end));
  *driver = d;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode JointDriverValue(JointDriver d, PetscReal t, PetscReal f[3])
{
  PetscReal second;

  PetscFunctionBeginUser;
  if (d->kind == DRIVER_ACCELERATION) {
    f[0] = double_integral_to(d, t);
    f[1] = integral_to(d, t);
    f[2] = ExpressionValue(d->formula, &t);
  } else if (d->kind == DRIVER_RATE) {
    f[0] = integral_to(d, t);
    f[1] = ExpressionValue(d->formula, &t);
    ExpressionDerivatives(d->formula, t, d->dt, &f[2], &second);
  } else {
    f[0] = ExpressionValue(d->formula, &t);
    ExpressionDerivatives(d->formula, t, d->dt, &f[1], &f[2]);
  }
  PetscCall(ExpressionCheckMotion(d->formula, t, f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void JointDriverCorners(JointDriver d, PetscReal from, PetscReal to, Discontinuities *corners)
{
  ExpressionDiscontinuities(d->formula, from, to, d->dt, (PetscBool)(d->kind == DRIVER_VALUE),
                            corners);
  if (d->kind == DRIVER_VALUE) return;
  corners->kinks = d->kind == DRIVER_RATE ? corners->jumps : (Discontinuity){.count = 0};
  corners->jumps = (Discontinuity){.count = 0};
}

Expression JointDriverFormula(JointDriver d) { return d->formula; }

const char *JointDriverOption(JointDriver d) { return ExpressionOption(d->formula); }

PetscErrorCode JointDriverCheckTables(JointDriver d, PetscReal t)
{
  return ExpressionCheckTables(d->formula, t);
}
