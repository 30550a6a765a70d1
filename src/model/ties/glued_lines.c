/* glued_lines.c: adds the lines of a glued tie to the mesh, with their weights and arms. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "math/vector.h"
#include "mesh/mesh.h"
#include "glued_lines.h"
#include "tie_kind.h"
#include "glued_search.h"

/* ---- glued coarseness ------------------------------------------------------------------------ */

/* The surface on which a tied node lies. */
typedef struct {
  double side[2][3]; /* mean vectors along its sides [m] */
  int    corners;    /* 3 or 4; 0 if the node lies on none */
} FootSides;

static FootSides sides_of_foot(const GluedFoot *foot)
{
  FootSides s         = {.corners = 0};
  const double(*x)[3] = (const double(*)[3])foot->cell.x;

  if (foot->found <= 0 || shape_dimension((Shape)foot->cell.shape) != 2) return s;
  s.corners = shape_nodes((Shape)foot->cell.shape) == 4 ? 4 : 3;
  for (int c = 0; c < 3; c++) {
    s.side[0][c] = s.corners == 4 ? (x[1][c] - x[0][c] + x[2][c] - x[3][c]) / 2 : x[1][c] - x[0][c];
    s.side[1][c] = s.corners == 4 ? (x[3][c] - x[0][c] + x[2][c] - x[1][c]) / 2 : x[2][c] - x[0][c];
  }
  return s;
}

/* Returns the extent of a surface along a unit vector [m]. */
static double extent_along(const FootSides *s, const double u[3])
{
  const double a = dot(s->side[0], u), b = dot(s->side[1], u);

  if (s->corners == 4) return fabs(a) + fabs(b);
  return fmax(fabs(a - b), fmax(fabs(a), fabs(b)));
}

/* Gives each node of this rank's cells the surface on which it lies, at[d->cells.nnodes]. */
static void fetch_sides(DistributedMesh *d, const unsigned char selected[], const GluedFoot foot[],
                        FootSides at[])
{
  FootSides *mine = ranks_calloc(d->ranks, d->nodes.nnodes, sizeof *mine);
  NodeFetch  fetch;
  int64_t    k = 0;

  for (int i = 0; i < d->nodes.nnodes; i++)
    if (selected[i]) mine[i] = sides_of_foot(&foot[k++]);
  distributed_mesh_plan_fetch(d, &fetch);
  distributed_mesh_fetch_x(d, &fetch);
  distributed_mesh_fetch(d, &fetch, sizeof *mine, mine, at);
  node_fetch_free(&fetch);
  free(mine);
}

/* Returns the mean length of the lines between tied nodes over the mean extent,
   along these lines, of the surfaces on which they lie; 0 if no line lies on surfaces.

   Input:
     selected  [d->nodes.nnodes] not 0 for the tied nodes
     foot      result of glued_feet() for these
   Collective. Sets d->cells.x. The function is in glued_lines.c. */
static double glued_coarseness(DistributedMesh *d, const unsigned char selected[],
                               const GluedFoot foot[])
{
  const Geometry *g      = &d->cells;
  FootSides      *at     = ranks_calloc(d->ranks, g->nnodes, sizeof *at);
  double          sum[2] = {0, 0}; /* lengths of the lines, and extents of surfaces along them */

  fetch_sides(d, selected, foot, at);
  for (int c = 0; c < g->ncells; c++) {
    const int *const node = g->conn + g->offset[c];
    double           u[3], length;

    if (g->shape[c] != SHAPE_LINE || !at[node[0]].corners || !at[node[1]].corners) continue;
    length = point_distance(g->x[node[0]], g->x[node[1]]);
    if (!(length > 0)) continue;
    for (int k = 0; k < 3; k++) u[k] = (g->x[node[1]][k] - g->x[node[0]][k]) / length;
    sum[0] += length;
    sum[1] += (extent_along(&at[node[0]], u) + extent_along(&at[node[1]], u)) / 2;
  }
  free(at);
  MPI_Allreduce(MPI_IN_PLACE, sum, 2, MPI_DOUBLE, MPI_SUM, d->ranks->comm);
  return sum[1] > 0 ? sum[0] / sum[1] : 0;
}

/* ---- glued lines ----------------------------------------------------------------------------- */

/* Weights below this one, relative to 1, are round-off of a node that lies on a side of a cell. */
static const double NO_WEIGHT = 1e-12;

typedef GROWING_LIST(GluedLine) LineList;

/* ---- lines of a tied node -------------------------------------------------------------------- */

static void set_axes(const GluedCell *cell, GluedLine *line)
{
  double side[2][3];

  for (int c = 0; c < 3; c++) {
    side[0][c] = cell->x[1][c] - cell->x[0][c];
    side[1][c] = cell->shape == SHAPE_LINE ? 0 : cell->x[2][c] - cell->x[0][c];
  }
  memcpy(line->along, side[0], sizeof line->along);
  cross(side[0], side[1], line->normal);
  if (norm(line->along) > 0) normalize(line->along);
  if (norm(line->normal) > 0) normalize(line->normal);
}

/* Adds the lines to the nodes of the cell that has the foot. */
static void add_point_lines(const Ranks *ranks, const GluedFoot *foot, const GluedLine *tied,
                            const double x[3], LineList *lines)
{
  const int nn    = shape_nodes((Shape)foot->cell.shape);
  double    total = 0, place[3] = {0, 0, 0};
  GluedLine line = *tied;

  for (int i = 0; i < nn; i++) total += foot->N[i] > NO_WEIGHT ? foot->N[i] : 0;
  for (int i = 0; i < nn; i++)
    for (int c = 0; c < 3 && foot->N[i] > NO_WEIGHT; c++)
      place[c] += foot->N[i] / total * foot->cell.x[i][c];
  line.eccentricity = point_distance(x, place);
  line.size         = foot->cell.size;
  set_axes(&foot->cell, &line);
  for (int i = 0; i < nn; i++) {
    if (!(foot->N[i] > NO_WEIGHT)) continue;
    line.node                = foot->cell.node[i];
    line.weight[GLUED_POINT] = line.weight[GLUED_MEAN] = foot->N[i] / total;
    for (int c = 0; c < 3; c++) {
      line.arm[GLUED_MEAN][c]  = x[c] - place[c];
      line.arm[GLUED_POINT][c] = x[c] - place[c] + (place[c] - foot->cell.x[i][c]) / 2;
    }
    GROWING_LIST_ADD(ranks, *lines, line);
    line.first = 0;
  }
}

/* Replaces the weights of the mean motion by those of the shares of the tied node, share[n], which
   start with the share of no node. The lines are those from index from on. Does nothing if the node
   is an end, or if the other edge is shorter, so that shares are missing. */
static void add_mean_lines(const Ranks *ranks, const GluedShare share[], int64_t n, int64_t from,
                           const double x[3], LineList *lines)
{
  /* Relative to the length of the lines; round-off of sums of some shares is 1e-15. */
  const double missing = 1e-6;
  double       total   = 0, eccentricity[3];

  for (int64_t k = 1; k < n; k++) total += share[k].weight;
  if (n < 2 || share[0].node >= 0 || share[0].end ||
      fabs(total - share[0].full) > missing * share[0].full)
    return;
  memcpy(eccentricity, x, sizeof eccentricity);
  for (int64_t k = 1; k < n; k++)
    for (int c = 0; c < 3; c++) eccentricity[c] -= share[k].weight / total * share[k].x[c];
  for (int64_t k = from; k < lines->n; k++) lines->at[k].weight[GLUED_MEAN] = 0;
  for (int64_t k = 1; k < n; k++) {
    int64_t at = from;

    while (at < lines->n && lines->at[at].node != share[k].node) at++;
    if (at == lines->n) {
      GluedLine line = lines->at[from];

      line.first               = 0;
      line.node                = share[k].node;
      line.weight[GLUED_POINT] = 0;
      GROWING_LIST_ADD(ranks, *lines, line);
    }
    lines->at[at].weight[GLUED_MEAN] = share[k].weight / total;
  }
  for (int64_t k = from; k < lines->n; k++)
    memcpy(lines->at[k].arm[GLUED_MEAN], eccentricity, sizeof eccentricity);
}

/* Adds the lines of all tied nodes of this rank's block.

   Input:
     foot   one for each selected node
     share  [m] shares of the nodes, sorted; NULL if the part is not an edge */
static void build_lines(const DistributedMesh *d, const unsigned char selected[],
                        const GluedFoot foot[], const GluedShare share[], int64_t m,
                        LineList *lines)
{
  const Ranks *ranks = d->ranks;
  int64_t     *first = ranks_malloc(ranks, ranks->size + 1, sizeof *first), rows = 0, k = 0, j = 0;

  for (int i = 0; i < d->nodes.nnodes; i++)
    if (selected[i]) rows += foot[k++].found > 0;
  ranks_offsets(ranks, rows, first);
  rows = first[ranks->rank];
  k    = 0;
  for (int i = 0; i < d->nodes.nnodes; i++) {
    const int64_t   number = d->first[ranks->rank] + i, from = lines->n;
    const GluedLine tied = {.tied = number, .row = rows, .first = 1};
    int64_t         end;

    if (!selected[i]) continue;
    while (j < m && share[j].tied < number) j++;
    for (end = j; end < m && share[end].tied == number;) end++;
    if (foot[k].found > 0) {
      add_point_lines(ranks, &foot[k], &tied, d->nodes.x[i], lines);
      if (share) add_mean_lines(ranks, share + j, end - j, from, d->nodes.x[i], lines);
      rows++;
    }
    k++;
  }
  free(first);
}

/* ---- the tie --------------------------------------------------------------------------------- */

/* Input error: a node is not on the part, or no node is left to be tied. */
static PetscErrorCode CheckFeet(MPI_Comm comm, const TieOptions *tie, const DistributedMesh *d,
                                const GluedCellList *cells, const unsigned char selected[],
                                const GluedFoot foot[])
{
  int64_t lost = INT64_MAX, lowest, k = 0, found[2] = {0, 0};
  int     at   = 0;
  double  x[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};

  PetscFunctionBeginUser;
  for (int i = 0; i < d->nodes.nnodes; i++) {
    if (!selected[i]) continue;
    found[0] += foot[k].found > 0;
    found[1] += !foot[k].found;
    if (!foot[k++].found && lost == INT64_MAX) lost = d->first[d->ranks->rank] + i, at = i;
  }
  PetscCallMPI(MPI_Allreduce(&lost, &lowest, 1, MPI_INT64_T, MPI_MIN, comm));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, found, 2, MPI_INT64_T, MPI_SUM, comm));
  if (lowest < INT64_MAX) {
    if (lost == lowest) memcpy(x, d->nodes.x[at], sizeof x);
    ranks_max_reals(d->ranks, 3, x);
    SETERRQ(comm, PETSC_ERR_USER_INPUT,
            "tie '%s': %lld of its nodes %s not on '%s': the first, at (%.6g, %.6g, %.6g), is %.6g "
            "away; take %s out of -tie_%s_set, or give -tie_%s_distance, the largest distance that "
            "the tie keeps",
            tie->name, (long long)found[1], found[1] == 1 ? "is" : "are", tie->to, x[0], x[1], x[2],
            glued_distance(d->ranks, cells, x), found[1] == 1 ? "it" : "them", tie->name,
            tie->name);
  }
  PetscCheck(found[0], comm, PETSC_ERR_USER_INPUT,
             "tie '%s' ties nothing: all its nodes are nodes of '%s', too; give the nodes of "
             "another part by -tie_%s_set",
             tie->name, tie->to, tie->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: a node is inside of a line that is no side of a surface. The edit line_split_edit
   has split such lines of beams, trusses, cables and bars at nodes that lie on them. */
static PetscErrorCode CheckInside(MPI_Comm comm, const TieOptions *tie, const DistributedMesh *d,
                                  const unsigned char selected[], const GluedFoot foot[])
{
  const double zero[3] = {0, 0, 0}, *x = zero;
  PetscBool    bad = PETSC_FALSE;
  int64_t      k   = 0;

  PetscFunctionBeginUser;
  for (int i = 0; i < d->nodes.nnodes; i++) {
    const GluedFoot *f = &foot[k];

    if (!selected[i]) continue;
    k++;
    if (f->found <= 0 || f->cell.shape != SHAPE_LINE || f->cell.is_side || bad) continue;
    if (!(f->N[0] > NO_WEIGHT) || !(f->N[1] > NO_WEIGHT)) continue;
    bad = PETSC_TRUE;
    x   = d->nodes.x[i];
  }
  PetscCall(CheckAllRanks(
    comm, bad,
    "tie '%s': the node at (%.6g, %.6g, %.6g) is beside or inside of a line of '%s' that has no "
    "node there and is not split, because only lines of beams, bars, trusses and cables are split, "
    "at nodes that lie on them; give '%s' a node there",
    tie->name, x[0], x[1], x[2], tie->to, tie->to));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the cells of the part. Input errors: the set has no lines and surfaces; the lines have
   three nodes. */
static PetscErrorCode FindCells(MPI_Comm comm, DistributedMesh *d, const TieOptions *tie,
                                GluedCellList *cells, int *dimension)
{
  struct _n_Mesh mesh   = {.comm = comm, .g = d->cells};
  int64_t        curved = 0;
  PetscInt       set;
  char           option[256];

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(option, sizeof option, "-tie_%s_to", tie->name));
  PetscCall(MeshFindSet(&mesh, option, tie->to, &set));
  d->cells.set_name = mesh.g.set_name;
  d->cells.nsets    = mesh.g.nsets;
  d->cells.lists    = mesh.g.lists;
  *dimension        = glued_cells(d, (int)set, tie->distance, cells);
  PetscCheck(*dimension, comm, PETSC_ERR_USER_INPUT,
             "%s: set '%s' has no lines and no surfaces; give the set of the part or edge to which "
             "the nodes are glued",
             option, tie->to);
  for (int64_t k = 0; k < cells->n; k++) curved |= cells->at[k].shape == SHAPE_LINE3;
  PetscCheck(!ranks_max(d->ranks, curved), comm, PETSC_ERR_USER_INPUT,
             "%s: set '%s' has lines of 3 nodes; make its mesh of lines of 2 nodes", option,
             tie->to);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Warns of a line of tied nodes whose cells are longer than those of the surfaces on which it lies.
   Between tied nodes nothing is tied, so that the line slips there. */
static PetscErrorCode WarnCoarse(MPI_Comm comm, const TieOptions *tie, DistributedMesh *d,
                                 const unsigned char selected[], const GluedFoot foot[])
{
  /* A plate with an eccentric rib has frequencies that are too low by 0.1, 0.3, 0.5, 1.3, 3.4 % if
     the cells of the rib are 1.2, 1.5, 1.7, 2, 3 times as long. tests/model/glued.py has ribs on
     both sides. */
  const double limit = 1.6, ratio = glued_coarseness(d, selected, foot);

  PetscFunctionBeginUser;
  if (ratio > limit)
    PetscCall(PetscFPrintf(
      comm, stderr,
      "fsolve: warning: tie '%s': the lines of its nodes are %.3g times as long as the cells of "
      "'%s' along them. Between its nodes a tie joins nothing, so that the model is too soft: give "
      "these lines cells that are no longer than those of '%s' (-member_<name>_n)\n",
      tie->name, ratio, tie->to, tie->to));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode JoinLines(const TieOptions *tie, DistributedMesh *d, const LineList *lines)
{
  int64_t(*line)[2];

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1((size_t)lines->n + 1, &line));
  for (int64_t k = 0; k < lines->n; k++) {
    line[k][0] = lines->at[k].tied;
    line[k][1] = lines->at[k].node;
  }
  PetscCall(TieJoinLines(d, tie, (int)lines->n, (const int64_t(*)[2])line));
  PetscCall(PetscFree(line));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TieAddGluedLines(MPI_Comm comm, const TieOptions *tie, DistributedMesh *d)
{
  GluedCellList  cells = {NULL, 0, 0};
  LineList       lines = {NULL, 0, 0};
  GluedCell     *sorted;
  GluedFoot     *foot;
  GluedShare    *shares = NULL;
  GluedBins      bins;
  unsigned char *selected;
  int64_t        n, m = 0, count, sides = 0;
  int            dimension = 0;

  PetscFunctionBeginUser;
  PetscCall(FindCells(comm, d, tie, &cells, &dimension));
  PetscCall(PetscMalloc2(d->nodes.nnodes, &selected, d->nodes.nnodes, &foot));
  PetscCall(MeshEditSelectNodes(comm, d, &tie->nodes, NULL, NULL, selected, &count));
  bins   = glued_bins(d, &cells);
  sorted = glued_cells_send(&bins, &cells, &n);
  glued_feet(&bins, d, sorted, n, selected, foot);
  PetscCall(CheckFeet(comm, tie, d, &cells, selected, foot));
  PetscCall(CheckInside(comm, tie, d, selected, foot));
  if (dimension == 2) PetscCall(WarnCoarse(comm, tie, d, selected, foot));
  for (int64_t k = 0; k < cells.n; k++) sides += cells.at[k].is_side;
  sides = ranks_sum(d->ranks, sides);
  if (sides) shares = glued_shares(&bins, d, sorted, n, selected, &m);
  build_lines(d, selected, foot, shares, m, &lines);
  free(tie->glued->at);
  *tie->glued = (GluedLines){lines.n, d->ncells, sides > 0, lines.at};
  PetscCall(JoinLines(tie, d, &lines));
  free(cells.at);
  free(sorted);
  free(shares);
  PetscCall(PetscFree2(selected, foot));
  PetscFunctionReturn(PETSC_SUCCESS);
}
