/* glued_search.c: finds the cells of a part on which the nodes of a glued tie lie. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash_index.h"
#include "math/vector.h"
#include "mesh/place/cell_place.h"
#include "glued_search.h"

/* Relative to the size of a cell: nodes of files and formulas are on a surface up to the digits of
   their coordinates, as places of loads are (mesh/place/mesh_place.c). */
static const double ON_CELL = 1e-3;

/* ---- cells ----------------------------------------------------------------------------------- */

static GluedCell copy_cell(const Geometry *g, int c, double reach)
{
  GluedCell cell = {.number = g->cell_number[c], .shape = g->shape[c]};
  const int nn   = geometry_cell_coordinates(g, c, cell.x);

  for (int i = 0; i < nn; i++) {
    cell.node[i] = g->node_number[g->conn[g->offset[c] + i]];
    for (int k = 0; k < i; k++) cell.size = fmax(cell.size, point_distance(cell.x[i], cell.x[k]));
  }
  cell.reach = reach > 0 ? reach : ON_CELL * cell.size;
  return cell;
}

/* Returns a hash of the line between two nodes, given by their numbers. */
static uint64_t hash_line(int64_t p, int64_t q)
{
  const int64_t key[2] = {p < q ? p : q, p < q ? q : p};

  return hash_bytes(0, key, sizeof key);
}

/* Sets GluedCell.is_side of lines in a set. A line is a side of a surface if the side has the same
   hash. */
static void find_sides(DistributedMesh *d, int set, GluedCellList *lines)
{
  const Geometry *g = &d->cells;
  unsigned char  *equal;
  GROWING_LIST(uint64_t) hash = {NULL, 0, 0};

  for (int64_t k = 0; k < lines->n; k++)
    GROWING_LIST_ADD(d->ranks, hash, hash_line(lines->at[k].node[0], lines->at[k].node[1]));
  for (int c = 0; c < g->ncells; c++) {
    const int *at = g->conn + g->offset[c], nn = geometry_cell_size(g, c);

    for (int i = 0; i < nn && shape_dimension((Shape)g->shape[c]) == 2; i++) {
      const int p = at[i], q = at[(i + 1) % nn];

      if (geometry_node_in_set(g, p, set) && geometry_node_in_set(g, q, set))
        GROWING_LIST_ADD(d->ranks, hash, hash_line(g->node_number[p], g->node_number[q]));
    }
  }
  equal = ranks_malloc(d->ranks, hash.n, 1);
  ranks_flag_duplicates(d->ranks, hash.n, hash.at, equal);
  for (int64_t k = 0; k < lines->n; k++) lines->at[k].is_side = equal[k];
  free(equal);
  free(hash.at);
}

int glued_cells(DistributedMesh *d, int set, double reach, GluedCellList *cells)
{
  const Geometry *g       = &d->cells;
  int64_t         highest = 0;
  NodeFetch       fetch;

  distributed_mesh_plan_fetch(d, &fetch);
  distributed_mesh_fetch_x(d, &fetch);
  distributed_mesh_fetch(d, &fetch, sizeof *g->node_sets, d->nodes.node_sets, g->node_sets);
  node_fetch_free(&fetch);
  for (int c = 0; c < g->ncells; c++)
    if (geometry_cell_in_set(g, c, set) && shape_dimension((Shape)g->shape[c]) > highest)
      highest = shape_dimension((Shape)g->shape[c]);
  highest = ranks_max(d->ranks, highest);
  for (int c = 0; c < g->ncells && highest > 0; c++)
    if (geometry_cell_in_set(g, c, set) && shape_dimension((Shape)g->shape[c]) == highest)
      GROWING_LIST_ADD(d->ranks, *cells, copy_cell(g, c, reach));
  if (highest == 1) find_sides(d, set, cells);
  return (int)highest;
}

/* ---- bins ------------------------------------------------------------------------------------ */

GluedBins glued_bins(const DistributedMesh *d, const GluedCellList *cells)
{
  GluedBins bins = {.ranks = d->ranks};
  double    size[3];

  distributed_mesh_bounding_box(d, bins.corner, size);
  for (int64_t k = 0; k < cells->n; k++)
    bins.side = fmax(bins.side, fmax(cells->at[k].size, cells->at[k].reach));
  ranks_max_reals(d->ranks, 1, &bins.side);
  return bins;
}

/* Computes the bin of a point. Local. */
static void glued_bin(const GluedBins *bins, const double x[3], double bin[3])
{
  /* adding 0 avoids -0, which has other bytes */
  for (int c = 0; c < 3; c++) bin[c] = floor((x[c] - bins->corner[c]) / bins->side) + 0.;
}

static int owner_of_bin(const GluedBins *bins, const double bin[3])
{
  return ranks_owner_of_hash(bins->ranks, hash_bytes(0, bin, 3 * sizeof *bin));
}

static int compare_bins(const double a[3], const double b[3])
{
  for (int c = 0; c < 3; c++)
    if (a[c] != b[c]) return a[c] < b[c] ? -1 : 1;
  return 0;
}

static int compare_cells(const void *a, const void *b)
{
  const GluedCell *p = a, *q = b;
  const int        bin = compare_bins(p->bin, q->bin);

  return bin ? bin : compare_int64(p->number, q->number);
}

/* Adds a copy of the cell for each bin that it touches. */
static void add_copies(const GluedBins *bins, GluedCell cell, GluedCellList *copies)
{
  const int nn = shape_nodes((Shape)cell.shape);
  double    low[3], high[3], last[3];

  for (int c = 0; c < 3; c++) {
    low[c] = HUGE_VAL, high[c] = -HUGE_VAL;
    for (int i = 0; i < nn; i++) {
      low[c]  = fmin(low[c], cell.x[i][c] - cell.reach);
      high[c] = fmax(high[c], cell.x[i][c] + cell.reach);
    }
  }
  glued_bin(bins, low, cell.low);
  glued_bin(bins, high, last);
  for (cell.bin[0] = cell.low[0]; cell.bin[0] <= last[0]; cell.bin[0]++)
    for (cell.bin[1] = cell.low[1]; cell.bin[1] <= last[1]; cell.bin[1]++)
      for (cell.bin[2] = cell.low[2]; cell.bin[2] <= last[2]; cell.bin[2]++)
        GROWING_LIST_ADD(bins->ranks, *copies, cell);
}

GluedCell *glued_cells_send(const GluedBins *bins, const GluedCellList *cells, int64_t *n)
{
  GluedCellList copies = {NULL, 0, 0};
  GluedCell    *received;
  ExchangePlan  plan;
  int          *to;

  for (int64_t k = 0; k < cells->n; k++) add_copies(bins, cells->at[k], &copies);
  to = ranks_malloc(bins->ranks, copies.n, sizeof *to);
  for (int64_t k = 0; k < copies.n; k++) to[k] = owner_of_bin(bins, copies.at[k].bin);
  exchange_plan_create(bins->ranks, copies.n, to, &plan);
  *n       = plan.m;
  received = ranks_malloc(bins->ranks, plan.m, sizeof *received);
  exchange_send(&plan, sizeof *received, copies.at, received);
  if (*n) qsort(received, (size_t)*n, sizeof *received, compare_cells);
  exchange_plan_free(&plan);
  free(copies.at);
  free(to);
  return received;
}

const GluedCell *glued_cells_in_bin(const GluedCell sorted[], int64_t n, const double bin[3],
                                    int64_t *count)
{
  int64_t low = 0, high = n;

  while (low < high) {
    const int64_t middle = (low + high) / 2;

    if (compare_bins(sorted[middle].bin, bin) < 0) low = middle + 1;
    else high = middle;
  }
  for (high = low; high < n && !compare_bins(sorted[high].bin, bin);) high++;
  *count = high - low;
  return *count ? sorted + low : NULL;
}

/* ---- nearest points -------------------------------------------------------------------------- */

typedef struct {
  double  bin[3], x[3];
  int64_t number;
} Query;

static double place_on_cell(const GluedCell *cell, const double x[3], double square[2])
{
  return cell_nearest_point((Shape)cell->shape, (const double(*)[3])cell->x, NULL, x, square);
}

/* Finds the nearest of the cells in a bin. If several cells are equally near, up to round-off, the
   cell with the lowest number counts, so that ranks and round-off do not choose. */
static GluedFoot nearest_foot(const Query *q, const GluedCell cells[], int64_t n)
{
  GluedFoot best = {.distance = HUGE_VAL};

  for (int64_t k = 0; k < n; k++) {
    const double round_off = 1e-9 * cells[k].size;
    double       square[2], distance;

    for (int i = 0; i < shape_nodes((Shape)cells[k].shape); i++)
      if (cells[k].node[i] == q->number) return (GluedFoot){.found = -1};
    if (point_distance(cells[k].x[0], q->x) > fmin(best.distance, cells[k].reach) + cells[k].size)
      continue;
    distance = place_on_cell(&cells[k], q->x, square);
    if (distance > cells[k].reach || distance >= best.distance - round_off) continue;
    best = (GluedFoot){.cell = cells[k], .distance = distance, .found = 1};
  }
  return best;
}

static void evaluate_foot(const double x[3], GluedFoot *foot)
{
  double         square[2];
  ShapeCellPoint p;

  place_on_cell(&foot->cell, x, square);
  shape_cell_point((Shape)foot->cell.shape, (const double(*)[3])foot->cell.x, square, 1, &p);
  memcpy(foot->N, p.N, sizeof foot->N);
  memcpy(foot->x, p.x, sizeof foot->x);
}

void glued_feet(const GluedBins *bins, const DistributedMesh *d, const GluedCell sorted[],
                int64_t n, const unsigned char selected[], GluedFoot foot[])
{
  const Ranks *ranks = bins->ranks;
  Query       *query = ranks_malloc(ranks, d->nodes.nnodes, sizeof *query), *received;
  int         *to    = ranks_malloc(ranks, d->nodes.nnodes, sizeof *to);
  GluedFoot   *answer;
  ExchangePlan plan;
  int64_t      count = 0;

  for (int i = 0; i < d->nodes.nnodes; i++) {
    Query *q = &query[count];

    if (!selected[i]) continue;
    q->number = d->first[ranks->rank] + i;
    memcpy(q->x, d->nodes.x[i], sizeof q->x);
    glued_bin(bins, q->x, q->bin);
    to[count++] = owner_of_bin(bins, q->bin);
  }
  exchange_plan_create(ranks, count, to, &plan);
  received = ranks_malloc(ranks, plan.m, sizeof *received);
  answer   = ranks_malloc(ranks, plan.m, sizeof *answer);
  exchange_send(&plan, sizeof *query, query, received);
  for (int64_t k = 0; k < plan.m; k++) {
    int64_t          candidates;
    const GluedCell *cells = glued_cells_in_bin(sorted, n, received[k].bin, &candidates);

    answer[k] = nearest_foot(&received[k], cells, candidates);
    if (answer[k].found > 0) evaluate_foot(received[k].x, &answer[k]);
  }
  exchange_send_back(&plan, sizeof *answer, answer, foot);
  exchange_plan_free(&plan);
  free(query);
  free(to);
  free(received);
  free(answer);
}

double glued_distance(const Ranks *ranks, const GluedCellList *cells, const double x[3])
{
  double least = -HUGE_VAL; /* negative, because ranks find a maximum */

  for (int64_t k = 0; k < cells->n; k++) {
    double square[2];

    least = fmax(least, -place_on_cell(&cells->at[k], x, square));
  }
  ranks_max_reals(ranks, 1, &least);
  return -least;
}
