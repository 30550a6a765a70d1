/* quadrature.c: integrates formulas by the Gauss-Kronrod rule of 7 and 15 points with bisection.

   Piessens et al., QUADPACK, 1983. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "quadrature.h"

enum {
  DEPTH = 30, /* largest number of bisections */
  HALF  = 8   /* points in one half of the rule, with the middle */
};

static const PetscReal point[HALF] = {
  0.991455371120812639206854697526329, 0.949107912342758524526189684047851,
  0.864864423359769072789712788640926, 0.741531185599394439863864773280788,
  0.586087235467691130294144691693452, 0.405845151377397166906606412076961,
  0.207784955007898467600689403773245, 0};

/* The integrand: the formula, times the time to the end if moment is true. */
typedef struct {
  Expression formula;
  PetscBool  moment;
  PetscReal  end;
} Integrand;

static PetscReal integrand_value(const Integrand *e, PetscReal t)
{
  const PetscReal value = ExpressionValue(e->formula, &t);

  return e->moment ? (e->end - t) * value : value;
}

/* Returns the integral from a to b by Kronrod's 15 points.

   *difference estimates the error: it is the distance from the result of Gauss's 7 points. side[0]
   and side[1] are the values below and above the middle. */
static PetscReal kronrod(const Integrand *e, PetscReal a, PetscReal b, PetscReal side[2][HALF],
                         PetscReal *difference)
{
  static const PetscReal weight[HALF] = {
    0.022935322010529224963732008058970, 0.063092092629978553290700663189204,
    0.104790010322250183839876322541518, 0.140653259715525918745189590510238,
    0.169004726639267902826583426598550, 0.190350578064785409913256402421014,
    0.204432940075298892414161999234649, 0.209482141084727828012999174891714};
  static const PetscReal gauss[HALF / 2] = {
    0.129484966168869693270611432679082, 0.279705391489276667901467771423780,
    0.381830050505118944950369775488975, 0.417959183673469387755102040816327};
  const PetscReal middle = (a + b) / 2, half = (b - a) / 2;
  PetscReal       sum = 0, coarse = 0;

  for (int i = 0; i < HALF; i++) {
    const PetscReal t[2] = {middle - half * point[i], middle + half * point[i]};
    PetscReal       value;

    for (int k = 0; k < 2; k++) side[k][i] = integrand_value(e, t[k]);
    value = i == HALF - 1 ? side[0][i] : side[0][i] + side[1][i];
    sum += weight[i] * value;
    if (i % 2) coarse += gauss[i / 2] * value;
  }
  *difference = PetscAbsReal(half * (sum - coarse));
  return half * sum;
}

/* Estimates the error from a corner or a jump between an end and the next point.

   No point of the rule sees such a corner. The polynomial through the points then misses the value
   at the end. */
static PetscReal end_error(const Integrand *e, PetscReal a, PetscReal b, PetscReal side[2][HALF])
{
  /* weights of the polynomial's value at an end: for the values on that side, and on the other */
  static const PetscReal near[HALF] = {
    1.4539837311033124, -0.7066739934045738, 0.4200471997208829, -0.2914186959199906,
    0.2211759702248927, -0.1745703515622413, 0.1397834317829084, -0.1129291729189815};
  static const PetscReal far[HALF - 1] = {
    0.0062385286453403, -0.0184515770469634, 0.0304383095303679, -0.0432508159781740,
    0.0577191186189114, -0.0737789796442625, 0.0916872968485710};
  PetscReal miss = 0;

  for (int end = 0; end < 2; end++) {
    PetscReal value = -integrand_value(e, end ? b : a);

    for (int i = 0; i < HALF; i++) value += near[i] * side[end][i];
    for (int i = 0; i < HALF - 1; i++) value += far[i] * side[1 - end][i];
    miss += PetscAbsReal(value);
  }
  return miss * (1 - point[0]) * PetscAbsReal(b - a) / 2;
}

static PetscReal largest_value(PetscReal side[2][HALF])
{
  PetscReal largest = 0;

  for (int k = 0; k < 2; k++)
    for (int i = 0; i < HALF; i++) largest = PetscMax(largest, PetscAbsReal(side[k][i]));
  return largest;
}

/* Returns the integral, with up to depth bisections. The estimated errors of each part end below
   1e-13 (|integral| + size (b - a)). size is the largest value that was met on the way to this
   part. Neither the unit of the formula nor that of its variable matters then: with the size 1 a
   velocity of 1e-9 in km/s lost its digits (tests/relations/guards.py). */
static PetscReal integral(const Integrand *e, PetscReal a, PetscReal b, PetscReal size, int depth)
{
  const PetscReal small = 1e-13;
  PetscReal       side[2][HALF], difference, enough, whole = kronrod(e, a, b, side, &difference);

  size   = PetscMax(size, largest_value(side));
  enough = small * (PetscAbsReal(whole) + size * PetscAbsReal(b - a));
  if (!depth || !isfinite(whole) || (difference <= enough && end_error(e, a, b, side) <= enough))
    return whole;
  return integral(e, a, (a + b) / 2, size, depth - 1) +
         integral(e, (a + b) / 2, b, size, depth - 1);
}

PetscReal quadrature(Expression e, PetscReal a, PetscReal b)
{
  const Integrand plain = {.formula = e};

  return integral(&plain, a, b, 0, DEPTH);
}

PetscReal quadrature_moment(Expression e, PetscReal a, PetscReal b)
{
  const Integrand moment = {.formula = e, .moment = PETSC_TRUE, .end = b};

  return integral(&moment, a, b, 0, DEPTH);
}
