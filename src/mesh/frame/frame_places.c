/* frame_places.c: computes where the cells of members are along these members. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "frame_mesh.h"
#include "math/vector.h"

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
      const double inside = (double)(k + e < 0 ? 0 : k + e > n ? n : k + e) / n;

      place[c].s[e] = scale * (line.before + inside * line.length);
    }
    place[c].length = scale * line.total;
  }
  return 0;
}
