/* beam_extremes.c: finds extremes of forces, deflections and stresses over a whole beam.

   Forces, deflections and the stresses at a point of the section are polynomials in each piece of
   the span, whose extremes follow from the roots of their derivatives. Von Mises stresses with a
   torque that changes, and stresses of round sections that bend in two planes, are no polynomials.
   They are computed at STATIONS places of each piece, and between the neighbours of each local
   maximum by a golden-section search. The properties of a section that varies take long to compute.
   Therefore its stresses are computed at SECTIONS places, and a parabola through each local maximum
   and its neighbours gives the extreme. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "beam_line.h"
#include "element/section/section_law.h"
#include "math/polynomial.h"

enum { STATIONS = 16, SECTIONS = 8, SEARCH = 24 };

/* ---- extremes of polynomials ----------------------------------------------------------------- */

/* Updates the largest and the least value with those of a polynomial over a piece. */
static void add_range(int degree, const double c[], double *largest, double *least)
{
  double range[2];

  while (degree > 0 && c[degree] == 0) degree--;
  polynomial_range(degree, c, range);
  *least   = fmin(*least, range[0]);
  *largest = fmax(*largest, range[1]);
}

void beam_span_extremes(const BeamSpan *span, const SpanLine *line, double extreme[SPAN_EXTREMES])
{
  double *w = extreme + 2 * SPAN_FORCES;

  for (int i = 0; i < SPAN_EXTREMES; i++) extreme[i] = NAN; /* fmax returns the other argument */
  for (int k = 0; k < span->n; k++) {
    for (int c = 0; c < SPAN_FORCES; c++) {
      double *of = extreme + 6 * (c / 3) + c % 3;

      add_range(SPAN_DEGREE, span->piece[k].f[c], of, of + 3);
    }
    for (int c = 0; c < 2; c++) add_range(SPAN_LINE, line->w[k][1 + c], &w[c], &w[2 + c]);
  }
}

/* Updates *most and *place with the largest value of sign times a polynomial over a piece, if it
   exceeds *most by more than the tolerance. */
static void add_place(const SpanPiece *p, int degree, const double c[], double sign,
                      double tolerance, double *most, double *place)
{
  double d[POLYNOMIAL_MAX], at[POLYNOMIAL_MAX] = {0};
  int    n = 1;

  while (degree > 0 && c[degree] == 0) degree--;
  if (degree > 1) {
    polynomial_derivative(degree, c, d);
    n += polynomial_roots(degree - 1, d, at + 1);
  }
  at[n++] = 1;
  for (int k = 0; k < n; k++) {
    const double value = sign * polynomial_value(degree, c, at[k]);

    if (!(value > *most + tolerance)) continue;
    *most  = value;
    *place = p->from + at[k] * (p->to - p->from);
  }
}

/* Results whose extremes have one scale: forces, moments, deflections. */
enum { GROUPS = 3 };
static const struct {
  int first, count;
} groups[GROUPS] = {
  {0,               SPAN_FORCES},
  {SPAN_FORCES,     SPAN_FORCES},
  {2 * SPAN_FORCES, 4          }
};

void beam_span_extreme_places(const BeamSpan *span, const SpanLine *line,
                              double place[SPAN_EXTREMES])
{
  double extreme[SPAN_EXTREMES];

  beam_span_extremes(span, line, extreme);
  for (int g = 0; g < GROUPS; g++) {
    const int bends = groups[g].first == 2 * SPAN_FORCES, count = groups[g].count;
    double    scale = 0;

    for (int j = 0; j < count; j++) scale = fmax(scale, fabs(extreme[groups[g].first + j]));
    for (int j = 0; j < count; j++) {
      const double sign = j < count / 2 ? 1 : -1;
      double       most = -INFINITY, *at = &place[groups[g].first + j];

      *at = 0;
      for (int k = 0; k < span->n; k++)
        if (bends)
          add_place(&span->piece[k], SPAN_LINE, line->w[k][1 + j % 2], sign, EXTREME_TIE * scale,
                    &most, at);
        else
          add_place(&span->piece[k], SPAN_DEGREE, span->piece[k].f[groups[g].first / 2 + j % 3],
                    sign, EXTREME_TIE * scale, &most, at);
    }
  }
}

/* Computes range[2], the least and the largest value that follow from the forces at the ends of a
   beam alone: bending moments are cubic polynomials whose slopes are the shear forces, and other
   forces are linear. */
static void range_of_ends(const double end[2][SPAN_FORCES], double length, int c, double range[2])
{
  const int shear = c == SPAN_FORCES - 1 ? 1 : 2; /* Vy of the moment about z, Vz of that about y */
  const double sign = shear == 1 ? -length : length, from = end[0][c], rise = end[1][c] - from;
  const double slope[2] = {sign * end[0][shear], sign * end[1][shear]};
  const double cubic[4] = {from, slope[0], 3 * rise - 2 * slope[0] - slope[1],
                           slope[0] + slope[1] - 2 * rise};

  if (c >= 4) polynomial_range(3, cubic, range);
  else {
    range[0] = fmin(from, end[1][c]);
    range[1] = fmax(from, end[1][c]);
  }
}

int beam_span_hides_extremes(const BeamSpan *span)
{
  /* of the largest force or moment, because tables print five digits; round: error of a solve */
  const double invisible = 1e-5, round      = 1e-9;
  double       end[2][SPAN_FORCES], most[2] = {0, 0}, off[2] = {0, 0}, shear = 0;

  for (int i = 0; i < 2; i++) beam_span_forces(span, i, end[i]);
  for (int c = 0; c < SPAN_FORCES; c++) {
    double range[2], largest = NAN, least = NAN;

    range_of_ends((const double(*)[SPAN_FORCES])end, span->length, c, range);
    for (int k = 0; k < span->n; k++) add_range(SPAN_DEGREE, span->piece[k].f[c], &largest, &least);
    most[c / 3] = fmax(most[c / 3], fmax(fabs(largest), fabs(least)));
    off[c / 3]  = fmax(off[c / 3], fmax(fabs(largest - range[1]), fabs(least - range[0])));
  }
  for (int i = 0; i < 2; i++) shear = fmax(shear, fmax(fabs(end[i][1]), fabs(end[i][2])));
  return off[0] > invisible * most[0] ||
         off[1] >
           fmax(invisible * fmax(most[1], shear * span->length), round * most[0] * span->length);
}

/* ---- stresses at any place ------------------------------------------------------------------- */

/* The stresses of a piece; what: 0 for the largest axial stress, 1 for the least one with the
   opposite sign, 2 for the von Mises stress. */
typedef struct {
  const SpanPiece *p;
  const double    *prop;
  int              what;
} StressSearch;

/* Computes the extreme stresses of a section with the properties prop at a place of a piece. */
static void section_extremes(const SpanPiece *p, const double prop[], double u, double extreme[3])
{
  double f[SPAN_FORCES];

  extreme[0] = extreme[1] = extreme[2] = NAN;
  for (int c = 0; c < SPAN_FORCES; c++) f[c] = polynomial_value(SPAN_DEGREE, p->f[c], u);
  section_add_stresses(prop, f, extreme);
}

static double stress_at(const StressSearch *x, double u)
{
  double extreme[3];

  section_extremes(x->p, x->prop, u, extreme);
  return x->what == 1 ? -extreme[1] : extreme[x->what];
}

/* Returns the largest value between a and b by golden sections. */
static double search(const StressSearch *x, double a, double b)
{
  const double golden = (sqrt(5) - 1) / 2;
  double       c = b - golden * (b - a), d = a + golden * (b - a);
  double       at_c = stress_at(x, c), at_d = stress_at(x, d);

  for (int k = 0; k < SEARCH; k++)
    if (at_c > at_d) {
      b = d, d = c, at_d = at_c;
      c    = b - golden * (b - a);
      at_c = stress_at(x, c);
    } else {
      a = c, c = d, at_c = at_d;
      d    = a + golden * (b - a);
      at_d = stress_at(x, d);
    }
  return fmax(at_c, at_d);
}

/* Returns the largest value over a piece. */
static double largest_of_piece(const StressSearch *x)
{
  double value[STATIONS + 1], most = -INFINITY;

  for (int k = 0; k <= STATIONS; k++) {
    value[k] = stress_at(x, (double)k / STATIONS);
    most     = fmax(most, value[k]);
  }
  for (int k = 0; k <= STATIONS; k++)
    if ((k == 0 || value[k] >= value[k - 1]) && (k == STATIONS || value[k] >= value[k + 1]))
      most = fmax(most, search(x, fmax(0, (k - 1.) / STATIONS), fmin(1, (k + 1.) / STATIONS)));
  return most;
}

/* Updates extreme[first] to extreme[2] by searches over a piece. */
static void search_piece(const SpanPiece *p, const double prop[], int first, double extreme[3])
{
  for (int what = first; what < 3; what++) {
    const StressSearch x     = {p, prop, what};
    const double       value = largest_of_piece(&x);

    if (what == 1) extreme[1] = fmin(extreme[1], -value);
    else extreme[what] = fmax(extreme[what], value);
  }
}

/* Updates extreme[3] with a piece of an element whose section varies. */
static void add_varying_piece(const SpanPiece *p, const SpanSections *sections, double extreme[3])
{
  double value[3][SECTIONS + 1];

  for (int k = 0; k <= SECTIONS; k++) {
    const double u = (double)k / SECTIONS;
    double       prop[ELEMENT_MAX_PROPS], here[3];

    sections->at(sections->context, p->from + u * (p->to - p->from), prop);
    section_extremes(p, prop, u, here);
    for (int what = 0; what < 3; what++) value[what][k] = what == 1 ? -here[what] : here[what];
  }
  for (int what = 0; what < 3; what++) {
    double most = fmax(value[what][0], value[what][SECTIONS]);

    for (int k = 1; k < SECTIONS; k++) {
      const double *v = &value[what][k], bend = v[-1] - 2 * v[0] + v[1], skew = v[1] - v[-1];

      if (v[0] >= v[-1] && v[0] >= v[1] && bend < 0)
        most = fmax(most, v[0] - skew * skew / (8 * bend));
      else most = fmax(most, v[0]);
    }
    if (what == 1) extreme[1] = fmin(extreme[1], -most);
    else extreme[what] = fmax(extreme[what], most);
  }
}

/* ---- stresses of uniform sections ------------------------------------------------------------ */

/* Returns the degree of the forces of a piece. */
static int degree_of(const SpanPiece *p)
{
  int degree = SPAN_DEGREE;

  for (; degree > 0; degree--)
    for (int c = 0; c < SPAN_FORCES; c++)
      if (p->f[c][degree] != 0) return degree;
  return degree;
}

/* Updates extreme[3] with the stresses of one point of the section over a piece. stress[] are the
   coefficients of section_linear_stress. Returns 1 if the largest von Mises stress may be inside of
   the piece. */
static int add_fibre(const double point[3], int degree, double stress[SPAN_DEGREE + 1][4],
                     double extreme[3])
{
  double sigma[SPAN_DEGREE + 1], tau[SPAN_DEGREE + 1], range[2], shear[2], most, bound;

  for (int j = 0; j <= degree; j++) {
    sigma[j] = stress[j][0] + stress[j][1] * point[0] + stress[j][2] * point[1];
    tau[j]   = stress[j][3] * point[2];
  }
  polynomial_range(degree, sigma, range);
  polynomial_range(degree, tau, shear);
  extreme[0] = fmax(extreme[0], range[1]);
  extreme[1] = fmin(extreme[1], range[0]);
  for (int end = 0; end < 2; end++) {
    const double s = polynomial_value(degree, sigma, end), t = polynomial_value(degree, tau, end);

    extreme[2] = fmax(extreme[2], sqrt(s * s + 3 * t * t));
  }
  most  = fmax(fabs(range[0]), fabs(range[1]));
  bound = fmax(fabs(shear[0]), fabs(shear[1]));
  bound = sqrt(most * most + 3 * bound * bound);
  if (bound <= extreme[2] * (1 + 1e-14)) return 0;
  if (shear[1] - shear[0] > 1e-14 * bound) return 1;
  extreme[2] = bound;
  return 0;
}

static void add_uniform_piece(const SpanPiece *p, const double prop[], double extreme[3])
{
  const int degree = degree_of(p);
  double    stress[SPAN_DEGREE + 1][4];
  int       inside = 0;

  if (section_has_law(prop)) { /* no polynomials of the place */
    search_piece(p, prop, 0, extreme);
    return;
  }
  for (int j = 0; j <= degree; j++) {
    double f[SPAN_FORCES];

    for (int c = 0; c < SPAN_FORCES; c++) f[c] = p->f[c][j];
    section_linear_stress(prop, f, stress[j]);
  }
  for (int k = 0; k < (int)prop[SECTION_NPOINTS]; k++)
    inside |= add_fibre(prop + SECTION_POINTS + 3 * k, degree, stress, extreme);
  if (prop[SECTION_RADIUS] > 0) search_piece(p, prop, 0, extreme);
  else if (inside) search_piece(p, prop, 2, extreme);
}

void beam_span_stresses(const BeamSpan *span, const SpanSections *sections, double extreme[3])
{
  for (int k = 0; k < 3; k++) extreme[k] = NAN; /* fmax and fmin return the other argument */
  if (!sections->at && beam_span_is_straight(span)) {
    for (int end = 0; end < 2; end++) {
      double f[SPAN_FORCES];

      beam_span_forces(span, end, f);
      section_add_stresses(sections->prop, f, extreme);
    }
    return;
  }
  for (int k = 0; k < span->n; k++)
    if (sections->at) add_varying_piece(&span->piece[k], sections, extreme);
    else add_uniform_piece(&span->piece[k], sections->prop, extreme);
}
