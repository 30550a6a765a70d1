/* split_points.c: finds the points from which ends of lines were split off, and turns the
   offsets of these ends into global axes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "mesh/mesh.h"
#include "member_places.h"
#include "base/error.h"
#include "math/vector.h"
#include "split_ends.h"

/* A line or surface at a node, or an end that was split off it. */
typedef struct {
  int64_t node;
  int64_t far;   /* node at the other end of a line, before the splits; -1 for surfaces */
  int     split; /* 1 or 2: an end that was split off, the first or second one of its line */
  double  x[3];
} AtNode;

/* Plans to send n records of nodes to the ranks that collect them. */
static void plan_by_node(const Ranks *ranks, int64_t n, const char *node, size_t size,
                         ExchangePlan *plan)
{
  int *to = ranks_malloc(ranks, n, sizeof *to);

  for (int64_t k = 0; k < n; k++) {
    int64_t number;

    memcpy(&number, node + (size_t)k * size, sizeof number);
    to[k] = (int)(number % ranks->size);
  }
  exchange_plan_create(ranks, n, to, plan);
  free(to);
}

static int compare_nodes(const void *a, const void *b)
{
  return compare_int64(((const SplitPoint *)a)->node, ((const SplitPoint *)b)->node);
}

/* Returns the ends that the lines of joints name, sorted by node; the caller frees them.

   Output:
     m  their number on this rank, which collects them */
static SplitPoint *collect_joint_lines(const Ranks *ranks, const Geometry *g, int64_t *m)
{
  const int    ends = geometry_find_set(g, SPLIT_OFF_SET);
  SplitPoint  *line = ranks_malloc(ranks, g->ncells, sizeof *line), *received;
  int64_t      n    = 0;
  ExchangePlan plan;

  for (int c = 0; c < g->ncells; c++) {
    const int *node = g->conn + g->offset[c], first = geometry_node_in_set(g, node[0], ends);

    if (g->shape[c] != SHAPE_LINE) continue;
    /* joints at releases of members are in no set of their own, and have no length */
    if (!geometry_cell_in_set(g, c, ends) && point_distance(g->x[node[0]], g->x[node[1]]) > 0)
      continue;
    if (!first && !geometry_node_in_set(g, node[1], ends)) continue;
    line[n] =
      (SplitPoint){.node = g->node_number[node[!first]], .point = g->node_number[node[first]]};
    memcpy(line[n++].x, g->x[node[first]], sizeof line->x);
  }
  plan_by_node(ranks, n, (const char *)line, sizeof *line, &plan);
  *m       = plan.m;
  received = ranks_malloc(ranks, plan.m, sizeof *received);
  exchange_send(&plan, sizeof *line, line, received);
  exchange_plan_free(&plan);
  qsort(received, (size_t)*m, sizeof *received, compare_nodes);
  free(line);
  return received;
}

void find_split_points(const Ranks *ranks, const Geometry *g, int64_t n, SplitPoint split[])
{
  SplitPoint  *received, *line;
  int64_t      nlines;
  ExchangePlan plan;

  for (int64_t k = 0; k < n; k++) split[k].point = -1;
  if (geometry_find_set(g, SPLIT_OFF_SET) < 0) return;
  line = collect_joint_lines(ranks, g, &nlines);
  plan_by_node(ranks, n, (const char *)split, sizeof *split, &plan);
  received = ranks_malloc(ranks, plan.m, sizeof *received);
  exchange_send(&plan, sizeof *split, split, received);
  for (int64_t k = 0; k < plan.m; k++) {
    const SplitPoint *found =
      bsearch(&received[k], line, (size_t)nlines, sizeof *line, compare_nodes);

    if (!found) continue;
    received[k].point = found->point;
    memcpy(received[k].x, found->x, sizeof found->x);
  }
  exchange_send_back(&plan, sizeof *split, received, split);
  exchange_plan_free(&plan);
  free(received);
  free(line);
}

static int compare_at_nodes(const void *a, const void *b)
{
  return compare_int64(((const AtNode *)a)->node, ((const AtNode *)b)->node);
}

/* Lists the nodes of this rank's lines and surfaces, and the points of the n ends. Returns their
   number. The caller frees the list. */
static int64_t list_nodes(const Ranks *ranks, const Geometry *g, int64_t n,
                          const SplitPoint split[], AtNode **list)
{
  int64_t m = 0;

  *list = ranks_malloc(ranks, g->offset[g->ncells] + n, sizeof **list);
  for (int c = 0; c < g->ncells; c++) {
    const int *node = g->conn + g->offset[c], nn = g->offset[c + 1] - g->offset[c];
    const int  line = g->shape[c] == SHAPE_LINE || g->shape[c] == SHAPE_LINE3;

    for (int k = 0; k < nn && g->shape[c] != SHAPE_POINT; k++)
      (*list)[m++] = (AtNode){.node = g->node_number[node[k]],
                              .far  = line && k < 2 ? g->node_number[node[1 - k]] : -1};
  }
  for (int64_t k = 0; k < n; k++) {
    const SplitPoint *other = &split[k ^ 1];

    if (split[k].point < 0) continue;
    (*list)[m] = (AtNode){.node  = split[k].point,
                          .far   = other->point >= 0 ? other->point : other->node,
                          .split = 1 + (int)(k & 1)};
    memcpy((*list)[m++].x, split[k].x, sizeof split->x);
  }
  return m;
}

/* Returns whether the n items of a node are an end and a start that were split off, their two lines
   to the node, and otherwise only lines that coincide with those. */
static int is_cut(int n, const AtNode item[])
{
  const AtNode *split[3] = {NULL, NULL, NULL};
  int           others   = 0;

  for (int k = 0; k < n; k++) {
    if (!item[k].split) continue;
    if (split[item[k].split]) return 0;
    split[item[k].split] = &item[k];
  }
  if (!split[1] || !split[2]) return 0;
  for (int k = 0; k < n; k++)
    others += !item[k].split && item[k].far != split[1]->far && item[k].far != split[2]->far;
  return others == 2;
}

int find_inner_split(const Ranks *ranks, const Geometry *g, int64_t n, const SplitPoint split[],
                     double x[3])
{
  AtNode      *list, *received;
  int64_t      m, any = 0;
  int          found = 0;
  ExchangePlan plan;

  for (int64_t k = 0; k < n; k++) any += split[k].point >= 0;
  if (!ranks_sum(ranks, any)) return 0;
  m = list_nodes(ranks, g, n, split, &list);
  plan_by_node(ranks, m, (const char *)list, sizeof *list, &plan);
  received = ranks_malloc(ranks, plan.m, sizeof *received);
  exchange_send(&plan, sizeof *list, list, received);
  qsort(received, (size_t)plan.m, sizeof *received, compare_at_nodes);
  for (int64_t k = 0, last; k < plan.m && !found; k = last) {
    for (last = k; last < plan.m && received[last].node == received[k].node; last++)
      if (received[last].split) memcpy(x, received[last].x, 3 * sizeof *x);
    found = is_cut((int)(last - k), received + k);
  }
  exchange_plan_free(&plan);
  free(list);
  free(received);
  return found;
}

/* ---- split offsets --------------------------------------------------------------------------- */

/* Returns whether a needed node only joins two lines of the part, and no end is split there. */
static unsigned char *find_inner_nodes(const Splitting *s)
{
  typedef struct {
    int lines, others;
  } Cells;
  const DistributedMesh *d     = s->d;
  const Geometry        *g     = &d->cells;
  Cells                 *local = ranks_calloc(d->ranks, g->nnodes, sizeof *local),
        *received              = ranks_malloc(d->ranks, s->fetch.plan.m, sizeof *received),
        *sum                   = ranks_calloc(d->ranks, d->nodes.nnodes, sizeof *sum);
  unsigned char *inner         = ranks_malloc(d->ranks, g->nnodes, 1);

  for (int c = 0; c < g->ncells; c++)
    for (int k = g->offset[c]; k < g->offset[c + 1] && g->shape[c] != SHAPE_POINT; k++) {
      if (s->in_part[c] && is_line_cell(g, c)) local[g->conn[k]].lines++;
      else local[g->conn[k]].others++;
    }
  exchange_send(&s->fetch.plan, sizeof *local, local, received);
  for (int64_t k = 0; k < s->fetch.plan.m; k++) {
    sum[s->fetch.at[k]].lines += received[k].lines;
    sum[s->fetch.at[k]].others += received[k].others;
  }
  distributed_mesh_fetch(d, &s->fetch, sizeof *sum, sum, local);
  for (int i = 0; i < g->nnodes; i++)
    inner[i] = (unsigned char)(local[i].lines == 2 && !local[i].others && !s->at_sets[i]);
  free(local);
  free(received);
  free(sum);
  return inner;
}

/* Input errors: an offset end of a line with three nodes or of an arc; or the member has several
   lines, so that its axis would have a kink. */
static PetscErrorCode CheckOffsets(const Splitting *s)
{
  const Geometry *g       = &s->d->cells;
  unsigned char  *inner   = find_inner_nodes(s);
  PetscBool       curved  = PETSC_FALSE;
  const double    zero[3] = {0, 0, 0}, *x = zero;
  PetscBool       kink = PETSC_FALSE;

  PetscFunctionBeginUser;
  for (int k = 0; k < s->n; k++) {
    const SplitEnd *split = &s->split[k];
    const double   *rise  = geometry_cell_rise(g, split->cell);

    if (g->shape[split->cell] == SHAPE_LINE3 || (rise && norm(rise) > 0)) curved = PETSC_TRUE;
    if (!inner[g->conn[g->offset[split->cell] + 1 - split->end]]) continue;
    kink = PETSC_TRUE;
    x    = g->x[split->needed];
  }
  free(inner);
  PetscCall(CheckAllRanks(
    s->comm, curved,
    "%s: a line at the set '%s' has a middle node or is an arc; offsets need straight lines of two "
    "nodes",
    s->option, s->end->set));
  PetscCall(CheckAllRanks(
    s->comm, kink,
    "%s: the member at (%.6g, %.6g, %.6g), a point of the set '%s', has several lines; the offset "
    "would move the end of the first one only. Mesh each member as one line, or move its line in "
    "the file",
    s->option, x[0], x[1], x[2], s->end->set));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SplitEndsSetOffsets(const Splitting *s)
{
  const Geometry *g   = &s->d->cells;
  PetscBool       bad = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (!(norm(s->end->end.offset) > 0)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(CheckOffsets(s));
  for (int k = 0; k < s->n; k++) {
    double x[SHAPE_MAX_NODES][3];

    (void)geometry_cell_coordinates(g, s->split[k].cell, x);
    PetscCall(PetscArraycpy(s->split[k].offset, s->end->end.offset, 3));
    if (SectionOffsetTurn(&s->part->section, (const double(*)[3])x, s->split[k].offset))
      bad = PETSC_TRUE;
  }
  PetscCall(CheckAllRanks(
    s->comm, bad, "%s section: a beam lies along its direction, so that its section has no axes",
    s->part->section.option));
  PetscFunctionReturn(PETSC_SUCCESS);
}
