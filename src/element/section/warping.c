/* warping.c: solves torsion and shear of a solid section inside a polygon.

   Torsion (Saint-Venant): the stress per torque is tau = (grad w + (-z, y))/J with the warping w,
   which is harmonic with the normal derivative q = z n_y - y n_z on the outline. Then J is the
   polar moment of area less the integral of w q along the outline.

   Shear: sigma changes along the beam by p = a y + b z per length, whose moments are the shear
   forces. Let tau = grad f with laplace f = -p and no normal derivative. Poisson's ratio would add
   a stress with a curl; it is left out, as in the theory of beams with an undeformed section. The
   energy of tau is the integral of f p. It gives the areas in shear. The torque of tau about the
   origin is minus the integral of w p. It gives the shear center, which does not depend on
   Poisson's ratio. See Pilkey, Analysis and Design of Elastic Beams, ch. 5 and 6.

   Let P = (a y^3 + b z^3)/6, whose Laplacian is p. Then h = f + P is harmonic with the normal
   derivative of P, and Green's identities turn the integrals into ones along the outline.

   The harmonic functions follow from Green's third identity along the outline, a boundary integral
   equation. Sides are cut into panels, which are shorter towards corners. A function is a
   polynomial of Legendre on each panel, and the equation holds at its Gauss points. Integrals of
   polynomials times the kernels are exact: those of P_k(t)/(w - t) are 2 Q_k(w), with Legendre
   functions of the second kind and complex w, and those of P_k(t) log(w - t) are their
   differences. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <complex.h>
#include <string.h>
#include "math/small_dense.h"
#include "outline.h"

enum {
  NODES    = 6, /* Gauss points of a panel */
  PANELS   = 80,
  UNKNOWNS = NODES * PANELS,
  LOADS    = 3, /* torsion, shear force in y, in z */
  FAR      = 16 /* Gauss points for distant panels */
};

typedef double complex Complex;

/* A panel from middle - half to middle + half, with y + i z for a point. */
typedef struct {
  Complex middle, half;
  int     side;
} Panel;

/* The boundary integral equation. Functions are real; f[unknown][load] are those of the loads. */
typedef struct {
  int    npanels, n;
  Panel  panel[PANELS];
  double node[NODES], weight[NODES], legendre[NODES][NODES]; /* P_k at node i: [k][i] */
  double far_node[FAR], far_weight[FAR];
  double cubic[LOADS][2]; /* a, b of P of the shear loads, [1] and [2] */
  double f[UNKNOWNS][LOADS];
  double A[UNKNOWNS][UNKNOWNS];
} Boundary;

/* Computes the Gauss points and weights of n points on [-1, 1] by Newton's method. */
static void gauss(int n, double node[], double weight[])
{
  const double pi = acos(-1.);

  for (int i = 0; i < n; i++) {
    double x = -cos(pi * (i + 0.75) / (n + 0.5)), slope = 1;

    for (int iteration = 0; iteration < 20; iteration++) {
      double p = 1, last = 0;

      for (int k = 0; k < n; k++) {
        const double next = ((2 * k + 1) * x * p - k * last) / (k + 1);

        last = p, p = next;
      }
      slope = n * (x * p - last) / (x * x - 1);
      x -= p / slope;
    }
    node[i]   = x;
    weight[i] = 2 / ((1 - x * x) * slope * slope);
  }
}

/* Computes P_0 to P_(n-1) at x. */
static void legendre(int n, double x, double P[])
{
  P[0] = 1;
  if (n > 1) P[1] = x;
  for (int k = 1; k + 1 < n; k++) P[k + 1] = ((2 * k + 1) * x * P[k] - k * P[k - 1]) / (k + 1);
}

/* ---- panels ---------------------------------------------------------------------------------- */

static Complex point_of(const Outline *o, int i)
{
  const double *p = o->point[(i + o->n) % o->n];

  return CMPLX(p[0], p[1]);
}

/* Returns the length of the panel of side i at point k, which is one of its ends. Re-entrant
   corners, where warping is not smooth, have short panels. */
static double corner_panel(const Outline *o, int i, int k, double coarse)
{
  const Complex before = point_of(o, k) - point_of(o, k - 1),
                after  = point_of(o, k + 1) - point_of(o, k);
  const double angle = carg(after / before), shorter = fmin(cabs(before), cabs(after));
  const double share = angle < -0.7 ? 0.002 : 0.05;

  return fmin(share * coarse * shorter, cabs(point_of(o, i + 1) - point_of(o, i)) / 2);
}

/* Cuts side i into panels. Towards the middle each one is three times as long as the one before. */
static void cut_side(const Outline *o, int i, double coarse, Boundary *b)
{
  const Complex from = point_of(o, i), whole = point_of(o, i + 1) - from;
  const double  length = cabs(whole);
  double        cut[2][PANELS];
  int           n[2];

  for (int end = 0; end < 2; end++) {
    double size = corner_panel(o, i, (i + end) % o->n, coarse) / length, at = size;

    for (n[end] = 0; at < 0.45 && n[end] < PANELS / 2; size *= 3, at += size)
      cut[end][n[end]++] = at;
  }
  for (int k = 0; k <= n[0] + n[1]; k++) {
    const double start = k == 0      ? 0
                         : k <= n[0] ? cut[0][k - 1]
                                     : 1 - cut[1][n[1] + n[0] - k],
                 end   = k < n[0]          ? cut[0][k]
                         : k < n[0] + n[1] ? 1 - cut[1][n[1] + n[0] - k - 1]
                                           : 1;

    if (b->npanels < PANELS)
      b->panel[b->npanels] =
        (Panel){from + whole * (start + end) / 2, whole * (end - start) / 2, i};
    b->npanels++;
  }
}

static void cut_outline(const Outline *o, Boundary *b)
{
  double coarse = 1;

  do {
    b->npanels = 0;
    for (int i = 0; i < o->n; i++) cut_side(o, i, coarse, b);
    coarse *= 1.5;
  } while (b->npanels > PANELS);
  b->n = NODES * b->npanels;
}

/* ---- integral equation -----------------------------------------------------------------------
 */

/* Computes Q_0 to Q_(n-1) at w, half the integrals of P_k(t)/(w - t) over [-1, 1]. */
static void legendre_second(const Boundary *b, int n, Complex w, Complex Q[])
{
  if (cabs(w - 1) + cabs(w + 1) > 3.2) { /* the recurrence would lose digits */
    double P[NODES + 1];

    for (int k = 0; k < n; k++) Q[k] = 0;
    for (int i = 0; i < FAR; i++) {
      legendre(n, b->far_node[i], P);
      for (int k = 0; k < n; k++) Q[k] += b->far_weight[i] / 2 * P[k] / (w - b->far_node[i]);
    }
    return;
  }
  Q[0] = clog((w + 1) / (w - 1)) / 2;
  Q[1] = w * Q[0] - 1;
  for (int k = 1; k + 1 < n; k++) Q[k + 1] = ((2 * k + 1) * w * Q[k] - k * Q[k - 1]) / (k + 1);
}

/* Computes the integrals of log|w - t| P_k(t) over [-1, 1] for k = 0, 1, 2. Q has Q_0 to Q_3. */
static void log_moments(Complex w, const Complex Q[], double moment[3])
{
  const Complex plus = w + 1, minus = w - 1;

  moment[0] = creal(plus * clog(plus) - minus * clog(minus)) - 2;
  for (int k = 1; k < 3; k++) moment[k] = 2. / (2 * k + 1) * creal(Q[k + 1] - Q[k - 1]);
}

/* Returns the normal derivative that a load prescribes at a point of a side with the outward
   normal n. */
static double normal_derivative(const Boundary *b, int load, Complex point, Complex n)
{
  const double y = creal(point), z = cimag(point), *c = b->cubic[load];

  return load == 0 ? z * creal(n) - y * cimag(n)
                   : (c[0] * y * y * creal(n) + c[1] * z * z * cimag(n)) / 2;
}

/* The outward normal of a panel; the outline runs counter-clockwise. */
static Complex normal_of(const Panel *p) { return p->half / cabs(p->half) * CMPLX(0, -1); }

static Complex node_of(const Boundary *b, const Panel *p, int i)
{
  return p->middle + p->half * b->node[i];
}

/* Adds panel p to the equation of unknown row, which belongs to a point on the given side. */
static void add_panel(Boundary *b, int row, Complex point, int side, int p)
{
  const double  pi    = acos(-1.);
  const Panel  *panel = &b->panel[p];
  const Complex w = (point - panel->middle) / panel->half, n = normal_of(panel);
  const double  half = cabs(panel->half);
  Complex       Q[NODES + 1];
  double        moment[3];

  legendre_second(b, NODES + 1, side == panel->side ? CMPLX(creal(w), 0) : w, Q);
  log_moments(w, Q, moment);
  for (int j = 0; j < NODES; j++) {
    double sum = 0;

    for (int k = 0; k < NODES && side != panel->side; k++)
      sum += cimag(Q[k]) / pi * (2 * k + 1) / 2 * b->weight[j] * b->legendre[k][j];
    b->A[row][NODES * p + j] = sum;
  }
  for (int load = 0; load < LOADS; load++)
    for (int k = 0; k < 3; k++) {
      double q = 0; /* coefficient of P_k */

      for (int j = 0; j < NODES; j++)
        q += (2 * k + 1) / 2. * b->weight[j] * b->legendre[k][j] *
             normal_derivative(b, load, node_of(b, panel, j), n);
      b->f[row][load] -= half / (2 * pi) * (moment[k] * q + (k == 0 ? 2 * q * log(half) : 0));
    }
}

/* Fills the equation. Harmonic functions are known up to a constant, and the one whose integral
   along the outline is 0 is chosen. */
static void fill(Boundary *b, double perimeter)
{
  memset(b->f, 0, sizeof b->f);
  for (int row = 0; row < b->n; row++) {
    const Panel  *own   = &b->panel[row / NODES];
    const Complex point = node_of(b, own, row % NODES);

    for (int p = 0; p < b->npanels; p++) {
      add_panel(b, row, point, own->side, p);
      for (int j = 0; j < NODES; j++)
        b->A[row][NODES * p + j] += b->weight[j] * cabs(b->panel[p].half) / perimeter;
    }
    b->A[row][row] += 0.5;
  }
}

/* ---- results ---------------------------------------------------------------------------------
 */

/* Adds up integrals along the outline: sum[0][0] of w q, and for shear loads i and j sum[0][i]
   of w p_i and sum[i][j] of f_i p_j. */
static void integrate(const Boundary *b, double sum[LOADS][LOADS])
{
  memset(sum, 0, sizeof(double[LOADS][LOADS]));
  for (int row = 0; row < b->n; row++) {
    const Panel  *panel = &b->panel[row / NODES];
    const Complex at = node_of(b, panel, row % NODES), n = normal_of(panel);
    const double  y = creal(at), z = cimag(at), ds = b->weight[row % NODES] * cabs(panel->half);

    for (int i = 0; i < LOADS; i++) {
      const double qi = normal_derivative(b, i, at, n), *ci = b->cubic[i];

      for (int j = i > 0; j < LOADS; j++) {
        const double qj = normal_derivative(b, j, at, n), *c = b->cubic[j];
        const double P = (c[0] * y * y * y + c[1] * z * z * z) / 6;

        sum[i][j] += ds * (b->f[row][i] * qj - (j ? P * qi : 0));
        if (i == 0) continue; /* and less the integral of P_i p_j */
        sum[i][j] -= ds / 6 *
                     (ci[0] * y * y * y * y * (c[0] * y / 5 + c[1] * z / 4) * creal(n) +
                      ci[1] * z * z * z * z * (c[1] * z / 5 + c[0] * y / 4) * cimag(n));
      }
    }
  }
}

/* Returns the shear stress per torque along side i at the fraction x of its length. */
static double edge_stress(const Boundary *b, const Outline *o, int i, double x, double j)
{
  const Complex from = point_of(o, i), whole = point_of(o, i + 1) - from, at = from + whole * x,
                e = whole / cabs(whole);
  int    p        = 0;
  double slope    = 0, P[NODES], t;

  while (b->panel[p].side != i || cabs(at - b->panel[p].middle) > 1.001 * cabs(b->panel[p].half))
    p++;
  t = creal((at - b->panel[p].middle) / b->panel[p].half);
  legendre(NODES, t, P);
  for (int k = 1; k < NODES; k++) {
    double coefficient = 0, derivative = 0;

    for (int node = 0; node < NODES; node++)
      coefficient +=
        (2 * k + 1) / 2. * b->weight[node] * b->legendre[k][node] * b->f[NODES * p + node][0];
    for (int m = k - 1; m >= 0; m -= 2) derivative += (2 * m + 1) * P[m];
    slope += coefficient * derivative;
  }
  return (slope / cabs(b->panel[p].half) - cimag(at) * creal(e) + creal(at) * cimag(e)) / j;
}

/* Computes the points of s: the corners that are not re-entrant, where torsion has no stress,
   and points along the sides, more of them on longer ones. */
static void stress_points(const Boundary *b, const Outline *o, double perimeter, SectionGeometry *s)
{
  s->npoints = 0;
  for (int i = 0; i < o->n; i++) {
    const Complex from = point_of(o, i), whole = point_of(o, i + 1) - from;
    const int few   = (int)((SECTION_MAX_POINTS - 2 * o->n) * cabs(whole) / perimeter / 2) * 2 - 1;
    const int count = few < 1 ? 1 : few;

    if (carg(whole / (from - point_of(o, i - 1))) > 0) {
      double *point = s->point[s->npoints++];

      point[0] = creal(from), point[1] = cimag(from), point[2] = 0;
    }
    for (int k = 0; k < count; k++) {
      const double  x     = (k + 0.5) / count;
      const Complex at    = from + whole * x;
      double       *point = s->point[s->npoints++];

      point[0] = creal(at), point[1] = cimag(at), point[2] = edge_stress(b, o, i, x, s->j);
    }
  }
}

/* Prepares the Gauss points, and P of the shear forces 1 in y and in z. */
static void start(Boundary *b, const SectionGeometry *s)
{
  const double det = s->iy * s->iz - s->iyz * s->iyz;

  gauss(NODES, b->node, b->weight);
  gauss(FAR, b->far_node, b->far_weight);
  for (int i = 0; i < NODES; i++) {
    double P[NODES];

    legendre(NODES, b->node[i], P);
    for (int k = 0; k < NODES; k++) b->legendre[k][i] = P[k];
  }
  memset(b->cubic, 0, sizeof b->cubic);
  b->cubic[1][0] = s->iy / det, b->cubic[1][1] = b->cubic[2][0] = -s->iyz / det;
  b->cubic[2][1] = s->iz / det;
}

void outline_solve(Outline *o, SectionGeometry *s)
{
  Boundary b;
  double   sum[LOADS][LOADS], center[2], perimeter = 0, det;

  outline_area(o, s, center);
  for (int i = 0; i < o->n; i++)
    for (int k = 0; k < 2; k++) o->point[i][k] -= center[k];
  for (int i = 0; i < o->n; i++) perimeter += cabs(point_of(o, i + 1) - point_of(o, i));
  start(&b, s);
  cut_outline(o, &b);
  fill(&b, perimeter);
  small_solve(b.n, UNKNOWNS, b.A[0], LOADS, b.f[0]);
  integrate(&b, sum);
  s->j               = s->iy + s->iz - sum[0][0];
  s->shear_center[0] = -sum[0][2];
  s->shear_center[1] = sum[0][1];
  det                = sum[1][1] * sum[2][2] - sum[1][2] * sum[2][1];
  s->shear[0]        = sum[2][2] / det;
  s->shear[1]        = sum[1][1] / det;
  s->shear[2]        = -(sum[1][2] + sum[2][1]) / (2 * det);
  stress_points(&b, o, perimeter, s);
}
