/* interpolation.h: a function of one variable through given points: straight lines, steps, or cubics that do not overshoot. Pure; called by
   expression.c for columns of tables. Begin at interpolant_create. */
#ifndef FS_INPUT_FORMULA_INTERPOLATION_H
#define FS_INPUT_FORMULA_INTERPOLATION_H

#include <stdint.h>

typedef enum { INTERPOLATE_LINEAR, INTERPOLATE_CUBIC, INTERPOLATE_STEPS } InterpolationKind;
typedef enum {
  EXTRAPOLATE_REFUSE,
  EXTRAPOLATE_HOLD,
  EXTRAPOLATE_ZERO,
  EXTRAPOLATE_REPEAT
} Extrapolation;

typedef struct {
  int               n;         /* points */
  double           *t;         /* [n] increasing */
  double           *f, *slope; /* [n] values; slopes of cubics, else 0 */
  InterpolationKind kind;
  Extrapolation
    extrapolation; /* of t[0] to t[n - 1]: no value (NaN), that of the end, 0, or the curve again with the period t[n - 1] - t[0] */
} Interpolant;

/* A copy of n >= 2 points; t increases, all are finite. INTERPOLATE_STEPS: f[k] from t[k] to before t[k + 1]. NULL: there is no memory. */
Interpolant *interpolant_create(int n, const double t[], const double f[], InterpolationKind kind,
                                Extrapolation extrapolation);
void         interpolant_destroy(Interpolant *interpolant); /* NULL: nothing is done */

/* The formula that holds at t: k from t[k] to before t[k + 1] (of steps n - 1 at the last point), -1 before the first point, n behind the
   last. shift: what a repeated curve takes off t. A millionth of a millionth of the whole beyond an end is the end: what round-off makes of
   times. A curve that refuses has a margin, in which the formula of its end holds on: schemes look ahead of the last step by a part of it.
   The margin is as wide as the interval at the end, or as a hundredth of the whole. */
typedef struct {
  int    k;
  double shift;
} InterpolantPiece;
InterpolantPiece interpolant_piece(const Interpolant *interpolant, double t);

/* Whether t is between the ends, or something is said of what is outside. */
int interpolant_covers(const Interpolant *interpolant, double t);

/* The value at t of the formula of a piece, anywhere. */
double interpolant_value(const Interpolant *interpolant, InterpolantPiece piece, double t);

/* A number that is another one if a point, the kind, or what is outside is. */
uint64_t interpolant_checksum(const Interpolant *interpolant);

#endif
