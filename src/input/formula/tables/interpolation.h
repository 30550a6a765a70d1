/* interpolation.h: interpolates points by straight lines, steps, or cubics without overshoot. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_TABLES_INTERPOLATION_H
#define FS_INPUT_FORMULA_TABLES_INTERPOLATION_H

#include <stdint.h>

typedef enum { INTERPOLATE_LINEAR, INTERPOLATE_CUBIC, INTERPOLATE_STEPS } InterpolationKind;

/* Extrapolation - Which value an interpolant has before its first point and after its last
   point. */
typedef enum {
  EXTRAPOLATE_REFUSE, /* NaN */
  EXTRAPOLATE_HOLD,   /* the value at the nearest end */
  EXTRAPOLATE_ZERO,   /* 0 */
  EXTRAPOLATE_REPEAT  /* the points again, with the period t[n - 1] - t[0] */
} Extrapolation;

/* Interpolant - A function f(t) that is given by its values at points, between which it is
   interpolated. */
typedef struct {
  int               n;     /* number of points */
  double           *t;     /* [n] arguments of the points, increasing */
  double           *f;     /* [n] values at the points */
  double           *slope; /* [n] slopes at the points with INTERPOLATE_CUBIC, otherwise 0 */
  InterpolationKind kind;
  Extrapolation     extrapolation;
} Interpolant;

/* interpolant_create - Creates an interpolant from points, which are copied.

   With INTERPOLATE_STEPS the value is f[k] from t[k] to just before t[k + 1].
   Input:
     n  number of points, at least 2
     t  [n] arguments of the points, increasing and finite
     f  [n] values at the points, finite
   Returns the interpolant, which the caller frees by interpolant_destroy(), or NULL if memory is
   missing. */
Interpolant *interpolant_create(int n, const double t[], const double f[], InterpolationKind kind,
                                Extrapolation extrapolation);

/* interpolant_destroy - Frees the interpolant, which may be NULL. */
void interpolant_destroy(Interpolant *interpolant);

/* InterpolantPiece - A piece of an interpolant: an interval of t in which it is one polynomial. */
typedef struct {
  /* the piece is from t[k] to just before t[k + 1]; -1 is before the first point, n after the
     last */
  int    k;
  double shift; /* a multiple of the period that is subtracted from t, with EXTRAPOLATE_REPEAT */
} InterpolantPiece;

/* interpolant_piece - Returns the piece of an interpolant that contains t.

   Let L be t[n - 1] - t[0]. If t is outside the points by at most 1e-12 L, it counts as the end,
   because times have round-off. With EXTRAPOLATE_REFUSE, the first and the last piece are extended
   by a margin, because schemes evaluate loads up to a fraction of a step after the end. The margin
   is the length of the piece, or L/100 if this is longer. With INTERPOLATE_STEPS, k is n - 1 at the
   last point. */
InterpolantPiece interpolant_piece(const Interpolant *interpolant, double t);

/* interpolant_covers - Returns 1 if an interpolant, a function given by points, has a value at t,
   by interpolation or by extrapolation, else 0. */
int interpolant_covers(const Interpolant *interpolant, double t);

/* interpolant_value - Returns the value at t of the polynomial of a piece. t may be outside the
   piece. */
double interpolant_value(const Interpolant *interpolant, InterpolantPiece piece, double t);

/* interpolant_polynomial - Computes the coefficients of the polynomial of a piece of an
   interpolant: p[0] + p[1] s + p[2] s^2 + p[3] s^3 is its value at t + s. */
void interpolant_polynomial(const Interpolant *interpolant, InterpolantPiece piece, double t,
                            double p[4]);

/* interpolant_checksum - Returns a hash of the points, the kind and the extrapolation, of an
   interpolant, by which a change of a table is found. */
uint64_t interpolant_checksum(const Interpolant *interpolant);

#endif
