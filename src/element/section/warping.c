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

   A harmonic function f is the real part of an analytic function F = f + i g of x = y + i z. Its
   normal derivative is the derivative of g along the outline, and so g is known there. Cauchy's
   theorem says that the integral of (F(t) - F(x))/(t - x) dt along the outline is 0 for each x on
   it. The imaginary part of this equation determines f up to a constant. Sides are cut into panels,
   which are shorter towards corners. F is a polynomial on each panel, and the equation holds at its
   Gauss points. On the side of x itself, only g contributes, with a quotient that is a polynomial.
   On the others the integrals of P_k(t)/(w - t) are 2 Q_k(w), with Legendre's functions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <complex.h>
#include <string.h>
#include "math/polynomial.h"
#include "math/small_dense.h"
#include "outline.h"

enum {
  NODES    = 6, /* Gauss points of a panel */
  PANELS   = 80,
  UNKNOWNS = NODES * PANELS,
  LOADS    = 3 /* torsion, shear force in y, in z */
};

typedef double complex Complex;

/* A panel from middle - half to middle + half, with y + i z for a point. */
typedef struct {
  Complex middle, half;
  int     side;
} Panel;

/* The integral equation. Rows of f, g and dg are nodes, their columns are loads. */
typedef struct {
  int     npanels, n;
  Panel   panel[PANELS];
  double  node[NODES], weight[NODES], legendre[NODES][NODES]; /* P_k at node i: [i][k] */
  double  cubic[LOADS][2];                                    /* a, b of P; 0 for torsion */
  Complex x[UNKNOWNS], dx[UNKNOWNS]; /* a node, and the piece of the outline for which it stands */
  double  g[UNKNOWNS][LOADS], dg[UNKNOWNS][LOADS]; /* g, and its change along dx */
  double  f[UNKNOWNS][LOADS], A[UNKNOWNS][UNKNOWNS];
} Boundary;

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
  double        cut[2][PANELS], start = 0;
  int           n[2];

  for (int end = 0; end < 2; end++) {
    double size = corner_panel(o, i, (i + end) % o->n, coarse) / length, at = size;

    for (n[end] = 0; at < 0.45 && n[end] < PANELS / 2; size *= 3, at += size)
      cut[end][n[end]++] = at;
  }
  for (int k = 0, last = n[0] + n[1]; k <= last; k++) {
    const double end = k < n[0] ? cut[0][k] : k < last ? 1 - cut[1][last - 1 - k] : 1;

    if (b->npanels < PANELS)
      b->panel[b->npanels] =
        (Panel){from + whole * (start + end) / 2, whole * (end - start) / 2, i};
    b->npanels++;
    start = end;
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

/* Returns the change of g of a load along a straight line. */
static double conjugate_change(const double c[2], Complex from, Complex to)
{
  const double y = creal(from), z = cimag(from), y1 = creal(to), z1 = cimag(to);

  if (c[0] == 0 && c[1] == 0) return ((y1 - y) * (y1 + y) + (z1 - z) * (z1 + z)) / 2;
  return (c[0] * (y * y + y * y1 + y1 * y1) * (z1 - z) -
          c[1] * (z * z + z * z1 + z1 * z1) * (y1 - y)) /
         6;
}

/* Computes the panels, and what is known at their nodes. */
static void set_nodes(const Outline *o, Boundary *b)
{
  double start[LOADS] = {0}; /* g at the start of a panel */

  cut_outline(o, b);
  for (int p = 0; p < b->npanels; p++) {
    const Complex middle = b->panel[p].middle, half = b->panel[p].half, from = middle - half;

    for (int load = 0; load < LOADS; load++) {
      const double *c = b->cubic[load];

      for (int i = 0; i < NODES; i++) {
        const int     row = NODES * p + i;
        const Complex x = b->x[row] = middle + half * b->node[i];
        const Complex dx = b->dx[row] = 2 * half * b->weight[i];
        const double  y = creal(x), z = cimag(x);

        b->g[row][load]  = start[load] + conjugate_change(c, from, x);
        b->dg[row][load] = load ? (c[0] * y * y * cimag(dx) - c[1] * z * z * creal(dx)) / 2
                                : y * creal(dx) + z * cimag(dx);
      }
      start[load] += conjugate_change(c, from, middle + half);
    }
  }
}

/* ---- integral equation ----------------------------------------------------------------------- */

/* Computes Q_0 to Q_(NODES-1) at w, half the integrals of P_k(t)/(w - t) over [-1, 1]. Far away the
   recurrence is stable only downwards (Miller's algorithm; Gil, Segura & Temme, Numerical Methods
   for Special Functions, 2007, sec. 4.6). */
static void legendre_second(Complex w, Complex Q[NODES])
{
  enum { START = 24 };
  Complex R[START + 2] = {[START] = 1e-200};

  Q[0] = catanh(1 / w);
  Q[1] = w * Q[0] - 1;
  for (int k = 1; k + 1 < NODES; k++) Q[k + 1] = ((2 * k + 1) * w * Q[k] - k * Q[k - 1]) / (k + 1);
  if (cabs(w - 1) + cabs(w + 1) < 3.2) return;
  for (int k = START; k > 0; k--) R[k - 1] = ((2 * k + 1) * w * R[k] - (k + 1) * R[k + 1]) / k;
  for (int k = 1; k < NODES; k++) Q[k] = Q[0] * (R[k] / R[0]);
}

/* Computes the integrals of the polynomials of a panel that are 1 at one node, over t - x. */
static void cauchy_weights(const Boundary *b, const Panel *p, Complex x, Complex weight[NODES])
{
  Complex Q[NODES];

  legendre_second((x - p->middle) / p->half, Q);
  for (int j = 0; j < NODES; j++) {
    weight[j] = 0;
    for (int k = 0; k < NODES; k++)
      weight[j] -= 2 * b->weight[j] * (2 * k + 1) * b->legendre[j][k] * Q[k];
  }
}

/* Fills one row of the equation. A harmonic function is known up to a constant, and the one whose
   integral along the outline is 0 is chosen. */
static void fill_row(Boundary *b, int row, double perimeter)
{
  const double pi   = acos(-1.);
  const int    side = b->panel[row / NODES].side;

  memset(b->f[row], 0, sizeof b->f[row]);
  for (int j = 0; j < b->n; j++) {
    const Panel *p = &b->panel[j / NODES];
    Complex      weight[NODES];

    if (p->side != side && j % NODES == 0) cauchy_weights(b, p, b->x[row], weight);
    b->A[row][j] = cabs(b->dx[j]) / perimeter;
    if (p->side != side) b->A[row][j] += cimag(weight[j % NODES]);
    if (j == row) b->A[row][j] -= pi;
    for (int load = 0; load < LOADS; load++)
      b->f[row][load] -=
        j == row ? b->dg[row][load]
                 : (b->g[j][load] - b->g[row][load]) *
                     creal(p->side == side ? b->dx[j] / (b->x[j] - b->x[row]) : weight[j % NODES]);
  }
}

/* ---- results --------------------------------------------------------------------------------- */

/* Adds up integrals along the outline: sum[0][0] of w q, and for shear loads i and j sum[0][i]
   of w p_i and sum[i][j] of f_i p_j, which is that of h_i p_j less that of P_i p_j. */
static void integrate(const Boundary *b, double sum[LOADS][LOADS])
{
  memset(sum, 0, sizeof(double[LOADS][LOADS]));
  for (int row = 0; row < b->n; row++) {
    const double y = creal(b->x[row]), z = cimag(b->x[row]), y3 = y * y * y, z3 = z * z * z;

    for (int i = 0; i < LOADS; i++)
      for (int j = i > 0; j < LOADS; j++) {
        const double *c = b->cubic[j], *ci = b->cubic[i];

        sum[i][j] += b->f[row][i] * b->dg[row][j] - (c[0] * y3 + c[1] * z3) / 6 * b->dg[row][i];
        sum[i][j] -= (ci[0] * y3 * y * (c[0] * y / 5 + c[1] * z / 4) * cimag(b->dx[row]) -
                      ci[1] * z3 * z * (c[1] * z / 5 + c[0] * y / 4) * creal(b->dx[row])) /
                     6;
      }
  }
}

/* Returns the shear stress per torque along side i at the fraction x of its length. */
static double edge_stress(const Boundary *b, const Outline *o, int i, double x, double j)
{
  const Complex from = point_of(o, i), whole = point_of(o, i + 1) - from, at = from + whole * x;
  int           p     = 0;
  double        slope = 0, P[NODES];

  while (b->panel[p].side != i || cabs(at - b->panel[p].middle) > 1.001 * cabs(b->panel[p].half))
    p++;
  legendre(NODES, creal((at - b->panel[p].middle) / b->panel[p].half), P);
  for (int k = 1; k < NODES; k++) {
    double coefficient = 0, derivative = 0;

    for (int node = 0; node < NODES; node++)
      coefficient +=
        (2 * k + 1) * b->weight[node] * b->legendre[node][k] * b->f[NODES * p + node][0];
    for (int m = k - 1; m >= 0; m -= 2) derivative += (2 * m + 1) * P[m];
    slope += coefficient * derivative;
  }
  return (slope / cabs(b->panel[p].half) + cimag(conj(at) * whole) / cabs(whole)) / j;
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

  gauss_rule(NODES, b->node, b->weight);
  for (int i = 0; i < NODES; i++) legendre(NODES, b->node[i], b->legendre[i]);
  memset(b->cubic, 0, sizeof b->cubic);
  b->cubic[1][0] = s->iy / det, b->cubic[1][1] = b->cubic[2][0] = -s->iyz / det;
  b->cubic[2][1] = s->iz / det;
}

/* Solves the section inside of o and computes the members of s but radius. o is moved. */
static void solve(Outline *o, SectionGeometry *s)
{
  Boundary b;
  double   sum[LOADS][LOADS], center[2], perimeter = 0, det;

  outline_area(o, s, center);
  for (int i = 0; i < o->n; i++)
    for (int k = 0; k < 2; k++) o->point[i][k] -= center[k];
  for (int i = 0; i < o->n; i++) perimeter += cabs(point_of(o, i + 1) - point_of(o, i));
  start(&b, s);
  set_nodes(o, &b);
  for (int row = 0; row < b.n; row++) fill_row(&b, row, perimeter);
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

/* ---- solved outlines ------------------------------------------------------------------------- */

/* Runs that follow each other in one process, such as those of a sweep, often have the same
   sections. The solution of an outline takes longer than the rest of a small static run. Therefore
   the last solutions are kept. They change no result, because an outline is found by its bits. */
enum { KEPT = 16 };

typedef struct {
  Outline         given, moved; /* before and after solve(); given.n is 0 if the entry is empty */
  SectionGeometry s;
} SolvedOutline;

static _Thread_local SolvedOutline kept[KEPT];
static _Thread_local int           oldest;

static int same_outline(const Outline *a, const Outline *b)
{
  return a->n == b->n && !memcmp(a->point, b->point, (size_t)a->n * sizeof *a->point);
}

void outline_solve(Outline *o, SectionGeometry *s)
{
  const double   radius = s->radius;
  SolvedOutline *found  = kept;

  while (found < kept + KEPT && !same_outline(o, &found->given)) found++;
  if (found == kept + KEPT) {
    found        = &kept[oldest];
    oldest       = (oldest + 1) % KEPT;
    found->given = found->moved = *o;
    solve(&found->moved, &found->s);
  }
  *o        = found->moved;
  *s        = found->s;
  s->radius = radius;
}
