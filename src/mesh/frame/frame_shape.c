/* frame_shape.c: computes the places of copies of a pattern, and the curves of members with the
   places of their cells. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "frame_mesh.h"
#include "math/rotation.h"
#include "math/vector.h"

void frame_copy_point(const FramePattern *pattern, const int copy[FRAME_DIRECTIONS],
                      const double x[3], double y[3])
{
  double shifted[3], arm[3], theta[3], q[4], R[9];

  for (int c = 0; c < 3; c++) {
    shifted[c] = x[c] + copy[1] * pattern->step[1][c] + copy[2] * pattern->step[2][c];
    arm[c]     = shifted[c] - pattern->point[c];
    theta[c]   = copy[0] * pattern->angle * pattern->axis[c];
  }
  memcpy(y, shifted, sizeof shifted);
  if (pattern->angle != 0 && copy[0]) {
    rotation_exp(theta, q);
    rotation_matrix(q, R);
    mat_vec(R, arm, y);
    for (int c = 0; c < 3; c++) y[c] += pattern->point[c];
  }
  for (int c = 0; c < 3; c++) y[c] += copy[0] * pattern->step[0][c];
}

/* Computes the copy y of a vector x [m], which only the rotation of the pattern
   changes. */
static void frame_copy_vector(const FramePattern *pattern, const int copy[FRAME_DIRECTIONS],
                              const double x[3], double y[3])
{
  double tip[3], foot[3];

  for (int c = 0; c < 3; c++) tip[c] = pattern->point[c] + x[c];
  frame_copy_point(pattern, copy, tip, y);
  frame_copy_point(pattern, copy, pattern->point, foot);
  for (int c = 0; c < 3; c++) y[c] -= foot[c];
}

/* Computes the center of the circle through a, p and b, with n = (p - a) x (b - a). */
static void circle_center(const double a[3], const double p[3], const double b[3],
                          const double n[3], double center[3])
{
  double mixed[3], across[3], d[3], e[3];

  for (int c = 0; c < 3; c++) {
    d[c] = p[c] - a[c];
    e[c] = b[c] - a[c];
  }
  for (int c = 0; c < 3; c++) mixed[c] = dot(d, d) * e[c] - dot(e, e) * d[c];
  cross(mixed, n, across);
  for (int c = 0; c < 3; c++) center[c] = a[c] + across[c] / (2 * dot(n, n));
}

int frame_curve_init(FrameKind kind, const double arc_point[3], const double a[3],
                     const double b[3], FrameCurve *curve)
{
  /* Smallest sine of an angle that is not 0, and largest relative difference of equal radii. With a
     smaller sine, the square root of the machine precision, the center of the circle has no right
     digit. tests/mesh/refused.py has a point on the line, tests/mesh/frames.py has arcs. */
  const double flat = 1e-8;
  double       d[3], e[3], n[3], last[3], side[3], least;

  memset(curve, 0, sizeof *curve);
  curve->straight = kind == FRAME_STRAIGHT;
  memcpy(curve->a, a, sizeof curve->a);
  memcpy(curve->b, b, sizeof curve->b);
  if (curve->straight) return 0;
  /* vectors to both ends, from the center or from the point on the arc */
  for (int c = 0; c < 3; c++) {
    d[c] = a[c] - arc_point[c];
    e[c] = b[c] - arc_point[c];
  }
  cross(d, e, n);
  least = flat * norm(d) * norm(e);
  if (!(norm(n) > least)) return 1;
  if (kind == FRAME_ARC_CENTER) {
    memcpy(curve->center, arc_point, sizeof curve->center);
  } else {
    /* axis about which the arc turns from a through arc_point to b */
    for (int c = 0; c < 3; c++) n[c] = -n[c];
    circle_center(a, arc_point, b, n, curve->center);
  }
  for (int c = 0; c < 3; c++) {
    curve->first[c] = a[c] - curve->center[c];
    last[c]         = b[c] - curve->center[c];
    side[c]         = n[c] / norm(n);
  }
  cross(side, curve->first, curve->second);
  curve->angle = atan2(dot(last, curve->second), dot(last, curve->first));
  if (curve->angle < 0) curve->angle += 2 * acos(-1.);
  return fabs(norm(last) - norm(curve->first)) > flat * norm(last);
}

void frame_curve_at(const FrameCurve *curve, double u, double x[3])
{
  const double cosine = cos(u * curve->angle), sine = sin(u * curve->angle);

  for (int c = 0; c < 3; c++)
    x[c] = curve->straight ? (1 - u) * curve->a[c] + u * curve->b[c]
                           : curve->center[c] + cosine * curve->first[c] + sine * curve->second[c];
}

int frame_line_curve(const FrameMesh *frame, FrameInstance at, FrameCurve *curve)
{
  const FrameItem    *line    = &frame->item[at.item];
  const FramePattern *pattern = &frame->pattern[line->pattern];
  double              x[2][3], place[3], along[3], length;

  for (int e = 0; e < 2; e++) {
    const FrameInstance point = frame_end_point(frame, at, e);
    double              arm[3];

    frame_copy_point(&frame->pattern[frame->item[point.item].pattern], point.copy,
                     frame->item[point.item].x, x[e]);
    if (!line->joint[e]) continue;
    frame_copy_vector(pattern, at.copy, line->arm[e], arm);
    for (int c = 0; c < 3; c++) x[e][c] += arm[c];
  }
  if (line->rigid[0] + line->rigid[1] > 0) {
    for (int c = 0; c < 3; c++) along[c] = x[1][c] - x[0][c];
    length = norm(along);
    if (!(line->rigid[0] + line->rigid[1] < length)) return 1;
    for (int c = 0; c < 3; c++) {
      x[0][c] += line->rigid[0] * along[c] / length;
      x[1][c] -= line->rigid[1] * along[c] / length;
    }
  }
  frame_copy_point(pattern, at.copy, line->x, place);
  return frame_curve_init(line->kind, place, x[0], x[1], curve);
}

/* ---- cells of members ------------------------------------------------------------------------ */

/* A copy of a line, and its place along its member. */
typedef struct {
  FrameInstance at;
  int64_t       first, end; /* its cells are first to end - 1 */
  double        before, length, total;
} PlacedLine;

static double line_length(const FrameMesh *frame, FrameInstance at)
{
  FrameCurve curve = {.straight = 1};

  (void)frame_line_curve(frame, at, &curve); /* FrameFromOptions() has checked that it exists */
  return curve.straight ? distance_between(curve.a, curve.b) : curve.angle * norm(curve.first);
}

/* Computes the place of a line from the lines of its member, which are neighbors of the item.
   Returns 0, or 1 if some of them are in another pattern. */
static int place_line(const FrameMesh *frame, PlacedLine *line)
{
  const FrameItem *own   = &frame->item[line->at.item];
  const int        first = line->at.item - own->part, end = first + own->nparts;

  line->before = line->total = 0;
  line->length               = line_length(frame, line->at);
  for (int i = first; i < end; i++) {
    FrameInstance at = line->at;

    at.item = i;
    if (i < 0 || i >= frame->nitems || frame->item[i].pattern != own->pattern ||
        frame->item[i].part != i - first || frame->item[i].nparts != own->nparts)
      return 1;
    if (!frame_instance_exists(frame, at)) continue;
    if (i == line->at.item) line->before = line->total;
    line->total += line_length(frame, at);
  }
  return 0;
}

/* Goes to the line that has a cell. Returns as place_line() does. */
static int find_line(const FrameMesh *frame, int64_t cell, PlacedLine *line)
{
  const PlacedLine last  = *line;
  const FrameItem *item  = line->end ? &frame->item[line->at.item] : NULL;
  const int        after = item && cell >= line->end;

  if (item && cell >= line->first && cell < line->end) return 0;
  line->at    = after ? frame_next_instance(frame, line->at) : (FrameInstance){.item = -1};
  line->first = line->end;
  if (line->at.item < 0 ||
      cell >= line->first + frame_count_item(&frame->item[line->at.item]).cells) {
    line->at    = frame_find_cell_instance(frame, cell);
    line->first = frame_count_before(frame, line->at).cells;
  }
  item      = &frame->item[line->at.item];
  line->end = line->first + frame_count_item(item).cells;
  if (after && line->first == last.end && item->part > 0 && line->at.item == last.at.item + 1 &&
      item[-1].part == item->part - 1 &&
      !memcmp(line->at.copy, last.at.copy, sizeof last.at.copy)) {
    line->before = last.before + last.length;
    line->length = line_length(frame, line->at);
    return 0;
  }
  return place_line(frame, line);
}

int frame_member_places(const FrameMesh *frame, const Geometry *g, int set, double scale,
                        MemberPlace place[])
{
  PlacedLine line = {.end = 0};

  for (int c = 0; c < g->ncells; c++) {
    const int64_t number = g->cell_number[c];
    int64_t       k;

    if (shape_dimension((Shape)g->shape[c]) != 1 || number >= frame->total.cells ||
        !geometry_cell_in_set(g, c, set))
      continue;
    if (find_line(frame, number, &line)) return 1;
    k = number - line.first - frame->item[line.at.item].joint[0];
    for (int e = 0; e < 2; e++) {
      const int    n      = frame->item[line.at.item].n;
      const double at     = (double)k + (g->origin ? g->origin[c].part[e] : e);
      const double inside = fmin(fmax(at, 0), n) / n;

      place[c].s[e] = scale * (line.before + inside * line.length);
    }
    place[c].length = scale * line.total;
  }
  return 0;
}
