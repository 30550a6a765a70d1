/* beam_span.c: computes forces and moments of the section between the end nodes of a beam from
   equilibrium.

   A particular solution follows by integration of the known loads from the first end on. It does
   not have the right values at the ends, so that a solution without these loads is added. The axial
   force and the torque of the added solution change linearly. Each of its bending moments is
   Hermite's cubic polynomial: it has the missing values at both ends, and the slopes that the
   missing shear forces at both ends give. The shear force of a cubic moment is quadratic, which is
   that of a load that varies linearly. Without inertia, a straight element has no such load, and
   the solution is exact for loads that are cubic polynomials in each piece. An axial force acts on
   the deflection between the nodes; beam_column.c then replaces the cubic polynomials. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "beam_column.h"
#include "element/beam/law/beam_law.h"
#include "math/polynomial.h"
#include "math/rotation.h"
#include "math/vector.h"

enum { N, VY, VZ, T, MY, MZ };

/* Computes the slopes of the x axis at an end against a line that has the direction t in the axes
   of the section. */
static void slopes_against(const double t[3], double slope[2])
{
  for (int c = 0; c < 2; c++) slope[c] = -t[1 + c] / t[0];
}

void beam_span_set_slopes(const ElementState *e, const double mesh[2][3], int small, BeamSpan *span)
{
  double chord[2][3], t[3], moved[2], along;

  span->small = small;
  for (int c = 0; c < 3; c++) {
    chord[0][c] = mesh[1][c] - mesh[0][c];
    chord[1][c] = e->node[1]->x[c] - e->node[0]->x[c];
  }
  along = dot(chord[0], chord[1]) / dot(chord[0], chord[0]);
  for (int i = 0; i < 2; i++) {
    double turned[3], change[3], *rest = span->rest[i];

    mat_t_vec(span->section[i], chord[0], t);
    slopes_against(t, rest);
    if (small) { /* the derivative of slopes_against */
      cross(e->node[i]->turn, chord[0], turned);
      for (int c = 0; c < 3; c++) turned[c] = chord[1][c] - along * chord[0][c] - turned[c];
      mat_t_vec(span->section[i], turned, change);
      for (int c = 0; c < 2; c++) span->slope[i][c] = -(change[1 + c] + rest[c] * change[0]) / t[0];
      continue;
    }
    mat_t_vec(span->axes[i], chord[1], t);
    slopes_against(t, moved);
    for (int c = 0; c < 2; c++) span->slope[i][c] = moved[c] - rest[c];
  }
}

/* Sets span->k, the rotation vector between the axes at both ends over the length, for rotations of
   less than a right angle. */
static void set_curvature(BeamSpan *span)
{
  double R[9], sine;

  mat_t_mat(span->axes[0], span->axes[1], R);
  span->k[0] = (R[7] - R[5]) / 2;
  span->k[1] = (R[2] - R[6]) / 2;
  span->k[2] = (R[3] - R[1]) / 2;
  sine       = norm(span->k);
  for (int c = 0; c < 3; c++)
    span->k[c] *= (sine > 1e-8 ? asin(fmin(1, sine)) / sine : 1) / span->length;
}

void beam_span_begin(const ElementState *e, BeamSpan *span)
{
  const BeamData *data = (const BeamData *)e->data;

  span->length = data->point.weight;
  if (shape_nodes(e->kernel->shape) == 3) span->length += data->second.weight;
  for (int i = 0; i < 2; i++) {
    rotation_matrix(data->node[i].axes, span->section[i]);
    mat_mat(e->node[i]->R, span->section[i], span->axes[i]);
  }
  set_curvature(span);
  for (int c = 0; c < 2; c++) {
    span->column[c]  = 0;
    span->bends[c]   = 0;
    span->sheared[c] = 1;
  }
  span->law = 0;
  span->n   = 1;
  memset(span->piece, 0, sizeof *span->piece);
  span->piece->to = 1;
}

/* Makes a fraction of the length the end of a piece, if there is room for one more piece. */
static void split(BeamSpan *span, double at)
{
  int k = 0;

  while (k < span->n && at >= span->piece[k].to) k++;
  if (k == span->n || at <= span->piece[k].from || span->n == SPAN_PIECES) return;
  memmove(&span->piece[k + 1], &span->piece[k], (size_t)(span->n - k) * sizeof *span->piece);
  span->n++;
  span->piece[k].to = span->piece[k + 1].from = at;
  memset(span->piece[k + 1].jump, 0, sizeof span->piece->jump);
  for (int c = 0; c < SPAN_FORCES; c++) {
    const double all   = span->piece[k + 1].to - span->piece[k].from;
    const double share = (at - span->piece[k].from) / all;

    polynomial_substitute(SPAN_LOAD, span->piece[k].load[c], 0, share, span->piece[k].load[c]);
    polynomial_substitute(SPAN_LOAD, span->piece[k + 1].load[c], share, 1 - share,
                          span->piece[k + 1].load[c]);
  }
}

/* Computes a load in the axes of the sections at both ends. */
static void load_at_ends(const BeamSpan *span, LineLoadKind kind, const double vector[3],
                         double at[2][3])
{
  const int turns = kind == LINE_LOAD_FOLLOWER || kind == LINE_LOAD_TURNING_MOMENT;

  for (int i = 0; i < 2; i++) mat_t_vec(turns ? span->section[i] : span->axes[i], vector, at[i]);
}

static int is_moment(LineLoadKind kind)
{
  return kind == LINE_LOAD_MOMENT || kind == LINE_LOAD_TURNING_MOMENT;
}

/* By divided differences. */
void span_cubic(const double values[4], double c[])
{
  static const double unit[2][3] = {
    {0, 0, 0},
    {1, 0, 0}
  };
  ShapeCellPoint point[SHAPE_MAX_CELL_POINTS];
  double         d[4];

  memset(c, 0, (SPAN_LOAD + 1) * sizeof *c);
  c[0] = 1;
  if (!values) return;
  shape_cell_points(SHAPE_LINE, unit, point);
  for (int k = 0; k < 4; k++) d[k] = values[k];
  for (int order = 1; order < 4; order++)
    for (int k = 3; k >= order; k--)
      d[k] = (d[k] - d[k - 1]) / (point[k].x[0] - point[k - order].x[0]);
  c[0] = d[3];
  for (int k = 2; k >= 0; k--) { /* times u - u_k, plus d_k */
    for (int j = 3; j > 0; j--) c[j] = c[j - 1] - point[k].x[0] * c[j];
    c[0] = d[k] - point[k].x[0] * c[0];
  }
}

void beam_span_add_load(BeamSpan *span, LineLoadKind kind, const double vector[3], double from,
                        double to, const double field[4])
{
  const int first = is_moment(kind) ? T : N;
  double    at[2][3], factor[SPAN_LOAD + 1];

  load_at_ends(span, kind, vector, at);
  span_cubic(field, factor);
  split(span, from);
  split(span, to);
  for (int k = 0; k < span->n; k++) {
    SpanPiece   *p      = &span->piece[k];
    const double middle = (p->from + p->to) / 2, width = p->to - p->from;
    double       here[SPAN_LOAD + 1];

    if (middle < from || middle > to) continue;
    if (field)
      polynomial_substitute(SPAN_LOAD, factor, (p->from - from) / (to - from), width / (to - from),
                            here);
    else memcpy(here, factor, sizeof here);
    for (int c = 0; c < 3; c++) {
      const double change = at[1][c] - at[0][c], start = at[0][c] + p->from * change;

      for (int j = 0; j <= SPAN_LOAD; j++)
        p->load[first + c][j] += start * here[j] + (j ? change * width * here[j - 1] : 0);
    }
  }
}

void beam_span_add_point(BeamSpan *span, LineLoadKind kind, const double vector[3], double at)
{
  const int first = is_moment(kind) ? T : N;
  double    ends[2][3];

  load_at_ends(span, kind, vector, ends);
  split(span, at);
  for (int k = 0; k < span->n; k++)
    if (span->piece[k].from == at)
      for (int c = 0; c < 3; c++)
        span->piece[k].jump[first + c] += (1 - at) * ends[0][c] + at * ends[1][c];
}

void beam_span_add_weight(BeamSpan *span, const double prop[], const double gravity[3])
{
  const double mass      = prop[SECTION_MASS],
               weight[3] = {mass * gravity[0], mass * gravity[1], mass * gravity[2]};
  double at[2][3];

  if (mass == 0) return;
  beam_span_add_load(span, LINE_LOAD_FORCE, weight, 0, 1, NULL);
  load_at_ends(span, LINE_LOAD_FORCE, gravity, at);
  for (int k = 0; k < span->n; k++) {
    SpanPiece *p = &span->piece[k];
    double     moment[2][3];

    for (int i = 0; i < 2; i++) cross(prop + SECTION_FIRST, at[i], moment[i]);
    for (int c = 0; c < 3; c++) {
      const double change = moment[1][c] - moment[0][c];

      p->load[T + c][0] += moment[0][c] + p->from * change;
      p->load[T + c][1] += (p->to - p->from) * change;
    }
  }
}

void beam_span_set_axial_force(const ElementState *e, double force, BeamSpan *span)
{
  const int n = beam_column_begin(e, force, span);

  for (int k = 1; k < n; k++) split(span, (double)k / n);
}

void beam_span_set_law(const ElementState *e, BeamSpan *span)
{
  enum { PIECES = 8 };

  span->law = beam_law_has_loads(shape_nodes(e->kernel->shape), e->prop);
  for (int k = 1; k < PIECES && span->law; k++) split(span, (double)k / PIECES);
}

/* Integrates the loads of a piece. f[6] are the forces before the piece, and then those after it;
   sheared is the member of the span. */
static void integrate(double length, const double sheared[2], SpanPiece *p, double f[SPAN_FORCES])
{
  static const int shear[SPAN_FORCES] = {-1, -1, -1, -1, VZ, VY};
  const double     sign[SPAN_FORCES]  = {0, 0, 0, 0, sheared[0], -sheared[1]};
  const double     h                  = (p->to - p->from) * length;

  memset(p->f, 0, sizeof p->f);
  for (int c = 0; c < SPAN_FORCES; c++) {
    double rate[SPAN_DEGREE] = {0};

    f[c] -= p->jump[c];
    for (int j = 0; j <= SPAN_LOAD; j++) rate[j] = -p->load[c][j];
    for (int j = 0; j < SPAN_DEGREE && shear[c] >= 0; j++) rate[j] += sign[c] * p->f[shear[c]][j];
    polynomial_integral(SPAN_DEGREE - 1, rate, h, f[c], p->f[c]);
    f[c] = polynomial_value(SPAN_DEGREE, p->f[c], 1);
  }
}

/* Adds a polynomial in the fraction of the length to the force c of all pieces. */
static void add_to_pieces(BeamSpan *span, int c, const double whole[4])
{
  for (int k = 0; k < span->n; k++) {
    SpanPiece *p = &span->piece[k];
    double     here[4];

    if (span->n == 1) memcpy(here, whole, sizeof here);
    else polynomial_substitute(3, whole, p->from, p->to - p->from, here);
    for (int j = 0; j < 4; j++) p->f[c][j] += here[j];
  }
}

/* Adds the bending moment in one plane that is lacking at the ends, and its slope to the shear
   force. */
static void add_bending(BeamSpan *span, const SpanBending *b)
{
  const double from = b->end[0], to = b->end[1], *slope = b->slope;
  const double cubic[4] = {from, slope[0], 3 * (to - from) - 2 * slope[0] - slope[1],
                           2 * (from - to) + slope[0] + slope[1]};
  double       rate[4]  = {0};

  if (span->column[b->moment - MY] != 0) {
    beam_column_add(span, b);
    return;
  }
  add_to_pieces(span, b->moment, cubic);
  polynomial_derivative(3, cubic, rate);
  for (int j = 0; j < 3; j++) rate[j] *= b->sign / span->length;
  add_to_pieces(span, b->shear, rate);
}

/* Computes p[SPAN_DEGREE + 1], the product of two polynomials, whose terms of higher degrees are
   left out. */
static void product(const double a[], const double b[], double p[])
{
  memset(p, 0, (SPAN_DEGREE + 1) * sizeof *p);
  for (int i = 0; i <= SPAN_DEGREE; i++)
    for (int j = 0; i + j <= SPAN_DEGREE; j++) p[i + j] += a[i] * b[j];
}

/* Computes the mean of a force over the element. */
static double mean_of(const BeamSpan *span, int c)
{
  double sum = 0;

  for (int k = 0; k < span->n; k++) {
    const SpanPiece *p = &span->piece[k];

    for (int j = 0; j <= SPAN_DEGREE; j++) sum += (p->to - p->from) * p->f[c][j] / (j + 1);
  }
  return sum;
}

/* Adds to the torque, which is linear, the change by bending in both planes, m_y k_z - m_z k_y per
   length. The curvatures are those of the element with the moments' changes along it. */
static void add_torque(BeamSpan *span)
{
  const double mean[2] = {mean_of(span, MY), mean_of(span, MZ)};
  double       sum     = 0;

  for (int k = 0; k < span->n; k++) {
    SpanPiece *p = &span->piece[k];
    double     bent[2][SPAN_DEGREE + 1], rate[2][SPAN_DEGREE + 1], torque[SPAN_DEGREE + 1];

    for (int c = 0; c < 2; c++) {
      for (int j = 0; j <= SPAN_DEGREE; j++) bent[c][j] = span->bends[c] * p->f[MY + c][j];
      bent[c][0] += span->k[1 + c] - span->bends[c] * mean[c];
    }
    product(p->f[MY], bent[1], rate[0]);
    product(p->f[MZ], bent[0], rate[1]);
    for (int j = 0; j <= SPAN_DEGREE; j++) rate[0][j] -= rate[1][j];
    polynomial_integral(SPAN_DEGREE - 1, rate[0], (p->to - p->from) * span->length, sum, torque);
    sum = polynomial_value(SPAN_DEGREE, torque, 1);
    for (int j = 0; j <= SPAN_DEGREE; j++) p->f[T][j] += torque[j];
  }
  add_to_pieces(span, T, (double[4]){0, -sum, 0, 0});
}

/* Subtracts from the shear force of one plane the part of the moment's slope that the curvature
   causes, m x k. */
static void subtract_couple(BeamSpan *span, const SpanBending *b)
{
  const int    about_y = b->moment == MY, other = about_y ? MZ : MY;
  const double factor = b->sign / span->sheared[b->moment - MY];
  const double twist  = about_y ? span->k[0] : -span->k[0],
               bent   = about_y ? -span->k[2] : span->k[1];

  for (int k = 0; k < span->n; k++) {
    SpanPiece *p = &span->piece[k];

    for (int j = 0; j <= SPAN_DEGREE; j++)
      p->f[b->shear][j] -= factor * (twist * p->f[other][j] + bent * p->f[T][j]);
  }
}

void beam_span_solve(BeamSpan *span, const double ends[12])
{
  SpanBending b[2];
  double      f[SPAN_FORCES] = {0}, lack[12], couple[2][3];

  for (int k = 0; k < span->n; k++) integrate(span->length, span->sheared, &span->piece[k], f);
  for (int c = 0; c < SPAN_FORCES; c++) {
    lack[c]     = ends[c];
    lack[6 + c] = ends[6 + c] - f[c];
  }
  for (int c = 0; c < SPAN_FORCES; c += T) {
    const double line[4] = {lack[c], lack[6 + c] - lack[c], 0, 0};

    add_to_pieces(span, c, line);
  }
  for (int i = 0; i < 2; i++) cross(ends + 6 * i + T, span->k, couple[i]);
  for (int c = 0; c < 2; c++) {
    b[c] = (SpanBending){.moment = MY + c, .shear = VZ - c, .sign = c ? -1 : 1};
    for (int i = 0; i < 2; i++) {
      const double shear = b[c].sign * span->sheared[c] * lack[6 * i + b[c].shear];

      b[c].end[i]   = lack[6 * i + b[c].moment];
      b[c].slope[i] = span->length * (shear + couple[i][1 + c]);
    }
    add_bending(span, &b[c]);
  }
  add_torque(span);
  for (int c = 0; c < 2; c++) subtract_couple(span, &b[c]);
}

void beam_span_forces(const BeamSpan *span, double s, double f[SPAN_FORCES])
{
  int k = span->n - 1;

  while (k > 0 && s < span->piece[k].from) k--;
  for (int c = 0; c < SPAN_FORCES; c++) {
    const SpanPiece *p = &span->piece[k];

    f[c] = polynomial_value(SPAN_DEGREE, p->f[c], (s - p->from) / (p->to - p->from));
  }
}

int beam_span_is_straight(const BeamSpan *span)
{
  const double round = 1e-12; /* relative to the largest force or moment at the ends */

  if (span->n > 1) return 0;
  for (int first = 0; first < SPAN_FORCES; first += T) {
    double most = 0, bent = 0;

    for (int c = first; c < first + T; c++) {
      const double *f = span->piece->f[c];

      most = fmax(most, fmax(fabs(f[0]), fabs(f[0] + f[1])));
      for (int j = 2; j <= SPAN_DEGREE; j++) bent = fmax(bent, fabs(f[j]));
    }
    if (bent > round * most) return 0;
  }
  return 1;
}
