/* joint_driver.c: prescribed functions of time and their integrals. Those over whole pieces of time are kept, so that each is
   computed once. */
#include "joint_driver.h"
#include "input/formula/quadrature.h"

enum { MOST_PIECES = 10000 }; /* from t_start to t_end */

struct _n_Driver {
  Expression formula;            /* of t */
  PetscBool  rate;               /* the formula is the derivative of the value */
  PetscReal  t_start, dt, piece; /* start of the integral; spacing of differences; length of a piece [s] */
  PetscInt   n;                  /* pieces */
  PetscReal *sum; /* [n + 1] integrals from t_start over the first k pieces; sum[0] = 0; NULL: the formula is no rate */
};

PetscErrorCode DriverDestroy(Driver *driver)
{
  PetscFunctionBeginUser;
  if (!*driver) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ExpressionDestroy(&(*driver)->formula));
  PetscCall(PetscFree((*driver)->sum));
  PetscCall(PetscFree(*driver));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Integrate over all pieces when the driver is made: what it gives for a t does not depend on which times were asked for
   before. Schemes look ahead of t_end by a step or two. */
static PetscErrorCode SumPieces(Driver d, PetscReal t_end)
{
  enum { AHEAD = 2 };

  PetscFunctionBeginUser;
  d->n = (PetscInt)PetscMax(0, PetscFloorReal((t_end - d->t_start) / d->piece)) + AHEAD;
  PetscCall(PetscCalloc1((size_t)d->n + 1, &d->sum));
  for (PetscInt k = 1; k <= d->n; k++)
    d->sum[k] = d->sum[k - 1] + quadrature(d->formula, d->t_start + (PetscReal)(k - 1) * d->piece,
                                           d->t_start + (PetscReal)k * d->piece);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* From the start to t. */
static PetscReal integral_to(const Driver d, PetscReal t)
{
  const PetscInt whole = PetscMin(d->n, (PetscInt)PetscMax(0, PetscFloorReal((t - d->t_start) / d->piece)));

  return d->sum[whole] + quadrature(d->formula, d->t_start + (PetscReal)whole * d->piece, t);
}

PetscErrorCode DriverCreate(Symbols symbols, const char option[], const char text[], PetscBool rate, PetscReal t_start,
                            PetscReal t_end, PetscReal dt, Driver *driver)
{
  static const char *const t = "t";
  Driver                   d;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&d));
  d->rate    = rate;
  d->t_start = t_start;
  d->dt      = dt;
  d->piece   = PetscMax(dt, (t_end - t_start) / MOST_PIECES);
  PetscCall(ExpressionCreate(symbols, option, text, 1, &t, &d->formula));
  if (rate) PetscCall(SumPieces(d, t_end));
  *driver = d;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode DriverValue(Driver d, PetscReal t, PetscReal f[3])
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
  for (int k = 0; k < 3; k++) PetscCall(ExpressionCheck(d->formula, &t, f[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void DriverCorners(Driver d, PetscReal from, PetscReal to, Discontinuities *found)
{
  ExpressionDiscontinuities(d->formula, from, to, d->dt, (PetscBool)!d->rate, found);
  if (!d->rate) return;
  found->kinks = found->jumps;
  found->jumps = (Discontinuity){.count = 0};
}

const char *DriverOption(Driver d) { return ExpressionOption(d->formula); }

PetscErrorCode DriverCheckTables(Driver d, PetscReal t)
{
  PetscFunctionBeginUser;
  PetscCall(ExpressionCheckTables(d->formula, t));
  PetscFunctionReturn(PETSC_SUCCESS);
}
