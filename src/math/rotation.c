/* rotation.c: exponential, logarithm, tangent maps of SO(3) and their derivatives. Coefficients B, C, D are functions
   of t = |theta|^2, so that derivatives by theta are smooth at 0; where the closed forms would subtract nearly equal
   numbers they are summed as series. */
#include <math.h>
#include "rotation.h"
#include "vector.h"

/* ---- quaternions ------------------------------------------------------------------------------------------------- */

/* sin(x)/x */
static double sinc(double x) { return fabs(x) < 1e-4 ? 1 - x * x / 6 : sin(x) / x; }

void rotation_exp(const double theta[3], double q[4])
{
  const double half = norm(theta) / 2, s = sinc(half) / 2, w = cos(half);
  const double x = s * theta[0], y = s * theta[1], z = s * theta[2];

  q[0] = w, q[1] = x, q[2] = y, q[3] = z; /* all at once: they are read in pairs soon */
}

void rotation_log(const double q[4], double theta[3])
{
  const double sign = q[0] < 0 ? -1 : 1, s = norm(q + 1), angle = 2 * atan2(s, sign * q[0]);
  const double scale = sign * (s > 1e-8 ? angle / s : 2);

  for (int i = 0; i < 3; i++) theta[i] = scale * q[1 + i];
}

/* q = p over its length. That of products is off by round-off alone: then 1 / sqrt(1 + off) is 1 - off / 2 to the last digit,
   and no root is waited for. */
static inline void normalize(const double p[4], double q[4])
{
  const double off = p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3] - 1;
  const double n   = fabs(off) < 1e-8 ? 1 - off / 2 : 1 / sqrt(1 + off);

  for (int i = 0; i < 4; i++) q[i] = n * p[i];
}

/* c = (a_w, sign a_v) b */
static inline void multiply(double sign, const double a[4], const double b[4], double c[4])
{
  const double w = a[0], x = sign * a[1], y = sign * a[2], z = sign * a[3];
  const double p[4] = {w * b[0] - x * b[1] - y * b[2] - z * b[3], w * b[1] + x * b[0] + y * b[3] - z * b[2],
                       w * b[2] - x * b[3] + y * b[0] + z * b[1], w * b[3] + x * b[2] - y * b[1] + z * b[0]};

  normalize(p, c);
}

void rotation_compose(const double a[4], const double b[4], double c[4]) { multiply(1, a, b, c); }
void rotation_relative(const double a[4], const double b[4], double c[4]) { multiply(-1, a, b, c); }

void rotation_matrix(const double q[4], double R[9])
{
  const double w = q[0], x = q[1], y = q[2], z = q[3];

  R[0] = 1 - 2 * (y * y + z * z), R[1] = 2 * (x * y - w * z), R[2] = 2 * (x * z + w * y);
  R[3] = 2 * (x * y + w * z), R[4] = 1 - 2 * (x * x + z * z), R[5] = 2 * (y * z - w * x);
  R[6] = 2 * (x * z - w * y), R[7] = 2 * (y * z + w * x), R[8] = 1 - 2 * (x * x + y * y);
}

/* By way of the largest component of q, which avoids small divisors (Spurrier 1978). */
void rotation_of_matrix(const double R[9], double q[4])
{
  const double square[4] = {1 + R[0] + R[4] + R[8], 1 + R[0] - R[4] - R[8], 1 - R[0] + R[4] - R[8],
                            1 - R[0] - R[4] + R[8]}; /* 4 q_i^2 */
  int          most      = 0;

  for (int i = 1; i < 4; i++)
    if (square[i] > square[most]) most = i;
  if (most == 0) {
    q[0] = square[0], q[1] = R[7] - R[5], q[2] = R[2] - R[6], q[3] = R[3] - R[1];
  } else {
    const int i = most - 1, j = (i + 1) % 3, k = (i + 2) % 3;

    q[0]     = R[3 * k + j] - R[3 * j + k];
    q[1 + i] = square[most];
    q[1 + j] = R[3 * j + i] + R[3 * i + j];
    q[1 + k] = R[3 * k + i] + R[3 * i + k];
  }
  normalize(q, q);
}

/* ---- coefficients, of t = theta^2 -------------------------------------------------------------------------------- */

typedef struct {
  double value, first, second; /* and derivatives by t */
} Coefficient;

static const double SERIES_LAST = 1;    /* t below which B and C are summed as series */
static const double TINY        = 1e-6; /* t below which a few terms are exact: that of elements of fine meshes */

/* sum over k of (-t)^k / (2 k + shift)!: B for shift 2, C for shift 3 */
static Coefficient series(double t, int shift)
{
  enum { TERMS = 11, MOST = 2 * TERMS + 4 };
  static const double inverse_factorial[MOST] = {1.,
                                                 1.,
                                                 1. / 2,
                                                 1. / 6,
                                                 1. / 24,
                                                 1. / 120,
                                                 1. / 720,
                                                 1. / 5040,
                                                 1. / 40320,
                                                 1. / 362880,
                                                 1. / 3628800,
                                                 1. / 39916800,
                                                 1. / 479001600,
                                                 1. / 6227020800.,
                                                 1. / 87178291200.,
                                                 1. / 1307674368000.,
                                                 1. / 20922789888000.,
                                                 1. / 355687428096000.,
                                                 1. / 6402373705728000.,
                                                 1. / 121645100408832000.,
                                                 1. / 2432902008176640000.,
                                                 1. / 51090942171709440000.,
                                                 1. / 1124000727777607680000.,
                                                 1. / 25852016738884976640000.,
                                                 1. / 620448401733239439360000.,
                                                 1. / 15511210043330985984000000.};
  const int           terms                   = t < TINY ? 4 : t < 1e-2 ? 6 : TERMS;
  Coefficient         c                       = {0, 0, 0};

  for (int k = terms - 1; k >= 0; k--) { /* Horner's scheme with its derivatives */
    c.second = c.second * -t - 2 * c.first;
    c.first  = c.first * -t - c.value;
    c.value  = c.value * -t + inverse_factorial[2 * k + shift];
  }
  return c;
}

/* B = (1 - cos)/theta^2, C = (theta - sin)/theta^3 */
static void coefficients(double t, Coefficient *B, Coefficient *C)
{
  if (t < SERIES_LAST) {
    *B = series(t, 2);
    *C = series(t, 3);
  } else {
    const double theta = sqrt(t), cosine = cos(theta), A = sin(theta) / theta, A1 = (cosine - A) / (2 * t);

    B->value  = (1 - cosine) / t;
    B->first  = (A - 2 * B->value) / (2 * t);
    B->second = (A1 - 4 * B->first) / (2 * t);
    C->value  = (1 - A) / t;
    C->first  = (B->value - 3 * C->value) / (2 * t);
    C->second = (B->first - 5 * C->first) / (2 * t);
  }
}

/* D = (1 - theta/2 cot(theta/2))/theta^2 and its first derivative; series: sum over k of |B_2k| t^(k - 1) / (2 k)!,
   with B_2k the Bernoulli numbers. */
static Coefficient inverse_coefficient(double t)
{
  static const double bernoulli[] = {1. / 12,           1. / 720,
                                     1. / 30240,        1. / 1209600,
                                     1. / 47900160.,    691. / 1307674368000.,
                                     1. / 74724249600., 3617. / 10670622842880000.};
  Coefficient         D           = {0, 0, 0};

  if (t < 0.1) {
    for (int k = t < TINY ? 2 : 7; k >= 0; k--) {
      D.first = D.first * t + D.value;
      D.value = D.value * t + bernoulli[k];
    }
  } else {
    const double half = sqrt(t) / 2, cotangent = cos(half) / sin(half), x = half * cotangent;

    D.value = (1 - x) / t;
    D.first = ((half * half * (1 + cotangent * cotangent) - x) / (2 * t) - D.value) / t;
  }
  return D;
}

/* ---- tangent maps ------------------------------------------------------------------------------------------------ */

/* X = I + first [theta] + second [theta]^2 */
static inline void tangent_map(const double theta[3], double first, double second, double X[9])
{
  const double x = theta[0], y = theta[1], z = theta[2], rest = 1 - second * dot(theta, theta);
  const double sx = second * x, sy = second * y, sz = second * z;

  X[0] = sx * x + rest, X[1] = sx * y - first * z, X[2] = sx * z + first * y;
  X[3] = sy * x + first * z, X[4] = sy * y + rest, X[5] = sy * z - first * x;
  X[6] = sz * x - first * y, X[7] = sz * y + first * x, X[8] = sz * z + rest;
}

/* D = derivative by theta of first(t) theta x u + second(t) theta x (theta x u), at fixed u */
static inline void tangent_map_slope(const double theta[3], const double u[3], Coefficient first, Coefficient second,
                                     double D[9])
{
  const double along = second.value * dot(theta, u);
  double       once[3], twice[3], S[9];

  cross(theta, u, once);
  cross(theta, once, twice);
  skew(u, S);
  for (int i = 0; i < 3; i++) {
    const double a = 2 * (first.first * once[i] + second.first * twice[i] - second.value * u[i]);
    const double b = second.value * theta[i];

    for (int j = 0; j < 3; j++)
      D[3 * i + j] = a * theta[j] + b * u[j] + (i == j ? along : 0) - first.value * S[3 * i + j];
  }
}

static Coefficient negative(Coefficient c) { return (Coefficient){-c.value, -c.first, -c.second}; }

void rotation_tangent(const double theta[3], double T[9])
{
  Coefficient B, C;

  coefficients(dot(theta, theta), &B, &C);
  tangent_map(theta, -B.value, C.value, T);
}

void rotation_tangent_inverse(const double theta[3], double T[9])
{
  tangent_map(theta, 0.5, inverse_coefficient(dot(theta, theta)).value, T);
}

void rotation_tangent_slope(const double theta[3], const double u[3], double D[9])
{
  Coefficient B, C;

  coefficients(dot(theta, theta), &B, &C);
  tangent_map_slope(theta, u, negative(B), C, D);
}

/* E = I + A [theta] + B [theta]^2 with A = sin/theta = 1 - theta^2 C */
void rotation_tangents(const double theta[3], const double u[3], double E[9], double T[9], double D[9])
{
  const double t = dot(theta, theta);
  Coefficient  B, C;

  coefficients(t, &B, &C);
  tangent_map(theta, 1 - t * C.value, B.value, E);
  tangent_map(theta, -B.value, C.value, T);
  tangent_map_slope(theta, u, negative(B), C, D);
}

void rotation_tangent_inverse_slope(const double theta[3], const double u[3], double D[9])
{
  tangent_map_slope(theta, u, (Coefficient){0.5, 0, 0}, inverse_coefficient(dot(theta, theta)), D);
}

/* m . T u = m . u - B l + C Q with l = theta . (u x m) and Q = (theta . m)(theta . u) - theta^2 m . u */
void rotation_tangent_curvature(const double theta[3], const double u[3], const double m[3], double H[9])
{
  const double mu = dot(m, u), tm = dot(theta, m), tu = dot(theta, u), t = dot(theta, theta);
  const double Q = tm * tu - t * mu;
  double       b[3], slope[3], l;
  Coefficient  B, C;

  coefficients(t, &B, &C);
  cross(u, m, b);
  l = dot(theta, b);
  for (int i = 0; i < 3; i++) slope[i] = tu * m[i] + tm * u[i] - 2 * mu * theta[i]; /* dQ/dtheta */
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++)
      H[3 * i + j] = -2 * B.first * (theta[i] * b[j] + b[i] * theta[j]) + C.value * (m[i] * u[j] + u[i] * m[j]) +
                     2 * C.first * (theta[i] * slope[j] + slope[i] * theta[j]) +
                     4 * (Q * C.second - l * B.second) * theta[i] * theta[j];
    H[4 * i] += 2 * (Q * C.first - l * B.first) - 2 * C.value * mu;
  }
}
