/* frame_local_mesh.c: generates one rank's part of a frame, before it is partitioned.

   The ranks divide the cells, in the order of their numbers, into equal parts. Each node belongs to
   a cell, and to the rank of that cell. The node of a point belongs to the cell of the point. A
   node between two cells of a line belongs to the second cell, and a midpoint belongs to its cell.
   The nodes of a rank therefore also have consecutive numbers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "frame_mesh.h"

/* A node that a cell needs, and the cell to which it belongs. */
typedef struct {
  int64_t number, cell;
  double  x[3];
  int     list; /* of its sets */
} FrameNode;

/* A line, and which of its ends is at a point. */
typedef struct {
  int line, end;
} IncidentLine;

/* The part that is being generated. */
typedef struct {
  const FrameMesh *frame;
  Geometry        *g;
  int              rank, size;
  int64_t          first_cell, end_cell, first_node, end_node; /* of this rank */
  int             *first; /* [nitems + 1] lines at point i start at incident[first[i]] */
  IncidentLine    *incident;
  /* [nitems] lines that existed at the last copy of the point whose sets were found, as bits; the
     list of these sets, or -1 */
  uint64_t  *mask;
  int       *list;
  FrameNode *ghost;
  size_t     nghosts, capacity;
  int        failed; /* memory ran out */
} FrameBuilder;

static int64_t first_cell_of(const FrameMesh *frame, int rank, int size)
{
  return (frame->total.cells * rank) / size;
}

static int rank_of_cell(const FrameMesh *frame, int size, int64_t cell)
{
  return (int)(((cell + 1) * size - 1) / frame->total.cells);
}

/* ---- sets of points -------------------------------------------------------------------------- */

static int list_incident_lines(FrameBuilder *p)
{
  const FrameMesh *frame = p->frame;
  const size_t     n     = (size_t)frame->nitems;

  p->first    = calloc(n + 2, sizeof *p->first);
  p->incident = malloc((2 * n + 1) * sizeof *p->incident);
  p->mask     = calloc(n + 1, sizeof *p->mask);
  p->list     = malloc((n + 1) * sizeof *p->list);
  if (!p->first || !p->incident || !p->mask || !p->list) return 1;
  memset(p->list, -1, (n + 1) * sizeof *p->list);
  for (int i = 0; i < frame->nitems; i++)
    for (int e = 0; e < 2 && frame->item[i].kind != FRAME_POINT; e++)
      p->first[frame->item[i].end[e].point + 2]++;
  for (int i = 0; i < frame->nitems; i++) p->first[i + 2] += p->first[i + 1];
  for (int i = 0; i < frame->nitems; i++)
    for (int e = 0; e < 2 && frame->item[i].kind != FRAME_POINT; e++)
      p->incident[p->first[frame->item[i].end[e].point + 1]++] = (IncidentLine){i, e};
  return 0;
}

/* Returns whether a line has a copy that ends at a copy of a point. */
static int line_exists(const FrameMesh *frame, const IncidentLine *in, FrameInstance point)
{
  const FrameItem    *line    = &frame->item[in->line];
  const FramePattern *pattern = &frame->pattern[line->pattern];
  FrameInstance       at      = {
               in->line, {0, 0, 0}
  };

  if (frame->item[point.item].pattern == line->pattern)
    for (int d = 0; d < FRAME_DIRECTIONS; d++) {
      at.copy[d] = point.copy[d] - line->end[in->end].copy_offset[d];
      if (d == 0 && pattern->closed) at.copy[d] = (at.copy[d] + pattern->n[d]) % pattern->n[d];
    }
  return frame_instance_exists(frame, at);
}

/* Returns the list of a point's sets: those of the point, of the lines that end there, and "all",
   which is set 0. */
static int sets_of_point(FrameBuilder *p, FrameInstance point)
{
  const FrameMesh    *frame = p->frame;
  const IncidentLine *in    = p->incident + p->first[point.item],
                     *end   = p->incident + p->first[point.item + 1];
  uint64_t mask             = 0;
  int      list;

  for (const IncidentLine *i = in; i < end && i < in + 64; i++)
    if (line_exists(frame, i, point)) mask |= (uint64_t)1 << (i - in);
  if (end - in <= 64 && p->list[point.item] >= 0 && p->mask[point.item] == mask)
    return p->list[point.item];
  list = set_lists_with_set(&p->g->lists, frame->item[point.item].list, 0);
  for (const IncidentLine *i = in; i < end; i++) {
    const FrameItem *line = &frame->item[i->line];
    const int       *sets,
      n = set_lists_get(&frame->lists, line->joint[i->end] ? line->joint_list[i->end] : line->list,
                        &sets);

    for (int s = 0; s < n && line_exists(frame, i, point); s++)
      list = set_lists_with_set(&p->g->lists, list, sets[s]);
  }
  p->mask[point.item]        = mask;
  return p->list[point.item] = list;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static void point_position(const FrameMesh *frame, FrameInstance at, double x[3])
{
  frame_copy_point(&frame->pattern[frame->item[at.item].pattern], at.copy, frame->item[at.item].x,
                   x);
}

static FrameNode node_of_point(FrameBuilder *p, FrameInstance at)
{
  const FrameCount before = frame_count_before(p->frame, at);
  FrameNode        node   = {
             before.nodes, before.cells, {0, 0, 0},
               sets_of_point(p, at)
  };

  point_position(p->frame, at, node.x);
  return node;
}

/* A copy of a line, its number and its curve. */
typedef struct {
  FrameInstance at;
  FrameCount    before;
  FrameCurve    curve;
} FrameLine;

static FrameLine line_instance(const FrameMesh *frame, FrameInstance at, FrameCount before)
{
  FrameLine line = {at, before, {.straight = 1}};

  (void)frame_line_curve(frame, at,
                         &line.curve); /* FrameFromOptions() has checked that it exists */
  return line;
}

/* Returns the cell of a line to which its node i belongs. */
static int64_t cell_of_node(const FrameItem *item, int64_t i)
{
  return i <= item->joint[0] ? i : item->joint[0] + (i - item->joint[0]) / item->order;
}

/* Returns node i of a line, counted from its first point. */
static FrameNode node_of_line(FrameBuilder *p, const FrameLine *line, int64_t i)
{
  const FrameItem *item = &p->frame->item[line->at.item];
  const int64_t    n = (int64_t)item->n * item->order, inside = i - item->joint[0];
  const int64_t    last = frame_count_item(item).nodes + 1;
  FrameNode        node = {
           line->before.nodes + i - 1, line->before.cells + cell_of_node(item, i), {0, 0, 0},
                    item->list
  };

  if (i == 0 || i == last) return node_of_point(p, frame_end_point(p->frame, line->at, i == last));
  if (i == item->joint[0] || i == last - item->joint[1]) node.list = item->end_list;
  frame_curve_at(&line->curve, (double)inside / (double)n, node.x);
  return node;
}

/* Adds a node to the ghosts if it belongs to another rank. */
static void add_ghost(FrameBuilder *p, FrameNode node)
{
  if (node.cell >= p->first_cell && node.cell < p->end_cell) return;
  if (p->nghosts == p->capacity) {
    FrameNode *grown = realloc(p->ghost, 2 * (p->capacity + 32) * sizeof *grown);

    if (!grown) {
      p->failed = 1;
      return;
    }
    p->ghost    = grown;
    p->capacity = 2 * (p->capacity + 32);
  }
  p->ghost[p->nghosts++] = node;
}

static int compare_nodes(const void *a, const void *b)
{
  const FrameNode *x = a, *y = b;

  return (x->number > y->number) - (x->number < y->number);
}

static void set_node(FrameBuilder *p, int local, const FrameNode *node, int owner,
                     int64_t first_of_owner)
{
  Geometry *g = p->g;

  memcpy(g->x[local], node->x, sizeof node->x);
  g->id[local]          = node->number;
  g->node_number[local] = node->number;
  g->node_sets[local]   = node->list;
  g->owner[local]       = owner;
  g->owner_node[local]  = (int)(node->number - first_of_owner);
}

/* Returns the local number of a node, and sets the node's data if this rank owns it. */
static int local_node(FrameBuilder *p, const FrameNode *node)
{
  const int        is_owned = node->cell >= p->first_cell && node->cell < p->end_cell;
  const int        local    = (int)(node->number - p->first_node);
  const FrameNode *found;

  if (is_owned) {
    set_node(p, local, node, p->rank, p->first_node);
    return local;
  }
  found = bsearch(node, p->ghost, p->nghosts, sizeof *node, compare_nodes);
  return (int)(p->end_node - p->first_node + (found - p->ghost));
}

/* ---- cells ----------------------------------------------------------------------------------- */

/* A function for the cells first to end - 1 of a copy of an item; before has the numbers of cells
   and nodes before that copy. */
typedef void (*CellVisitor)(FrameBuilder *p, FrameInstance at, FrameCount before, int64_t first,
                            int64_t end);

static void visit_local_cells(FrameBuilder *p, CellVisitor visit)
{
  const FrameMesh *frame = p->frame;
  FrameInstance    at;
  FrameCount       before, each;

  if (p->first_cell == p->end_cell) return;
  at     = frame_find_cell_instance(frame, p->first_cell);
  before = frame_count_before(frame, at);
  for (; at.item >= 0 && before.cells < p->end_cell; at = frame_next_instance(frame, at)) {
    const int64_t first = p->first_cell - before.cells, end = p->end_cell - before.cells;

    each = frame_count_item(&frame->item[at.item]);
    visit(p, at, before, first > 0 ? first : 0, end < each.cells ? end : each.cells);
    before.cells += each.cells;
    before.nodes += each.nodes;
  }
}

static void add_ghosts_of_item(FrameBuilder *p, FrameInstance at, FrameCount before, int64_t first,
                               int64_t end)
{
  const FrameItem *item = &p->frame->item[at.item];
  FrameLine        line;

  if (item->kind == FRAME_POINT) return;
  line = line_instance(p->frame, at, before);
  if (first == 0) add_ghost(p, node_of_line(p, &line, 0));
  add_ghost(p, node_of_line(p, &line, frame_first_node(item, end)));
}

/* Sets the rise of the next cell, which is the curve between two parameters. */
static void set_rise(const FrameCurve *curve, double from, double to, Geometry *g)
{
  double a[3], b[3], middle[3];

  frame_curve_at(curve, from, a);
  frame_curve_at(curve, to, b);
  frame_curve_at(curve, (from + to) / 2, middle);
  for (int c = 0; c < 3; c++) g->rise[g->ncells][c] = middle[c] - (a[c] + b[c]) / 2;
}

static void add_frame_cell(FrameBuilder *p, int64_t number, Shape shape, const int nodes[],
                           int list)
{
  Geometry *g = p->g;
  const int c = g->ncells++, nn = shape_nodes(shape);

  memcpy(g->conn + g->offset[c], nodes, (size_t)nn * sizeof *nodes);
  g->offset[c + 1]  = g->offset[c] + nn;
  g->shape[c]       = (unsigned char)shape;
  g->cell_number[c] = number;
  g->cell_sets[c]   = list;
}

/* Adds cell k of a line, from the further node at an end of the line to the point there. */
static void add_joint_cell(FrameBuilder *p, const FrameLine *line, int64_t k)
{
  const FrameItem *item    = &p->frame->item[line->at.item];
  const int64_t    node    = frame_first_node(item, k);
  const int        end     = k > 0 || !item->joint[0];
  const FrameNode  beam    = node_of_line(p, line, end ? node : node + 1);
  const FrameNode  point   = node_of_line(p, line, end ? node + 1 : node);
  const int        both[2] = {local_node(p, &beam), local_node(p, &point)};

  add_frame_cell(p, line->before.cells + k, SHAPE_LINE, both, item->joint_list[end]);
}

static void add_cells_of_item(FrameBuilder *p, FrameInstance at, FrameCount before, int64_t first,
                              int64_t end)
{
  const FrameItem *item = &p->frame->item[at.item];
  int              node[3];
  FrameLine        line;

  if (item->kind == FRAME_POINT) {
    const FrameNode point = node_of_point(p, at);

    node[0] = local_node(p, &point);
    add_frame_cell(p, before.cells, SHAPE_POINT, node, item->list);
    return;
  }
  line = line_instance(p->frame, at, before);
  for (int64_t k = first; k < end; k++) {
    const int64_t inside = k - item->joint[0];

    if (inside < 0 || inside >= item->n) {
      add_joint_cell(p, &line, k);
      continue;
    }
    if (item->order == 1 && !line.curve.straight)
      set_rise(&line.curve, (double)inside / item->n, (double)(inside + 1) / item->n, p->g);
    for (int i = 0; i <= item->order; i++) {
      /* index in the cell, whose first nodes are the ends */
      const int place[2][3] = {
        {0,  1},
        { 0, 2, 1}
      };
      const FrameNode at_i = node_of_line(p, &line, frame_first_node(item, k) + i);

      node[place[item->order - 1][i]] = local_node(p, &at_i);
    }
    add_frame_cell(p, before.cells + k, item->order == 2 ? SHAPE_LINE3 : SHAPE_LINE, node,
                   item->list);
  }
}

/* ---- the part -------------------------------------------------------------------------------- */

/* Sorts the ghosts and removes duplicates. */
static void sort_ghosts(FrameBuilder *p)
{
  size_t n = 0;

  if (p->nghosts) qsort(p->ghost, p->nghosts, sizeof *p->ghost, compare_nodes);
  for (size_t k = 0; k < p->nghosts; k++)
    if (!n || p->ghost[n - 1].number != p->ghost[k].number) p->ghost[n++] = p->ghost[k];
  p->nghosts = n;
}

/* Copies the lists of sets, which keep their numbers. */
static void copy_sets(const FrameMesh *frame, Geometry *g)
{
  for (int l = 1; l <= frame->lists.n; l++) {
    const int *sets, n = set_lists_get(&frame->lists, l, &sets);

    (void)set_lists_find_or_add(&g->lists, sets, n);
  }
}

static void set_ghosts(FrameBuilder *p)
{
  const int nowned = (int)(p->end_node - p->first_node);
  int64_t   first  = 0;
  int       last   = -1; /* rank that first belongs to */

  for (size_t k = 0; k < p->nghosts; k++) {
    const int owner = rank_of_cell(p->frame, p->size, p->ghost[k].cell);

    if (owner != last)
      first = frame_nodes_before_cell(p->frame, first_cell_of(p->frame, owner, p->size));
    last = owner;
    set_node(p, nowned + (int)k, &p->ghost[k], owner, first);
  }
}

static int is_arc(const FrameItem *item)
{
  return item->kind == FRAME_ARC_THROUGH || item->kind == FRAME_ARC_CENTER;
}

static int build_local_mesh(FrameBuilder *p)
{
  const FrameMesh *frame = p->frame;
  Geometry        *g     = p->g, whole;
  const int cells = (int)(p->end_cell - p->first_cell), nowned = (int)(p->end_node - p->first_node);
  int       curved = 0;

  memset(g, 0, sizeof *g);
  copy_sets(frame, g); /* node_of_point() adds lists */
  if (list_incident_lines(p)) return 1;
  visit_local_cells(p, add_ghosts_of_item);
  sort_ghosts(p);
  if (p->failed ||
      geometry_allocate(&whole, nowned + (int)p->nghosts, cells, 3 * cells, frame->nsets))
    return 1;
  for (int i = 0; i < frame->nitems; i++) curved = curved || is_arc(&frame->item[i]);
  if (curved && geometry_allocate_rise(&whole)) return 1;
  whole.lists   = g->lists;
  *g            = whole;
  g->ncells     = 0; /* add_frame_cell() counts them */
  g->owner      = malloc(((size_t)g->nnodes + 1) * sizeof *g->owner);
  g->owner_node = malloc(((size_t)g->nnodes + 1) * sizeof *g->owner_node);
  if (!g->owner || !g->owner_node) return 1;
  memcpy(g->set_name, frame->set_name, (size_t)frame->nsets * sizeof *g->set_name);
  visit_local_cells(p, add_cells_of_item);
  set_ghosts(p);
  return g->lists.failed;
}

int frame_local_mesh(const FrameMesh *frame, int rank, int size, Geometry *g)
{
  FrameBuilder builder = {.frame = frame, .g = g, .rank = rank, .size = size};
  int          bad;

  builder.first_cell = first_cell_of(frame, rank, size);
  builder.end_cell   = first_cell_of(frame, rank + 1, size);
  builder.first_node = frame_nodes_before_cell(frame, builder.first_cell);
  builder.end_node   = frame_nodes_before_cell(frame, builder.end_cell);
  bad                = build_local_mesh(&builder);
  if (bad) geometry_free(g);
  free(builder.first);
  free(builder.incident);
  free(builder.mask);
  free(builder.list);
  free(builder.ghost);
  return bad;
}
