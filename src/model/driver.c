/* driver.c: prescribed functions of time and their integrals, by Gauss and Kronrod's rule of 7 and 15 points with
   bisection (Piessens et al., QUADPACK, 1983). Integrals over whole pieces of time are kept, so that each is computed
   once. */
#include "driver.h"

/* At most: bisections; points in one half of the rule, its middle included; pieces from t_start to t_end. */
enum { DEPTH = 30, HALF = 8, MOST_PIECES = 10000 };

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

/* Integral of e from a to b by Kronrod's 15 points; *difference = distance from the result of Gauss's 7, an error
   estimate. */
static PetscReal kronrod(Expression e, PetscReal a, PetscReal b, PetscReal *difference)
{
  static const PetscReal point[HALF]     = {0.991455371120812639206854697526329, 0.949107912342758524526189684047851,
                                            0.864864423359769072789712788640926, 0.741531185599394439863864773280788,
                                            0.586087235467691130294144691693452, 0.405845151377397166906606412076961,
                                            0.207784955007898467600689403773245, 0};
  static const PetscReal weight[HALF]    = {0.022935322010529224963732008058970, 0.063092092629978553290700663189204,
                                            0.104790010322250183839876322541518, 0.140653259715525918745189590510238,
                                            0.169004726639267902826583426598550, 0.190350578064785409913256402421014,
                                            0.204432940075298892414161999234649, 0.209482141084727828012999174891714};
  static const PetscReal gauss[HALF / 2] = {0.129484966168869693270611432679082, 0.279705391489276667901467771423780,
                                            0.381830050505118944950369775488975, 0.417959183673469387755102040816327};
  const PetscReal        middle = (a + b) / 2, half = (b - a) / 2;
  PetscReal              sum = 0, coarse = 0;

  for (int i = 0; i < HALF; i++) {
    PetscReal t = middle - half * point[i], value = ExpressionValue(e, &t);

    if (point[i] > 0) {
      t = middle + half * point[i];
      value += ExpressionValue(e, &t);
    }
    sum += weight[i] * value;
    if (i % 2) coarse += gauss[i / 2] * value;
  }
  *difference = PetscAbsReal(half * (sum - coarse));
  return half * sum;
}

/* The same, bisected up to depth times until the estimated error of each part is below 1e-13 (|integral| + b - a). */
static PetscReal integral(Expression e, PetscReal a, PetscReal b, int depth)
{
  const PetscReal small = 1e-13;
  PetscReal       difference, whole = kronrod(e, a, b, &difference);

  if (difference <= small * (PetscAbsReal(whole) + PetscAbsReal(b - a)) || !depth || !(whole - whole == 0))
    return whole;
  return integral(e, a, (a + b) / 2, depth - 1) + integral(e, (a + b) / 2, b, depth - 1);
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
    d->sum[k] = d->sum[k - 1] + integral(d->formula, d->t_start + (k - 1) * d->piece, d->t_start + k * d->piece, DEPTH);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* From the start to t. */
static PetscReal integral_to(const Driver d, PetscReal t)
{
  const PetscInt whole = PetscMin(d->n, (PetscInt)PetscMax(0, PetscFloorReal((t - d->t_start) / d->piece)));

  return d->sum[whole] + integral(d->formula, d->t_start + whole * d->piece, t, DEPTH);
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

void DriverCorners(Driver d, PetscReal from, PetscReal to, Corners *found)
{
  ExpressionCorners(d->formula, from, to, d->dt, (PetscBool)!d->rate, found);
  if (!d->rate) return;
  found->kinks = found->jumps;
  found->jumps = (Corner){.count = 0};
}

const char *DriverOption(Driver d) { return ExpressionOption(d->formula); }

PetscErrorCode DriverCheckTables(Driver d, PetscReal t)
{
  PetscFunctionBeginUser;
  PetscCall(ExpressionCheckTables(d->formula, t));
  PetscFunctionReturn(PETSC_SUCCESS);
}
