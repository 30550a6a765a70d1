/* frame_count.c: numbers the cells and nodes of a frame from the numbers of copies of its items.

   Any rank can compute the number of any cell or node. The direction with most copies is counted
   slowest, so that ranks share few nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "frame_mesh.h"

static void set_direction_order(FramePattern *p)
{
  int *const direction_order = p->direction_order;

  for (int d = 0; d < FRAME_DIRECTIONS; d++) direction_order[d] = FRAME_DIRECTIONS - 1 - d;
  for (int pass = 0; pass < FRAME_DIRECTIONS - 1; pass++)
    for (int k = 0; k < FRAME_DIRECTIONS - 1; k++)
      if (p->n[direction_order[k]] < p->n[direction_order[k + 1]]) {
        const int swap = direction_order[k];

        direction_order[k]     = direction_order[k + 1];
        direction_order[k + 1] = swap;
      }
}

static void set_copy_counts(const FramePattern *p, FrameItem *item)
{
  for (int d = 0; d < FRAME_DIRECTIONS; d++) {
    int copy_offset = 0;

    for (int e = 0; e < 2 && item->kind != FRAME_POINT; e++)
      if (item->end[e].copy_offset[d] > copy_offset) copy_offset = item->end[e].copy_offset[d];
    item->m[d] = d == 0 && p->closed ? p->n[d] : p->n[d] - copy_offset;
    if (item->m[d] < 0) item->m[d] = 0;
  }
}

FrameCount frame_count_item(const FrameItem *item)
{
  const int joints = item->joint[0] + item->joint[1];

  if (item->kind == FRAME_POINT) return (FrameCount){1, 1};
  return (FrameCount){(int64_t)item->n + joints, (int64_t)item->n * item->order - 1 + joints};
}

int64_t frame_first_node(const FrameItem *line, int64_t k)
{
  const int64_t inside = k - line->joint[0]; /* among the cells of the curve */

  if (inside <= 0) return k;
  return line->joint[0] +
         (inside > line->n ? (int64_t)line->n * line->order + 1 : inside * line->order);
}

static void add_copies(FrameCount *sum, const FrameItem *item, int64_t copies)
{
  const FrameCount each = frame_count_item(item);

  sum->cells += copies * each.cells;
  sum->nodes += copies * each.nodes;
}

void frame_number_items(FrameMesh *frame)
{
  frame->total = (FrameCount){0, 0};
  for (int p = 0, i = 0; p < frame->npatterns; p++) {
    FramePattern *const pattern = &frame->pattern[p];

    set_direction_order(pattern);
    pattern->before = frame->total;
    pattern->first  = i;
    for (; i < frame->nitems && frame->item[i].pattern == p; i++) {
      FrameItem *const item = &frame->item[i];

      set_copy_counts(pattern, item);
      add_copies(&frame->total, item, (int64_t)item->m[0] * item->m[1] * item->m[2]);
    }
    pattern->end = i;
  }
}

int frame_parse_copy(const char text[], size_t length, int copy[FRAME_DIRECTIONS])
{
  const long  high = 1000000;
  const char *at   = text;

  memset(copy, 0, FRAME_DIRECTIONS * sizeof *copy);
  for (int d = 0; at < text + length; d++) {
    char *rest;
    long  number;

    if (d == FRAME_DIRECTIONS || *at != '+' || at[1] < '0' || at[1] > '9') return 1;
    number = strtol(at + 1, &rest, 10);
    if (number >= high || rest > text + length) return 1;
    copy[d] = (int)number;
    at      = rest;
  }
  return 0;
}

int frame_instance_exists(const FrameMesh *frame, FrameInstance at)
{
  for (int d = 0; d < FRAME_DIRECTIONS; d++)
    if (at.copy[d] < 0 || at.copy[d] >= frame->item[at.item].m[d]) return 0;
  return 1;
}

FrameInstance frame_end_point(const FrameMesh *frame, FrameInstance at, int end)
{
  const FrameItem    *line    = &frame->item[at.item];
  const FramePattern *pattern = &frame->pattern[line->pattern];
  const FrameEnd     *e       = &line->end[end];

  at.item = e->point;
  if (frame->item[e->point].pattern != line->pattern) {
    memset(at.copy, 0, sizeof at.copy);
    return at;
  }
  for (int d = 0; d < FRAME_DIRECTIONS; d++) at.copy[d] += e->copy_offset[d];
  if (pattern->closed) at.copy[0] %= pattern->n[0];
  return at;
}

/* Returns how many copies of an item come before a copy of its pattern. */
static int64_t count_copies_before(const FramePattern *p, const FrameItem *item, const int copy[])
{
  int64_t count = 0, block = (int64_t)item->m[0] * item->m[1] * item->m[2];

  for (int k = 0; k < FRAME_DIRECTIONS && block; k++) {
    const int d = p->direction_order[k];

    block /= item->m[d];
    if (copy[d] >= item->m[d]) return count + item->m[d] * block;
    count += copy[d] * block;
  }
  return count;
}

FrameCount frame_count_before(const FrameMesh *frame, FrameInstance at)
{
  const FramePattern *pattern = &frame->pattern[frame->item[at.item].pattern];
  FrameCount          sum     = pattern->before;

  for (int i = pattern->first; i < pattern->end; i++) {
    const int earlier =
      i < at.item && frame_instance_exists(frame, (FrameInstance){
                                                    i, {at.copy[0], at.copy[1], at.copy[2]}
    });

    add_copies(&sum, &frame->item[i],
               count_copies_before(pattern, &frame->item[i], at.copy) + earlier);
  }
  return sum;
}

/* Returns the first item, a point, in copy number c of a pattern. */
static FrameInstance first_instance_of_copy(const FramePattern *p, int64_t c)
{
  FrameInstance at = {
    p->first, {0, 0, 0}
  };

  for (int k = FRAME_DIRECTIONS - 1; k >= 0; k--) {
    at.copy[p->direction_order[k]] = (int)(c % p->n[p->direction_order[k]]);
    c /= p->n[p->direction_order[k]];
  }
  return at;
}

FrameInstance frame_find_cell_instance(const FrameMesh *frame, int64_t cell)
{
  const FramePattern *pattern = &frame->pattern[frame->npatterns - 1];
  int64_t             low     = 0, high;
  FrameInstance       at;

  while (pattern->before.cells > cell) pattern--;
  high = (int64_t)pattern->n[0] * pattern->n[1] * pattern->n[2];
  while (high - low > 1) { /* it is in one of the copies low to high - 1 */
    const int64_t middle = low + (high - low) / 2;

    if (frame_count_before(frame, first_instance_of_copy(pattern, middle)).cells <= cell)
      low = middle;
    else high = middle;
  }
  at = first_instance_of_copy(pattern, low);
  cell -= frame_count_before(frame, at).cells;
  for (; cell >= frame_count_item(&frame->item[at.item]).cells; at = frame_next_instance(frame, at))
    cell -= frame_count_item(&frame->item[at.item]).cells;
  return at;
}

/* Returns the first item of the next copy of a pattern, or item -1. */
static FrameInstance first_of_next_copy(const FramePattern *p, FrameInstance at)
{
  at.item = p->first;
  for (int k = FRAME_DIRECTIONS - 1; k >= 0; k--) {
    const int d = p->direction_order[k];

    if (++at.copy[d] < p->n[d]) return at;
    at.copy[d] = 0;
  }
  at.item = -1;
  return at;
}

FrameInstance frame_next_instance(const FrameMesh *frame, FrameInstance at)
{
  do {
    const FramePattern *pattern = &frame->pattern[frame->item[at.item].pattern];

    if (at.item + 1 < pattern->end) at.item++;
    else at = first_of_next_copy(pattern, at);
    if (at.item < 0 && pattern->end < frame->nitems)
      at.item = pattern->end; /* of the next pattern */
  } while (at.item >= 0 && !frame_instance_exists(frame, at));
  return at;
}

int64_t frame_nodes_before_cell(const FrameMesh *frame, int64_t cell)
{
  FrameInstance at;
  FrameCount    before;
  int64_t       k;

  if (cell >= frame->total.cells) return frame->total.nodes;
  at     = frame_find_cell_instance(frame, cell);
  before = frame_count_before(frame, at);
  k      = cell - before.cells; /* index among the item's cells */
  return before.nodes + (k == 0 ? 0 : frame_first_node(&frame->item[at.item], k) - 1);
}
