/* joint_driver.c: evaluates prescribed functions of time and their integrals. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "joint_driver.h"
#include "input/formula/quadrature.h"

enum { MAX_INTERVALS = 10000 }; /* from t_start to t_end */

struct _n_JointDriver {
  Expression formula;  /* of t */
  PetscBool  rate;     /* the formula is the derivative of the value */
  PetscReal  t_start;  /* start of the integral [s] */
  PetscReal  dt;       /* over which an infinite acceleration is averaged [s] */
  PetscReal  interval; /* length of an interval [s] */
  PetscInt   n;        /* number of intervals */
  PetscReal *integral; /* [n + 1] from t_start over the first k intervals; NULL if not a rate */
};

PetscErrorCode JointDriverDestroy(JointDriver *driver)
{
  PetscFunctionBeginUser;
  if (!*driver) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ExpressionDestroy(&(*driver)->formula));
  PetscCall(PetscFree((*driver)->integral));
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
  PetscCall(PetscCalloc1((size_t)d->n + 1, &d->integral));
  for (PetscInt k = 1; k <= d->n; k++)
    d->integral[k] =
      d->integral[k - 1] + quadrature(d->formula, d->t_start + (PetscReal)(k - 1) * d->interval,
                                      d->t_start + (PetscReal)k * d->interval);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the integral from t_start to t. */
static PetscReal integral_to(const JointDriver d, PetscReal t)
{
  const PetscInt interval_index =
    PetscMin(d->n, (PetscInt)PetscMax(0, PetscFloorReal((t - d->t_start) / d->interval)));

  return d->integral[interval_index] +
         quadrature(d->formula, d->t_start + (PetscReal)interval_index * d->interval, t);
}

PetscErrorCode JointDriverCreate(Symbols symbols, const char option[], const char text[],
                                 PetscBool rate, DriverTimes times, PetscReal dt,
                                 JointDriver *driver)
{
  static const char *const t = "t";
  JointDriver              d;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&d));
  d->rate     = rate;
  d->t_start  = times.start;
  d->dt       = dt;
  d->interval = PetscMax(dt, (times.end - times.start) / MAX_INTERVALS);
  PetscCall(ExpressionCreate(symbols, option, text, 1, &t, &d->formula));
  if (rate) PetscCall(IntegrateIntervals(d, times.end));
  *driver = d;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode JointDriverValue(JointDriver d, PetscReal t, PetscReal f[3])
{
  PetscReal second;

  PetscFunctionBeginUser;
  if (d->rate) {
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
  ExpressionDiscontinuities(d->formula, from, to, d->dt, (PetscBool)!d->rate, corners);
  if (!d->rate) return;
  corners->kinks = corners->jumps;
  corners->jumps = (Discontinuity){.count = 0};
}

Expression JointDriverFormula(JointDriver d) { return d->formula; }

const char *JointDriverOption(JointDriver d) { return ExpressionOption(d->formula); }

PetscErrorCode JointDriverCheckTables(JointDriver d, PetscReal t)
{
  PetscFunctionBeginUser;
  PetscCall(ExpressionCheckTables(d->formula, t));
  PetscFunctionReturn(PETSC_SUCCESS);
}
