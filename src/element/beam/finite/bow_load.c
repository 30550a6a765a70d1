/* bow_load.c: computes the work of a load across a beam on the shapes in which the axial force
   bends it.

   With xi from -1 to 1 along the beam and Legendre's polynomials P_n, the bubble n has the
   deflection
     w_n = L^2/4/(2 n + 1) [(P_(n+2) - P_n)/(2 n + 3) - (P_n - P_(n-2))/(2 n - 1)],
   whose second derivative is P_n, and which vanishes at both ends with its first derivative. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "bow_load.h"
#include "element/beam/beam.h"
#include "element/shape.h"
#include "math/polynomial.h"

enum { LAST = 7, GAUSS = 7, FIELD = 4 };

/* The beam on whose shapes a load acts. */
typedef struct {
  int    slopes; /* whether the load is a moment, which acts on the slopes of the shapes */
  double length; /* [m] */
} BowBeam;

/* Adds factor times the shapes 60/L^2 w_n and 420/L^2 w_n at xi to mean, or their slopes. The shape
   of n = 1 is that of a linear curvature, and its term P_(n-2) is P_n. A moment turns with the
   section, whose rotation for n = 1 is 0 at both ends, in contrast to the slope of w_1. */
static void add_shapes(const BowBeam *beam, double xi, double factor, double mean[BOW_SHAPES])
{
  double P[LAST + 3];

  legendre(LAST + 3, xi, P);
  for (int n = 1; n <= LAST; n++) {
    const double after  = (P[n + 2] - P[n]) / (2 * n + 3);
    const double before = n > 1 ? (P[n] - P[n - 2]) / (2 * n - 1) : 0;
    const double slope  = 2 / beam->length * (P[n + 1] - P[n - 1]);
    const double scale  = (n % 2 ? 105. : 15.) / (2 * n + 1);

    mean[n % 2 ? BOW_EVEN + n / 2 : n / 2 - 1] +=
      factor * scale * (beam->slopes ? slope : after - before);
  }
}

void line_load_field(const double field[4], int n, const double r[], double value[])
{
  static const double line[2][3] = {
    {-1, 0, 0},
    {1,  0, 0}
  };
  ShapeCellPoint point[SHAPE_MAX_CELL_POINTS];

  shape_cell_points(SHAPE_LINE, line, point);
  for (int k = 0; k < n; k++) {
    value[k] = 0;
    for (int i = 0; i < FIELD; i++) {
      double cardinal = field[i];

      for (int j = 0; j < FIELD; j++)
        if (j != i) cardinal *= (r[k] - point[j].x[0]) / (point[i].x[0] - point[j].x[0]);
      value[k] += cardinal;
    }
  }
}

void bow_load_means(const ElementLineLoad *load, int lane, double length, double mean[BOW_SHAPES])
{
  static const double whole[2] = {-1, 1}, one[FIELD] = {1, 1, 1, 1};
  const double       *field = load->field[lane] ? load->field[lane] : one;
  const double       *at    = load->between[lane] ? load->between[lane] : whole;
  const double        half  = (at[1] - at[0]) / 2;
  const int     moment = load->kind == LINE_LOAD_MOMENT || load->kind == LINE_LOAD_TURNING_MOMENT;
  const BowBeam beam   = {moment, length};
  double        r[GAUSS], weight[GAUSS], value[GAUSS];

  memset(mean, 0, BOW_SHAPES * sizeof *mean);
  if (load->at[lane]) {
    add_shapes(&beam, *load->at[lane], field[0] / length, mean);
    return;
  }
  if (at[0] == -1 && at[1] == 1 && field[1] == field[0] && field[2] == field[0] &&
      field[3] == field[0] && !moment) {
    mean[0] = field[0];
    return;
  }
  gauss_rule(GAUSS, r, weight);
  line_load_field(field, GAUSS, r, value);
  for (int k = 0; k < GAUSS; k++)
    add_shapes(&beam, (at[0] + at[1]) / 2 + half * r[k], half * weight[k] * value[k], mean);
}

int bow_load_entries(const double prop[]) { return beam_has_bows(2, prop) ? LATERAL_ENTRIES : 0; }

/* Returns the kind of a load in ElementState.lateral. */
static int lateral_kind(LineLoadKind kind)
{
  switch (kind) {
  case LINE_LOAD_MOMENT:
    return LATERAL_MOMENT;
  case LINE_LOAD_FOLLOWER:
    return LATERAL_FOLLOWER;
  case LINE_LOAD_TURNING_MOMENT:
    return LATERAL_TURNING;
  default:
    return LATERAL_FORCE;
  }
}

void bow_load_add(const double prop[], const ElementLineLoad *load, double length, double scale,
                  double lateral[])
{
  double *const own = lateral + 3 * BOW_SHAPES * lateral_kind(load->kind);
  double        mean[BOW_SHAPES];

  (void)prop;
  bow_load_means(load, 0, length, mean);
  for (int k = 0; k < BOW_SHAPES; k++)
    for (int c = 0; c < 3; c++) own[3 * k + c] += scale * mean[k] * load->vector[c];
}
