/* law_load.c: computes the forces of the section that loads between the nodes of a beam cause.

   Let a load q(x) act along a vector p in the axes of the section, between nodes that carry it as a
   beam on two supports does. It causes the force v p and the moment -e1 x (m p), with
     v' = -q,   m' = v,   m = 0 at both ends.
   A load q(x) of moments along p causes the moment v p with the mean 0 of v. Both are equal to 0 on
   the average, and the work of the load on the curve between the nodes is the mean of these forces
   times the strains. For a concentrated load 1 at the fraction u of the length,
     v = 1 - u before it and -u after it,
   and a distributed load is a sum of such loads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "law_load.h"
#include "element/beam/beam.h"
#include "element/beam/finite/bow_load.h"
#include "math/polynomial.h"

int law_load_entries(const double prop[])
{
  const int points = (LAW_BREAKS_MAX + 1) * (int)prop[LAW_NPOINTS];

  return beam_is_corrected(2, prop) ? LAW_LOADS + points * 2 * LAW_VECTORS * 3 : 0;
}

/* ---- places ---------------------------------------------------------------------------------- */

int law_places(const double prop[], int nbreaks, const double breaks[],
               LawPlace place[LAW_SECTIONS_MAX])
{
  const int     n = (int)prop[LAW_NPOINTS];
  const double *x = prop + LAW_POINTS, *weight = x + LAW_POINTS_MAX;

  for (int part = 0; part <= nbreaks; part++) {
    const double from = part ? breaks[part - 1] : 0, to = part < nbreaks ? breaks[part] : 1;

    for (int k = 0; k < n; k++, place++) {
      place->x      = k == n - 1 ? to : from + (1 + x[k]) / 2 * (to - from);
      place->weight = weight[k] * (to - from);
      place->side   = k == 0 && part ? 1 : k == n - 1 && part < nbreaks ? -1 : 0;
    }
  }
  return n * (nbreaks + 1);
}

int law_places_of(const double prop[], const double lateral[], LawPlace place[LAW_SECTIONS_MAX])
{
  return law_places(prop, lateral ? (int)lateral[LAW_NBREAKS] : 0,
                    lateral ? lateral + LAW_BREAKS : NULL, place);
}

/* Makes a fraction of the length a place that divides. The loads of the points are still 0. */
static void divide(double at, double lateral[])
{
  double *breaks = lateral + LAW_BREAKS;
  int     n = (int)lateral[LAW_NBREAKS], k = n;

  if (!(at > 0 && at < 1)) return;
  for (int i = 0; i < n; i++)
    if (breaks[i] == at) return;
  while (k > 0 && breaks[k - 1] > at) k--;
  if (k == LAW_BREAKS_MAX) return;
  if (n < LAW_BREAKS_MAX) n++;
  for (int i = n - 1; i > k; i--) breaks[i] = breaks[i - 1];
  breaks[k]            = at;
  lateral[LAW_NBREAKS] = n;
}

/* ---- loads ----------------------------------------------------------------------------------- */

/* Adds a concentrated load at the fraction u. */
static void add_point(double length, double u, double load, LawFactors *f)
{
  const double x     = f->at.x;
  const double after = x > u ? 1 : x < u ? 0 : (1 + f->at.side) / 2;

  f->v += load * (1 - after - u);
  f->m += load * length * (x > u ? u * (1 - x) : x * (1 - u));
}

/* Adds the load between the fractions u[2]. field has the four values of a factor at the points of
   shape_cell_points() between the fractions part[2]. */
static void add_piece(double length, const double field[4], const double part[2], const double u[2],
                      LawFactors *f)
{
  enum { RULE = 4 };
  const double width = u[1] - u[0];
  double       r[RULE], weight[RULE], place[RULE], value[RULE];

  if (!(width > 0)) return;
  gauss_rule(RULE, r, weight);
  for (int k = 0; k < RULE; k++) {
    r[k]     = u[0] + width * (1 + r[k]) / 2;
    place[k] = 2 * (r[k] - part[0]) / (part[1] - part[0]) - 1;
  }
  line_load_field(field, RULE, place, value);
  for (int k = 0; k < RULE; k++) add_point(length, r[k], width * weight[k] * length * value[k], f);
}

void law_load_factors(const ElementLineLoad *load, int lane, double length, LawFactors *f)
{
  static const double whole[2] = {-1, 1}, one[4] = {1, 1, 1, 1};
  const double       *field   = load->field[lane] ? load->field[lane] : one;
  const double       *at      = load->between[lane] ? load->between[lane] : whole;
  const double        part[2] = {(1 + at[0]) / 2, (1 + at[1]) / 2};
  const double        cut     = fmin(fmax(f->at.x, part[0]), part[1]);

  f->v = f->m = 0;
  if (load->at[lane]) {
    add_point(length, (1 + *load->at[lane]) / 2, field[0], f);
    return;
  }
  add_piece(length, field, part, (double[2]){part[0], cut}, f);
  add_piece(length, field, part, (double[2]){cut, part[1]}, f);
}

void law_load_add(const double prop[], const ElementLineLoad *load, double length, double scale,
                  double lateral[])
{
  const int moment = load->kind == LINE_LOAD_MOMENT || load->kind == LINE_LOAD_TURNING_MOMENT;
  const int turns  = load->kind == LINE_LOAD_FOLLOWER || load->kind == LINE_LOAD_TURNING_MOMENT;
  LawPlace  place[LAW_SECTIONS_MAX];
  int       points;

  if (load->at[0]) divide((1 + *load->at[0]) / 2, lateral);
  points = law_places_of(prop, lateral, place);
  for (int n = 0; n < points && scale != 0; n++) {
    double(*const vector)[3] = (double(*)[3])(lateral + LAW_LOADS) + (2 * n + turns) * LAW_VECTORS;
    LawFactors f             = {place[n], 0, 0};

    law_load_factors(load, 0, length, &f);
    for (int c = 0; c < 3; c++) {
      const double p = scale * load->vector[c];

      vector[moment ? LAW_MOMENT : LAW_FORCE][c] += f.v * p;
      if (!moment) vector[LAW_ARM][c] += f.m * p;
    }
  }
}
