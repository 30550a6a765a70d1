/* interpolation.h: interpolates points by straight lines, steps, or cubics without overshoot. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_TABLES_INTERPOLATION_H
#define FS_INPUT_FORMULA_TABLES_INTERPOLATION_H

#include <stdint.h>

typedef enum { INTERPOLATE_LINEAR, INTERPOLATE_CUBIC, INTERPOLATE_STEPS } InterpolationKind;

/* Extrapolation - The value before the first point and behind the last point. */
typedef enum {
  EXTRAPOLATE_REFUSE, /* NaN */
  EXTRAPOLATE_HOLD,   /* the value of the nearest end */
  EXTRAPOLATE_ZERO,   /* 0 */
  EXTRAPOLATE_REPEAT  /* the points again, with the period t[n - 1] - t[0] */
} Extrapolation;

typedef struct {
  int               n;     /* number of points */
  double           *t;     /* [n] increasing */
  double           *f;     /* [n] values */
  double           *slope; /* [n] slopes with INTERPOLATE_CUBIC, otherwise 0 */
  InterpolationKind kind;
  Extrapolation     extrapolation;
} Interpolant;

/* interpolant_create - Copies n >= 2 points into a new interpolant, or returns NULL if memory is
   missing.

   t increases, and all numbers are finite. With INTERPOLATE_STEPS the value is f[k] from t[k] to
   before t[k + 1]. */
Interpolant *interpolant_create(int n, const double t[], const double f[], InterpolationKind kind,
                                Extrapolation extrapolation);

/* interpolant_destroy - Frees the interpolant, which may be NULL. */
void interpolant_destroy(Interpolant *interpolant);

/* InterpolantPiece - A piece of an interpolant, in which one formula holds. */
typedef struct {
  int    k;     /* from t[k] to before t[k + 1]; -1 before the first point; n behind the last */
  double shift; /* with EXTRAPOLATE_REPEAT, the time of whole periods to subtract from t */
} InterpolantPiece;

/* interpolant_piece - Returns the piece that contains t.

   Let L be t[n - 1] - t[0]. If t is outside by at most 1e-12 L, it counts as the end, because times
   have round-off. With EXTRAPOLATE_REFUSE, the first and the last piece are longer by a margin,
   because schemes evaluate loads up to a part of a step behind the end. The margin is the length
   of the piece, or L/100 if this is longer. With INTERPOLATE_STEPS, k is n - 1 at the last
   point. */
InterpolantPiece interpolant_piece(const Interpolant *interpolant, double t);

/* interpolant_covers - Returns whether the interpolant has a value at t, perhaps by
   extrapolation. */
int interpolant_covers(const Interpolant *interpolant, double t);

/* interpolant_value - Returns the value of the formula of a piece at t. t may be outside the
   piece. */
double interpolant_value(const Interpolant *interpolant, InterpolantPiece piece, double t);

/* interpolant_polynomial - Computes the polynomial p[0] + p[1] s + p[2] s^2 + p[3] s^3 of a piece
   in the distance s from t. */
void interpolant_polynomial(const Interpolant *interpolant, InterpolantPiece piece, double t,
                            double p[4]);

/* interpolant_checksum - Returns a number that changes if a point, the kind or the extrapolation
   changes. */
uint64_t interpolant_checksum(const Interpolant *interpolant);

#endif
