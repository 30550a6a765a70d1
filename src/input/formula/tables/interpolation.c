/* interpolation.c: interpolates points by lines, steps, or cubics with limited slopes.

   The slope of a cubic at a point is that of the parabola through three points, of second order. It
   is limited to three times the slope of the flatter line beside the point. Then the cubic has no
   extremum of its own (de Boor & Swartz, J. Approx. Theory 21 (1977), 411-416; Fritsch & Carlson,
   SIAM Journal on Numerical Analysis 17 (1980), 238-246). At extrema the slope is zero. First
   derivatives are continuous. The code follows the criterion; the papers were not read. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash_index.h"
#include "interpolation.h"

/* Relative to the whole length. END_TOLERANCE is a distance that counts as the end, because times
   are sums of steps with round-off. MARGIN is that of EXTRAPOLATE_REFUSE, because schemes evaluate
   loads a part of a step after the end. The test tests/input/curve.c has points at the end, just
   beyond it and outside. */
static const double END_TOLERANCE = 1e-12, MARGIN = 0.01;

/* Returns the slope at the point between intervals of lengths h, g whose lines have slopes d, e. */
static double slope_between(double h, double d, double g, double e)
{
  const double parabola = (g * d + h * e) / (h + g), most = 3 * fmin(fabs(d), fabs(e));

  if (d * e <= 0) return 0;
  return copysign(fmin(fabs(parabola), most), d);
}

/* Returns the slope at the end of the interval h, whose neighbour is g. */
static double slope_at_end(double h, double d, double g, double e)
{
  const double parabola = ((2 * h + g) * d - h * e) / (h + g);

  return parabola * d > 0 ? copysign(fmin(fabs(parabola), 3 * fabs(d)), d) : 0;
}

static double width(const Interpolant *c, int k) { return c->t[k + 1] - c->t[k]; }
static double steepness(const Interpolant *c, int k)
{
  return (c->f[k + 1] - c->f[k]) / width(c, k);
}

static void set_slopes(Interpolant *c)
{
  const int last = c->n - 1;

  for (int k = 1; k < last; k++)
    c->slope[k] = slope_between(width(c, k - 1), steepness(c, k - 1), width(c, k), steepness(c, k));
  if (c->n == 2) {
    c->slope[0] = c->slope[1] = steepness(c, 0);
  } else if (c->extrapolation == EXTRAPOLATE_REPEAT && c->f[0] == c->f[last]) {
    c->slope[0] =
      slope_between(width(c, last - 1), steepness(c, last - 1), width(c, 0), steepness(c, 0));
    c->slope[last] = c->slope[0];
  } else {
    c->slope[0]    = slope_at_end(width(c, 0), steepness(c, 0), width(c, 1), steepness(c, 1));
    c->slope[last] = slope_at_end(width(c, last - 1), steepness(c, last - 1), width(c, last - 2),
                                  steepness(c, last - 2));
  }
}

Interpolant *interpolant_create(int n, const double t[], const double f[], InterpolationKind kind,
                                Extrapolation extrapolation)
{
  const size_t size = (size_t)n * sizeof *t;
  Interpolant *c    = calloc(1, sizeof *c + 3 * size);

  if (!c) return NULL;
  *c = (Interpolant){.n = n, .t = (double *)(c + 1), .kind = kind, .extrapolation = extrapolation};
  c->f     = c->t + n;
  c->slope = c->f + n;
  memcpy(c->t, t, size);
  memcpy(c->f, f, size);
  if (kind == INTERPOLATE_CUBIC) set_slopes(c);
  return c;
}

void interpolant_destroy(Interpolant *interpolant) { free(interpolant); }

int interpolant_covers(const Interpolant *c, double t)
{
  const double tolerance = END_TOLERANCE * (c->t[c->n - 1] - c->t[0]);

  return c->extrapolation != EXTRAPOLATE_REFUSE ||
         (t >= c->t[0] - tolerance && t <= c->t[c->n - 1] + tolerance);
}

/* Returns the index of the interval with t, or the first or last one if t is outside. */
static int find_interval(const Interpolant *c, double t)
{
  int low = 0, high = c->n - 1; /* the index is in low to high - 1 */

  while (high - low > 1) {
    const int middle = (low + high) / 2;

    if (t < c->t[middle]) high = middle;
    else low = middle;
  }
  return low;
}

InterpolantPiece interpolant_piece(const Interpolant *c, double t)
{
  const double first = c->t[0], end = c->t[c->n - 1], period = end - first,
               tolerance = END_TOLERANCE * period;
  const int last         = c->n - 1;
  double    before = tolerance, behind = tolerance;

  if (c->extrapolation == EXTRAPOLATE_REPEAT) {
    const double shift = floor((t - first) / period) * period;

    return (InterpolantPiece){find_interval(c, t - shift), shift};
  }
  if (c->extrapolation == EXTRAPOLATE_REFUSE) {
    before = fmax(width(c, 0), MARGIN * period);
    behind = fmax(width(c, last - 1), MARGIN * period);
  }
  if (!(t >= first - before)) return (InterpolantPiece){-1, 0};
  if (t > end + behind) return (InterpolantPiece){c->n, 0};
  return (InterpolantPiece){
    c->kind == INTERPOLATE_STEPS && t >= end - tolerance ? last : find_interval(c, t), 0};
}

double interpolant_value(const Interpolant *c, InterpolantPiece piece, double t)
{
  const int k = piece.k;

  if (k < 0 || k == c->n) {
    if (c->extrapolation == EXTRAPOLATE_ZERO) return 0;
    return c->extrapolation == EXTRAPOLATE_REFUSE || !(t == t) ? NAN : c->f[k < 0 ? 0 : c->n - 1];
  }
  if (c->kind == INTERPOLATE_STEPS) return c->f[k];
  {
    const double h = width(c, k), s = (t - piece.shift - c->t[k]) / h, d = c->f[k + 1] - c->f[k];

    if (c->kind == INTERPOLATE_LINEAR) return s < 0.5 ? c->f[k] + s * d : c->f[k + 1] - (1 - s) * d;
    return c->f[k] +
           s * (h * c->slope[k] + s * (3 * d - h * (2 * c->slope[k] + c->slope[k + 1]) +
                                       s * (h * (c->slope[k] + c->slope[k + 1]) - 2 * d)));
  }
}

void interpolant_polynomial(const Interpolant *c, InterpolantPiece piece, double t, double p[4])
{
  const int k = piece.k;

  p[0] = interpolant_value(c, piece, t);
  p[1] = p[2] = p[3] = 0;
  if (k < 0 || k >= c->n - 1 || c->kind == INTERPOLATE_STEPS) return;
  p[1] = steepness(c, k);
  if (c->kind == INTERPOLATE_CUBIC) {
    const double h = width(c, k), s = t - piece.shift - c->t[k], a = c->slope[k],
                 b = c->slope[k + 1], c2 = (3 * p[1] - 2 * a - b) / h,
                 c3 = (a + b - 2 * p[1]) / (h * h);

    p[1] = a + s * (2 * c2 + s * 3 * c3);
    p[2] = c2 + 3 * s * c3;
    p[3] = c3;
  }
}

uint64_t interpolant_checksum(const Interpolant *c)
{
  const int kinds[] = {c->n, (int)c->kind, (int)c->extrapolation};

  return hash_bytes(hash_bytes(0, kinds, sizeof kinds), c->t, 2 * (size_t)c->n * sizeof *c->t);
}
