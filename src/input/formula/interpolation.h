/* interpolation.h: a function of one variable through given points: straight lines, steps, or cubics that do not overshoot. Pure; called by
   expression.c for columns of tables. Begin at curve_create. */
#ifndef FS_INPUT_FORMULA_INTERPOLATION_H
#define FS_INPUT_FORMULA_INTERPOLATION_H

#include <stdint.h>

typedef enum { CURVE_LINEAR, CURVE_CUBIC, CURVE_STEPS } CurveKind;
typedef enum { OUTSIDE_REFUSE, OUTSIDE_HOLD, OUTSIDE_ZERO, OUTSIDE_REPEAT } CurveOutside;

typedef struct {
  int       n;         /* points */
  double   *t;         /* [n] increasing */
  double   *f, *slope; /* [n] values; slopes of cubics, else 0 */
  CurveKind kind;
  CurveOutside
    outside; /* of t[0] to t[n - 1]: no value (NaN), that of the end, 0, or the curve again with the period t[n - 1] - t[0] */
} Curve;

/* A copy of n >= 2 points; t increases, all are finite. CURVE_STEPS: f[k] from t[k] to before t[k + 1]. NULL: there is no memory. */
Curve *curve_create(int n, const double t[], const double f[], CurveKind kind, CurveOutside outside);
void   curve_destroy(Curve *curve); /* NULL: nothing is done */

/* The formula that holds at t: k from t[k] to before t[k + 1] (of steps n - 1 at the last point), -1 before the first point, n behind the
   last. shift: what a repeated curve takes off t. A millionth of a millionth of the whole beyond an end is the end: what round-off makes of
   times. A curve that refuses has a margin, in which the formula of its end holds on: schemes look ahead of the last step by a part of it.
   The margin is as wide as the interval at the end, or as a hundredth of the whole. */
typedef struct {
  int    k;
  double shift;
} CurvePiece;
CurvePiece curve_piece(const Curve *curve, double t);

/* Whether t is between the ends, or something is said of what is outside. */
int curve_covers(const Curve *curve, double t);

/* The value at t of the formula of a piece, anywhere. */
double curve_value(const Curve *curve, CurvePiece piece, double t);

/* A number that is another one if a point, the kind, or what is outside is. */
uint64_t curve_checksum(const Curve *curve);

#endif
