/* glued_edges.c: computes the weights of a mortar method for nodes on a glued edge. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "math/vector.h"
#include "glued_lines.h"

typedef GROWING_LIST(GluedShare) ShareList;

/* ---- lines of tied nodes --------------------------------------------------------------------- */

/* Collects the lines of this rank both of whose nodes are tied. Marks the ends where no other such
   line continues. */
static void tied_lines(DistributedMesh *d, const unsigned char selected[], GluedCellList *lines)
{
  const Ranks    *ranks = d->ranks;
  const Geometry *g     = &d->cells;
  unsigned char  *tied  = ranks_malloc(ranks, g->nnodes, 1);
  int            *mine  = ranks_calloc(ranks, g->nnodes, sizeof *mine), *received,
      *all              = ranks_calloc(ranks, d->nodes.nnodes, sizeof *all);
  NodeFetch fetch;

  distributed_mesh_plan_fetch(d, &fetch);
  distributed_mesh_fetch(d, &fetch, 1, selected, tied);
  for (int c = 0; c < g->ncells; c++) {
    const int *at = g->conn + g->offset[c];
    GluedCell  line;

    if (g->shape[c] != SHAPE_LINE || !tied[at[0]] || !tied[at[1]]) continue;
    line = (GluedCell){.number = g->cell_number[c], .shape = SHAPE_LINE};
    geometry_cell_coordinates(g, c, line.x);
    line.size = point_distance(line.x[0], line.x[1]);
    for (int k = 0; k < 2; k++) {
      line.node[k] = g->node_number[at[k]];
      line.end[k]  = at[k];
      mine[at[k]]++;
    }
    if (line.size > 0) GROWING_LIST_ADD(ranks, *lines, line);
  }
  received = ranks_malloc(ranks, fetch.plan.m, sizeof *received);
  exchange_send(&fetch.plan, sizeof *mine, mine, received);
  for (int64_t k = 0; k < fetch.plan.m; k++) all[fetch.at[k]] += received[k];
  distributed_mesh_fetch(d, &fetch, sizeof *all, all, mine);
  for (int64_t k = 0; k < lines->n; k++)
    for (int e = 0; e < 2; e++) lines->at[k].end[e] = mine[lines->at[k].end[e]] < 2;
  node_fetch_free(&fetch);
  free(tied);
  free(mine);
  free(received);
  free(all);
}

/* Sets psi[2] at the place s of a line, from 0 to 1. */
static void dual_functions(const GluedCell *line, double s, double psi[2])
{
  for (int k = 0; k < 2; k++) {
    const double N = k ? s : 1 - s;

    psi[k] = line->end[1 - k] ? 1 : 3 * N - 1; /* 2 N - (1 - N) */
    if (line->end[k]) psi[k] = 0;
  }
}

/* Adds the shares that do not depend on the other edge. These are the line's part of the integral
   of psi, and, at an end of the edge, the share of the end in the motion of the line. */
static void add_own_shares(const Ranks *ranks, const GluedCell *line, ShareList *shares)
{
  for (int k = 0; k < 2; k++) {
    GluedShare share = {.tied = line->node[k], .node = -1, .end = line->end[k]};

    if (!line->end[k]) share.full = line->size / 2;
    GROWING_LIST_ADD(ranks, *shares, share);
    if (line->end[k] || !line->end[1 - k]) continue;
    share =
      (GluedShare){.tied = line->node[k], .node = line->node[1 - k], .weight = -line->size / 2};
    memcpy(share.x, line->x[1 - k], sizeof share.x);
    GROWING_LIST_ADD(ranks, *shares, share);
  }
}

/* ---- the other edge -------------------------------------------------------------------------- */

/* Returns the place of a point along a line, from 0 at its first node to 1 at its second. */
static double place_along(const GluedCell *line, const double x[3])
{
  double along[3], from[3];

  for (int c = 0; c < 3; c++) {
    along[c] = line->x[1][c] - line->x[0][c];
    from[c]  = x[c] - line->x[0][c];
  }
  return dot(along, from) / dot(along, along);
}

/* Returns whether the point at the place s of a line is within the reach of a cell, whose place
   there is eta. */
static int is_near(const GluedCell *line, double s, const GluedCell *cell, double eta)
{
  double between[3];

  for (int c = 0; c < 3; c++)
    between[c] =
      (1 - s) * line->x[0][c] + s * line->x[1][c] - (1 - eta) * cell->x[0][c] - eta * cell->x[1][c];
  return norm(between) <= cell->reach + 0.5 * cell->size *
                                          fabs(eta < 0   ? eta
                                               : eta > 1 ? eta - 1
                                                         : 0);
}

/* Adds the shares of a cell of the other edge in the tied nodes of a line. */
static void add_shares(const Ranks *ranks, const GluedCell *line, const GluedCell *cell,
                       ShareList *shares)
{
  const double s[2] = {place_along(line, cell->x[0]), place_along(line, cell->x[1])};
  const double low = fmax(0, fmin(s[0], s[1])), high = fmin(1, fmax(s[0], s[1]));
  double       sum[2][2] = {{0}};

  if (!(high > low) ||
      !is_near(line, (low + high) / 2, cell, ((low + high) / 2 - s[0]) / (s[1] - s[0])))
    return;
  for (int point = -1; point <= 1; point += 2) { /* two Gauss points: exact for psi times N */
    const double at  = (low + high) / 2 + point * (high - low) / sqrt(12),
                 eta = (at - s[0]) / (s[1] - s[0]), weight = (high - low) / 2 * line->size;
    double psi[2];

    dual_functions(line, at, psi);
    for (int k = 0; k < 2; k++)
      for (int i = 0; i < 2; i++) sum[k][i] += weight * psi[k] * (i ? eta : 1 - eta);
  }
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 2 && !line->end[k]; i++) {
      GluedShare share = {.tied = line->node[k], .node = cell->node[i], .weight = sum[k][i]};

      memcpy(share.x, cell->x[i], sizeof share.x);
      GROWING_LIST_ADD(ranks, *shares, share);
    }
}

/* Adds the shares of all pairs of lines and cells. A pair counts only in the lowest of its common
   bins. */
static void add_pairs(const Ranks *ranks, const GluedCell lines[], int64_t nlines,
                      const GluedCell cells[], int64_t ncells, ShareList *shares)
{
  for (int64_t k = 0; k < nlines; k++) {
    int64_t          count;
    const GluedCell *line = &lines[k], *cell = glued_cells_in_bin(cells, ncells, line->bin, &count);

    for (int64_t j = 0; j < count; j++) {
      int lowest = 1;

      for (int c = 0; c < 3; c++)
        lowest = lowest && line->bin[c] == fmax(line->low[c], cell[j].low[c]);
      if (lowest) add_shares(ranks, line, &cell[j], shares);
    }
  }
}

/* ---- shares of tied nodes -------------------------------------------------------------------- */

static int compare_shares(const void *a, const void *b)
{
  const GluedShare *p = a, *q = b;

  return p->tied != q->tied ? compare_int64(p->tied, q->tied) : compare_int64(p->node, q->node);
}

/* Sums sorted shares with equal numbers, and returns how many are left. */
static int64_t sum_shares(GluedShare share[], int64_t n)
{
  int64_t m = 0;

  for (int64_t k = 0; k < n; k++)
    if (m && !compare_shares(&share[m - 1], &share[k])) {
      share[m - 1].weight += share[k].weight;
      share[m - 1].full += share[k].full;
      share[m - 1].end = share[m - 1].end || share[k].end;
    } else share[m++] = share[k];
  return m;
}

GluedShare *glued_shares(const GluedBins *bins, DistributedMesh *d, const GluedCell sorted[],
                         int64_t n, const unsigned char selected[], int64_t *m)
{
  const Ranks  *ranks  = bins->ranks;
  GluedCellList lines  = {NULL, 0, 0};
  ShareList     shares = {NULL, 0, 0};
  GluedCell    *received;
  GluedShare   *mine;
  ExchangePlan  plan;
  int64_t       nreceived;
  int          *to;

  tied_lines(d, selected, &lines);
  for (int64_t k = 0; k < lines.n; k++) add_own_shares(ranks, &lines.at[k], &shares);
  received = glued_cells_send(bins, &lines, &nreceived);
  add_pairs(ranks, received, nreceived, sorted, n, &shares);
  to = ranks_malloc(ranks, shares.n, sizeof *to);
  for (int64_t k = 0; k < shares.n; k++)
    to[k] = ranks_find_owner(ranks, d->first, shares.at[k].tied);
  exchange_plan_create(ranks, shares.n, to, &plan);
  mine = ranks_malloc(ranks, plan.m, sizeof *mine);
  exchange_send(&plan, sizeof *mine, shares.at, mine);
  if (plan.m) qsort(mine, (size_t)plan.m, sizeof *mine, compare_shares);
  *m = sum_shares(mine, plan.m);
  exchange_plan_free(&plan);
  free(lines.at);
  free(shares.at);
  free(received);
  free(to);
  return mine;
}
