/* slider.c: implements sliders by two derivatives of the foot point along motions of the nodes.

   The first derivative is along one motion of the nodes. The second one, which is symmetric, is
   along two of them. A motion has 18 constant rates, those of rotations in body axes. Consecutive
   derivatives depend on their order, because rotations do not commute. They differ from the
   symmetric one by half the first derivative along the product of the spins. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "slider.h"
#include "math/vector.h"
#include <string.h>

enum { N = SLIDER_DOFS };

/* Computes Hermite's polynomials of x_a, R_a u_a, x_b, R_b u_b, or their derivatives of this
   order. */
static void hermite(double x, int order, double H[4])
{
  const double of[4][4] = {
    {1 - 3 * x * x + 2 * x * x * x, x - 2 * x * x + x * x * x, 3 * x * x - 2 * x * x * x,
     x * x * x - x * x                                                                                     },
    {6 * x * x - 6 * x,             1 - 4 * x + 3 * x * x,     6 * x - 6 * x * x,         3 * x * x - 2 * x},
    {12 * x - 6,                    6 * x - 4,                 6 - 12 * x,                6 * x - 2        },
    {12,                            6,                         -12,                       6                }
  };

  memcpy(H, of[order], sizeof of[order]);
}

/* The coefficients x_a, R_a u_a, x_b, R_b u_b of the curve, and the point; or their rates along a
   motion. */
typedef struct {
  double part[4][3], point[3];
} HermiteCurve;

/* Computes the derivative of this order of the curve. */
static void curve_derivative(const HermiteCurve *shape, double xi, int order, double c[3])
{
  double H[4];

  hermite(xi, order, H);
  for (int i = 0; i < 3; i++) {
    c[i] = 0;
    for (int k = 0; k < 4; k++) c[i] += H[k] * shape->part[k][i];
  }
}

static HermiteCurve hermite_curve(const SliderState *s)
{
  HermiteCurve shape;

  for (int k = 0; k < 2; k++) {
    memcpy(shape.part[2 * k], s->node[k + 1]->x, sizeof shape.part[0]);
    mat_vec(s->node[k + 1]->R, s->tangent[k], shape.part[2 * k + 1]);
  }
  mat_vec(s->node[0]->R, s->offset, shape.point);
  for (int i = 0; i < 3; i++) shape.point[i] += s->node[0]->x[i];
  return shape;
}

/* Computes y = R (w x u). */
static void rotated_rate(const double R[9], const double w[3], const double u[3], double y[3])
{
  double across[3];

  cross(w, u, across);
  mat_vec(R, across, y);
}

/* Computes y = R (w1 x (w2 x u) + w2 x (w1 x u)) / 2. */
static void rotated_second_rate(const double R[9], const double w1[3], const double w2[3],
                                const double u[3], double y[3])
{
  double once[3], twice[2][3];

  cross(w2, u, once);
  cross(w1, once, twice[0]);
  cross(w1, u, once);
  cross(w2, once, twice[1]);
  for (int i = 0; i < 3; i++) once[i] = (twice[0][i] + twice[1][i]) / 2;
  mat_vec(R, once, y);
}

static HermiteCurve hermite_curve_rate(const SliderState *s, const double v[N])
{
  HermiteCurve rate;

  for (int k = 0; k < 2; k++) {
    memcpy(rate.part[2 * k], v + 6 * (k + 1), sizeof rate.part[0]);
    rotated_rate(s->node[k + 1]->R, v + 6 * (k + 1) + 3, s->tangent[k], rate.part[2 * k + 1]);
  }
  rotated_rate(s->node[0]->R, v + 3, s->offset, rate.point);
  for (int i = 0; i < 3; i++) rate.point[i] += v[i];
  return rate;
}

static HermiteCurve hermite_curve_second(const SliderState *s, const double v[N], const double w[N])
{
  HermiteCurve second;

  memset(&second, 0, sizeof second);
  for (int k = 0; k < 2; k++)
    rotated_second_rate(s->node[k + 1]->R, v + 6 * (k + 1) + 3, w + 6 * (k + 1) + 3, s->tangent[k],
                        second.part[2 * k + 1]);
  rotated_second_rate(s->node[0]->R, v + 3, w + 3, s->offset, second.point);
  return second;
}

/* Point and curve at xi: d, and the first three derivatives h of c. */
typedef struct {
  double d[3], h[3][3];
  double slope; /* h . h - d . h', the derivative of -d . h by xi */
} CurveFoot;

static CurveFoot curve_foot(const HermiteCurve *shape, double xi)
{
  CurveFoot f;

  curve_derivative(shape, xi, 0, f.d);
  for (int i = 0; i < 3; i++) f.d[i] = shape->point[i] - f.d[i];
  for (int k = 0; k < 3; k++) curve_derivative(shape, xi, k + 1, f.h[k]);
  f.slope = dot(f.h[0], f.h[0]) - dot(f.d, f.h[1]);
  return f;
}

int slider_find_foot(SliderState *s)
{
  const int most = 50;
  /* Steps are parts of a line, whose coordinate xi is 0 at its start and 1 at its end. A step below
     1e-15 is round-off of xi. On curves far from the origin the round-off is larger; therefore
     steps below 1e-12 also end the iteration if they no longer decrease. After all iterations, a
     last step of up to 1e-9 counts as converged: the tolerance at the ends of lines.
     tests/element/sliders.c compares feet with exact ones. */
  const double       small = 1e-15;
  const HermiteCurve shape = hermite_curve(s);
  double             last  = INFINITY;

  for (int i = 0; i < most; i++) {
    const CurveFoot f = curve_foot(&shape, s->xi);
    double          step;

    if (!(f.slope > 0)) return 1;
    step = dot(f.d, f.h[0]) / f.slope;
    step = fmin(fmax(step, -1), 1);
    s->xi += step;
    /* the second limit is that of round-off on curves far from the origin, as said above */
    if (fabs(step) <= small || (fabs(step) < 1e-12 && fabs(step) >= last)) return 0;
    last = fabs(step);
  }
  return last > 1e-9;
}

void slider_gap(const SliderState *s, double d[3])
{
  const HermiteCurve shape = hermite_curve(s);
  const CurveFoot    f     = curve_foot(&shape, s->xi);

  memcpy(d, f.d, sizeof f.d);
}

/* Rates of xi, d, h, n along a motion, at the moving foot. */
typedef struct {
  const double *v; /* [N] */
  HermiteCurve  shape;
  double        xi, d[3], h[3], n[3];
} FootDerivative;

/* Computes n = (h1 x d1 + h2 x d2) / L0. */
static void scaled_cross_sum(const SliderState *s, const double h1[3], const double d1[3],
                             const double h2[3], const double d2[3], double n[3])
{
  double a[3], b[3];

  cross(h1, d1, a);
  cross(h2, d2, b);
  for (int i = 0; i < 3; i++) n[i] = (a[i] + b[i]) / s->length;
}

static FootDerivative foot_derivative(const SliderState *s, const CurveFoot *f, const double v[N])
{
  FootDerivative one = {.v = v, .shape = hermite_curve_rate(s, v)};
  double         c[3];

  curve_derivative(&one.shape, s->xi, 0, c);
  curve_derivative(&one.shape, s->xi, 1, one.h);
  for (int i = 0; i < 3; i++) one.d[i] = one.shape.point[i] - c[i];
  one.xi = (dot(one.d, f->h[0]) + dot(f->d, one.h)) / f->slope;
  for (int i = 0; i < 3; i++) {
    one.d[i] -= f->h[0][i] * one.xi;
    one.h[i] += f->h[1][i] * one.xi;
  }
  scaled_cross_sum(s, one.h, f->d, f->h[0], one.d, one.n);
  return one;
}

/* Computes the second derivative of n along two motions. */
static void foot_second_derivative(const SliderState *s, const CurveFoot *f,
                                   const FootDerivative *a, const FootDerivative *b, double n[3])
{
  const HermiteCurve second = hermite_curve_second(s, a->v, b->v);
  double             d[3], h[3], c[3], ha[3], hb[3], hpa[3], hpb[3], crossed[3], xi;

  curve_derivative(&second, s->xi, 0, c);
  curve_derivative(&second, s->xi, 1, h);
  curve_derivative(&a->shape, s->xi, 1, ha);
  curve_derivative(&b->shape, s->xi, 1, hb);
  curve_derivative(&a->shape, s->xi, 2, hpa);
  curve_derivative(&b->shape, s->xi, 2, hpb);
  for (int i = 0; i < 3; i++) {
    d[i] = second.point[i] - c[i] - ha[i] * b->xi - hb[i] * a->xi - f->h[1][i] * a->xi * b->xi;
    h[i] += hpa[i] * b->xi + hpb[i] * a->xi + f->h[2][i] * a->xi * b->xi;
  }
  xi = (dot(d, f->h[0]) + dot(a->d, b->h) + dot(b->d, a->h) + dot(f->d, h)) / f->slope;
  for (int i = 0; i < 3; i++) {
    d[i] -= f->h[0][i] * xi;
    h[i] += f->h[1][i] * xi;
  }
  scaled_cross_sum(s, h, f->d, f->h[0], d, n);
  scaled_cross_sum(s, a->h, b->d, b->h, a->d, crossed);
  for (int i = 0; i < 3; i++) n[i] += crossed[i];
}

/* Computes the derivative along the motion b of the derivative of n along a. bracket is the motion
   of the products of their spins. */
static void foot_derivative_slope(const SliderState *s, const CurveFoot *f, const FootDerivative *a,
                                  const FootDerivative *b, double n[3])
{
  double         bracket[N] = {0};
  FootDerivative half;

  foot_second_derivative(s, f, a, b, n);
  for (int k = 0; k < SLIDER_NODES; k++)
    cross(b->v + 6 * k + 3, a->v + 6 * k + 3, bracket + 6 * k + 3);
  half = foot_derivative(s, f, bracket);
  for (int i = 0; i < 3; i++) n[i] += half.n[i] / 2;
}

/* Between the nodes, directions across the curve change smoothly from one to the other. */
static double smoothstep(double xi) { return xi * xi * (3 - 2 * xi); }

static void lateral_direction(const SliderState *s, int j, double e[3])
{
  double of[2][3];

  for (int k = 0; k < 2; k++) mat_vec(s->node[k + 1]->R, s->across[k][j], of[k]);
  for (int i = 0; i < 3; i++) e[i] = of[0][i] + smoothstep(s->xi) * (of[1][i] - of[0][i]);
}

/* Computes the derivative of a lateral direction along a motion. */
static void lateral_direction_rate(const SliderState *s, const FootDerivative *a, int j,
                                   double e[3])
{
  const double slope = 6 * s->xi * (1 - s->xi) * a->xi;
  double       of[2][3], rate[2][3];

  for (int k = 0; k < 2; k++) {
    mat_vec(s->node[k + 1]->R, s->across[k][j], of[k]);
    rotated_rate(s->node[k + 1]->R, a->v + 6 * (k + 1) + 3, s->across[k][j], rate[k]);
  }
  for (int i = 0; i < 3; i++)
    e[i] =
      rate[0][i] + smoothstep(s->xi) * (rate[1][i] - rate[0][i]) + slope * (of[1][i] - of[0][i]);
}

/* Quantities of a state that rows need. */
typedef struct {
  HermiteCurve   shape;
  CurveFoot      foot;
  double         v[N], a[N], e[SLIDER_ROWS][3];
  double         unit[N][N];
  FootDerivative along[N]; /* along each dof alone */
  FootDerivative moving;   /* along v */
} SliderKinematics;

static void slider_kinematics(const SliderState *s, SliderKinematics *f)
{
  f->shape = hermite_curve(s);
  f->foot  = curve_foot(&f->shape, s->xi);
  for (int k = 0; k < SLIDER_NODES; k++)
    for (int i = 0; i < 3; i++) {
      f->v[6 * k + i]     = s->node[k]->v[i];
      f->v[6 * k + 3 + i] = s->node[k]->w[i];
      f->a[6 * k + i]     = s->node[k]->a[i];
      f->a[6 * k + 3 + i] = s->node[k]->wd[i];
    }
  for (int j = 0; j < s->nrows; j++) lateral_direction(s, j, f->e[j]);
  f->moving = foot_derivative(s, &f->foot, f->v);
}

static void slider_dof_kinematics(const SliderState *s, SliderKinematics *f)
{
  slider_kinematics(s, f);
  memset(f->unit, 0, sizeof f->unit);
  for (int i = 0; i < N; i++) {
    f->unit[i][i] = 1;
    f->along[i]   = foot_derivative(s, &f->foot, f->unit[i]);
  }
}

void slider_position(const SliderState *s, double phi[])
{
  const double     none[3] = {0, 0, 0};
  double           n[3];
  SliderKinematics f;

  slider_kinematics(s, &f);
  scaled_cross_sum(s, f.foot.h[0], f.foot.d, none, none, n);
  for (int j = 0; j < s->nrows; j++) phi[j] = dot(f.e[j], n);
}

void slider_gradient(const SliderState *s, double G[][N])
{
  SliderKinematics f;

  slider_dof_kinematics(s, &f);
  for (int j = 0; j < s->nrows; j++)
    for (int i = 0; i < N; i++) G[j][i] = dot(f.e[j], f.along[i].n);
}

void slider_velocity(const SliderState *s, double rate[])
{
  SliderKinematics f;

  slider_kinematics(s, &f);
  for (int j = 0; j < s->nrows; j++) rate[j] = dot(f.e[j], f.moving.n);
}

void slider_velocity_slope(const SliderState *s, double D[][N])
{
  SliderKinematics f;

  slider_dof_kinematics(s, &f);
  for (int i = 0; i < N; i++) {
    double n[3], e[3];

    foot_derivative_slope(s, &f.foot, &f.moving, &f.along[i], n);
    for (int j = 0; j < s->nrows; j++) {
      lateral_direction_rate(s, &f.along[i], j, e);
      D[j][i] = dot(f.e[j], n) + dot(e, f.moving.n);
    }
  }
}

void slider_acceleration(const SliderState *s, double acceleration[])
{
  double           n[3];
  FootDerivative   by_a;
  SliderKinematics f;

  slider_kinematics(s, &f);
  foot_second_derivative(s, &f.foot, &f.moving, &f.moving, n);
  by_a = foot_derivative(s, &f.foot, f.a);
  for (int j = 0; j < s->nrows; j++) acceleration[j] = dot(f.e[j], n) + dot(f.e[j], by_a.n);
}

void slider_acceleration_slope(const SliderState *s, double D[][N])
{
  SliderKinematics f;

  slider_dof_kinematics(s, &f);
  for (int i = 0; i < N; i++) {
    double n[3];

    foot_second_derivative(s, &f.foot, &f.moving, &f.along[i], n);
    for (int j = 0; j < s->nrows; j++) D[j][i] = 2 * dot(f.e[j], n);
  }
}

void slider_stiffness(const SliderState *s, const double lambda[], double K[])
{
  SliderKinematics f;
  double           sum[3] = {0, 0, 0};

  slider_dof_kinematics(s, &f);
  for (int j = 0; j < s->nrows; j++)
    for (int c = 0; c < 3; c++) sum[c] += lambda[j] * f.e[j][c];
  for (int k = 0; k < N; k++) {
    double turning[3] = {0, 0, 0}, e[3], n[3];

    for (int j = 0; j < s->nrows; j++) {
      lateral_direction_rate(s, &f.along[k], j, e);
      for (int c = 0; c < 3; c++) turning[c] += lambda[j] * e[c];
    }
    for (int i = 0; i < N; i++) {
      foot_derivative_slope(s, &f.foot, &f.along[i], &f.along[k], n);
      K[N * i + k] += dot(sum, n) + dot(turning, f.along[i].n);
    }
  }
}
