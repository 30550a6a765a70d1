/* interpolation.h: interpolates points by straight lines, steps, or cubics without overshoot. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_INTERPOLATION_H
#define FS_INPUT_FORMULA_INTERPOLATION_H

#include <stdint.h>

typedef enum { INTERPOLATE_LINEAR, INTERPOLATE_CUBIC, INTERPOLATE_STEPS } InterpolationKind;

/* Extrapolation - The value before the first and behind the last point. */
typedef enum {
  EXTRAPOLATE_REFUSE, /* NaN */
  EXTRAPOLATE_HOLD,   /* the value of the end */
  EXTRAPOLATE_ZERO,   /* 0 */
  EXTRAPOLATE_REPEAT  /* the points again, with the period t[n - 1] - t[0] */
} Extrapolation;

typedef struct {
  int               n;     /* points */
  double           *t;     /* [n] increasing */
  double           *f;     /* [n] values */
  double           *slope; /* [n] slopes of cubics, otherwise 0 */
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

/* InterpolantPiece - The formula that holds in an interval. */
typedef struct {
  int    k;     /* from t[k] to before t[k + 1]; -1 before the first point; n behind the last */
  double shift; /* periods of EXTRAPOLATE_REPEAT, subtracted from t */
} InterpolantPiece;

/* interpolant_piece - Returns the formula that holds at t.

   For steps, k is n - 1 at the last point. Within 1e-12 of the whole length beyond an end, t counts
   as the end, because times have round-off. With EXTRAPOLATE_REFUSE the formula of the end holds in
   a margin, because schemes evaluate loads behind the last step by a part of it. The margin is the
   interval at that end, or a hundredth of the whole length if that is longer. */
InterpolantPiece interpolant_piece(const Interpolant *interpolant, double t);

/* interpolant_covers - Returns whether t is between the ends, or extrapolation gives it a value. */
int interpolant_covers(const Interpolant *interpolant, double t);

/* interpolant_value - Returns the value of the formula of a piece at t, inside or outside it. */
double interpolant_value(const Interpolant *interpolant, InterpolantPiece piece, double t);

/* interpolant_checksum - Returns a number that changes with any point, kind or extrapolation. */
uint64_t interpolant_checksum(const Interpolant *interpolant);

#endif
